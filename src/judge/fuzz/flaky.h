/* Programs that answer differently from run to run, by memory that nobody set, addresses, time,
 * threads or random numbers. */
#ifndef NF_FLAKY_H
#define NF_FLAKY_H

#include "judge/fuzz/trial.h"

struct nf_finding;

/* How often a case is run in all, where time allows. */
enum { NF_REPEATS = 10 };

/* Runs the failing case of a finding again, for some two seconds at most, and fills `runs`,
 * `failed` and `flaky` of the finding; its result stays that of the first run. A program is flaky
 * if its verdict or its output differs from run to run. One that fails each time by other signals
 * or exit codes is not: its judgement then names them all. Uses slot 0. Returns NF_IO if the
 * program cannot be run. */
enum nf_status nf_flaky_check(const struct nf_trials *trials, struct nf_finding *finding,
                              struct nf_error *err);

/* Runs a case whose answer exists NF_REPEATS times, or until it cannot fail `needed` times any
 * more. Each run has at most `wall_ns`. `*failed` counts the failing runs; the result is that of
 * the last of them, if any. Returns NF_IO if the program cannot be run. Different slots may be used
 * at the same time. */
enum nf_status nf_flaky_run(const struct nf_trials *trials, uint32_t slot, uint64_t wall_ns,
                            uint32_t needed, struct nf_trial_case *run, uint32_t *failed,
                            struct nf_error *err);

/* How often in NF_REPEATS runs a smaller case must fail where a larger one failed `failed` times of
 * `runs`: not much more rarely, so that shrinking does not end with a case that hardly fails. */
uint32_t nf_flaky_needed(uint32_t failed, uint32_t runs);

#endif
