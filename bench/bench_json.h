/* Writing and reading the result of a bench as JSON.
 *
 * Members: schema "ninefold.bench/1", version, commit, compiler, flags, machine {processor, cpus,
 * tsc_hz (null: none)}, game, seed, min_seconds, warmup, rows. Members of a row: part, kernel,
 * profile, players, rounds, deck (null: as many cards as the game uses), threads, games, turns (of
 * a repetition), digest (null: none), seconds and cpu_seconds (lists: of each repetition),
 * turns_per_second {min, median, max}, games_per_second, ns_per_turn, cycles_per_turn,
 * cycles_per_turn_best, ratio_to_reference (null: not known), busy. */
#ifndef NF_BENCH_JSON_H
#define NF_BENCH_JSON_H

#include "base/text.h"
#include "bench/bench_rows.h"

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
