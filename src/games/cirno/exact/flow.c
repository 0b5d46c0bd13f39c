#include "games/cirno/exact/flow.h"

#include "base/threads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The pairs of who is not to move are cut into slices. Nothing that the mover does depends on them,
 * so a thread can take a slice through a turn without looking at the others. */
enum { SLICE = 16, SLICES = (CIRNO_CHAIN_PAIRS + SLICE - 1) / SLICE };

/* The states before a turn, block by block. Those that a turn of the other player led to are
 * matrices of her pair by the mover's; those that a turn of the same player led to, of the mover's
 * by the other's. A matrix that is not live holds zeros. */
struct states {
    double *crossed, *kept;
    uint8_t *crossed_live, *kept_live; /* [block][the slice that wrote it] */
};

/* What a slice found in a turn. */
struct share {
    double lost[CIRNO_CHAIN_SEATS][SLICE];
    double flying, cut;
};

struct cirno_flow {
    const struct cirno_chain *chain;
    uint32_t others;         /* pairs of who is not to move; 1 where there is nobody */
    uint32_t slices;         /* of them */
    uint32_t columns;        /* of a matrix: whole slices */
    size_t size;             /* of a matrix */
    struct states now, next; /* of two players, the same `kept`: see play_slice */
    struct share shares[SLICES];
    double least;        /* of the turn that is played: */
    struct nf_pool pool; /* a job is a slice */
};

static bool states_open(struct states *states, const struct cirno_flow *flow)
{
    const size_t blocks = cirno_chain_blocks(flow->chain);
    states->crossed = calloc(flow->chain->players > 1 ? blocks * flow->size : 1, sizeof(double));
    if (states->kept == NULL)
        states->kept = calloc(blocks * flow->size, sizeof(double));
    states->crossed_live = calloc(blocks, SLICES);
    states->kept_live = calloc(blocks, SLICES);
    return states->crossed != NULL && states->kept != NULL && states->crossed_live != NULL &&
           states->kept_live != NULL;
}

static void states_close(struct states *states)
{
    free(states->crossed);
    free(states->kept);
    free(states->crossed_live);
    free(states->kept_live);
}

enum nf_status cirno_flow_open(struct cirno_flow **opened, const struct cirno_chain *chain,
                               struct nf_error *err)
{
    struct cirno_flow *const flow = calloc(1, sizeof *flow);
    if (flow != NULL) {
        flow->chain = chain;
        flow->others = chain->players > 1 ? chain->pairs : 1;
        flow->slices = (flow->others + SLICE - 1) / SLICE;
        const uint32_t widest = chain->pairs > flow->others ? chain->pairs : flow->others;
        flow->columns = (widest + SLICE - 1) / SLICE * SLICE;
        flow->size = (size_t)chain->pairs * flow->columns;
    }
    bool opened_all = flow != NULL && states_open(&flow->now, flow);
    if (opened_all && chain->players > 1)
        flow->next.kept = flow->now.kept;
    if (!opened_all || !states_open(&flow->next, flow)) {
        cirno_flow_close(flow);
        return nf_fail(err, NF_IO, "out of memory for all states of a round from p = %d on",
                       chain->floor);
    }
    *opened = flow;
    return NF_OK;
}

void cirno_flow_close(struct cirno_flow *flow)
{
    if (flow == NULL)
        return;
    if (flow->next.kept == flow->now.kept)
        flow->next.kept = NULL;
    states_close(&flow->now);
    states_close(&flow->next);
    free(flow);
}

/* Forgets the states that are left. */
static void clear(struct cirno_flow *flow, struct states *states)
{
    const size_t blocks = cirno_chain_blocks(flow->chain);
    for (size_t block = 0; block < blocks; block++)
        for (uint32_t slice = 0; slice < flow->slices; slice++) {
            if (states->crossed_live[block * SLICES + slice])
                memset(states->crossed + block * flow->size, 0, flow->size * sizeof(double));
            if (states->kept_live[block * SLICES + slice])
                memset(states->kept + block * flow->size, 0, flow->size * sizeof(double));
        }
    memset(states->crossed_live, 0, blocks * SLICES);
    memset(states->kept_live, 0, blocks * SLICES);
}

void cirno_flow_start(struct cirno_flow *flow, cirno_handover start)
{
    const struct cirno_chain *const chain = flow->chain;
    clear(flow, &flow->now);
    for (uint32_t seat = 0; seat < chain->players; seat++) {
        const uint32_t block = cirno_chain_block(chain, seat, false, (uint32_t)-chain->floor);
        double *const matrix = flow->now.kept + block * flow->size;
        memset(flow->now.kept_live + (size_t)block * SLICES, 1, flow->slices);
        for (uint32_t pair = 0; pair < chain->pairs; pair++)
            for (uint32_t other = 0; other < flow->others; other++)
                matrix[pair * flow->columns + other] = chain->dealt[pair] * start[seat][other];
    }
}

/* ---- a slice's part of a turn ---- */

typedef double cirno_tile[CIRNO_CHAIN_PAIRS]
                         [SLICE]; /* mover's pair, other's pair within the slice */

/* Moves the states of a block to the tile. Returns the sum of their absolute chances. */
static double take(struct cirno_flow *flow, uint32_t block, uint32_t slice, cirno_tile tile)
{
    const uint32_t pairs = flow->chain->pairs, first = slice * SLICE;
    const uint32_t count = flow->others - first < SLICE ? flow->others - first : SLICE;
    const size_t row_bytes = SLICE * sizeof(double);
    double sum = 0;
    if (flow->now.kept_live[(size_t)block * SLICES + slice])
        for (uint32_t pair = 0; pair < pairs; pair++) {
            double *const row = flow->now.kept + block * flow->size + pair * flow->columns + first;
            memcpy(tile[pair], row, row_bytes);
            memset(row, 0, row_bytes);
        }
    else
        memset(tile, 0, pairs * row_bytes);
    if (memchr(flow->now.crossed_live + (size_t)block * SLICES, 1, flow->slices) != NULL)
        for (uint32_t other = 0; other < count; other++) {
            double *const row =
                flow->now.crossed + block * flow->size + (first + other) * flow->columns;
            for (uint32_t pair = 0; pair < pairs; pair++)
                tile[pair][other] += row[pair];
            memset(row, 0, pairs * sizeof(double));
        }
    for (uint32_t pair = 0; pair < pairs; pair++)
        for (uint32_t i = 0; i < SLICE; i++)
            sum += fabs(tile[pair][i]);
    return sum;
}

/* Where the states after a step are added up; NULL: nowhere, the round is over. */
static double *target(struct cirno_flow *flow, const struct cirno_step *step, uint32_t mover,
                      uint32_t slice)
{
    const struct cirno_chain *const chain = flow->chain;
    if (step->end == CIRNO_STEP_LOST)
        return NULL;
    const bool same = step->end == CIRNO_STEP_SAME;
    const uint32_t block =
        cirno_chain_block(chain, same ? mover : 1 - mover, step->doubled, step->level);
    (same ? flow->next.kept_live : flow->next.crossed_live)[(size_t)block * SLICES + slice] = 1;
    return (same ? flow->next.kept : flow->next.crossed) + block * flow->size +
           step->pair * flow->columns + slice * SLICE;
}

static void play_block(struct cirno_flow *flow, uint32_t block, uint32_t slice, cirno_tile tile)
{
    const struct cirno_chain *const chain = flow->chain;
    const uint32_t mover = block / chain->levels / 2;
    struct share *const share = &flow->shares[slice];
    for (uint32_t i = chain->first[block]; i < chain->first[block + 1]; i++) {
        const struct cirno_step *const step = &chain->steps[i];
        const struct cirno_making *const making = &chain->making[step->hand];
        double *const to = target(flow, step, mover, slice);
        double *const sums = to != NULL ? to : share->lost[mover];
        double chances[SLICE] = {0};
        for (uint32_t j = 0; j < making->count; j++) {
            const double chance = making->chance[j] * step->chance;
            for (uint32_t k = 0; k < SLICE; k++)
                chances[k] += chance * tile[making->pair[j]][k];
        }
        for (uint32_t k = 0; k < SLICE; k++)
            sums[k] += chances[k];
        for (uint32_t k = 0; k < SLICE && step->fell; k++)
            share->cut += fabs(chances[k]);
    }
}

static bool live(const struct cirno_flow *flow, uint32_t block, uint32_t slice)
{
    return flow->now.kept_live[(size_t)block * SLICES + slice] ||
           memchr(flow->now.crossed_live + (size_t)block * SLICES, 1, flow->slices) != NULL;
}

/* Of two players only a card under DOUBLE keeps the turn, and leads to states without it. So all
 * that was kept is taken before anything is, if those go first. */
static void play_slice(struct cirno_flow *flow, uint32_t slice)
{
    const struct cirno_chain *const chain = flow->chain;
    cirno_tile tile;
    struct share *const share = &flow->shares[slice];
    memset(share, 0, sizeof *share);
    for (uint32_t part = 0; part < 2 * chain->players; part++)
        for (uint32_t level = 0; level < chain->levels; level++) {
            const uint32_t block =
                cirno_chain_block(chain, part % chain->players, part >= chain->players, level);
            if (!live(flow, block, slice))
                continue;
            const double chance = take(flow, block, slice, tile);
            share->flying += chance;
            if (chance < flow->least)
                share->cut += chance;
            else
                play_block(flow, block, slice, tile);
        }
}

static enum nf_status work(void *owner, uint32_t number, struct nf_error *err)
{
    struct cirno_flow *const flow = owner;
    uint64_t slice;
    (void)number;
    (void)err;
    while (nf_pool_take_one(&flow->pool, &slice))
        play_slice(flow, (uint32_t)slice);
    return NF_OK;
}

enum nf_status cirno_flow_turn(struct cirno_flow *flow, uint32_t threads, double least,
                               struct cirno_turn *turn, struct nf_error *err)
{
    flow->pool =
        (struct nf_pool){.workers = threads, .owner = flow, .work = work, .end = flow->slices};
    flow->least = least;
    const enum nf_status status = nf_pool_run(&flow->pool, err);
    if (status != NF_OK)
        return status;
    memset(turn, 0, sizeof *turn);
    for (uint32_t slice = 0; slice < flow->slices; slice++) {
        const struct share *const share = &flow->shares[slice];
        turn->flying += share->flying;
        turn->cut += share->cut;
        for (uint32_t seat = 0; seat < flow->chain->players; seat++)
            for (uint32_t i = 0; i < SLICE && slice * SLICE + i < flow->others; i++)
                turn->lost[seat][slice * SLICE + i] = share->lost[seat][i];
    }
    const size_t blocks = cirno_chain_blocks(flow->chain);
    memset(flow->now.crossed_live, 0, blocks * SLICES);
    memset(flow->now.kept_live, 0, blocks * SLICES);
    const struct states played = flow->now;
    flow->now = flow->next;
    flow->next = played;
    return NF_OK;
}
