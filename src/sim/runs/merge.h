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

/* ---- a folder of shards: the files 1.json, 2.json and so on of run --shard I/N ---- */

enum nf_shard_state {
    NF_SHARD_DAMAGED,
    NF_SHARD_MISSING,
    NF_SHARD_STOPPED, /* unfinished, and nobody goes on */
    NF_SHARD_RUNNING,
    NF_SHARD_FINISHED,
};
enum { NF_SHARD_STATES = NF_SHARD_FINISHED + 1, NF_MOST_SHARDS = 1000000 };

struct nf_shard_file {
    enum nf_shard_state state;
    struct nf_span asked; /* the games of the shard, none where they are not known */
    uint64_t played;
    int64_t saved; /* when the file was, in seconds since 1970; 0: there is none */
    char *why;     /* it cannot be used; NULL where it is not damaged */
    bool foreign;  /* damaged for being something else than a run, say a search */
};

/* Start with {0}; release with nf_shards_close(). Used by one thread. */
struct nf_shards {
    struct nf_shard_file *files; /* of shard i + 1 */
    size_t count;
    struct nf_merge merge; /* of all that can be used, if merge.count > 0 */
};

/* Reads the shards of a folder; `count` of them are expected, 0: as many as the file FOLDER/shards
 * says, or if it is not there the highest number of a file. Returns NF_INVALID if there is none or
 * more than NF_MOST_SHARDS; NF_IO for a folder that cannot be read, or without memory. */
enum nf_status nf_shards_read(struct nf_shards *shards, const char *folder, size_t count,
                              struct nf_error *err);
void nf_shards_close(struct nf_shards *shards);

#endif
