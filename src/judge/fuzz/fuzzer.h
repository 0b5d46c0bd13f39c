/* Runs a program on many cases in parallel and collects the failing ones.
 *
 * Cases are numbered, and results are processed in that order, whichever job finishes first. So the
 * reported case, the number of accepted cases and the events they reached depend on the seed, not
 * on the number of jobs. */
#ifndef NF_FUZZER_H
#define NF_FUZZER_H

#include "base/json_text.h"
#include "base/text.h"
#include "judge/fuzz/trial.h"
#include "judge/suspects.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- how the time grows ---- */

/* Programs that are too slow for large cases: the smallest size at which they are, and how their
 * time grows. Single cards tell nothing there, and each trial takes as long as the limit, so the
 * case is halved again and again, and the sizes between are tried by bisection. */

struct nf_growth {
    bool made;              /* the smallest case of the finding was made like this: it is large */
    double twice;           /* how many times as long it takes for twice the input; 0: not known */
    double seconds[2];      /* processor time of the two cases that this follows from, */
    struct nf_text size[2]; /* and how large they are, in words; the smaller one first */
};

/* Appends "With twice the input it takes 3.9 times as long: ..."; nothing if it is not known. */
void nf_growth_put(struct nf_text *text, const struct nf_growth *growth);

/* ---- what wrong outputs have in common ---- */

/* What wrong outputs have in common: a hint at why a program is wrong, where nothing is known of
 * its problem. */

enum { NF_PATTERN_WORD = 24 };

/* What holds of all outputs so far. Starts as {0}. */
struct nf_patterns {
    uint32_t wrong, right; /* outputs that were added */
    /* Each is true from the first output on that shows it. */
    bool not_empty, not_cut, not_first, not_numbers, not_modulo_32, not_modulo_64, not_constant;
    bool not_more, not_less, not_same;
    bool any_difference;
    int64_t difference;              /* of the numbers that differ, if it is constant */
    char printed[NF_PATTERN_WORD];   /* the only word of all outputs, if it is the same */
    char answered[NF_PATTERN_WORD];  /* the first right answer that is one word */
    bool several_answers;            /* the right ones differ */
    int64_t least_wrong, most_right; /* the first number of inputs on which it is wrong, right */
    bool unnumbered;                 /* an input does not begin with a number */
};

/* Appends what they have in common, translated, in lines of a terminal; nothing if that is nothing,
 * or if fewer than NF_PATTERN_LEAST outputs were wrong. */
enum { NF_PATTERN_LEAST = 10 };
void nf_patterns_describe(const struct nf_patterns *patterns, struct nf_text *words);

/* ---- the diagnosis ---- */

/* Names the mistake in a program that failed: holds what it prints against what players with the
 * mistakes of the game's catalogue print (nf_fuzz_ops.mistakes), and those with the alternatives of
 * its rule points, one by one, and then those of the catalogue by twos, on the failing cases and on
 * guided cases that distinguish those that still fit. */

enum {
    NF_CERTAIN_CASES = 200, /* with fewer nothing is certain, */
    NF_CERTAIN_WRONG = 5,   /* nor where the program leaves the rules on fewer */
    /* A mistake is near that agrees on this many of this many cases. */
    NF_NEAR = 4,
    NF_NEAR_OF = 5,
};

/* The case that distinguishes the named mistake from the others. */
enum nf_distinguishing {
    NF_DISTINGUISHED_NOT,
    NF_DISTINGUISHED_BY_SMALLEST, /* the first finding as shrunk */
    NF_DISTINGUISHED_BY_OWN,      /* `distinguishing` */
};

/* Sets of mistakes are bit masks: bit k is mistake k; or an alternative, with NF_BY_SYSTEM. */
struct nf_diagnosis {
    bool made;
    uint32_t cases;   /* how many were compared */
    uint32_t wrong;   /* on how many the program leaves the rules */
    uint32_t fitting; /* how many sets do the same as the program on all cases; 0: none does */
    uint64_t named[NF_MAX_NAMED]; /* the first of them */
    bool certain;                 /* the one that fits is meant */
    unsigned nearest;             /* where none fits: the mistake that agrees on most cases; 0: none
                                     agrees on more than the rules do, or on NF_NEAR of NF_NEAR_OF */
    uint32_t nearest_agrees;
    bool stopped; /* time was over before all cases were run */
    enum nf_distinguishing distinguished;
    uint64_t alike; /* single mistakes that this case does not distinguish from it */
    struct nf_trial_case distinguishing; /* with what the program printed */
    struct nf_text distinguishing_size;  /* in words */
    double seconds;
};

enum { NF_MAX_FINDINGS = 99 }; /* most kinds of failures collected with keep_going */

struct nf_fuzz_options {
    struct nf_trials trials;
    uint64_t first, count;    /* the cases first .. first+count-1 */
    double seconds;           /* start no case after this time; 0: no limit */
    bool slowest;             /* look for the slowest case instead (growth.c), in that time */
    uint32_t jobs;            /* number of slots of trials.child */
    enum nf_verdict only;     /* the verdict that makes a finding; NF_AC: any but that */
    bool keep_going;          /* continue after a failing case and collect one of each kind */
    uint32_t shrink_trials;   /* most smaller candidates tried for a finding; 0: do not shrink */
    double shrink_seconds;    /* time limit of shrinking a finding, also within a trial */
    double diagnosis_seconds; /* time limit of the diagnosis; 0: none is made */
    /* Called a few times a second from the thread of nf_fuzz(); may be NULL. */
    void (*progress)(void *owner, uint64_t cases, double seconds);
    void *progress_owner;
    /* Called from that thread while a finding is shrunk, often, with what was tried so far in how
     * much of its time; may be NULL. */
    void (*shrinking)(void *owner, uint64_t trials, double seconds);
    void *shrinking_owner;
};

/* A failing case, as found and as shrunk. */
struct nf_finding {
    struct nf_trial_case found;
    struct nf_trial_case smallest;
    struct nf_trial_case padded; /* the smallest with `padding` cards more; see nf_trial_pad() */
    uint32_t padding;            /* 0: none */
    struct nf_text why;          /* explanation of the smallest case and the padded one */
    uint64_t free_words;         /* bit i: word i of the smallest case may be any valid one, and it
                                    fails likewise */
    struct nf_patterns patterns; /* of outputs on variations of it */
    struct nf_text size, smallest_size; /* as text: "2 players, 1 round, 7 deck cards" */
    struct nf_growth growth;            /* of a program that is too slow */
    uint32_t trials;                    /* used for shrinking */
    double seconds;                     /* so was that time */
    uint32_t runs, failed;              /* of the case as found */
    uint32_t shrunk_failed;             /* flaky: of NF_REPEATS runs of the smallest case */
    bool flaky;                         /* the program answers differently from run to run */
    bool shrunk;                        /* `smallest` holds a case */
    bool stopped;                       /* shrinking ended because trials or time ran out */
};

struct nf_fuzz_result {
    uint64_t cases;                  /* finished cases, including failing ones */
    uint64_t verdicts[NF_VERDICTS];  /* number of cases with each verdict */
    struct nf_spacings spacings;     /* accepted cases with other white space, by their indices */
    uint64_t flaky;                  /* number of those that turned out to be flaky */
    uint64_t reached[NF_MAX_EVENTS]; /* how often each event happened */
    uint64_t cases_with[NF_MAX_EVENTS]; /* number of cases in which it happened */
    uint64_t forked;                    /* cases for which the program was not started */
    bool estimated;                     /* its processor time was (nf_child_estimate_reason()) */
    uint64_t left_out; /* cases on which the reference takes too long; they have no verdict */
    uint64_t guided;   /* cases of no stage */
    uint64_t stages[NF_MAX_STAGES]; /* cases of each */
    uint64_t ends[NF_LINE_ENDS];    /* cases with each */
    struct nf_finding *findings;    /* in the order of their cases */
    uint32_t findings_count;
    const struct nf_problem *solves; /* another one that the program solves, which fails every case
                                        of this; NULL: none */
    struct nf_diagnosis diagnosis;   /* of the program; not made without findings */
    double seconds;                  /* wall time without shrinking and diagnosis */
    double own_seconds;              /* processor time of this process meanwhile */
    int signal;                      /* signal (base/signals.h) that stopped it, or 0 */
};

/* Whether a case with this judgement is a finding. Thread-safe. */
bool nf_fuzz_finds(const struct nf_fuzz_options *options, const struct nf_judgement *judgement);

/* Runs the cases, shrinks the findings and diagnoses the program. Catches the signals of
 * base/signals.h meanwhile. Only one call at a time per process. Returns NF_OK whatever the program
 * did, and NF_IO or others if ninefold itself fails. Free `result` with nf_fuzz_free() in any case.
 */
enum nf_status nf_fuzz(const struct nf_fuzz_options *options, struct nf_fuzz_result *result,
                       struct nf_error *err);

/* Frees the findings and the diagnosis of a result. */
void nf_fuzz_free(struct nf_fuzz_result *result);

/* Shrinks a finding, using all slots, and explains the result. A caught signal stops shrinking
 * early. Returns NF_IO or others if ninefold itself fails. */
enum nf_status nf_shrink_finding(const struct nf_fuzz_options *options, struct nf_finding *finding,
                                 struct nf_error *err);

#endif
