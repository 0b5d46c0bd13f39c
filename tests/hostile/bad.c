/* Behaves badly: `bad WAY...`, WAY being
 *   bomb [N]           forks for ever, or stops and waits when there are N of it
 *   bomb escape        gives every process a session of its own
 *   crowd              starts threads, which are there for a while, and ends while they run
 *   ender exit CODE    ends so, and reads nothing
 *   ender signal N
 *   ender quiet CODE   closes its input first, and says so after a while
 *   heavy              takes 128 MB before it reads, so that it takes long to die; `leaver` leaves
 * a process behind that does not hog                takes memory without end, and uses it hog MB
 * [COUNT]     takes so much and ends; in so many processes, which stay hog reserve MB     asks for
 * memory and does not use it inventory          prints what it has been given: its open
 * descriptors, the signals it blocks and ignores, and the variables of its environment that begin
 * with NINEFOLD_FORKSERVER_ or LD_ leaver HOW         prints "left" and ends, but leaves a process
 * that holds its output open: a `child` in its group, a deaf `daemon` in a session of its own,
 * forked twice, a `writer` without end, a `walker` that forks and ends for ever printer out|err N
 * writes so many x, without end for -1 sleeper [HOW]      sleeps and reads nothing; `deaf`: ignores
 * all signals it can, `closed`: has closed input, output and errors spinner [HOW]      uses
 * processor time for ever; `deaf`, or in COUNT processes that are not waited for, or in short
 * children one after another (`waves`), or in such of children that have ended (`orphans`);
 * `unheard` ends after a child that uses 100 ms and that the system waits for; `unseen` does the
 * same with 400 children of 3 ms, two at a time, `unseen private` in a copy of itself that
 * nobody may read stash MB [COUNT]   puts so much into each of so many files in memory that it does
 * not map */
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The words after WAY, "" where there is none. */
static const char *how = "", *more = "";

static int is(const char *word)
{
    return strcmp(how, word) == 0;
}

__attribute__((noreturn)) static void stay(void)
{
    for (;;)
        pause();
}

static void be_deaf(void)
{
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_IGN);
}

static int bomb(void)
{
    const long most = atol(how);
    for (long made = 1; made < most && fork() != 0; made++) {
    }
    if (most > 0)
        stay();
    for (;;) {
        if (fork() == 0 && is("escape"))
            setsid();
    }
}

static void *stay_there(void *nothing)
{
    (void)nothing;
    stay();
}

static int crowd(void)
{
    pthread_t thread;
    for (int i = 0; i < 30; i++)
        pthread_create(&thread, NULL, stay_there, NULL);
    usleep(50000);
    return 0;
}

static int ender(void)
{
    if (is("signal"))
        raise(atoi(more));
    if (is("quiet")) {
        close(STDIN_FILENO);
        usleep(30000);
        if (write(STDOUT_FILENO, "closed\n", 7) != 7)
            return 1;
    }
    return atoi(more);
}

static char *take(size_t megabytes)
{
    char *const memory = mmap(NULL, megabytes << 20, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        _exit(99);
    return memory;
}

static void use(size_t megabytes)
{
    memset(take(megabytes), 1, megabytes << 20);
}

static int hog(void)
{
    if (is("reserve"))
        return take((size_t)atol(more)) == NULL;
    const size_t megabytes = (size_t)atol(how);
    for (int left = atoi(more); left > 0; left--) {
        if (fork() != 0)
            continue;
        use(megabytes);
        stay();
    }
    if (*more != '\0')
        stay();
    if (*how != '\0')
        use(megabytes);
    while (*how == '\0')
        use(64);
    return 0;
}

/* Files in memory, which count for nobody's resident set. */
static int stash(void)
{
    static char block[1 << 20];
    memset(block, 1, sizeof block);
    for (int count = *more != '\0' ? atoi(more) : 1; count > 0; count--) {
        const int file = memfd_create("stash", 0);
        for (long left = atol(how); left > 0; left--)
            if (file < 0 || write(file, block, sizeof block) != (ssize_t)sizeof block)
                return 97;
    }
    usleep(30000);
    return 0;
}

/* Before it reads anything (reads.h). */
__attribute__((constructor(101))) static void begin(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "heavy") == 0)
        use(128);
}

static int heavy(void)
{
    if (is("leaver") && fork() == 0) {
        setsid();
        stay();
    }
    return 0;
}

static int inventory(void)
{
    char line[256];
    DIR *const descriptors = opendir("/proc/self/fd");
    const struct dirent *entry;
    while (descriptors != NULL && (entry = readdir(descriptors)) != NULL)
        if (entry->d_name[0] != '.' && atoi(entry->d_name) != dirfd(descriptors))
            printf("descriptor %s\n", entry->d_name);
    if (descriptors != NULL)
        closedir(descriptors);
    FILE *const status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (strncmp(line, "SigBlk", 6) == 0 || strncmp(line, "SigIgn", 6) == 0)
            fputs(line, stdout);
    if (status != NULL)
        fclose(status);
    for (char **variable = environ; *variable != NULL; variable++)
        if (strncmp(*variable, "NINEFOLD_FORKSERVER_", 20) == 0 ||
            strncmp(*variable, "LD_", 3) == 0)
            puts(*variable);
    return 0;
}

static int leaver(void)
{
    static char bytes[4096];
    const ssize_t put = write(STDOUT_FILENO, "left\n", 5);
    if (fork() != 0)
        return put != 5;
    if (is("daemon") || is("walker"))
        setsid();
    if (is("daemon")) {
        if (fork() != 0)
            _exit(0);
        be_deaf();
    }
    while (is("walker")) {
        if (fork() != 0)
            _exit(0);
    }
    while (is("writer") && write(STDOUT_FILENO, bytes, sizeof bytes) >= 0) {
    }
    stay();
}

static int printer(void)
{
    static char bytes[1 << 16];
    long left = atol(more);
    memset(bytes, 'x', sizeof bytes);
    while (left != 0) {
        const size_t most = left < 0 || left > (long)sizeof bytes ? sizeof bytes : (size_t)left;
        const ssize_t put = write(is("err") ? STDERR_FILENO : STDOUT_FILENO, bytes, most);
        if (put < 0)
            return 1;
        left -= left > 0 ? put : 0;
    }
    return 0;
}

static int sleeper(void)
{
    if (is("deaf"))
        be_deaf();
    for (int fd = 0; is("closed") && fd < 3; fd++)
        close(fd);
    stay();
}

/* For ever, if for 0. */
static void spin(long milliseconds)
{
    const clock_t end = clock() + milliseconds * (CLOCKS_PER_SEC / 1000);
    /* Without something to do, a compiler may take the loop for one that ends. */
    for (volatile unsigned turns = 0; milliseconds == 0 || clock() < end; turns++) {
    }
}

static void spin_in_child(long milliseconds)
{
    if (fork() == 0) {
        spin(milliseconds);
        _exit(0);
    }
}

/* A process that is nobody's here uses 15 ms; returns after its end. */
static void spin_in_orphan(void)
{
    int ends[2];
    char byte;
    if (pipe(ends) != 0)
        _exit(1);
    if (fork() == 0) {
        spin_in_child(15);
        _exit(0);
    }
    close(ends[1]);
    wait(NULL);
    while (read(ends[0], &byte, 1) > 0) {
    }
    close(ends[0]);
}

/* Children whose time the system forgets, since nobody waits for them, and that end between the
 * looks of a supervisor. */
static int spin_unseen(void)
{
    static char copy[] = "/tmp/ninefold-unseen-XXXXXX", command[4200];
    if (strcmp(more, "private") == 0) {
        const int file = mkstemp(copy);
        snprintf(command, sizeof command, "cat /proc/%d/exe >%s", getpid(), copy);
        if (file < 0 || system(command) != 0 || chmod(copy, 0111) != 0 || close(file) != 0)
            return 98;
        execl(copy, copy, "spinner", "unseen", copy, (char *)NULL);
        return 98;
    }
    if (*more != '\0')
        unlink(more);
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 200; i++) {
        spin_in_child(3);
        spin_in_child(3);
        while (wait(NULL) > 0) {
        }
    }
    return 0;
}

static int spinner(void)
{
    if (is("deaf"))
        be_deaf();
    while (is("waves")) {
        spin_in_child(15);
        wait(NULL);
    }
    if (is("unheard")) {
        signal(SIGCHLD, SIG_IGN);
        spin_in_child(100);
        wait(NULL);
        return 0;
    }
    if (is("unseen"))
        return spin_unseen();
    while (is("orphans"))
        spin_in_orphan();
    for (int left = atoi(how); left > 0; left--)
        spin_in_child(0);
    if (atoi(how) > 0)
        stay();
    spin(0);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*be)(void);
    } ways[] = {{"bomb", bomb},           {"crowd", crowd},    {"ender", ender},
                {"heavy", heavy},         {"hog", hog},        {"stash", stash},
                {"inventory", inventory}, {"leaver", leaver},  {"printer", printer},
                {"sleeper", sleeper},     {"spinner", spinner}};
    how = argc > 2 ? argv[2] : "";
    more = argc > 3 ? argv[3] : "";
    for (size_t i = 0; argc > 1 && i < sizeof ways / sizeof *ways; i++)
        if (strcmp(ways[i].name, argv[1]) == 0)
            return ways[i].be();
    return 2;
}
