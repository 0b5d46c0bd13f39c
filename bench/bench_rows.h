/* What a bench found: rows of times, with what was measured and on which machine and build. They
 * are printed, saved as JSON, read back and compared. */
#ifndef NF_BENCH_ROWS_H
#define NF_BENCH_ROWS_H

#include "base/machine.h"
#include "bench/samples.h"
#include "core/digest.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a repetition of a row does. */
enum nf_bench_part {
    NF_BENCH_RUN,      /* games dealt and played by a kernel, as `ninefold run` does */
    NF_BENCH_SIMULATE, /* games dealt beforehand, played by a kernel on one thread */
    NF_BENCH_DEAL,     /* games dealt by the plain generator on one thread, none played */
    NF_BENCH_PLAY,     /* the judge's program: instance in memory to transcript in /dev/null */
    NF_BENCH_PARTS,
};

/* "run", "simulate", "deal", "play": the names in JSON and CSV, by part. */
extern const char *const nf_bench_part_names[NF_BENCH_PARTS];

enum {
    NF_BENCH_NAME = 32,
    /* Games of the instance for NF_BENCH_PLAY, where instances hold several. */
    NF_BENCH_INSTANCE = 10000,
};

struct nf_bench_row {
    /* What tells a row from others. */
    enum nf_bench_part part;
    char kernel[NF_BENCH_NAME]; /* "-" where none plays */
    char profile[NF_BENCH_NAME];
    uint32_t players, rounds, deck, threads; /* deck as in struct nf_params */
    /* What a repetition does; dealing alone counts the turns that its cards are for. */
    uint64_t games, turns;
    size_t repeat;
    double *seconds;     /* of each repetition */
    double *cpu_seconds; /* what each used of the processors, all threads together */
    /* The digest of its games; empty where none are played. */
    char digest[NF_DIGEST_TEXT];
};

/* Owns its rows and their times. */
struct nf_bench_result {
    char game[NF_BENCH_NAME];
    char strategy[256]; /* as it was asked for, cut at what fits; empty: the usual one */
    bool detail;        /* details were counted too */
    char version[64], commit[64], compiler[64], flags[160];
    char machine[NF_MACHINE_NAME_BYTES];
    uint32_t cpus;
    double tsc_hz; /* 0: no such counter */
    uint64_t seed;
    double least_seconds; /* of a repetition */
    uint32_t warmup;
    size_t count;
    struct nf_bench_row *rows;
};

/* Frees the rows. */
void nf_bench_result_free(struct nf_bench_result *result);

/* What follows from a row's times. Of each figure: that of the slowest, the median and the fastest
 * repetition. */
struct nf_bench_figures {
    struct nf_spread turns_per_second; /* least is the slowest repetition */
    double games_per_second;           /* median */
    /* What a turn costs: processor time by turns, of the median and the best repetition. It does
     * not count the time others had the processor. */
    double ns_per_turn, best_ns_per_turn;
    double cycles_per_turn, best_cycles_per_turn; /* the same in TSC ticks; 0: no counter */
    double to_reference; /* median turns/s by that of the reference's row; 0: there is none */
    /* See nf_samples_busy; or the threads had less than nine tenths of the processors. */
    bool busy;
};

/* The figures of row `i`. The reference's row is the one that differs in the kernel only, which is
 * named `reference`. */
struct nf_bench_figures nf_bench_figures(const struct nf_bench_result *result, size_t i,
                                         const char *reference);

/* Whether two rows measured the same thing; their kernels are left out of it on request. */
bool nf_bench_same(const struct nf_bench_row *a, const struct nf_bench_row *b, bool any_kernel);

#endif
