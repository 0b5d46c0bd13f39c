/* Runs a program on many cases, several at a time, and collects what it fails.
 *
 * Cases are numbered; what becomes of them is settled in the order of their numbers, whoever
 * finished first. So which case is reported, how many were accepted and what they reached depends
 * on the seed alone and not on the number of jobs. */
#ifndef NF_FUZZER_H
#define NF_FUZZER_H

#include "fuzz/trial.h"

enum {
    NF_MAX_JOBS = 256,
    NF_MAX_FINDINGS = 99, /* as many kinds as are collected with keep_going */
};

struct nf_fuzz_options {
    struct nf_trials trials;
    uint64_t first, count;  /* the cases first .. first+count-1 */
    double seconds;         /* begin no case after this long; 0: no limit */
    uint32_t jobs;          /* slots of trials.child */
    bool keep_going;        /* go on after a failing case, collecting one of each kind */
    uint32_t shrink_trials; /* how many smaller candidates are tried for a finding; 0: none */
    double shrink_seconds;  /* and for how long; the last trial is cut short there */
    /* Called a few times a second from the calling thread, or NULL. */
    void (*progress)(void *owner, uint64_t cases, double seconds);
    void *progress_owner;
};

/* A failing case, as found and as shrunk. */
struct nf_finding {
    struct nf_trial_case found;
    struct nf_trial_case smallest;
    struct nf_trial_case padded; /* the smallest with so many cards more; see nf_trial_pad() */
    uint32_t padding;            /* 0: there is no such case */
    struct nf_text why;          /* explains it, for the smallest case and the padded one */
    struct nf_text size, smallest_size; /* in words: "2 players, 1 round, 7 deck cards" */
    uint32_t trials;                    /* that shrinking took */
    double seconds;
    bool shrunk;  /* `smallest` holds a case */
    bool stopped; /* shrinking ended because trials or time were spent */
};

struct nf_fuzz_result {
    uint64_t cases;                     /* settled, the failing ones included */
    uint64_t verdicts[NF_VERDICTS];     /* how many of them got each verdict */
    uint64_t reached[NF_MAX_EVENTS];    /* how often each event happened in them */
    uint64_t cases_with[NF_MAX_EVENTS]; /* in how many of them it did */
    struct nf_finding *findings;        /* in the order of their cases */
    uint32_t findings_count;
    double seconds; /* wall time without shrinking */
    int signal;     /* the one of base/signals.h that ended it early, else 0 */
};

/* Runs the cases, then shrinks what was found. Catches the signals of base/signals.h meanwhile; one
 * at a time in a process. NF_OK whatever the program did; NF_IO and others when ninefold itself
 * fails. The result is to be freed in any case. */
enum nf_status nf_fuzz(const struct nf_fuzz_options *options, struct nf_fuzz_result *result,
                       struct nf_error *err);

void nf_fuzz_free(struct nf_fuzz_result *result);

/* Makes a finding smaller in slot 0 and explains it; a signal that is caught cuts that short. */
enum nf_status nf_shrink_finding(const struct nf_fuzz_options *options, struct nf_finding *finding,
                                 struct nf_error *err);

#endif
