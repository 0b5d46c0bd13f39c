#include "games/cirno/simulated/exact/rounds.h"

#include "base/threads.h"
#include "games/cirno/simulated/exact/chain.h"
#include "sim/setup.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The pairs of who is not to move are cut into slices. Nothing that the mover does depends on them,
 * so a thread can take a slice through a turn without looking at the others. */
enum { SLICE = 16, SLICES = (CIRNO_CHAIN_PAIRS + SLICE - 1) / SLICE };

/* The chances of a slice: a few vectors, of the size that every machine has. */
typedef double cirno_vector __attribute__((vector_size(16)));
enum { VECTORS = SLICE * sizeof(double) / sizeof(cirno_vector) };
typedef union {
    cirno_vector part[VECTORS];
    double at[SLICE];
} cirno_row;

/* The states before a turn, a tile for each slice and block. A tile has a row for each pair. What a
 * turn of the other player led to is by her pair, in slices of the mover's; what a turn of the same
 * player led to, by the mover's pair, in slices of the other's. A tile that is not live holds
 * zeros. */
struct states {
    cirno_row *crossed, *kept;
    uint8_t *crossed_live, *kept_live; /* [block][the slice that wrote it] */
};

/* What the states of a slice and a mover came to in a turn. */
struct share {
    cirno_row lost;
    double flying, cut;
};

/* Steps of a block that differ in hands alone are an aim: their chances are added up in the same
 * tile, from its beginning to its end, which is what memory is fast at. */
struct aim {
    const struct cirno_step *step; /* one of them */
    uint32_t end;                  /* behind the last of its moves */
};

struct move {
    struct cirno_making made;
    uint8_t kept; /* pair */
};

struct cirno_flow {
    const struct cirno_chain *chain;
    uint32_t others; /* pairs of who is not to move; 1 where there is nobody */
    uint32_t slices; /* of them */
    struct move *moves;
    struct aim *aims;        /* those of block b: */
    uint32_t *first_aim;     /* aims[first_aim[b]] .. aims[first_aim[b + 1] - 1] */
    void *memory;            /* of all states: */
    struct states now, next; /* of two players, the same `kept`: see play_slice */
    struct share shares[SLICES * CIRNO_CHAIN_SEATS];
    uint32_t lowest;     /* level of these rounds */
    double least;        /* of the turn that is played: */
    struct nf_pool pool; /* a job is a slice of a mover's states, and has a share */
};

/* Where a card leads to does not depend on the rest of the hand. */
static void list_aims(struct cirno_flow *flow)
{
    const struct cirno_chain *const chain = flow->chain;
    uint32_t aims = 0, moves = 0;
    for (uint32_t block = 0; block < cirno_chain_blocks(chain); block++) {
        flow->first_aim[block] = aims;
        for (uint32_t card = 0; card <= CIRNO_LOSES; card++) {
            const struct cirno_step *last = NULL;
            for (uint32_t i = chain->first[block]; i < chain->first[block + 1]; i++) {
                const struct cirno_step *const step = &chain->steps[i];
                if (step->card != card)
                    continue;
                if (last == NULL || last->chance < step->chance || last->chance > step->chance)
                    flow->aims[aims++].step = step;
                flow->moves[moves++] = (struct move){chain->making[step->hand], step->pair};
                flow->aims[aims - 1].end = moves;
                last = step;
            }
        }
    }
    flow->first_aim[cirno_chain_blocks(chain)] = aims;
}

size_t cirno_flow_level(uint32_t players, size_t pairs, size_t hands)
{
    const size_t slices = players > 1 ? (pairs + SLICE - 1) / SLICE : 1;
    /* Two players: with and without DOUBLE, before and behind a turn, and those that are kept. */
    const size_t tiles = players * (players > 1 ? 5 : 4) * slices;
    return tiles * pairs * sizeof(cirno_row) + 2 * players * hands * sizeof(struct move);
}

/* Gives states and what is live their places in flow->memory. */
static bool states_open(struct cirno_flow *flow)
{
    const size_t live = (size_t)cirno_chain_blocks(flow->chain) * SLICES;
    const size_t tiles =
        (size_t)cirno_chain_blocks(flow->chain) * flow->slices * flow->chain->pairs;
    struct states *const now = &flow->now, *const next = &flow->next;
    now->kept = cirno_pages(&flow->memory, 3 * tiles * sizeof(cirno_row) + 4 * live);
    if (now->kept == NULL)
        return false;
    now->crossed = now->kept + tiles;
    next->crossed = now->crossed + tiles;
    /* Only a player alone needs two of them, see play_slice; for her nothing is crossed. */
    next->kept = flow->chain->players > 1 ? now->kept : next->crossed;
    now->kept_live = (uint8_t *)(next->crossed + tiles);
    now->crossed_live = now->kept_live + live;
    next->kept_live = now->crossed_live + live;
    next->crossed_live = next->kept_live + live;
    return true;
}

enum nf_status cirno_flow_open(struct cirno_flow **opened, const struct cirno_chain *chain,
                               struct nf_error *err)
{
    struct cirno_flow *const flow = calloc(1, sizeof *flow);
    const uint32_t blocks = cirno_chain_blocks(chain), steps = chain->first[blocks];
    bool fits = flow != NULL;
    if (fits) {
        flow->chain = chain;
        flow->others = chain->players > 1 ? chain->pairs : 1;
        flow->slices = (flow->others + SLICE - 1) / SLICE;
        flow->moves = malloc(steps * sizeof *flow->moves);
        flow->aims = malloc(steps * sizeof *flow->aims);
        flow->first_aim = malloc((blocks + 1) * sizeof *flow->first_aim);
        fits = flow->moves != NULL && flow->aims != NULL && flow->first_aim != NULL &&
               states_open(flow);
    }
    if (!fits) {
        cirno_flow_close(flow);
        return nf_fail(err, NF_IO, "out of memory for all states of a round from p = %d on",
                       chain->floor);
    }
    list_aims(flow);
    *opened = flow;
    return NF_OK;
}

void cirno_flow_close(struct cirno_flow *flow)
{
    if (flow == NULL)
        return;
    free(flow->moves);
    free(flow->aims);
    free(flow->first_aim);
    free(flow->memory);
    free(flow);
}

/* Tiles that a turn of two players leaves out, those that are kept under DOUBLE, lie together: so
 * no memory is used for them. */
static cirno_row *tile_of(const struct cirno_flow *flow, cirno_row *tiles, uint32_t block,
                          uint32_t slice)
{
    return tiles + ((size_t)block * flow->slices + slice) * flow->chain->pairs;
}

/* Forgets the states that are left. */
static void clear(struct cirno_flow *flow, struct states *states)
{
    const uint32_t blocks = cirno_chain_blocks(flow->chain);
    const size_t bytes = flow->chain->pairs * sizeof(cirno_row);
    for (uint32_t block = 0; block < blocks; block++)
        for (uint32_t slice = 0; slice < flow->slices; slice++) {
            if (states->crossed_live[block * SLICES + slice])
                memset(tile_of(flow, states->crossed, block, slice), 0, bytes);
            if (states->kept_live[block * SLICES + slice])
                memset(tile_of(flow, states->kept, block, slice), 0, bytes);
        }
    memset(states->crossed_live, 0, (size_t)blocks * SLICES);
    memset(states->kept_live, 0, (size_t)blocks * SLICES);
}

void cirno_flow_start(struct cirno_flow *flow, cirno_handover start, uint32_t lowest)
{
    const struct cirno_chain *const chain = flow->chain;
    assert(lowest <= (uint32_t)-chain->floor);
    flow->lowest = lowest;
    clear(flow, &flow->now);
    for (uint32_t seat = 0; seat < chain->players; seat++) {
        const uint32_t block = cirno_chain_block(chain, seat, false, (uint32_t)-chain->floor);
        memset(flow->now.kept_live + (size_t)block * SLICES, 1, flow->slices);
        for (uint32_t pair = 0; pair < chain->pairs; pair++)
            for (uint32_t other = 0; other < flow->others; other++)
                tile_of(flow, flow->now.kept, block, other / SLICE)[pair].at[other % SLICE] =
                    chain->dealt[pair] * start[seat][other];
    }
}

/* ---- a slice's part of a turn ---- */

/* By the mover's pair; there may be rows behind the last pair, for whole slices. */
typedef cirno_row cirno_tile[SLICES * SLICE];

/* Adds the states that the other one's turn led to, and forgets them. */
static void take_crossed(struct cirno_flow *flow, uint32_t block, uint32_t slice, cirno_tile tile)
{
    const uint32_t first = slice * SLICE;
    const uint32_t count = flow->others - first < SLICE ? flow->others - first : SLICE;
    for (uint32_t from = 0; from < flow->slices; from++) {
        if (!flow->now.crossed_live[(size_t)block * SLICES + from])
            continue;
        cirno_row *const crossed = tile_of(flow, flow->now.crossed, block, from) + first;
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t k = 0; k < SLICE; k++)
                tile[from * SLICE + k].at[i] += crossed[i].at[k];
            for (uint32_t k = 0; k < VECTORS; k++)
                crossed[i].part[k] = (cirno_vector){0};
        }
    }
}

/* Moves the states of a block to the tile. Returns the sum of their absolute chances. */
static double take_slice(struct cirno_flow *flow, uint32_t block, uint32_t slice, cirno_tile tile)
{
    const uint32_t pairs = flow->chain->pairs;
    cirno_row *const kept = tile_of(flow, flow->now.kept, block, slice);
    double sums[SLICE] = {0}, sum = 0;
    if (flow->now.kept_live[(size_t)block * SLICES + slice]) {
        memcpy(tile, kept, pairs * sizeof *kept);
        memset(kept, 0, pairs * sizeof *kept);
    } else
        memset(tile, 0, pairs * sizeof *kept);
    take_crossed(flow, block, slice, tile);
    for (uint32_t pair = 0; pair < pairs; pair++)
        for (uint32_t i = 0; i < SLICE; i++)
            sums[i] += fabs(tile[pair].at[i]);
    for (uint32_t i = 0; i < SLICE; i++)
        sum += sums[i];
    return sum;
}

/* Where the chances of a step are added up, by the pair that is kept. */
static cirno_row *target(struct cirno_flow *flow, const struct cirno_step *step, uint32_t mover,
                         uint32_t slice, struct share *share)
{
    const bool same = step->end == CIRNO_STEP_SAME;
    const uint32_t level = step->level > flow->lowest ? step->level : flow->lowest;
    const uint32_t block =
        cirno_chain_block(flow->chain, same ? mover : 1 - mover, step->doubled, level);
    if (step->end == CIRNO_STEP_LOST)
        return &share->lost;
    (same ? flow->next.kept_live : flow->next.crossed_live)[(size_t)block * SLICES + slice] = 1;
    return tile_of(flow, same ? flow->next.kept : flow->next.crossed, block, slice);
}

static double absolute(const cirno_row *row)
{
    double sum = 0;
    for (uint32_t i = 0; i < SLICE; i++)
        sum += fabs(row->at[i]);
    return sum;
}

/* The chances of a hand, by the other's pair: its third card is each of its cards. */
static inline cirno_row chances_of(const struct cirno_making *making, const double *drawn,
                                   const cirno_row *tile)
{
    const double a = drawn[making->kind[0]], b = drawn[making->kind[1]], c = drawn[making->kind[2]];
    const cirno_row *const x = &tile[making->pair[0]], *const y = &tile[making->pair[1]],
                           *const z = &tile[making->pair[2]];
    cirno_row chances;
    for (uint32_t i = 0; i < VECTORS; i++)
        chances.part[i] = a * x->part[i] + b * y->part[i] + c * z->part[i];
    return chances;
}

static void play_block(struct cirno_flow *flow, uint32_t block, uint32_t slice, cirno_tile tile,
                       struct share *share)
{
    const struct cirno_chain *const chain = flow->chain;
    const uint32_t mover = block / chain->levels / 2, first = flow->first_aim[block];
    const struct move *move = flow->moves + (first > 0 ? flow->aims[first - 1].end : 0);
    for (uint32_t i = first; i < flow->first_aim[block + 1]; i++) {
        const struct aim aim = flow->aims[i];
        cirno_row *const to = target(flow, aim.step, mover, slice, share);
        const bool fell =
            aim.step->fell || (aim.step->end != CIRNO_STEP_LOST && aim.step->level < flow->lowest);
        double drawn[CIRNO_CARDS + 1];
        for (uint32_t kind = 0; kind <= chain->kinds; kind++)
            drawn[kind] = chain->chance[kind] * aim.step->chance;
        for (const struct move *const end = flow->moves + aim.end; move < end; move++) {
            const cirno_row chances = chances_of(&move->made, drawn, tile);
            for (uint32_t k = 0; k < VECTORS; k++)
                to[move->kept].part[k] += chances.part[k];
            if (fell)
                share->cut += absolute(&chances);
        }
    }
}

static bool live(const struct cirno_flow *flow, uint32_t block, uint32_t slice)
{
    return flow->now.kept_live[(size_t)block * SLICES + slice] ||
           memchr(flow->now.crossed_live + (size_t)block * SLICES, 1, flow->slices) != NULL;
}

/* Of two players only a card under DOUBLE keeps the turn, and leads to states without it. So all
 * that was kept is taken before anything is, if those go first. */
static void play_slice(struct cirno_flow *flow, uint32_t slice, uint32_t mover, struct share *share)
{
    const struct cirno_chain *const chain = flow->chain;
    cirno_tile tile;
    memset(share, 0, sizeof *share);
    for (uint32_t doubled = 0; doubled < 2; doubled++)
        for (uint32_t level = flow->lowest; level < chain->levels; level++) {
            const uint32_t block = cirno_chain_block(chain, mover, doubled != 0, level);
            if (!live(flow, block, slice))
                continue;
            const double chance = take_slice(flow, block, slice, tile);
            share->flying += chance;
            if (chance < flow->least)
                share->cut += chance;
            else
                play_block(flow, block, slice, tile, share);
        }
}

static enum nf_status run_turn_part(void *owner, uint32_t number, struct nf_error *err)
{
    struct cirno_flow *const flow = owner;
    uint64_t job;
    (void)number;
    (void)err;
    while (nf_pool_take_one(&flow->pool, &job))
        play_slice(flow, (uint32_t)job % flow->slices, (uint32_t)job / flow->slices,
                   &flow->shares[job]);
    return NF_OK;
}

enum nf_status cirno_flow_turn(struct cirno_flow *flow, uint32_t threads, double least,
                               struct cirno_turn *turn, struct nf_error *err)
{
    const uint32_t jobs = flow->chain->players * flow->slices;
    flow->pool =
        (struct nf_pool){.workers = threads, .owner = flow, .work = run_turn_part, .end = jobs};
    flow->least = least;
    NF_TRY(nf_pool_run(&flow->pool, err));
    memset(turn, 0, sizeof *turn);
    for (uint32_t job = 0; job < jobs; job++) {
        const struct share *const share = &flow->shares[job];
        const uint32_t first = job % flow->slices * SLICE;
        turn->flying += share->flying;
        turn->cut += share->cut;
        for (uint32_t i = 0; i < SLICE && first + i < flow->others; i++)
            turn->lost[job / flow->slices][first + i] = share->lost.at[i];
    }
    const size_t blocks = cirno_chain_blocks(flow->chain);
    memset(flow->now.crossed_live, 0, blocks * SLICES);
    memset(flow->now.kept_live, 0, blocks * SLICES);
    const struct states played = flow->now;
    flow->now = flow->next;
    flow->next = played;
    return NF_OK;
}
