/* The case on which a program takes longest: for a test that slow programs do not pass.
 *
 * It climbs: of the largest cases the slowest one is varied, and a variation that takes longer
 * takes its place. Nothing but the program's processor time counts, so the reference is asked once,
 * at the end. */
#ifndef NF_SLOWEST_H
#define NF_SLOWEST_H

#include "judge/fuzz/fuzzer.h"

/* Looks for that case in slot 0, for two thirds of options->seconds or until one is over the limit,
 * and measures in the rest how its time grows (growth.h). It becomes the only finding of `result`,
 * whatever its verdict, without an answer where the reference takes too long (`left_out`); the
 * cases tried are counted. To be called by nf_fuzz(), where a caught signal ends it early.
 * NF_INVALID if the program fails otherwise on all of the largest cases; NF_IO or others if
 * ninefold itself fails.
 */
enum nf_status nf_slowest_find(const struct nf_fuzz_options *options, struct nf_fuzz_result *result,
                               struct nf_error *err);

#endif
