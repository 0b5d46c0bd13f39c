/* A folder of shards: the files 1.json, 2.json and so on that run --shard I/N saves, finished or
 * not. */
#ifndef NF_SHARDS_H
#define NF_SHARDS_H

#include "sim/runs/merge.h"

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
