/* What the layers of the sandbox have for each other, from the bottom up: the command that is
 * executed, the processes that come of it, the fork server, a supervisor and its work on a case,
 * and the pipes on ninefold's side. */
#ifndef NF_CHILD_INTERNAL_H
#define NF_CHILD_INTERNAL_H

#include "base/error.h"
#include "judge/sandbox/child.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

/* ---- the command ---- */

/* The command line that is executed for a program: looked up in PATH, wrapped in bubblewrap,
 * checked for the fork server. */

struct nf_command {
    char *path;      /* the file to execute */
    char **argv;     /* its arguments, ended by NULL */
    char *preload;   /* the fork server's library, or NULL: no fork server */
    const char *why; /* why that is NULL although it was asked for; NULL: it was not */
    bool
        sandboxed; /* `path` is bubblewrap, which exits with 128+n if signal n killed the program */
};

/* Prepares the command of `options`. Returns NF_USAGE if the program does not exist or does not fit
 * the options; NF_IO if bubblewrap does not work here or memory runs out. Release it with
 * nf_command_free(). */
enum nf_status nf_command_prepare(const struct nf_child_options *options,
                                  struct nf_command *command, struct nf_error *err);
void nf_command_free(struct nf_command *command);

/* Wraps `command`, replacing its path and arguments. Inside there is no network, no other process
 * is visible, and of files only what the program needs to start, read-only: the system's programs
 * and libraries, the folders in PATH, the home of an interpreter that lies in one of these or that
 * the program is or names (pyenv, a virtual environment of Python, a JDK, Rust's compilers), the
 * program, and the files and folders that its arguments name, but neither /tmp nor a home as a
 * whole. Of the folder `hidden` only what an argument names in it is visible. /tmp and /dev/shm are
 * private; only the folder `writable` can be written to, too. Checks that the program is visible
 * inside. Returns NF_IO, with the reason, if bubblewrap is missing or not permitted. */
enum nf_status nf_sandbox_wrap(struct nf_command *command, const struct nf_child_options *options,
                               struct nf_error *err);

/* ---- the descendants of a process ---- */

/* The descendants of the calling process, found through /proc: what they use, and how to signal
 * them.
 *
 * Process ids are those that /proc shows. In a process id namespace whose /proc is not its own the
 * caller sees other ids and must not send signals here; it can use kill(-1) instead. A tree is used
 * by one thread at a time. */

/* A descendant and its parent. */
struct nf_tree_node {
    pid_t pid, parent; /* parent 0: the caller */
};

/* A file. */
struct nf_tree_held {
    dev_t device;
    ino_t inode;
};

/* The result of a walk. */
struct nf_tree {
    struct nf_tree_node *nodes; /* parents before children */
    size_t count, capacity;
    size_t tasks;    /* processes and threads */
    bool halted;     /* every process was stopped or dead */
    uint64_t cpu_ns; /* including children they have waited for */
    uint64_t memory; /* sum of the resident sets, and what only descriptors hold, in bytes */
    size_t running;  /* processes that run or could */
    bool undumpable; /* a user's process that others of the user may not look into: the system drops
                        the counters of one that executes a file it may not read */
    struct nf_tree_held *held; /* files without a name, in memory, that descriptors hold */
    size_t held_count;
    uint64_t held_bytes, held_mapped; /* what they take; of it resident somewhere, and so counted */
    pid_t *spared;                    /* children of the caller that are left out */
    size_t spared_count;
};

/* Whether /proc lists the children of a process on this system (CONFIG_PROC_CHILDREN). */
bool nf_tree_supported(void);

/* Allocates room for `capacity` processes, the most that a walk finds. Returns false if memory runs
 * out. Release it with nf_tree_close(). */
bool nf_tree_open(struct nf_tree *tree, size_t capacity);
void nf_tree_close(struct nf_tree *tree);

/* Leaves the current children of the caller out of later walks, and the last `more` of `spared`,
 * which are 0 now and for the caller to fill. Returns false if memory runs out. */
bool nf_tree_spare(struct nf_tree *tree, size_t more);

/* Fills `tree` with all descendants of the caller's process except the child `except` (0: none).
 * Stops when there are more than `most` tasks. Processes that start or end during the walk may be
 * missed. Unless `signal` is 0, it is sent to each process as soon as it is found, before its
 * children are listed, so that a process that stops or dies has no more children later. */
void nf_tree_walk(struct nf_tree *tree, pid_t except, size_t most, int signal);

/* The same of all processes in /proc but the caller and `except`: its descendants, where it is the
 * first process of the namespace that /proc shows. Of more than `most` only the number is found, as
 * `tasks`. Many times faster than a walk, and leaves threads alone: the kernel remembers who was
 * looked at in /proc, and has who waits for the end of a process spin, whatever else there is to
 * do, while a thread of it that is remembered ends. */
void nf_tree_list(struct nf_tree *tree, pid_t except, size_t most);

/* Whether the caller has no children, except possibly `except`. Set `*children` to -1 before the
 * first call; it keeps a descriptor open between calls, because this is asked after every case. */
bool nf_tree_childless(int *children, pid_t except);

/* Returns the only child of the caller, or 0 if it has none or several. */
pid_t nf_tree_only_child(void);

/* ---- processor time ---- */

/* The processor time of all descendants of a process, those that nobody waited for among them.
 *
 * The system forgets what a process used whose parent ignores SIGCHLD, so neither wait4() nor /proc
 * has all of it. A software event of perf that descendants inherit has. Debian forbids it to users
 * (kernel.perf_event_paranoid 3), and so do containers without privileges; then it is estimated. */

/* What was used since nf_usage_begin(). */
struct nf_usage {
    int counter;                 /* the event; -1: the system refuses it */
    uint64_t base_ns;            /* what it had counted */
    uint64_t last_ns, last_seen; /* when was looked last, and the processor time seen then */
    uint64_t sampled_ns;         /* estimate */
    bool estimated;              /* it has to be used: there were several processes at a time */
};

/* Opens the counter of the calling process, whose later descendants it counts. Returns -1 with
 * errno where the system refuses it. */
int nf_usage_open(void);

/* Begins anew, at the time `now_ns`. */
void nf_usage_begin(struct nf_usage *usage, uint64_t now_ns);

/* Takes a look at `tree` into account, which has just been filled, at the time `now_ns`, with
 * `seen_ns` of processor time known otherwise. Where several processes are there and the counter
 * does not count them, each that runs is taken to have run since the last look, on one of `cpus`
 * processors. */
void nf_usage_look(struct nf_usage *usage, const struct nf_tree *tree, uint64_t now_ns,
                   uint64_t seen_ns, uint32_t cpus);

/* Returns the processor time used since the beginning, or 0 where it is neither counted nor
 * estimated. */
uint64_t nf_usage_ns(const struct nf_usage *usage);

/* ---- the fork server ---- */

/* The supervisor's side of the fork server: the program is started once, with a preloaded library
 * that forks it for every case where it waits for its input
 * (src/judge/sandbox/preload/forkserver.c). */

/* A fork server; {0}: not running. */
struct nf_server {
    pid_t pid;
    pid_t listed;                       /* its process id as /proc shows it */
    int socket;                         /* valid if pid is not 0 */
    int forks;                          /* so far */
    uint64_t cpu_ns, wall_ns, memory;   /* what it used before the first of them */
    struct rlimit limits[RLIM_NLIMITS]; /* its own, before the first of them */
};

/* Starts the program of `command` with the library, with `standard` as its standard input, output
 * and error. Returns false if that fails. */
bool nf_server_start(struct nf_server *server, const struct nf_command *command,
                     const int standard[3]);

/* Has the server, which waits for its input, serve from there. Returns its answer,
 * NF_FORKSERVER_HELLO if it does; 0 if there is none. */
uint32_t nf_server_ready(const struct nf_server *server);

/* Forks the program with `standard` as its standard input, output and error. Returns the process id
 * of the fork, which is a child of the caller (the server forks siblings), or -1. */
pid_t nf_server_fork(struct nf_server *server, const int standard[3]);

/* Sends SIGCONT to the server, in case the program stopped it. */
void nf_server_wake(const struct nf_server *server);

/* Resets `server` after its process was waited for. */
void nf_server_lost(struct nf_server *server);

/* Kills the server and waits for its end. */
void nf_server_end(struct nf_server *server);

/* ---- a case, on the supervisor's side ---- */

/* The supervisor's work on one case: from the start of the program to the end of all its processes.
 */

/* The state of a supervisor. */
struct nf_supervisor {
    int socket; /* to ninefold */
    const struct nf_command *command;
    struct nf_child_limits limits;
    struct nf_server server;
    struct nf_tree tree;
    struct nf_usage usage;           /* of the case */
    bool never;                      /* every case starts the program */
    uint64_t idle_ns;                /* how long the program has waited for something else than its
                                        input, in vain, before another order came */
    int children;                    /* for nf_tree_childless */
    bool alone;                      /* it is the first process of its own process id namespace */
    bool own_proc;                   /* and /proc shows that namespace */
    bool bound;                      /* it ends with the thread that forked it */
    struct rlimit own[RLIM_NLIMITS]; /* its own limits, as it has set them */
    uint32_t cpus;
    int *exec_error; /* shared with the program until exec */
};

/* Starts the program with the descriptors `standard` (input, output, error), which it closes;
 * or, if `may_fork`, forks it; enforces the limits, kills what is left and sends the report.
 * SIGCHLD must be blocked and have a handler. */
void nf_supervisor_case(struct nf_supervisor *supervisor, const int standard[3], bool may_fork);

/* Finds what the program's processes use, but for `except`, up to NF_CHILD_TASKS of them. */
void nf_supervisor_measure(struct nf_supervisor *supervisor, pid_t except);

/* Whether the program can be forked where it waits for its input. */
enum nf_forkable {
    NF_FORKABLE,
    NF_FORKABLE_NOT_NOW, /* ninefold has another order for the supervisor */
    NF_FORKABLE_NEVER,   /* with a reason: the program is to be started for each case */
};

/* Starts the server of `supervisor` unless it is running, and waits until it can fork. That it must
 * not before the program waits in read() or readv() for standard input and, as /proc shows it then,
 * has one thread, no process, no descriptor but the standard ones, no memory that it shares, no
 * timer, and has written nothing. Limits of the case hold meanwhile. On failure the server has been
 * killed, but not what it may have started. */
enum nf_forkable nf_forkable(struct nf_supervisor *supervisor, char *why, size_t size);

/* ---- confining a supervisor ---- */

/* How a supervisor confines itself before it starts programs, which inherit these settings. */

/* Forks. If `namespace` is true and the system allows it, the child is the first process of a new
 * process id namespace: one kill ends all its descendants, and they end with it. A process between
 * the two, if there is one, ends with the calling thread if `bound`. Returns like fork(); the
 * parent must wait for the returned process. */
pid_t nf_confine_fork(bool namespace, bool bound);

/* Resets all signals to their defaults, except that SIGCHLD gets a handler and is blocked; starts a
 * new session; closes all descriptors but `socket`. Returns the new number of `socket`. */
int nf_confine_begin(int socket);

/* Disables core files and new privileges, limits files and processes, makes the program the first
 * victim of the OOM killer, mounts a /proc for the namespace if allowed (sets `own_proc`), and
 * protects the supervisor from the program as far as the system allows. */
void nf_confine_limits(struct nf_supervisor *supervisor);

/* Prepares a process of such a supervisor for its program: a session of its own, `standard` as
 * input, output and error, no signal blocked, as nice as ninefold is. It ends with the supervisor.
 * Does but system calls. */
void nf_confine_program(const int standard[3]);

/* Reads all limits of a process; 0: of the caller. One that cannot be read stays as it is. */
void nf_limits_read(pid_t pid, struct rlimit limits[RLIM_NLIMITS]);

/* Whether they are others than `limits`. */
bool nf_limits_changed(pid_t pid, const struct rlimit limits[RLIM_NLIMITS]);

/* ---- the supervisor of a slot ---- */

/* The supervisor of a slot: a process between ninefold and the program.
 *
 * It starts the program with the descriptors it receives, enforces the limits, and is the reaper of
 * all descendants (PR_SET_CHILD_SUBREAPER): a process whose parent dies becomes the supervisor's
 * child, whatever its session or group. It handles neither input nor output of the program. When
 * ninefold ends, the socket between them closes; then the supervisor kills all that is left and
 * ends too. */

/* Forks the supervisor of a slot. It lives until the caller closes `*socket`, or if `bound`, the
 * calling thread ends. Returns its process id, or -1 with errno. `command` and `limits` are only
 * read during the call. */
pid_t nf_supervisor_fork(const struct nf_command *command, const struct nf_child_limits *limits,
                         bool bound, int *socket);

/* ---- the protocol: messages between ninefold and it over a SOCK_SEQPACKET socket ---- */

/* How long a supervisor waits for a killed process to die, in seconds. A process in an
 * uninterruptible wait dies late, and so do the thousands of a fork bomb on a busy machine. */
enum { NF_SUPERVISOR_GRACE_S = 60 };

/* Orders, messages of one uint32_t each. */
enum nf_supervisor_order {
    NF_SUPERVISOR_START, /* with three descriptors: the program's standard input, output and error
                          */
    NF_SUPERVISOR_FORK,  /* the same, forking a program that has run before, if that is possible */
    NF_SUPERVISOR_STOP,  /* kill the running case, if any */
};

enum nf_supervisor_event {
    NF_SUPERVISOR_READY,  /* once, after the start */
    NF_SUPERVISOR_DONE,   /* a case is over and none of its processes is left */
    NF_SUPERVISOR_FAILED, /* with `why`, in place of either; after a failed case the supervisor
                           * stays usable
                           */
};

/* A report of a supervisor. */
struct nf_supervisor_report {
    uint32_t event;  /* enum nf_supervisor_event */
    uint32_t ending; /* enum nf_ending */
    int32_t code;
    uint64_t cpu_ns, wall_ns, memory;
    bool forked;    /* DONE: of a program that had run before */
    bool estimated; /* DONE: processor time of several processes had to be */
    char why[320];  /* DONE: why forking will never be; "": it may. READY: why time of several
                       processes has to be estimated; "": it is counted */
};

/* ---- for ninefold ---- */

/* Sends an order, with the three descriptors of `standard`, which still belong to the caller, or
 * NULL. Returns 0, or -1 with errno. Async-signal-safe. */
int nf_supervisor_send(int socket, enum nf_supervisor_order order, const int standard[3]);

/* Whether an errno of these says that the other side is gone, not that the call failed. */
bool nf_supervisor_gone(int error);

/* Waits for the next report. Returns 0, or -1 with errno. */
int nf_supervisor_receive(int socket, struct nf_supervisor_report *report);

/* ---- for the supervisor ---- */

/* Waits for the next order. Stores its descriptors, close-on-exec, in `standard`, or -1 if it has
 * none. Returns an enum nf_supervisor_order, or -1 if ninefold is gone. */
int nf_supervisor_listen(int socket, int standard[3]);

/* Sends a report. Returns 0, or -1 if it could not be sent. */
int nf_supervisor_answer(int socket, const struct nf_supervisor_report *report);

/* Sends NF_SUPERVISOR_FAILED with a printf-style reason. */
__attribute__((format(printf, 2, 3))) void nf_supervisor_complain(int socket, const char *format,
                                                                  ...);

/* ---- the pipes ---- */

/* The pipes to and from a running program. Input is written and output read at the same time, so
 * that neither side blocks the other, whatever the sizes. */

/* The supervisor that runs the program, and its time limits. */
struct nf_pipes_supervisor {
    int socket;
    pid_t pid;        /* of the supervisor, or of the process that waits for it */
    uint64_t wall_ns; /* limit of a case, enforced by the supervisor; 0: none */
    uint64_t less_ns; /* further limit of this case, enforced here; 0: none */
};

struct nf_pipes {
    int in, out, err;               /* our ends, non-blocking; -1: closed */
    const char *input;              /* not yet written */
    size_t left;                    /* bytes of it */
    uint64_t limit;                 /* of the output; 0: none */
    struct nf_child_result *result; /* gets output and errors */
    size_t errors;             /* bytes kept in result->errors: the first, then the last ones */
    bool errors_cut;           /* some between them are dropped */
    int failed;                /* the error of a pipe that broke; 0: none */
    bool overflow;             /* the output exceeded `limit` */
    bool interrupted, stopped; /* the interrupt came; NF_SUPERVISOR_STOP was sent */
    bool cut_short;            /* `less_ns` was over */
};

/* Creates the pipes. `standard` gets the program's ends, which the caller closes. `input` is
 * borrowed until nf_pipes_close(). Returns 0, or -1 with errno. */
int nf_pipes_open(struct nf_pipes *pipes, const char *input, size_t size, uint64_t limit,
                  struct nf_child_result *result, int standard[3]);

/* Writes as much input as possible without blocking and closes the pipe after the last byte.
 * SIGPIPE must be ignored. If the program has closed its input, the rest is dropped. */
void nf_pipes_write(struct nf_pipes *pipes);

/* Serves the pipes until the supervisor reports. Orders the supervisor to stop the program if the
 * output exceeds its limit, memory runs out, `less_ns` is over, or `interrupt` becomes readable.
 * Sends SIGCONT to a supervisor that is late, because the program may have stopped it. Returns 0,
 * or -1 with errno if the supervisor is lost or does not answer long after the end of the case
 * (nf_supervisor_gone()), or a call failed; the caller must then kill it. */
int nf_pipes_pump(struct nf_pipes *pipes, const struct nf_pipes_supervisor *supervisor,
                  int interrupt, struct nf_supervisor_report *report);

/* Closes our ends. */
void nf_pipes_close(struct nf_pipes *pipes);

#endif
