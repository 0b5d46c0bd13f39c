/* Runs a program on one case: input in, output out, within limits, and no process left behind.
 *
 * Every slot has a supervisor: a small process, forked before threads start, that is the reaper of
 * all processes its program starts. So it finds and kills even a process that left its group and
 * session. Where the system allows it (root, or a user who may create user namespaces), a
 * supervisor and its program have their own process id namespace and /proc, and one kill ends them
 * all. Elsewhere processes are stopped and killed individually, which is slow for a fork bomb that
 * leaves its group. A slot is used by one thread at a time.
 *
 * The program runs as ninefold's user, so it can attack its supervisor. It cannot trace it or write
 * to it (PR_SET_DUMPABLE; no CAP_SYS_PTRACE, CAP_SYS_BOOT or, outside the sandbox, CAP_SYS_ADMIN
 * for programs of root) nor, in a namespace, signal it, nor, where it runs as root, set its limits.
 * The remaining attacks, such as prlimit(2) by a user's program or, without namespaces, SIGKILL,
 * end the case with NF_UNWATCHED at worst, in bounded time: ninefold has its own clock, kills a
 * supervisor that does not answer, and then the processes that supervisor leaves; the next case of
 * the slot gets another supervisor. If ninefold is killed, its supervisors end with it
 * (PR_SET_PDEATHSIG). Only without namespaces can a program kill ninefold and all supervisors at
 * once and survive. */
#ifndef NF_CHILD_H
#define NF_CHILD_H

#include "base/error.h"
#include "base/owned.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Limits of a case; 0: none. Memory and processor time are measured every 10 ms while the program
 * runs and once more at its end, so a program can exceed them by what it uses between two
 * measurements. Processor time is that of all descendants, whether or not somebody waits for them
 * (child_tree.c). Shared pages count for each process. Files without a name in memory (those of
 * memfd_create) count where a descriptor holds them. Reserved but unused address space does not
 * count. If the system refuses memory, the program itself decides how it ends. */
struct nf_child_limits {
    uint64_t cpu_ns, wall_ns; /* processor and wall time of a case */
    uint64_t memory;          /* bytes resident, summed over its processes */
    uint64_t output;          /* bytes on standard output, and of any file it writes */
};

/* More processes and threads than this at a time also count as out of memory. */
enum { NF_CHILD_TASKS = 256, NF_CHILD_FORKS = 100, NF_CHILD_REASON = 128 };

struct nf_child_options {
    char *const *command; /* ended by NULL; the program is looked up in PATH */
    struct nf_child_limits limits;
    const char *writable; /* a folder that it may write to in the sandbox; NULL: none */
    const char *hidden;   /* a folder that the sandbox hides, such as a test set; NULL: none */
    bool sandbox;    /* run under bubblewrap: no network, no files but what it needs to start, and
                        these    read-only, private /tmp; exit status 128+n is taken as signal n */
    bool forkserver; /* fork the program for every case where it first reads its input, if that is
                        safe there (nf_forkable() in judge/sandbox/child_internal.h); else, and in
                        the sandbox, every case starts it. What is forked is started again every
                        NF_CHILD_FORKS cases, for other addresses. */
    bool mixed; /* with forkserver: the first cases go both ways in turns, and then all start the
                   program if that is as fast. Else one in NF_CHILD_EARLY of the first
                   NF_CHILD_MANY, and one in NF_CHILD_LATE of the others, starts it all the same:
                   what it draws at its start is wrong in 2% of starts is then met in 96% of 1,000
                   cases */
};

enum { NF_CHILD_EARLY = 6, NF_CHILD_MANY = 1200, NF_CHILD_LATE = 50 };

/* How the program ended; the first cause wins. */
enum nf_ending {
    NF_ENDED,       /* normally; `code` is its exit status */
    NF_KILLED,      /* by signal `code`, not sent by ninefold */
    NF_OUT_OF_TIME, /* `code` 0: processor time, 1: wall time, 2: the limit of nf_child_run_within()
                     */
    NF_OUT_OF_MEMORY, /* `code` 0: bytes, 1: processes and threads */
    NF_OUT_OF_OUTPUT,
    NF_UNWATCHED, /* its supervisor was killed or had its limits changed, most likely by the
                     program; processor time and memory are not known */
};

enum { NF_ERRORS = 720 }; /* bytes that are kept of standard error */

struct nf_child_result {
    enum nf_ending ending;
    int code;
    bool forked;            /* from a program that had run before it was given this case */
    struct nf_text output;  /* standard output; the memory is reused by later calls */
    char errors[NF_ERRORS]; /* standard error, NUL-terminated; of a long one the first and the last
                               lines, with a line "..." between; NULs in it are blanks */
    uint64_t cpu_ns, wall_ns;
    uint64_t memory; /* peak resident bytes; may be too high for a program smaller than ninefold */
};

struct nf_child;

/* Opens `slots` slots. The calling thread must live as long as the slots, because the supervisors
 * end with it. Until nf_child_close(), other processes of the user cannot trace this process, and
 * it is the reaper of its descendants. `options` is only read during the call. The program inherits
 * the environment and working directory of this moment. Returns NF_USAGE if the program does not
 * exist; NF_IO, with the reason, if processes or bubblewrap cannot be started; 128+n after signal
 * n. Release with nf_child_close(). */
enum nf_status nf_child_open(const struct nf_child_options *options, uint32_t slots,
                             struct nf_child **child, struct nf_error *err);

/* Runs the program on the `size` bytes of `input` in slot `slot` and waits until all its processes
 * are gone. Zero `result` before its first use; free it with nf_child_result_free(). Different
 * slots may run at the same time. SIGPIPE must be ignored. Returns NF_IO if the program, or another
 * supervisor after the loss of one, cannot be started; 128+n after signal n. */
enum nf_status nf_child_run(struct nf_child *child, uint32_t slot, const char *input, size_t size,
                            struct nf_child_result *result, struct nf_error *err);

/* The same with at most `wall_ns` of wall time, if that is less than the limit; 0: as above. */
enum nf_status nf_child_run_within(struct nf_child *child, uint32_t slot, const char *input,
                                   size_t size, uint64_t wall_ns, struct nf_child_result *result,
                                   struct nf_error *err);

/* Has the next case in slot `slot` start the program, not fork it. The slot has no running case. */
void nf_child_renew(struct nf_child *child, uint32_t slot);

/* Has all further cases start the program: a case came to another end when that was done.
 * Thread-safe.
 */
void nf_child_distrust(struct nf_child *child);

/* Why cases that were to be forked are not; "": they are, or it is not faster. A text to be
 * translated, of less than NF_CHILD_REASON bytes. Thread-safe while no case runs. */
const char *nf_child_restart_reason(const struct nf_child *child);

/* Why the processor time of cases with several processes at a time was estimated, by looks every
 * 10 ms at which of them run; "": it was counted, or there were none. What such processes used that
 * ended between two looks may then be wrong by as much. Thread-safe while no case runs. */
const char *nf_child_estimate_reason(const struct nf_child *child);

/* Holds signals (base/signals.h) until nf_signals_release(). One that is caught meanwhile ends what
 * any child runs, in whatever thread: nf_child_open() and nf_child_run() then return soon with
 * 128+n, as does every later call until the next outermost hold. Call it from the main thread. */
void nf_child_hold_signals(void);

/* Ends the supervisors and frees everything; no process of the program is left. Call it from the
 * thread that opened the slots. NULL is allowed. */
void nf_child_close(struct nf_child *child);

static inline void nf_owned_child(struct nf_child **child)
{
    nf_child_close(*child);
}
#define NF_OWNED_CHILD NF_FREED_BY(nf_owned_child)

/* Frees the output of a result. */
void nf_child_result_free(struct nf_child_result *result);

/* ---- words of a command ---- */

/* Returns copies of the words of `front` and, behind them, of those of `behind`, both ended by
 * NULL, as is the result; NULL without memory. Free with nf_words_free(). Thread-safe. */
char **nf_words_join(const char *const *front, char *const *behind);
void nf_words_free(char **words);

static inline void nf_owned_words(char ***words)
{
    nf_words_free(*words);
}
#define NF_OWNED_WORDS NF_FREED_BY(nf_owned_words)

/* Finds `name` as the shell would: as a path if it contains a slash, else in PATH. Returns a path
 * that the caller frees, or NULL with errno. Thread-safe. */
char *nf_find_program(const char *name);

#endif
