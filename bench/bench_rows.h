/* The result of a bench: rows of times, with the parameters, machine and build. Results are
 * printed, saved as JSON, read back and compared. */
#ifndef NF_BENCH_ROWS_H
#define NF_BENCH_ROWS_H

#include "base/machine.h"
#include "base/text.h"
#include "bench/harness.h"
#include "sim/digest.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The work of a repetition. */
enum nf_bench_part {
    NF_BENCH_RUN,      /* a kernel deals and plays games, like `ninefold run` */
    NF_BENCH_SIMULATE, /* a kernel plays games dealt in advance, on one thread */
    NF_BENCH_DEAL,     /* the plain generator deals games on one thread; none is played */
    NF_BENCH_PLAY,     /* the judge's program: instance in memory to transcript in /dev/null */
    NF_BENCH_PARTS,
};

/* "run", "simulate", "deal", "play": the names in JSON and CSV, by part. */
extern const char *const nf_bench_part_names[NF_BENCH_PARTS];

enum {
    NF_BENCH_NAME = 32,
    /* Games of the instance for NF_BENCH_PLAY, if instances can hold several. */
    NF_BENCH_INSTANCE = 10000,
};

struct nf_bench_row {
    /* The key of the row. */
    enum nf_bench_part part;
    char kernel[NF_BENCH_NAME]; /* "-" if none plays */
    char profile[NF_BENCH_NAME];
    uint32_t players, rounds, deck, threads; /* deck as in struct nf_params */
    /* Work of a repetition; NF_BENCH_DEAL counts the turns for which it deals cards. */
    uint64_t games, turns;
    size_t repeat;
    double *seconds;     /* of each repetition */
    double *cpu_seconds; /* processor time of each, all threads together */
    /* The digest of its games; empty if none is played. */
    char digest[NF_DIGEST_TEXT];
};

/* The result of a bench. Owns its rows and their times. */
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

/* Values derived from the times of a row. */
struct nf_bench_figures {
    struct nf_spread turns_per_second; /* least is the slowest repetition */
    double games_per_second;           /* median */
    /* Processor time per turn, of the median and the best repetition. Time in which other processes
     * had the processor does not count. */
    double ns_per_turn, best_ns_per_turn;
    double cycles_per_turn, best_cycles_per_turn; /* the same in TSC ticks; 0: no counter */
    double to_reference; /* ratio of median turns/s to the reference's row; 0: there is none */
    /* See nf_samples_busy(); or the threads got less than nine tenths of the processors. */
    bool busy;
};

/* Returns the derived values of row `i`. The reference's row is the one that differs only in the
 * kernel, called `reference`. Thread-safe. */
struct nf_bench_figures nf_bench_figures(const struct nf_bench_result *result, size_t i,
                                         const char *reference);

/* Whether two rows have the same key; `any_kernel` ignores their kernels. Thread-safe. */
bool nf_bench_same(const struct nf_bench_row *a, const struct nf_bench_row *b, bool any_kernel);

/* Writing and reading the result of a bench as JSON.
 *
 * Members: schema "ninefold.bench/1", version, commit, compiler, flags, machine {processor, cpus,
 * tsc_hz (null: none)}, game, seed, min_seconds, warmup, rows. Members of a row: part, kernel,
 * profile, players, rounds, deck (null: as many cards as the game uses), threads, games, turns (of
 * a repetition), digest (null: none), seconds and cpu_seconds (lists: of each repetition),
 * turns_per_second {min, median, max}, games_per_second, ns_per_turn, cycles_per_turn,
 * cycles_per_turn_best, ratio_to_reference (null: not known), busy. */

/* Appends the document with a final newline. `reference` is the name of the kernel for ratios.
 * Returns NF_IO without memory. */
enum nf_status nf_bench_json_write(struct nf_text *text, const struct nf_bench_result *result,
                                   const char *reference, struct nf_error *err);

/* Reads a document. Derived values are computed again from the times. Returns NF_INVALID with name,
 * line and column if it is not JSON, or with name and member if it is not a bench; NF_IO without
 * memory. Release with nf_bench_result_free(); after a failure there is nothing to release. */
enum nf_status nf_bench_json_read(const struct nf_input *input, struct nf_bench_result *result,
                                  struct nf_error *err);

#endif
