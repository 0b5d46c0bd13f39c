/* One case run through the program: made, surveyed, run, judged. */
#ifndef NF_TRIAL_H
#define NF_TRIAL_H

#include "core/contract/game.h"
#include "fuzz/verdict.h"

/* What all trials of a fuzz share; constant while they go on. */
struct nf_trials {
    const struct nf_game *game;
    struct nf_setup *setup; /* cases are dealt from it; NULL: guided cases */
    uint64_t seed;
    struct nf_case_limits limits;   /* of guided cases */
    const struct nf_kernel *kernel; /* NULL: transcripts are compared; else outcome records of
                                       this kernel with those that the transcripts tell */
    bool strict;                    /* white space counts */
    struct nf_child *child;
    struct nf_child_limits allowed;
};

/* A case with what became of it. All zero to start with; used again and again by one thread. */
struct nf_trial_case {
    uint64_t index;
    struct nf_text instance, answer;
    struct nf_text record; /* outcome record of the kernel, if there is one */
    uint64_t reached[NF_MAX_EVENTS];
    struct nf_child_result result;
    struct nf_judgement judgement;
};

/* Makes the instance of case `index`. Errors as of the game. */
enum nf_status nf_trial_make(const struct nf_trials *trials, uint64_t index,
                             struct nf_trial_case *made, struct nf_error *err);

/* Fills the answer, events and record of `count` cases whose instances stand. */
enum nf_status nf_trial_answer(const struct nf_trials *trials, struct nf_trial_case *cases,
                               size_t count, struct nf_error *err);

/* Runs the program on the case in `slot` and judges what it did. A case that ran out of time is run
 * once more before it is believed, for machines are busy at times. NF_IO from the child. */
enum nf_status nf_trial_run(const struct nf_trials *trials, uint32_t slot,
                            struct nf_trial_case *run, struct nf_error *err);

/* Runs the program once only, with at most `wall_ns` of wall time where that is less than the limit
 * (0: the limit). A case that is cut short so is TLE, with 2 as the result's code. */
enum nf_status nf_trial_run_once(const struct nf_trials *trials, uint32_t slot, uint64_t wall_ns,
                                 struct nf_trial_case *run, struct nf_error *err);

/* Appends lines that explain what the program did in a case it failed: how its output, as far as
 * it came, leaves the rules, and the beginning of what it wrote to standard error. `*unclear` is
 * whether the output shows no fault of its own but that it ends, or has no line of a transcript. */
enum nf_status nf_trial_explain(const struct nf_trials *trials, const struct nf_trial_case *run,
                                bool *unclear, struct nf_text *words, struct nf_error *err);

enum { NF_PADDING = 200 };

/* Runs the program in `slot` for at most 2 s on the case `run` with up to NF_PADDING more cards in
 * its deck, which the rules never draw. `*cards` is how many; 0: the deck can have no more or the
 * game has none, and nothing was run. */
enum nf_status nf_trial_pad(const struct nf_trials *trials, uint32_t slot,
                            const struct nf_trial_case *run, struct nf_trial_case *padded,
                            uint32_t *cards, struct nf_error *err);

/* The bytes of `text` as an input called `name`; borrowed. */
struct nf_input nf_text_input(const struct nf_text *text, const char *name);

void nf_trial_free(struct nf_trial_case *run);

#endif
