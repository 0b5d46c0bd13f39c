/* The smaller candidates of a failing case: whether they still fail. They are proposed one by
 * one (nf_shrink()), and what is proposed depends on the answers alone. So where a run of
 * the program takes longer than to propose, the candidates that come next if this one passes are
 * run on the other jobs meanwhile; answers are remembered until they are asked for. Which case is
 * the smallest does not depend on the number of jobs. */
#ifndef NF_CANDIDATES_H
#define NF_CANDIDATES_H

#include "judge/fuzz/fuzzer.h"

struct nf_candidates {
    const struct nf_fuzz_options *options;
    const struct nf_trial_case *from; /* makes smaller what fails like this */
    double start, deadline;           /* of nf_now(): start no trial after it */
    uint64_t wall_ns;                 /* limit of a trial */
    uint32_t needed; /* how many of NF_REPEATS runs must fail; 0: a program that is not flaky */
    bool hasty;      /* stopped by `wall_ns` is taken for TLE; what comes out must be run again, and
                        is nothing if the program turns out to be slow instead of hanging */

    /* Results. */
    uint32_t trials;
    bool stopped;  /* trials or time ran out */
    bool any_code; /* cases were seen to crash now with one code, now with another */
    /* Bytes and words of the largest candidates that pass near the limit of time or memory that is
     * exceeded; 0: none, so that the program may hang. */
    size_t near, near_words;
    uint32_t least_failed;      /* how many runs of `least` failed, if `needed` */
    struct nf_trial_case least; /* the last candidate that failed, unless its answer was known */

    /* Private; starts as {0}. */
    struct nf_attempt *attempts; /* the candidates run at the same time, one a job */
    uint32_t attempts_count;
    struct nf_candidate_table *known; /* answers by hash; open addressing */
    size_t known_count, known_room;
    uint64_t least_used;       /* of what is limited, by a candidate that passes; 0: unknown */
    size_t best;               /* bytes of the smallest case known to fail */
    uint64_t line, line_ahead; /* where the case known to fail leaves the rules; looking ahead */
    uint32_t code_runs;        /* of crashes with other codes, to see if these change */
    double own_seconds, left_at, trial_seconds; /* time of the game's steps; of the last trial */
    enum nf_status failed;                      /* an error of ninefold itself while trying */
    struct nf_error *err;
};

/* Shrinks `from` and appends the smallest case to `smallest`. Uses all slots. NF_IO or others if
 * ninefold itself fails. */
enum nf_status nf_candidates_shrink(struct nf_candidates *candidates, struct nf_text *smallest,
                                    struct nf_error *err);

/* Whether a judgement describes the failure that is made smaller. */
bool nf_candidates_same(const struct nf_candidates *candidates,
                        const struct nf_judgement *judgement);

void nf_candidates_free(struct nf_candidates *candidates);

#endif
