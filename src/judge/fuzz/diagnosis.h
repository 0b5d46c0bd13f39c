/* Names the mistake in a program that failed: holds what it prints against what players with the
 * mistakes of the game's catalogue print (nf_fuzz_ops.mistakes), and those with the alternatives of
 * its rule points, one by one, and then those of the catalogue by twos, on the failing cases and on
 * guided cases that distinguish those that still fit. */
#ifndef NF_DIAGNOSIS_H
#define NF_DIAGNOSIS_H

#include "judge/fuzz/trial.h"
#include "judge/naming/suspects.h"

struct nf_finding;
struct nf_fuzz_options;

enum {
    NF_CERTAIN_CASES = 200, /* with fewer nothing is certain, */
    NF_CERTAIN_WRONG = 5,   /* nor where the program leaves the rules on fewer */
    /* A mistake is near that agrees on this many of this many cases. */
    NF_NEAR = 4,
    NF_NEAR_OF = 5,
};

/* The case that distinguishes the named mistake from the others. */
enum nf_distinguishing {
    NF_TELLS_NOT,
    NF_TELLS_SMALLEST, /* the first finding as shrunk */
    NF_TELLS_OWN,      /* `distinguishing` */
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
    enum nf_distinguishing tells;
    uint64_t alike; /* single mistakes that this case does not distinguish from it */
    struct nf_trial_case distinguishing; /* with what the program printed */
    struct nf_text distinguishing_size;  /* in words */
    double seconds;
};

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

#endif
