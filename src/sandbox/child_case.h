/* The keeper's work on one case: from the start of the program to the end of all its processes. */
#ifndef NF_CHILD_CASE_H
#define NF_CHILD_CASE_H

#include "sandbox/child.h"
#include "sandbox/child_command.h"
#include "sandbox/child_server.h"
#include "sandbox/child_tree.h"

#include <stdbool.h>
#include <stdint.h>

/* The state of a keeper. */
struct nf_keeper {
    int socket; /* to ninefold */
    const struct nf_command *command;
    struct nf_child_limits limits;
    struct nf_server server;
    struct nf_tree tree;
    int children;  /* for nf_tree_lonely */
    bool alone;    /* it is the first process of its own process id namespace */
    bool own_proc; /* and /proc shows that namespace */
    uint32_t cpus;
    int *exec_error; /* shared with the program until exec */
};

/* Starts the program with the descriptors `standard` (input, output, error), which it closes;
 * enforces the limits, kills what is left and sends the report. SIGCHLD must be blocked and have a
 * handler. */
void nf_keeper_case(struct nf_keeper *keeper, const int standard[3]);

#endif
