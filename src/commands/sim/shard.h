/* A part of a range of games, by number or by what a cluster's scheduler says of a task. */
#ifndef NF_COMMANDS_SHARD_H
#define NF_COMMANDS_SHARD_H

#include "base/error.h"
#include "sim/plan.h"

#include <stdbool.h>
#include <stdint.h>

/* Part `number` (from 1) of `count` parts. */
struct nf_shard {
    uint64_t number, count;
};

/* Reads "2/7", "auto" or "auto/7" into `*shard`. The last two take the number from the environment
 * of a task of a job array (Slurm, SGE, PBS; from 0 or 1 as the array is) or of an indexed job
 * (Kubernetes, AWS Batch; from 0); "auto" takes the count from there, too. With "auto/7" the array
 * counts from 1, so that some tasks can be submitted again alone. What a scheduler says is reported
 * on standard error. Returns NF_USAGE for other text, for "auto" without such an environment, and
 * where that does not give number and count. One thread, as getenv(). */
enum nf_status nf_shard_read(const char *text, struct nf_shard *shard, struct nf_error *err);

/* The games of `whole` that are the shard's. Sizes of shards differ by at most one game. */
struct nf_span nf_shard_part(const struct nf_shard *shard, struct nf_span whole);

/* Whether the item `number`, from 0, of things that go to the shards in turn is the shard's. */
static inline bool nf_shard_has(const struct nf_shard *shard, uint64_t number)
{
    return number % shard->count == shard->number - 1;
}

#endif
