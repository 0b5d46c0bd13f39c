#include "games/cirno/simulated/kernels/lanes.h"

#include "games/cirno/rules/rules.h"
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "gen/cirno/deal.h"

#include <assert.h>
#include <string.h>

struct cirno_lanes cirno_lanes_open(const struct nf_setup *setup, struct nf_feed *feed,
                                    struct nf_sink *sink, struct nf_error *err)
{
    return (struct cirno_lanes){
        .setup = (const struct cirno_setup *)setup, .feed = feed, .sink = sink, .err = err};
}

bool cirno_lane_take(struct cirno_lanes *lanes, struct cirno_lane *lane, uint32_t step)
{
    const struct cirno_setup *const setup = lanes->setup;
    lane->busy = false;
    if (lanes->status != NF_OK)
        return false;
    if (lane->again) {
        lane->attempt++;
    } else {
        if (!nf_feed_take(lanes->feed, &lane->index))
            return false;
        lane->attempt = 0;
        memset(lane->rejected, 0, sizeof lane->rejected);
    }
    lane->again = false;
    lane->busy = true;
    lane->first = step;
    lane->round_start = step;
    lane->limit =
        setup->instances != NULL ? setup->instances[lane->index].deck_size : setup->deck_limit;
    return true;
}

void cirno_lane_deal(const struct cirno_lanes *lanes, struct cirno_lane *lane, uint8_t *hands)
{
    const struct cirno_setup *const setup = lanes->setup;
    if (setup->instances != NULL) {
        const struct cirno_instance *const instance = &setup->instances[lane->index];
        memcpy(hands, instance->hands, (size_t)setup->base.params.players * CIRNO_HAND);
        lane->deck = instance->deck;
        return;
    }
    const struct nf_key key = cirno_lane_key(lanes, lane);
    struct cirno_dealer dealer;
    cirno_deal_hands(&dealer, setup, &key, hands);
    lane->rng = dealer.rng;
    lane->deck = NULL;
}

uint32_t cirno_lane_redraw(const struct cirno_lanes *lanes, const struct cirno_lane *lane,
                           uint32_t d)
{
    const struct nf_key key = cirno_lane_key(lanes, lane);
    /* Before the deck the stream has the hands, rounded up to whole words. */
    const uint32_t hands = (CIRNO_HAND * lanes->setup->base.params.players + 3) / 4 * 4;
    return nf_redraw(&key, (uint64_t)hands + d, lanes->setup->total);
}

static void emit(struct cirno_lanes *lanes, struct cirno_lane *lane)
{
    lane->busy = false;
    lanes->valid++;
    struct nf_outcome outcome = {.index = lane->index, .words = lanes->rounds};
    memcpy(outcome.rejected, lane->rejected, sizeof outcome.rejected);
    lanes->sink->take(lanes->sink, &outcome);
}

/* Whether so few candidates are valid that the run will soon meet an index that has none: if less
 * than four among the attempts of an index are, that is one index in 55 or more. */
static bool is_unlikely(const struct cirno_lanes *lanes)
{
    return lanes->rejected > cirno_attempts(lanes->setup->deck_limit) / 4 * (lanes->valid + 1);
}

/* Throws the lane's candidate away: its index gets another attempt. Where none is left, where the
 * game was an explicit one, and in a run that will hardly come to its end, the reference plays the
 * index to its end: it has the message, and refuses after the attempts of one index what costs
 * those of as many as there are lanes. */
static void reject(struct cirno_lanes *lanes, struct cirno_lane *lane, enum cirno_reject kind)
{
    const struct cirno_setup *const setup = lanes->setup;
    lane->busy = false;
    lane->rejected[kind]++;
    lanes->rejected++;
    lane->again = setup->instances == NULL &&
                  lane->attempt + 1 < cirno_attempts(setup->deck_limit) && !is_unlikely(lanes);
    if (lane->again || lanes->status != NF_OK)
        return;
    lanes->status = cirno_play_index(setup, lane->index, lanes->rounds, lane->rejected, lanes->err);
    if (lanes->status == NF_OK)
        emit(lanes, lane);
}

void cirno_lane_complete(struct cirno_lanes *lanes, struct cirno_lane *lane)
{
    if (lane->round_start - lane->first > lane->limit)
        reject(lanes, lane, CIRNO_REJECT_DECK);
    else
        emit(lanes, lane);
}

void cirno_lane_overrun(struct cirno_lanes *lanes, struct cirno_lane *lane)
{
    reject(lanes, lane, CIRNO_REJECT_DECK);
}

void cirno_lane_sunk(struct cirno_lanes *lanes, struct cirno_lane *lane)
{
    reject(lanes, lane, CIRNO_REJECT_VALUE);
}

void cirno_lane_replay(struct cirno_lanes *lanes, struct cirno_lane *lane)
{
    switch (cirno_play_candidate(lanes->setup, lane->index, lane->attempt, lanes->rounds)) {
    case CIRNO_COMPLETE: emit(lanes, lane); break;
    case CIRNO_DECK_OUT: reject(lanes, lane, CIRNO_REJECT_DECK); break;
    case CIRNO_P_OUT: reject(lanes, lane, CIRNO_REJECT_VALUE); break;
    case CIRNO_STOPPED: assert(false && "nobody looks on"); break;
    }
}

/* Why kernels that hold `groups` groups of a plan cannot play the setup, or NULL. */
static const char *unplanned(const struct nf_setup *setup, uint32_t groups)
{
    const struct cirno_seating *const seating = ((const struct cirno_setup *)setup)->seating;
    if (setup->params.paired)
        return "it does not play --paired";
    if (seating != NULL && seating->count > CIRNO_PLAN_KINDS)
        return "it plays at most four different strategies at a table";
    for (uint32_t i = 0; seating != NULL && i < 2 * seating->count; i++) {
        const struct cirno_plan *const plan = &seating->strategies[i / 2]->plan[i % 2];
        if (!plan->fits || plan->groups > groups)
            return "a strategy has more groups or conditions than it can hold";
    }
    return NULL;
}

const char *cirno_planned_only(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    return unplanned(setup, CIRNO_PLAN_GROUPS);
}

const char *cirno_byte_plans_only(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    return unplanned(setup, 8);
}

bool cirno_absent(void)
{
    return false;
}

size_t cirno_absent_memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    (void)setup;
    return NF_CACHE_LINE;
}

enum nf_status cirno_absent_play(const struct nf_kernel *self, const struct nf_setup *setup,
                                 void *memory, struct nf_feed *feed, struct nf_sink *sink,
                                 struct nf_error *err)
{
    (void)self;
    (void)setup, (void)memory, (void)feed, (void)sink;
    return nf_fail(err, NF_INTERNAL, "this build is for a processor without that kernel");
}
