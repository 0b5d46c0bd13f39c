/* Turns against the processes that watch it: `attacker HOW` does so to the one that started it and
 * to every other that one has started, where it is a supervisor or bubblewrap, and then sleeps,
 * deaf. HOW is one of
 *   attach, seize  traces it, so that it stops
 *   write          writes zeros over its memory
 *   stop, kill     sends it SIGSTOP, SIGKILL
 *   starve         leaves it no processor time
 *   burn           the same, and uses all it gets itself
 *   limit          the same, prints its user, and ends
 *   choke          lets it open no more files, and leaves a process in a session of its own
 *   rest           stops itself instead
 *   unmount        hides /proc from it, where that is its own, and takes 200 MB
 *   traced         is traced by it, and stops at a signal
 *   daemon         leaves a deaf process in a session of its own, and kills it
 *   guard          has itself traced by a deaf child from the start, so that nobody can wait for it
 * Where it is forked, the server is slow to go on, and the fork the first to do anything. */
#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Reads name and parent of a process; false where it cannot. */
static int read_process(const char *pid, char name[32], int *parent)
{
    char path[300];
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    FILE *const file = fopen(path, "r");
    if (file == NULL)
        return 0;
    const int got = fscanf(file, "%*d (%31[^)]) %*c %d", name, parent);
    fclose(file);
    return got == 2;
}

static void overwrite(pid_t pid)
{
    static char zeros[4096];
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/%d/maps", pid);
    FILE *const maps = fopen(path, "r");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        const struct iovec from = {zeros, sizeof zeros};
        const struct iovec to = {(void *)(uintptr_t)strtoul(line, NULL, 16), sizeof zeros};
        process_vm_writev(pid, &from, 1, &to, 1, 0);
    }
    if (maps != NULL)
        fclose(maps);
}

static void hide_proc(void)
{
    enum { BYTES = 200 << 20 };
    if (getppid() == 1 && umount2("/proc", MNT_DETACH) == 0)
        mount("none", "/proc", "tmpfs", 0, NULL);
    static char *volatile taken; /* or a compiler sees that nobody reads it */
    taken = malloc(BYTES);
    if (taken != NULL)
        memset(taken, 1, BYTES);
}

static void attack(const char *how, pid_t pid)
{
    const struct rlimit none = {0, 0};
    if (strcmp(how, "attach") == 0)
        ptrace(PTRACE_ATTACH, pid, NULL, NULL);
    if (strcmp(how, "seize") == 0 && ptrace(PTRACE_SEIZE, pid, NULL, NULL) == 0)
        ptrace(PTRACE_INTERRUPT, pid, NULL, NULL);
    if (strcmp(how, "write") == 0)
        overwrite(pid);
    if (strcmp(how, "stop") == 0)
        kill(pid, SIGSTOP);
    if (strcmp(how, "kill") == 0 || strcmp(how, "daemon") == 0)
        kill(pid, SIGKILL);
    if (strcmp(how, "starve") == 0 || strcmp(how, "burn") == 0 || strcmp(how, "limit") == 0)
        prlimit(pid, RLIMIT_CPU, &none, NULL);
    if (strcmp(how, "choke") == 0)
        prlimit(pid, RLIMIT_NOFILE, &none, NULL);
}

static void attack_those_around(const char *how)
{
    char name[32], number[16];
    int parent;
    const pid_t above = getppid();
    snprintf(number, sizeof number, "%d", above);
    /* Run by hand it must do no harm. */
    if (!read_process(number, name, &parent) ||
        (strcmp(name, "nf-supervisor") != 0 && strcmp(name, "bwrap") != 0))
        return;
    DIR *const processes = opendir("/proc");
    const struct dirent *process;
    while (processes != NULL && (process = readdir(processes)) != NULL) {
        const pid_t pid = atoi(process->d_name);
        if (pid > 0 && pid != getpid() && read_process(process->d_name, name, &parent) &&
            parent == above)
            attack(how, pid);
    }
    if (processes != NULL)
        closedir(processes);
    attack(how, above);
    if (strcmp(how, "unmount") == 0)
        hide_proc();
}

__attribute__((noreturn)) static void sleep_deaf(void)
{
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_IGN);
    for (;;)
        pause();
}

static void leave_daemon(void)
{
    if (fork() != 0)
        return;
    setsid();
    sleep_deaf();
}

static pid_t starter;

/* Before it reads anything (reads.h). */
__attribute__((constructor(101))) static void begin(int argc, char **argv)
{
    int ends[2];
    char byte;
    starter = getpid();
    if (argc < 2 || strcmp(argv[1], "guard") != 0 || pipe(ends) != 0)
        return;
    if (fork() == 0) {
        ptrace(PTRACE_SEIZE, starter, NULL, NULL);
        close(ends[1]);
        close(ends[0]);
        sleep_deaf();
    }
    close(ends[1]);
    if (read(ends[0], &byte, 1) != 0) /* until it is traced */
        _exit(1);
    close(ends[0]);
}

/* In place of the C library's: the server closes what it has handed to a fork. */
int close(int descriptor)
{
    if (getpid() == starter)
        usleep(10000);
    return (int)syscall(SYS_close, descriptor);
}

int main(int argc, char **argv)
{
    const char *const how = argc > 1 ? argv[1] : "";
    if (strcmp(how, "daemon") == 0 || strcmp(how, "choke") == 0)
        leave_daemon();
    for (int number = 1; number < NSIG; number++) {
        if (number != SIGTRAP)
            signal(number, SIG_IGN);
    }
    if (strcmp(how, "traced") == 0 && ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0)
        raise(SIGINT);
    if (strcmp(how, "rest") == 0)
        raise(SIGSTOP);
    attack_those_around(how);
    if (strcmp(how, "limit") == 0)
        return printf("%u", (unsigned)getuid()) < 0;
    while (strcmp(how, "burn") == 0) {
    }
    for (;;)
        pause();
}
