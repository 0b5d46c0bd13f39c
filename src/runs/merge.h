/* Joins saved runs of the same parameters and seed whose index ranges follow each other without a
 * gap. The joined run is the same, byte for byte, as if its games had been played at once. */
#ifndef NF_MERGE_H
#define NF_MERGE_H

#include "runs/saved.h"

/* A range and the file it comes from. */
struct nf_merge_part {
    struct nf_span span;
    const char *name;
};

/* {0} to begin with; release with nf_merge_close. */
struct nf_merge {
    struct nf_saved whole;  /* the first file, with the games of all others added */
    const char *whole_name; /* of the first file; NULL: there is none yet */
    struct nf_merge_part *parts;
    size_t count, room;
    struct nf_span span; /* of all, by nf_merge_finish */
};

/* Adds the file `input`; its name is borrowed and outlives the merge. NF_INVALID if it is no saved
 * run, is not finished, was written by another version of the program, or was made with other
 * parameters or another seed than the first one; NF_IO. After a failure the merge can only be
 * closed. */
enum nf_status nf_merge_add(struct nf_merge *merge, const struct nf_input *input,
                            struct nf_error *err);

/* Checks that the ranges of the files added (at least one) leave no gap and do not overlap, and
 * makes the report of the joined run, which is valid until nf_merge_close. NF_INVALID names the
 * indices and the files. */
enum nf_status nf_merge_finish(struct nf_merge *merge, struct nf_report *report,
                               struct nf_error *err);

void nf_merge_close(struct nf_merge *merge);

#endif
