#include "judge/sandbox/child_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    PIPE_BYTES = 1 << 16,
    /* Reads in a row: few while the program runs, so that endless output does not starve the other
     * pipes; after its end, more than any pipe holds. */
    SOME_READS = 16,
    ALL_READS = 1 << 12,
    /* A supervisor that is this late after the wall limit may have been stopped; it may be so again
     * when it starts the program once more. */
    LATE_MS = 300,
    /* Most programs end within this time and print less than a pipe holds: their output is read
     * once, after their end, without waking up for it before. */
    QUIET_MS = 2,
    /* A supervisor that does not answer this long after an order or the first SIGCONT is given up.
     * Longer than the fork server may take to start and a process to die. */
    GIVEN_UP_MS = (NF_SUPERVISOR_GRACE_S + 20) * 1000,
};

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

int nf_pipes_open(struct nf_pipes *pipes, const char *input, size_t size, uint64_t limit,
                  struct nf_child_result *result, int standard[3])
{
    int ends[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
    for (int i = 0; i < 3; i++) {
        /* Only our end is non-blocking. The program's end has its own file description. */
        const int ours = i == 0 ? 1 : 0;
        if (pipe2(ends[i], O_CLOEXEC) == 0 && fcntl(ends[i][ours], F_SETFL, O_NONBLOCK) == 0) {
            standard[i] = ends[i][1 - ours];
            continue;
        }
        const int error = errno;
        for (int k = 0; k <= i; k++) {
            close_end(&ends[k][0]);
            close_end(&ends[k][1]);
        }
        errno = error;
        return -1;
    }
    *pipes = (struct nf_pipes){.in = ends[0][1],
                               .out = ends[1][0],
                               .err = ends[2][0],
                               .input = input,
                               .left = size,
                               .limit = limit,
                               .result = result};
    return 0;
}

void nf_pipes_write(struct nf_pipes *pipes)
{
    while (pipes->left > 0) {
        const ssize_t put = write(pipes->in, pipes->input, pipes->left);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0 && errno == EAGAIN)
            return;
        if (put < 0) {
            if (errno != EPIPE) /* the program may close its input */
                pipes->failed = errno;
            break;
        }
        pipes->input += put;
        pipes->left -= (size_t)put;
    }
    close_end(&pipes->in);
}

/* Reads what is available from an end, and closes it when there will be no more. Returns the bytes
 * read. */
static size_t read_some(struct nf_pipes *pipes, int *end, char *to, size_t most)
{
    ssize_t got;
    do
        got = read(*end, to, most);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        return (size_t)got;
    if (got == 0 || errno != EAGAIN) {
        pipes->failed = got < 0 ? errno : pipes->failed;
        close_end(end);
    }
    return 0;
}

/* Reads available output, at most one byte past the limit. That byte proves that there is too much
 * and is not kept. */
static void read_output(struct nf_pipes *pipes, int reads)
{
    struct nf_text *const output = &pipes->result->output;
    for (; pipes->out >= 0 && reads > 0; reads--) {
        const uint64_t spare = pipes->limit > 0 ? pipes->limit - output->size + 1 : PIPE_BYTES;
        const size_t most = spare < PIPE_BYTES ? (size_t)spare : PIPE_BYTES;
        char *const to = nf_text_room(output, most);
        if (to == NULL) {
            close_end(&pipes->out);
            return;
        }
        const size_t got = read_some(pipes, &pipes->out, to, most);
        output->size += got;
        if (pipes->limit > 0 && output->size > pipes->limit) {
            output->size = pipes->limit;
            pipes->overflow = true;
            close_end(&pipes->out);
        }
        if (got < most) /* the pipe was empty then */
            return;
    }
}

/* The bytes kept of standard error: the first ones, room for a mark, and the last ones. */
enum {
    FIRST_ERRORS = 200,
    ERRORS_MARK = sizeof "\n...\n" - 1,
    MOST_ERRORS = NF_ERRORS - 1 - ERRORS_MARK,
};

/* Keeps bytes of standard error; those in the middle make way where they are too many. */
static void keep_errors(struct nf_pipes *pipes, const char *bytes, size_t count)
{
    char *const kept = pipes->result->errors;
    const size_t room = MOST_ERRORS - pipes->errors, fits = count < room ? count : room;
    memcpy(kept + pipes->errors, bytes, fits);
    pipes->errors += fits;
    bytes += fits;
    count -= fits;
    if (count == 0)
        return;
    const size_t last = MOST_ERRORS - FIRST_ERRORS, new = count < last ? count : last;
    memmove(kept + FIRST_ERRORS, kept + FIRST_ERRORS + new, last - new);
    memcpy(kept + MOST_ERRORS - new, bytes + count - new, new);
    pipes->errors_cut = true;
}

/* Makes a string of them: whole lines where a line starts not far from the cut. */
static void end_errors(struct nf_pipes *pipes)
{
    enum { FAR = 120 };
    char *const kept = pipes->result->errors;
    for (size_t i = 0; i < pipes->errors; i++)
        kept[i] = kept[i] == '\0' ? ' ' : kept[i];
    if (pipes->errors_cut) {
        size_t first = FIRST_ERRORS, last = FIRST_ERRORS;
        while (first > FIRST_ERRORS - FAR && kept[first - 1] != '\n')
            first--;
        while (last < FIRST_ERRORS + FAR && kept[last - 1] != '\n')
            last++;
        first = kept[first - 1] == '\n' ? first - 1 : FIRST_ERRORS;
        last = kept[last - 1] == '\n' ? last : FIRST_ERRORS;
        memmove(kept + first + ERRORS_MARK, kept + last, pipes->errors - last);
        memcpy(kept + first, "\n...\n", ERRORS_MARK);
        pipes->errors = first + ERRORS_MARK + (pipes->errors - last);
    }
    kept[pipes->errors] = '\0';
}

void nf_pipes_close(struct nf_pipes *pipes)
{
    end_errors(pipes);
    close_end(&pipes->in);
    close_end(&pipes->out);
    close_end(&pipes->err);
}

/* Reads available standard error. */
static void read_errors(struct nf_pipes *pipes, int reads)
{
    for (; pipes->err >= 0 && reads > 0; reads--) {
        char bytes[4096];
        const size_t got = read_some(pipes, &pipes->err, bytes, sizeof bytes);
        keep_errors(pipes, bytes, got);
        if (got < sizeof bytes)
            return;
    }
}

static int64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* When to act on a supervisor that has not answered. */
struct grace {
    int64_t end_ms;      /* INT64_MAX: never */
    int64_t given_up_ms; /* 0: SIGCONT was not sent yet */
};

/* Returns the timeout for poll(). */
static int timeout(const struct grace *grace)
{
    if (grace->end_ms == INT64_MAX)
        return -1;
    const int64_t left = grace->end_ms - now_ms();
    return left <= 0 ? 0 : left < INT_MAX ? (int)left : INT_MAX;
}

/* Without namespaces the program can stop the supervisor. This undoes it. */
static void wake(struct grace *grace, const struct nf_pipes_supervisor *supervisor)
{
    const int64_t now = now_ms();
    kill(supervisor->pid, SIGCONT);
    grace->end_ms = now + LATE_MS;
    if (grace->given_up_ms == 0)
        grace->given_up_ms = now + GIVEN_UP_MS;
}

static void stop(struct nf_pipes *pipes, struct grace *grace,
                 const struct nf_pipes_supervisor *supervisor)
{
    /* If this fails, the supervisor is gone, which the next read shows. */
    if (!pipes->stopped) {
        nf_supervisor_send(supervisor->socket, NF_SUPERVISOR_STOP, NULL);
        wake(grace, supervisor);
    }
    pipes->stopped = true;
}

/* Reads what the program wrote before its end and is still in the pipes. */
static void drain(struct nf_pipes *pipes)
{
    if (!pipes->stopped) {
        read_output(pipes, ALL_READS);
        read_errors(pipes, ALL_READS);
    }
}

int nf_pipes_pump(struct nf_pipes *pipes, const struct nf_pipes_supervisor *supervisor,
                  int interrupt, struct nf_supervisor_report *report)
{
    enum { SUPERVISOR, INTERRUPT, IN, OUT, ERR, ENDS };
    const bool less = supervisor->less_ns > 0 &&
                      (supervisor->wall_ns == 0 || supervisor->less_ns < supervisor->wall_ns);
    struct grace grace = {.end_ms = INT64_MAX};
    if (less)
        grace.end_ms = now_ms() + (int64_t)(supervisor->less_ns / 1000000) + 1;
    else if (supervisor->wall_ns > 0)
        grace.end_ms = now_ms() + (int64_t)(supervisor->wall_ns / 1000000) + LATE_MS;
    bool quiet = pipes->in < 0; /* all input is written */
    for (;;) {
        /* poll() skips negative descriptors. */
        struct pollfd wait[ENDS] = {
            [SUPERVISOR] = {.fd = supervisor->socket, .events = POLLIN},
            [INTERRUPT] = {.fd = pipes->interrupted ? -1 : interrupt, .events = POLLIN},
            [IN] = {.fd = pipes->stopped ? -1 : pipes->in, .events = POLLOUT},
            [OUT] = {.fd = pipes->stopped || quiet ? -1 : pipes->out, .events = POLLIN},
            [ERR] = {.fd = pipes->stopped || quiet ? -1 : pipes->err, .events = POLLIN},
        };
        if (poll(wait, ENDS, quiet ? QUIET_MS : timeout(&grace)) < 0 && errno != EINTR)
            return -1;
        quiet = false;
        if (wait[IN].revents != 0)
            nf_pipes_write(pipes);
        if (wait[OUT].revents != 0)
            read_output(pipes, SOME_READS);
        if (wait[ERR].revents != 0)
            read_errors(pipes, SOME_READS);
        if (wait[INTERRUPT].revents != 0) {
            pipes->interrupted = true;
            stop(pipes, &grace, supervisor);
        }
        if (pipes->overflow || pipes->result->output.failed)
            stop(pipes, &grace, supervisor);
        if (wait[SUPERVISOR].revents != 0) {
            const int end = nf_supervisor_receive(supervisor->socket, report), error = errno;
            drain(pipes);
            errno = error;
            return end;
        }
        if (timeout(&grace) != 0)
            continue;
        if (grace.given_up_ms != 0 && now_ms() >= grace.given_up_ms) {
            errno = ETIMEDOUT;
            return -1;
        }
        pipes->cut_short |= less && grace.given_up_ms == 0;
        if (pipes->cut_short)
            stop(pipes, &grace, supervisor);
        wake(&grace, supervisor);
    }
}
