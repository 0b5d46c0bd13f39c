/* Joins saved runs with the same parameters and seed and disjoint index ranges. Of adjacent ranges
 * the joined run is the same, byte for byte, as a single run of all games. */
#ifndef NF_MERGE_H
#define NF_MERGE_H

#include "sim/runs/saved.h"

/* A range and the name of its file. */
struct nf_merge_part {
    struct nf_span span;
    char *name;
};

/* A merge in progress. Start with {0}, but for `partial`; release with nf_merge_close(). Used by
 * one thread. */
struct nf_merge {
    bool partial;          /* parts may be missing or unfinished */
    struct nf_saved whole; /* the first file, plus the games of all others */
    char whole_name[200];  /* of the first file, for messages */
    struct nf_span asked;  /* what all files were to play, from the first index to the last */
    struct nf_merge_part *parts;
    size_t count, room;
    struct nf_span *spans; /* of all files, set by nf_merge_finish() */
};

/* Adds the file `input`. Returns NF_INVALID if it is not a saved run, is unfinished (unless
 * merge->partial), was written by another version of the program, or differs from the first file in
 * parameters or seed; NF_IO without memory. After a failure the merge is as before. */
enum nf_status nf_merge_add(struct nf_merge *merge, const struct nf_input *input,
                            struct nf_error *err);

/* The same for a file that was read: takes `given` over, which is empty then. */
enum nf_status nf_merge_take(struct nf_merge *merge, const struct nf_input *input,
                             struct nf_saved *given, struct nf_error *err);

/* What a run was to play, of one that only time or a width was to end what it played. */
struct nf_span nf_merge_asked(const struct nf_saved *saved);

/* Checks that the ranges of the files (at least one) have no overlap, and unless merge->partial no
 * gap, and fills `report` with the joined run, valid until nf_merge_close(). One with gaps is an
 * unfinished run. Returns NF_INVALID, naming indices and files, otherwise; NF_IO without memory. */
enum nf_status nf_merge_finish(struct nf_merge *merge, struct nf_report *report,
                               struct nf_error *err);

void nf_merge_close(struct nf_merge *merge);

#endif
