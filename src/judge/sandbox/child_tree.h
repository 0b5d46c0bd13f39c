/* The descendants of the calling process, found through /proc: what they use, and how to signal
 * them.
 *
 * Process ids are those that /proc shows. In a process id namespace whose /proc is not its own the
 * caller sees other ids and must not send signals here; it can use kill(-1) instead. A tree is used
 * by one thread at a time. */
#ifndef NF_CHILD_TREE_H
#define NF_CHILD_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

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

#endif
