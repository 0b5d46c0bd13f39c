/* Compares two runs at each seat: by their common games if there are any, else by the intervals of
 * both. */
#ifndef NF_COMPARING_H
#define NF_COMPARING_H

#include "base/json_text.h"
#include "sim/report/report.h"
#include "sim/runs/paired.h"

struct nf_comparing_options {
    const struct nf_report *runs[2]; /* of the same game, with equal numbers of players */
    uint32_t threads;                /* 1 .. NF_MAX_THREADS, for playing games again */
    /* Their common games, if those were played already: these are not played again then. */
    const struct nf_paired *paired;
    double miss; /* how often the interval of each difference may miss the truth: NF_MISS */
    /* Called now and then from the thread of nf_compare() while games are played; may be NULL. */
    void (*progress)(void *owner, uint64_t games_done, double seconds);
    void *progress_owner;
};

struct nf_comparison {
    bool paired;            /* the common games were played again and compared pair by pair */
    uint64_t games, apart;  /* if paired: common games, and those of them with different events */
    struct nf_text why;     /* one sentence: why this method was used */
    struct nf_text warning; /* a caveat, or empty */
    uint32_t seats;
    struct nf_estimate shares[2][NF_MAX_SEATS];   /* with intervals only if not paired */
    struct nf_estimate differences[NF_MAX_SEATS]; /* second run minus first run */
};

/* Returns the number of indices that both runs have. Thread-safe. */
uint64_t nf_common_games(const struct nf_report *a, const struct nf_report *b);

/* NF_USAGE for setups whose runs cannot be compared: of two games, of unequal numbers of players,
 * or of a game without seats. Thread-safe. */
enum nf_status nf_can_compare(const struct nf_setup *a, const struct nf_setup *b,
                              struct nf_error *err);

/* Compares two runs. Runs with the same seed, players, rounds, deck and cards are paired: their
 * common indices are played again with both setups. Returns NF_USAGE for runs that cannot be
 * compared, NF_INVALID from a kernel, NF_IO without memory or threads. Release with
 * nf_comparison_close(), also after a failure. */
enum nf_status nf_compare(const struct nf_comparing_options *options,
                          struct nf_comparison *comparison, struct nf_error *err);
void nf_comparison_close(struct nf_comparison *comparison);

/* ---- what was found, for people and as JSON: what `ninefold stats --compare` prints ---- */

/* Comparisons of run 1 .. count-1 with run 0, whose letter is A; everything is borrowed. */
struct nf_compared {
    const struct nf_report *runs;
    const char *const *names;
    size_t count;                   /* >= 2 */
    const struct nf_comparison *of; /* by run; of[0] is unused */
    uint32_t seats;
    const char *event;
};

/* How often the interval of each difference may miss where `count` runs of `seats` seats are
 * compared, for nf_comparing_options. */
double nf_compared_miss(size_t count, uint32_t seats);

/* Adds what was found: the answer, the table "comparison", and of more than two runs
 * "differences". */
void nf_compared_tables(struct nf_tables *tables, const struct nf_compared *compared);

/* Appends the same for a terminal. */
void nf_compared_table(struct nf_text *text, const struct nf_compared *compared,
                       const struct nf_tables *tables);

/* The same as a document; NULL without memory. A new reference. */
json_t *nf_compared_document(const struct nf_compared *compared, const struct nf_tables *tables);

/* The last columns of a table of two: their shares of trials, the difference, and whether its
 * interval excludes 0; and a row's cells there. */
#define NF_COMPARED_COLUMNS(a_, b_, difference_)                                                   \
    NF_COLUMN("share_a", a_, N_("share of trials"), NF_SHARE, .digits = 4),                        \
        NF_COLUMN("share_b", b_, N_("share of trials"), NF_SHARE, .digits = 4),                    \
        NF_COLUMN("difference", difference_, N_("share of trials"), NF_DIFFERENCE,                 \
                  .interval = NF_INTERVAL, .digits = 4),                                           \
        NF_COLUMN("sure", "", NULL, NF_TEXT, .noted = true)
void nf_compared_cells(struct nf_tables *tables, double a, double b,
                       const struct nf_estimate *difference);

#endif
