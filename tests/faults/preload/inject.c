/* Which call fails: counting, the environment, the log. */
#include "inject.h"

#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FRAMES = 24, KILL = -2 };

static const char *const kind_names[NF_FAULT_KINDS] = {
    [NF_FAULT_MEMORY] = "memory", [NF_FAULT_OPEN] = "open",     [NF_FAULT_READ] = "read",
    [NF_FAULT_WRITE] = "write",   [NF_FAULT_SYNC] = "sync",     [NF_FAULT_CLOSE] = "close",
    [NF_FAULT_NAME] = "name",     [NF_FAULT_REMOVE] = "remove", [NF_FAULT_LOOK] = "look",
    [NF_FAULT_ADJUST] = "adjust", [NF_FAULT_THREAD] = "thread", [NF_FAULT_PROCESS] = "process",
    [NF_FAULT_WAIT] = "wait",
};

static const struct {
    const char *name;
    int number;
} errors[] = {
    {"ENOMEM", ENOMEM}, {"ENOSPC", ENOSPC},        {"EIO", EIO},       {"EINTR", EINTR},
    {"EACCES", EACCES}, {"EROFS", EROFS},          {"EMFILE", EMFILE}, {"EAGAIN", EAGAIN},
    {"ENOENT", ENOENT}, {"short", NF_FAULT_SHORT}, {"kill", KILL},
};

/* What processes that fork share. */
struct counts {
    atomic_ulong calls[NF_FAULT_KINDS];
};

/* Set once, before main; `active` last. */
static bool active, traced;
static struct counts *counts;
static enum nf_fault_kind chosen_kind;
static unsigned long chosen_call; /* 0: none */
static bool for_good;
static int how;
static int log_file = -1;

/* Writing to the log must not itself be counted. */
static _Thread_local bool inside __attribute__((tls_model("initial-exec")));

__attribute__((noreturn)) static void refuse(const char *variable, const char *value)
{
    fprintf(stderr, "libinject: %s=%s: cannot be understood\n", variable, value);
    _exit(125);
}

static void read_choice(const char *text)
{
    char kind[16], error[16], plus[2] = "";
    if (sscanf(text, "%15[a-z]:%lu%1[+]:%15s", kind, &chosen_call, plus, error) == 4)
        for_good = true;
    else if (sscanf(text, "%15[a-z]:%lu:%15s", kind, &chosen_call, error) != 3)
        refuse("NF_FAULT", text);
    bool known = false;
    for (unsigned i = 0; i < NF_FAULT_KINDS; i++)
        if (strcmp(kind_names[i], kind) == 0) {
            chosen_kind = i;
            known = true;
        }
    for (unsigned i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strcmp(errors[i].name, error) == 0)
            how = errors[i].number;
    if (!known || how == 0 || chosen_call == 0)
        refuse("NF_FAULT", text);
}

__attribute__((constructor)) static void begin(void)
{
    const char *const choice = getenv("NF_FAULT"), *const log = getenv("NF_FAULT_LOG");
    if (strcmp(program_invocation_short_name, "ninefold") != 0)
        return;
    counts = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counts == MAP_FAILED)
        refuse("memory", "none");
    if (choice != NULL)
        read_choice(choice);
    if (log != NULL) {
        /* Where no program looks for its own descriptors. */
        const int opened = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        log_file = opened < 0 ? -1 : fcntl(opened, F_DUPFD_CLOEXEC, 500);
        if (log_file < 0)
            refuse("NF_FAULT_LOG", log);
        close(opened);
    }
    /* The first call of it loads a library, which takes memory. */
    void *frame;
    (void)backtrace(&frame, 1);
    traced = getenv("NF_FAULT_TRACE") != NULL;
    active = true;
}

static uint64_t hash_stack(void *const *frames, int count)
{
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < count; i++)
        hash = (hash ^ (uint64_t)(uintptr_t)frames[i]) * 1099511628211u;
    return hash;
}

static void write_log(enum nf_fault_kind kind, unsigned long call, const char *function)
{
    void *frames[FRAMES];
    char line[128];
    const bool counting = chosen_call == 0;
    const int depth = counting || traced ? backtrace(frames, FRAMES) : 0;
    const int length = snprintf(line, sizeof line, "%s %lu %s %016lx\n", kind_names[kind], call,
                                function, (unsigned long)hash_stack(frames, depth));
    syscall(SYS_write, log_file, line, (size_t)length);
    if (traced)
        backtrace_symbols_fd(frames, depth, log_file);
}

int nf_fault_strikes(enum nf_fault_kind kind, const char *function)
{
    if (!active || inside)
        return 0;
    const int error = errno;
    const unsigned long call = atomic_fetch_add(&counts->calls[kind], 1) + 1;
    const bool strikes = chosen_call != 0 && kind == chosen_kind &&
                         (call == chosen_call || (for_good && call > chosen_call));
    inside = true;
    if (log_file >= 0 && (strikes || chosen_call == 0))
        write_log(kind, call, function);
    inside = false;
    if (strikes && how == KILL)
        raise(SIGKILL);
    errno = error;
    return strikes ? how : 0;
}
