/* `early HOW` does something before it reads its input that a fork would share or lack, then reads
 * a byte and says so. HOW is one of file, pipe (left open), closed (standard error is), written (a
 * file that is closed again), output, errors, thread, process, shared (memory), alarm, timer, end
 * (at once), poll (waits without reading), memory (100 MB of it), peak (the same, given back), spin
 * (until a limit), exec (itself, once more). Some do nothing of that: `early pid` says on standard
 * error what its process id was before it read, `early late` takes some time before it reads,
 * `early slow` takes longer where it is a fork. */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static const char *how;
static void *volatile memory;
static pid_t starter;

static int is(const char *word)
{
    return strcmp(how, word) == 0;
}

static void *sleep_on(void *nothing)
{
    pause();
    return nothing;
}

static void begin(void)
{
    int ends[2] = {-1, -1};
    pthread_t thread;
    timer_t timer;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (is("file"))
        ends[0] = open("/dev/null", O_RDONLY);
    else if (is("pipe"))
        ends[0] = pipe(ends);
    else if (is("closed"))
        close(STDERR_FILENO);
    else if (is("written") && (ends[0] = open("/dev/null", O_WRONLY)) >= 0)
        close(write(ends[0], "x", 1) == 1 ? ends[0] : -1);
    else if (is("output") || is("errors"))
        ends[0] = (int)write(is("output") ? STDOUT_FILENO : STDERR_FILENO, "first ", 6);
    else if (is("thread"))
        pthread_create(&thread, NULL, sleep_on, NULL);
    else if (is("process") && fork() == 0)
        pause();
    else if (is("shared"))
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    else if (is("alarm"))
        alarm(100);
    else if (is("timer"))
        timer_create(CLOCK_MONOTONIC, NULL, &timer);
    else if (is("exec"))
        execl("/proc/self/exe", "early", "after exec", NULL);
    else if (is("poll"))
        poll(&input, 1, -1);
    else if (is("memory") || is("peak"))
        memory = memset(malloc(100000000), 1, 100000000);
    else if (is("late"))
        usleep(30000);
    if (is("peak"))
        free(memory);
}

int main(int count, char **arguments)
{
    char byte = 0;
    how = count > 1 ? arguments[1] : "";
    if (is("end"))
        return 3;
    starter = getpid();
    begin();
    for (volatile unsigned turns = 0; is("spin"); turns++) {
    }
    printf("%zd %c\n", read(STDIN_FILENO, &byte, 1), byte);
    if (is("pid"))
        fprintf(stderr, "%ld", (long)starter);
    if (is("slow") && getpid() != starter)
        usleep(50000);
    return 0;
}
