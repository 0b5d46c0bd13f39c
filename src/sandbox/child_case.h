/* The keeper's work: a case from the program's start to the end of all it has started. */
#ifndef NF_CHILD_CASE_H
#define NF_CHILD_CASE_H

#include "sandbox/child.h"
#include "sandbox/child_command.h"
#include "sandbox/child_server.h"
#include "sandbox/child_tree.h"

#include <stdbool.h>
#include <stdint.h>

/* What a keeper knows. */
struct nf_keeper {
    int socket; /* to ninefold */
    const struct nf_command *command;
    struct nf_child_limits limits;
    struct nf_server server;
    struct nf_tree tree;
    int children;  /* for nf_tree_lonely */
    bool alone;    /* the first process of a process id namespace of its own */
    bool own_proc; /* and /proc shows that namespace */
    uint32_t cpus;
    int *exec_error; /* shared with the program until it is executed */
};

/* Starts the program with `standard`, which it closes, watches it, ends all it has started and
 * answers. SIGCHLD is blocked and has a handler. Returns false when ninefold is gone. */
bool nf_keeper_case(struct nf_keeper *keeper, const int standard[3]);

#endif
