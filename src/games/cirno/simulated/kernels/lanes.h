/* Games side by side: what every vector kernel keeps for each of its lanes besides the table
 * itself, and what it does when a round, a game or the feed ends. All of it happens off the path
 * of a turn.
 *
 * Time is counted in steps of a group of lanes that move together: every lane takes exactly one
 * card a step. A turn that does not lose is one step; the loser's is three, because two of her
 * three new cards are drawn by steps of their own. So a candidate that began at step `first` has
 * used `step - first` cards at the start of `step`, and a round that began at step b and was lost
 * at step e had e - b + 1 turns. Steps wrap around at 2^32.
 *
 * A kernel's loop: cirno_lane_take() and cirno_lane_deal() put a game into a lane; lost rounds go
 * to a log of the kernel's; after the last one they are recorded, and cirno_lane_complete()
 * settles; cirno_lane_overrun(), cirno_lane_sunk() and cirno_lane_replay() are for lanes that a
 * kernel cannot finish. Each of these four leaves the lane without a game: take the next one. */
#ifndef NF_CIRNO_LANES_H
#define NF_CIRNO_LANES_H

#include "base/error.h"
#include "base/rng.h"
#include "games/cirno/rules/cirno.h"
#include "gen/cirno/deal.h"

#include <stdbool.h>

/* One game in play. */
struct cirno_lane {
    uint64_t index, attempt;            /* which candidate; see struct nf_key */
    uint32_t rejected[NF_REJECT_KINDS]; /* candidates of this index thrown away before */
    bool busy;                          /* holds a game */
    bool again;                         /* the next game is the next attempt of this index */
    uint32_t first;                     /* step that uses the first card of the deck */
    uint32_t round_start;               /* step of the first turn of the round being recorded */
    uint32_t limit;                     /* cards the deck may have */
    struct nf_rng rng;                  /* next word of the deck, if cards are dealt */
    const uint8_t *deck;                /* `limit` cards, top first, or NULL if cards are dealt */
};

/* What a worker's lanes have in common. */
struct cirno_lanes {
    const struct cirno_setup *setup;
    struct nf_feed *feed;
    struct nf_sink *sink;
    struct nf_error *err;
    enum nf_status status;    /* NF_OK, or what play() has to return as soon as it can */
    uint64_t valid, rejected; /* games passed to the sink, candidates thrown away by lanes */
    /* The outcome record of the game that is being settled: one for all, so that it stays in the
     * first cache. */
    uint32_t rounds[NF_MAX_ROUNDS];
};

/* The lanes of one call of play(); everything is borrowed. */
struct cirno_lanes cirno_lanes_open(const struct nf_setup *setup, struct nf_feed *feed,
                                    struct nf_sink *sink, struct nf_error *err);

/* The key of the lane's stream. */
static inline struct nf_key cirno_lane_key(const struct cirno_lanes *lanes,
                                           const struct cirno_lane *lane)
{
    const struct nf_key key = {lanes->setup->base.params.seed, lane->index, lane->attempt};
    return key;
}

/* Names the lane's next game, to begin at `step`: the next attempt after a rejected candidate,
 * else the next index of the feed. False if there is none, or after an error (lanes->status); the
 * lane is then idle (`busy` false). A lane must be zeroed before its first use. */
bool cirno_lane_take(struct cirno_lanes *lanes, struct cirno_lane *lane, uint32_t step);

/* Deals the hands of the game that cirno_lane_take() named: seat s holds hands[3*s .. 3*s+2].
 * Sets `rng` to the first word of the deck, or `deck` to the cards of the instance. */
void cirno_lane_deal(const struct cirno_lanes *lanes, struct cirno_lane *lane, uint8_t *hands);

/* The ticket at place `d` of the lane's deck when its chunk was rejected. */
uint32_t cirno_lane_redraw(const struct cirno_lanes *lanes, const struct cirno_lane *lane,
                           uint32_t d);

/* Settles a lane whose rounds are all in lanes->rounds, and whose round_start is the step past the
 * last loser's third card: passes the game to the sink, or throws the candidate away if its deck
 * would have been too long. */
void cirno_lane_complete(struct cirno_lanes *lanes, struct cirno_lane *lane);

/* Whether the candidate has used more cards than its deck has before `step`. Such a lane cannot
 * become a valid game; settle it with cirno_lane_overrun(). */
static inline bool cirno_lane_is_overrun(const struct cirno_lane *lane, uint32_t step)
{
    return lane->busy && step - lane->first > lane->limit;
}
void cirno_lane_overrun(struct cirno_lanes *lanes, struct cirno_lane *lane);

/* Settles a lane whose p fell to -CIRNO_P_BOUND while its game went on. */
void cirno_lane_sunk(struct cirno_lanes *lanes, struct cirno_lane *lane);

/* Settles a lane by playing its candidate again from the start with the reference: for what a
 * kernel's packed form cannot hold. */
void cirno_lane_replay(struct cirno_lanes *lanes, struct cirno_lane *lane);

/* An nf_kernel.unfit of kernels that play strategies by their plans. */
const char *cirno_planned_only(const struct nf_kernel *self, const struct nf_setup *setup);

/* The same for kernels that keep the groups of a plan in a byte. */
const char *cirno_byte_plans_only(const struct nf_kernel *self, const struct nf_setup *setup);

/* The functions of a kernel that this build has not, for it is for another processor: never
 * supported, and play() fails with NF_INTERNAL. */
bool cirno_absent(void);
size_t cirno_absent_memory(const struct nf_kernel *self, const struct nf_setup *setup);
enum nf_status cirno_absent_play(const struct nf_kernel *self, const struct nf_setup *setup,
                                 void *memory, struct nf_feed *feed, struct nf_sink *sink,
                                 struct nf_error *err);

#endif
