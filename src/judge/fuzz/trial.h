/* One case: made, answered, run through the program, judged. */
#ifndef NF_TRIAL_H
#define NF_TRIAL_H

#include "judge/fuzz/verdict.h"
#include "judge/problem.h"

/* How the lines end that the program reads. */
enum nf_line_ends { NF_LF, NF_CRLF, NF_NO_FINAL_NEWLINE, NF_LINE_ENDS };

/* In words: "CR LF line ends". */
extern const char *const nf_line_ends_words[NF_LINE_ENDS];

/* Where cases come from that are not guided. */
struct nf_dealer {
    /* Appends case `index`, a valid instance. Thread-safe. */
    enum nf_status (*deal)(const void *owner, uint64_t index, struct nf_text *instance,
                           struct nf_error *err);
    const void *owner;
};

/* Who plays in this process what the reference plays, to be tried with the program. */
struct nf_second_player {
    const char *name, *reference; /* for people */
    /* Plays `count` valid instances and appends to *differs[i] where the outcome of instances[i] is
     * not the reference's; nothing where it is. Thread-safe. */
    enum nf_status (*compare)(const void *owner, const struct nf_input *instances, size_t count,
                              struct nf_text *const *differs, struct nf_error *err);
    const void *owner;
};

/* Data shared by all trials of a fuzz; constant while they run. */
struct nf_trials {
    const struct nf_problem *problem;
    const struct nf_dealer *dealer; /* deals the cases; NULL: guided cases */
    uint64_t seed;
    struct nf_case_limits limits;         /* of guided cases */
    const struct nf_second_player *other; /* plays the cases, too; NULL: none does */
    const char *differ; /* a program whose output stands for the right one, though nobody knows
                           whether it is: WA is that they differ; NULL: answers are right */
    bool strict;        /* white space matters */
    bool line_ends;     /* cases take turns in how their lines end */
    struct nf_child *child;
    struct nf_child_limits allowed;
};

/* A case and its result. Starts as {0}; may be reused by one thread at a time; release with
 * nf_trial_free(). */
struct nf_trial_case {
    uint64_t index;
    const char *name; /* of the instance, borrowed; NULL: it is a case without one */
    struct nf_text instance, answer;
    enum nf_line_ends ends; /* `instance` has LF; the program reads it with these */
    struct nf_text
        differs;   /* where the other player's outcome is not the reference's; empty: nowhere */
    bool left_out; /* the reference has no answer to it: it passes, and is not run */
    uint64_t reached[NF_MAX_EVENTS];
    struct nf_child_result result;
    struct nf_judgement judgement;
};

/* Returns the stage of case `index`; NULL: it is guided or dealt. Thread-safe. */
const struct nf_stage *nf_trial_stage(const struct nf_trials *trials, uint64_t index);

/* Returns the line ends of case `index`. Thread-safe. */
enum nf_line_ends nf_trial_ends(const struct nf_trials *trials, uint64_t index);

/* Appends what the program reads: the instance with the line ends of the case. */
void nf_trial_put_input(const struct nf_trial_case *run, struct nf_text *input);

/* Makes the instance of case `index`. Returns the errors of the game. Thread-safe for different
 * `made`, like all functions here. */
enum nf_status nf_trial_make(const struct nf_trials *trials, uint64_t index,
                             struct nf_trial_case *made, struct nf_error *err);

/* Fills answer, events and differs of `count` cases whose instances exist. */
enum nf_status nf_trial_answer(const struct nf_trials *trials, struct nf_trial_case *cases,
                               size_t count, struct nf_error *err);

/* The same of one case that is only looked at to learn more of another one, which failed: where the
 * reference fails on it, it is left out, too. */
enum nf_status nf_trial_answer_if_any(const struct nf_trials *trials, struct nf_trial_case *run,
                                      struct nf_error *err);

/* Runs the program on the case in `slot` and judges the result. A case that exceeds a time limit is
 * run a second time, because the machine may have been busy; so is one whose supervisor was lost,
 * which somebody else may have killed, and one that fails in a fork of a program that had run
 * before. The last run of a case that fails starts the program. Returns NF_IO if the program cannot
 * be run. Different slots may be used at the same time. */
enum nf_status nf_trial_run(const struct nf_trials *trials, uint32_t slot,
                            struct nf_trial_case *run, struct nf_error *err);

/* Runs the program only once and judges what it printed, however it ended, with at most `wall_ns`
 * of wall time if that is less than the limit (0: the limit). If `wall_ns` stops it, the verdict is
 * TLE and the result's code 2. */
enum nf_status nf_trial_run_once(const struct nf_trials *trials, uint32_t slot, uint64_t wall_ns,
                                 struct nf_trial_case *run, struct nf_error *err);

/* Runs the program only once and judges how it ended, whatever it printed: AC if it ended well. For
 * times, which need no answer. */
enum nf_status nf_trial_time(const struct nf_trials *trials, uint32_t slot,
                             struct nf_trial_case *run, struct nf_error *err);

/* Appends an explanation of a failed case: where the output first breaks the rules, and the start
 * of standard error. `*unclear` is set if the output shows no fault except that it ends early, or
 * if it has no line of a transcript. */
enum nf_status nf_trial_explain(const struct nf_trials *trials, const struct nf_trial_case *run,
                                bool *unclear, struct nf_text *words, struct nf_error *err);

enum { NF_PADDING = 200 };

/* Runs the program in `slot`, for at most 2 s, on the case `run` with up to NF_PADDING more cards
 * in its deck, which the rules never draw. `*cards` is set to their number; 0: nothing was run,
 * because the deck is full or the game has none. */
enum nf_status nf_trial_pad(const struct nf_trials *trials, uint32_t slot,
                            const struct nf_trial_case *run, struct nf_trial_case *padded,
                            uint32_t *cards, struct nf_error *err);

/* Frees the buffers of a case. */
void nf_trial_free(struct nf_trial_case *run);

#endif
