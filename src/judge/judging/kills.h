/* Which mistakes of a game's catalogue tests expose, found out by playing in this process. */
#ifndef NF_KILLS_H
#define NF_KILLS_H

#include "judge/judging/test_set.h"
#include "judge/problem.h"
#include "table/tables.h"

/* Sets bit k of `*killed` for each mistake k of the game's catalogue (nf_fuzz_ops.mistakes) that
 * shows in what a program with it prints: every such program is refused on this test, however it is
 * written. Bit 0 is set if the catalogue's right player herself leaves the rules. White space makes
 * no difference. NF_INVALID for an instance that is not valid, NF_IO without memory. Thread-safe.
 */
enum nf_status nf_kills(const struct nf_problem *problem, const struct nf_input *instance,
                        uint64_t *killed, struct nf_error *err);

/* Fills killed[i], one for each test of the set, with `jobs` threads. Stops early, with NF_OK, when
 * a signal of base/signals.h was caught. NF_INVALID with file and line, or NF_IO. */
enum nf_status nf_kills_of_set(const struct nf_problem *problem, const struct nf_test_set *set,
                               uint32_t jobs, uint64_t *killed, struct nf_error *err);

/* Adds the matrix as tables: "mistakes", each with the tests it dies on, "tests", each with the
 * mistakes that die on no other test, and "kills", mistakes by tests. Returns how many mistakes die
 * on no test. */
size_t nf_kills_tables(struct nf_tables *tables, const struct nf_problem *problem,
                       const struct nf_test_set *set, const uint64_t *killed);

#endif
