#include "report/html/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { IN, OUT, COMPLAINTS, PIPES };

/* A gnuplot at work. Our ends of its pipes are -1 once closed. */
struct plotter {
    pid_t pid;
    int ours[PIPES], theirs[PIPES];
};

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

static void close_all(int ends[PIPES])
{
    for (int i = 0; i < PIPES; i++)
        close_end(&ends[i]);
}

static enum nf_status open_pipes(struct plotter *plotter, struct nf_error *err)
{
    for (int i = 0; i < PIPES; i++)
        plotter->ours[i] = plotter->theirs[i] = -1;
    for (int i = 0; i < PIPES; i++) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) {
            const int error = errno;
            close_all(plotter->ours);
            close_all(plotter->theirs);
            return nf_fail(err, NF_IO, "cannot make a pipe to gnuplot: %s", strerror(error));
        }
        plotter->theirs[i] = ends[i == IN ? 0 : 1];
        plotter->ours[i] = ends[i == IN ? 1 : 0];
        /* We wait in poll, never in read or write: so neither side can wait for the other. */
        fcntl(plotter->ours[i], F_SETFL, O_NONBLOCK);
    }
    return NF_OK;
}

/* Our environment with the C locale: a decimal point is a point. */
static char **environment(void)
{
    static char locale[] = "LC_ALL=C";
    size_t count = 0;
    while (environ[count] != NULL)
        count++;
    char **const copy = calloc(count + 2, sizeof *copy);
    size_t kept = 0;
    for (size_t i = 0; copy != NULL && i < count; i++)
        if (strncmp(environ[i], "LC_ALL=", 7) != 0 && strncmp(environ[i], "GNUPLOT", 7) != 0)
            copy[kept++] = environ[i];
    if (copy != NULL)
        copy[kept] = locale;
    return copy;
}

static int spawn(struct plotter *plotter)
{
    static char name[] = "gnuplot", defaults[] = "-d", from_input[] = "-";
    char *const arguments[] = {name, defaults, from_input, NULL};
    char **const variables = environment();
    if (variables == NULL)
        return ENOMEM;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t ignored;
    posix_spawn_file_actions_init(&actions);
    int error = 0;
    for (int i = 0; error == 0 && i < PIPES; i++)
        error = posix_spawn_file_actions_adddup2(&actions, plotter->theirs[i], i);
    /* We ignore some signals; it need not. */
    posix_spawnattr_init(&attributes);
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGPIPE);
    sigaddset(&ignored, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes, &ignored);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    if (error == 0)
        error = posix_spawnp(&plotter->pid, name, &actions, &attributes, arguments, variables);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    free(variables);
    return error;
}

static enum nf_status start(struct plotter *plotter, struct nf_error *err)
{
    const enum nf_status status = open_pipes(plotter, err);
    if (status != NF_OK)
        return status;
    const int error = spawn(plotter);
    close_all(plotter->theirs);
    if (error == 0)
        return NF_OK;
    close_all(plotter->ours);
    if (error == ENOENT)
        return nf_fail(err, NF_IO,
                       "found no gnuplot, which draws the charts of HTML reports: install the "
                       "package gnuplot-nox");
    return nf_fail(err, NF_IO, "cannot start gnuplot: %s", strerror(error));
}

static bool again(ssize_t moved)
{
    return moved < 0 && (errno == EAGAIN || errno == EINTR);
}

/* Writes what goes into the pipe, closes it after the last byte. That gnuplot listens no more is
 * told by its end. */
static void feed(struct plotter *plotter, const struct nf_text *script, size_t *written)
{
    const ssize_t moved =
        write(plotter->ours[IN], script->data + *written, script->size - *written);
    if (again(moved))
        return;
    if (moved > 0)
        *written += (size_t)moved;
    if (moved <= 0 || *written == script->size)
        close_end(&plotter->ours[IN]);
}

static void fetch(struct plotter *plotter, int which, struct nf_text *text)
{
    char bytes[1 << 14];
    const ssize_t moved = read(plotter->ours[which], bytes, sizeof bytes);
    if (again(moved))
        return;
    if (moved > 0)
        nf_text_bytes(text, bytes, (size_t)moved);
    else
        close_end(&plotter->ours[which]);
}

/* Moves bytes both ways until gnuplot has closed its ends. */
static void converse(struct plotter *plotter, const struct nf_text *script, struct nf_text *drawn,
                     struct nf_text *complaints)
{
    size_t written = 0;
    while (plotter->ours[OUT] >= 0 || plotter->ours[COMPLAINTS] >= 0) {
        struct pollfd waiting[PIPES];
        for (int i = 0; i < PIPES; i++)
            waiting[i] = (struct pollfd){plotter->ours[i], i == IN ? POLLOUT : POLLIN, 0};
        if (poll(waiting, PIPES, -1) < 0)
            continue;
        if (waiting[IN].revents != 0)
            feed(plotter, script, &written);
        if (waiting[OUT].revents != 0)
            fetch(plotter, OUT, drawn);
        if (waiting[COMPLAINTS].revents != 0)
            fetch(plotter, COMPLAINTS, complaints);
    }
    close_end(&plotter->ours[IN]);
}

/* The line of gnuplot's complaint that says what is wrong: the last one with words in it. */
static const char *gist(const struct nf_text *complaints, char quoted[NF_QUOTED])
{
    size_t end = complaints->size;
    while (end > 0 && strchr("\n \t", complaints->data[end - 1]) != NULL)
        end--;
    size_t begin = end;
    while (begin > 0 && complaints->data[begin - 1] != '\n')
        begin--;
    while (begin < end && complaints->data[begin] == ' ')
        begin++;
    return nf_quote(quoted, begin < end ? complaints->data + begin : "", end - begin);
}

static enum nf_status judge(int status, const struct nf_text *complaints, struct nf_error *err)
{
    char quoted[NF_QUOTED];
    if (WIFSIGNALED(status))
        return nf_fail(err, NF_IO, "gnuplot was ended by signal %d", WTERMSIG(status));
    /* Complaints alone are warnings; whether all was drawn shows in what was drawn. */
    if (WEXITSTATUS(status) != 0)
        return nf_fail(err, NF_IO, "gnuplot ended with exit code %d and said %s",
                       WEXITSTATUS(status), gist(complaints, quoted));
    return NF_OK;
}

enum nf_status nf_gnuplot_run(const struct nf_text *script, struct nf_text *drawn,
                              struct nf_error *err)
{
    struct plotter plotter;
    if (script->failed)
        return nf_fail(err, NF_IO, "out of memory for the charts");
    enum nf_status status = start(&plotter, err);
    if (status != NF_OK)
        return status;
    struct nf_text complaints = {0};
    int left = 0;
    converse(&plotter, script, drawn, &complaints);
    while (waitpid(plotter.pid, &left, 0) < 0 && errno == EINTR)
        ;
    status = drawn->failed || complaints.failed
                 ? nf_fail(err, NF_IO, "out of memory for the charts")
                 : judge(left, &complaints, err);
    nf_text_free(&complaints);
    return status;
}
