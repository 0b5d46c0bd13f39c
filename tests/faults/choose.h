/* Which faults are tried: chosen from the calls that a command makes. */
#ifndef NF_FAULTS_CHOOSE_H
#define NF_FAULTS_CHOOSE_H

#include <stddef.h>

struct nf_faults {
    size_t calls, sites; /* of the command; sites are ways by which calls came about */
    size_t struck;       /* calls that are made to fail by some fault */
    char (*list)[48];    /* values of NF_FAULT */
    size_t count, capacity;
};

/* How thorough it is: of each kind the first `first` calls; of each site the first call and, with
 * `last`, the last one; and `spread` calls evenly from all of a kind. */
struct nf_choice {
    size_t first, spread;
    int last;
    size_t most; /* faults of a command, evenly from all; 0: no limit */
};

/* Chooses from a log of calls (see inject.h). Free faults->list. */
void nf_choose(struct nf_faults *faults, const char *log, const struct nf_choice *choice);

#endif
