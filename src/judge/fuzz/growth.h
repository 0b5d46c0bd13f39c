/* Programs that are too slow for large cases: the smallest size at which they are, and how their
 * time grows. Single cards tell nothing there, and each trial takes as long as the limit, so the
 * case is halved again and again, and the sizes between are tried by bisection. */
#ifndef NF_GROWTH_H
#define NF_GROWTH_H

#include "judge/fuzz/trial.h"

struct nf_finding;
struct nf_fuzz_options;
struct nf_fuzz_result;

struct nf_growth {
    bool made;              /* the smallest case of the finding was made like this: it is large */
    double twice;           /* how many times as long it takes for twice the input; 0: not known */
    double seconds[2];      /* processor time of the two cases that this follows from, */
    struct nf_text size[2]; /* and how large they are, in words; the smaller one first */
};

/* Whether `found` is a large case that takes too much processor time, and shows nothing else. */
bool nf_growth_fits(const struct nf_trial_case *found);

/* Makes the case `from` smaller by halves for at most a third of options->shrink_seconds from
 * `start` on, in slot 0. `made` gets the smallest case found that is too slow when it is run twice,
 * and is left as it is if that is `from`. finding->growth, trials and stopped are set. Returns
 * NF_IO or others if ninefold itself fails; a caught signal ends it early. */
enum nf_status nf_growth_shrink(const struct nf_fuzz_options *options,
                                const struct nf_trial_case *from, double start,
                                struct nf_finding *finding, struct nf_trial_case *made,
                                struct nf_error *err);

/* Measures how the time of the program grows up to finding->found, of any size, before nf_now() is
 * `deadline`: sets finding->growth and trials. The answers of the program do not count, so the
 * reference is not asked. Errors as above. */
enum nf_status nf_growth_measure(const struct nf_fuzz_options *options, double deadline,
                                 struct nf_finding *finding, struct nf_error *err);

/* Appends "With twice the input it takes 3.9 times as long: ..."; nothing if it is not known. */
void nf_growth_put(struct nf_text *text, const struct nf_growth *growth);

void nf_growth_free(struct nf_growth *growth);

/* ---- the slowest case ---- */

/* The case on which a program takes longest: for a test that slow programs do not pass.
 *
 * It climbs: of the largest cases the slowest one is varied, and a variation that takes longer
 * takes its place. Nothing but the program's processor time counts, so the reference is asked once,
 * at the end. */

/* Looks for that case in slot 0, for two thirds of options->seconds or until one is over the limit,
 * and measures in the rest how its time grows. It becomes the only finding of `result`,
 * whatever its verdict, without an answer where the reference takes too long (`left_out`); the
 * cases tried are counted. To be called by nf_fuzz(), where a caught signal ends it early.
 * NF_INVALID if the program fails otherwise on all of the largest cases; NF_IO or others if
 * ninefold itself fails.
 */
enum nf_status nf_slowest_find(const struct nf_fuzz_options *options, struct nf_fuzz_result *result,
                               struct nf_error *err);

#endif
