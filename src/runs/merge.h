/* Joins saved runs with the same parameters and seed and adjacent index ranges. The joined run is
 * the same, byte for byte, as a single run of all games. */
#ifndef NF_MERGE_H
#define NF_MERGE_H

#include "runs/saved.h"

/* A range and the name of its file. */
struct nf_merge_part {
    struct nf_span span;
    const char *name;
};

/* A merge in progress. Start with {0}; release with nf_merge_close(). Used by one thread. */
struct nf_merge {
    struct nf_saved whole;  /* the first file, plus the games of all others */
    const char *whole_name; /* name of the first file; NULL: none yet */
    struct nf_merge_part *parts;
    size_t count, room;
    struct nf_span span; /* of all files, set by nf_merge_finish() */
};

/* Adds the file `input`. Its name is borrowed and must outlive the merge. Returns NF_INVALID if it
 * is not a saved run, is unfinished, was written by another version of the program, or differs from
 * the first file in parameters or seed; NF_IO without memory. After a failure the merge can only be
 * closed. */
enum nf_status nf_merge_add(struct nf_merge *merge, const struct nf_input *input,
                            struct nf_error *err);

/* Checks that the ranges of the files (at least one) have no gap and no overlap, and fills `report`
 * with the joined run, valid until nf_merge_close(). Returns NF_INVALID, naming indices and files,
 * otherwise. */
enum nf_status nf_merge_finish(struct nf_merge *merge, struct nf_report *report,
                               struct nf_error *err);

void nf_merge_close(struct nf_merge *merge);

#endif
