/* The processes below the calling one, by /proc: how much they use, and how to get rid of them.
 *
 * Process ids are those of /proc. In a process id namespace of its own the caller knows processes
 * by other ids, and must not send signals here: it has kill(-1). */
#ifndef NF_CHILD_TREE_H
#define NF_CHILD_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A process below ours and whose child it is. */
struct nf_tree_node {
    pid_t pid, parent; /* parent 0: ours */
};

/* What a walk found. */
struct nf_tree {
    struct nf_tree_node *nodes; /* parents before children */
    size_t count, capacity;
    size_t tasks;    /* processes and threads */
    bool halted;     /* every process was stopped or dead */
    uint64_t cpu_ns; /* with what the processes have waited for */
    uint64_t memory; /* sum of the resident sets, in bytes */
    pid_t *spared;   /* children of ours that are none of the tree's business */
    size_t spared_count;
};

/* Whether /proc tells of a process's children here (CONFIG_PROC_CHILDREN). */
bool nf_tree_supported(void);

/* How many processes /proc shows, whosever they are: many times faster than a walk. */
size_t nf_tree_processes(void);

/* Allocates room for `capacity` processes; a walk finds no more. False without memory. */
bool nf_tree_open(struct nf_tree *tree, size_t capacity);
void nf_tree_close(struct nf_tree *tree);

/* Leaves out, from now on, the children that the calling process has now. False without memory. */
bool nf_tree_spare(struct nf_tree *tree);

/* Fills `tree` with all processes below the calling one, which has one thread, but for the child
 * `except` (0: none); goes no further when there are more than `most` tasks. What starts or ends
 * meanwhile may be missed. Unless it is 0, `signal` is sent to each process as soon as it is found,
 * before its children are looked for, so that one who stops or dies of it has no more of them
 * later. */
void nf_tree_walk(struct nf_tree *tree, pid_t except, size_t most, int signal);

/* Whether the calling process has no child but perhaps `except`. `*children` is -1 at first, and
 * then a descriptor that is kept for the next time, as this is asked after every case. */
bool nf_tree_lonely(int *children, pid_t except);

/* The only child of the calling process; 0 if there is none, or more than one. */
pid_t nf_tree_only_child(void);

#endif
