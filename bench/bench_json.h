/* A bench's result as a JSON document, and back.
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

/* Appends the document with a final newline. NF_IO without memory. */
enum nf_status nf_bench_json_write(struct nf_text *text, const struct nf_bench_result *result,
                                   const char *reference, struct nf_error *err);

/* Reads a document. NF_INVALID with name, line and column for what is not JSON, or with the name
 * and member for what is not a bench; NF_IO. Figures are derived anew from the times. The caller
 * frees the rows, not after a failure. */
enum nf_status nf_bench_json_read(const struct nf_input *input, struct nf_bench_result *result,
                                  struct nf_error *err);

#endif
