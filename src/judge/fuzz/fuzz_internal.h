/* The steps of a fuzz, which nf_fuzz() takes one after the other, and what its reports say of their
 * results. */
#ifndef NF_FUZZ_INTERNAL_H
#define NF_FUZZ_INTERNAL_H

#include "judge/fuzz/fuzzer.h"
#include "judge/fuzz/trial.h"
#include "judge/suspects.h"

/* ---- running a case again ---- */

/* Programs that answer differently from run to run, by memory that nobody set, addresses, time,
 * threads or random numbers. */

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

/* ---- smaller candidates ---- */

/* The smaller candidates of a failing case: whether they still fail. They are proposed one by
 * one (nf_shrink()), and what is proposed depends on the answers alone. So where a run of
 * the program takes longer than to propose, the candidates that come next if this one passes are
 * run on the other jobs meanwhile; answers are remembered until they are asked for. Which case is
 * the smallest does not depend on the number of jobs. */

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

/* ---- programs that are too slow ---- */

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

/* ---- what wrong outputs have in common ---- */

/* Adds an output that is wrong; tokens are what white space separates. */
void nf_patterns_add_wrong(struct nf_patterns *patterns, const struct nf_text *instance,
                           const struct nf_text *answer, const struct nf_text *output);

/* Adds an output that is right. */
void nf_patterns_add_right(struct nf_patterns *patterns, const struct nf_text *instance);

/* Returns what nf_patterns_describe() says as a new JSON object, in words that are not translated:
 * {"variations": 100, "wrong": 47, "outputs": "more-by", "by": 2, "printed": null, "right_up_to":
 * null}; null if fewer outputs were wrong. */
json_t *nf_patterns_json(const struct nf_patterns *patterns);

/* ---- variations of a failing case ---- */

/* A failing case of a problem whose inputs can be varied, explained by how the program does on
 * variations of it. */

/* Finds which words of the shrunk case may be any other valid ones, so that the program fails
 * likewise (finding->free_words), and what wrong outputs on variations have in common
 * (finding->common). Takes some seconds at most, less with less time for shrinking; does nothing of
 * a program that is not wrong but fails otherwise, and where inputs cannot be varied. Errors are
 * those of nf_trial_run_once(). */
enum nf_status nf_variations_explain(const struct nf_fuzz_options *options,
                                     struct nf_finding *finding, struct nf_error *err);

/* Appends what was found: the case with question marks for the words that are free, and what
 * outputs have in common. Nothing if nothing was. */
void nf_variations_put(struct nf_text *text, const struct nf_finding *finding);

/* ---- the diagnosis ---- */

/* Whether there is anything to diagnose: a catalogue, and a program that fails otherwise than by
 * white space or line ends and gives the same answer to the same case, held against transcripts. */
bool nf_diagnosis_fits(const struct nf_fuzz_options *options, const struct nf_finding *findings,
                       uint32_t count);

/* Diagnoses the program of `count` findings, at least one, with all slots. What is found depends on
 * the seed and the findings alone, unless time is over (options->diagnosis_seconds) or a signal was
 * caught. Returns NF_IO or others if ninefold itself fails. Free `diagnosis`, {0} before, with
 * nf_diagnosis_free() in any case. */
enum nf_status nf_diagnose(const struct nf_fuzz_options *options, const struct nf_finding *findings,
                           uint32_t count, struct nf_diagnosis *diagnosis, struct nf_error *err);
void nf_diagnosis_free(struct nf_diagnosis *diagnosis);

/* ---- a diagnosis under way ---- */

enum {
    NF_DIAGNOSIS_BATCHES = 6,
    NF_DIAGNOSIS_CASES = 252, /* of all batches */
};

/* A case and what the program printed for it. */
struct nf_evidence {
    const struct nf_trial_case *run; /* borrowed */
    struct nf_printed printed;
};

struct nf_diagnosing {
    const struct nf_fuzz_options *options;
    const struct nf_fuzz_ops *ops;
    struct nf_diagnosis *diagnosis;
    struct nf_suspects suspects;  /* sets that agree with all evidence so far */
    struct nf_case_limits limits; /* of further cases */
    uint64_t next;                /* index of the next guided case */
    uint64_t wall_ns;             /* limit of a run */
    bool hangs;                   /* the program was out of time on the failing case */
    double deadline;              /* no case is begun after it */
    struct nf_evidence *evidence;
    uint32_t evidence_count;
    struct nf_trial_case *own; /* further cases, behind those of the findings */
    uint32_t own_count;
};

/* Calls `job` for the items 0 .. count-1, side by side by all jobs. With `timed` no item is begun
 * after the deadline; `done[item]`, where not NULL, says which were. After a caught signal none is
 * begun. Returns the first failure. */
enum nf_status nf_diagnosing_each(struct nf_diagnosing *diagnosing, uint32_t count, bool timed,
                                  enum nf_status (*job)(void *owner, uint32_t slot, uint32_t item,
                                                        struct nf_error *err),
                                  void *owner, bool *done, struct nf_error *err);

/* Runs the program in `slot` on a case whose instance exists; with `timed` until the deadline at
 * most, where it then is out of time. */
enum nf_status nf_diagnosing_run(const struct nf_diagnosing *diagnosing, uint32_t slot,
                                 struct nf_trial_case *run, bool timed, struct nf_error *err);

/* Makes batch `number`, 0 .. NF_DIAGNOSIS_BATCHES-1, of further cases, runs the program on those
 * that distinguish the candidates best and adds them to the evidence. Sets `*failing` if the
 * program came to a regular end on none. NF_IO without memory. */
enum nf_status nf_diagnosing_batch(struct nf_diagnosing *diagnosing, uint32_t number, bool *failing,
                                   struct nf_error *err);

/* Adds a case that was run to the evidence. NF_IO without memory. */
enum nf_status nf_diagnosing_add(struct nf_diagnosing *diagnosing, const struct nf_trial_case *run,
                                 struct nf_error *err);

/* Finds the case that distinguishes the only candidate from all other single mistakes and from the
 * rules, or from as many of them as possible, and makes it small. The program is run on it; if it
 * then does something else, it is evidence as well, and suspects.count becomes 0. */
enum nf_status nf_diagnosing_distinguish(struct nf_diagnosing *diagnosing,
                                         const struct nf_finding *finding, struct nf_error *err);

#endif
