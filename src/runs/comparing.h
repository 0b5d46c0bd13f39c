/* Two runs against each other, seat by seat: by their common games where there are any, else by
 * the intervals of both. */
#ifndef NF_COMPARING_H
#define NF_COMPARING_H

#include "report/report.h"
#include "runs/paired.h"

struct nf_comparing_options {
    const struct nf_report *runs[2]; /* of one game, with as many players */
    uint32_t threads;                /* 1 .. NF_MAX_THREADS, for games that are played again */
    /* Called now and then from the calling thread while games are played, or NULL. */
    void (*progress)(void *owner, uint64_t games_done, double seconds);
    void *progress_owner;
};

struct nf_comparison {
    bool paired;            /* both runs' common games were played again and held together */
    uint64_t games, apart;  /* then: how many, and how many went otherwise */
    struct nf_text why;     /* one sentence: why it was done that way */
    struct nf_text warning; /* what to be careful about; empty: nothing */
    uint32_t seats;
    struct nf_estimate shares[2][NF_MAX_SEATS];   /* intervals only where not paired */
    struct nf_estimate differences[NF_MAX_SEATS]; /* second run less the first */
};

/* How many games of the same index the two runs have. */
uint64_t nf_common_games(const struct nf_report *a, const struct nf_report *b);

/* Whether the runs' games of one index have the same deal, so that they can be held together; if
 * not, `why` gets the reason appended. */
bool nf_comparing_pairs(const struct nf_report *a, const struct nf_report *b, struct nf_text *why);

/* Compares them. Runs that share seed, players, rounds, deck and cards are paired: their common
 * indices are played again by both. NF_USAGE for runs that cannot be compared, NF_INVALID from a
 * kernel, NF_IO without memory or threads. Release with nf_comparison_close, also after failure. */
enum nf_status nf_compare(const struct nf_comparing_options *options,
                          struct nf_comparison *comparison, struct nf_error *err);
void nf_comparison_close(struct nf_comparison *comparison);

#endif
