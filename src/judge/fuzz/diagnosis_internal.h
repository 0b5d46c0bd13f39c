/* A diagnosis under way. */
#ifndef NF_DIAGNOSIS_INTERNAL_H
#define NF_DIAGNOSIS_INTERNAL_H

#include "judge/fuzz/diagnosis.h"
#include "judge/fuzz/fuzzer.h"
#include "judge/naming/suspects.h"

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
