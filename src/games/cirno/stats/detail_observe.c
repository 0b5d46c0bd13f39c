/* The observer: plays a game once more, by the reference rules, and counts what happens. */
#include "games/cirno/stats/detail.h"

#include "games/cirno/kernels/reference.h"
#include "games/cirno/kernels/source.h"

/* A game being followed. */
struct follower {
    struct cirno_source source; /* first: see cirno_source_draw() */
    struct cirno_detail_sums *sums;
    struct cirno_watch watch;
    uint32_t turns; /* that the round is said to have */
    bool counted;   /* the hand that lost and p are among those that can */
};

/* Ties by the statement's rule: every event before this one. */
static const cirno_event_set all_ties = ((cirno_event_set)1 << (CIRNO_BEFORE_OTHER_EVENTS + 1)) - 1;

static void add_events(struct cirno_detail_sums *sums, cirno_event_set events)
{
    for (; events != 0; events &= events - 1)
        sums->events[__builtin_ctzll(events)]++;
}

static bool add_loss(struct cirno_detail_sums *sums, const struct cirno_table *table)
{
    const uint32_t number = cirno_losing_hand(table->hands[table->seat]);
    if (number == CIRNO_LOSING_HANDS || table->p < 0 || table->p > CIRNO_LIMIT)
        return false;
    sums->hands[table->doubled][number]++;
    sums->loss_p[table->doubled][table->p]++;
    return true;
}

/* Counts a turn; not one more than the round is said to have. */
__attribute__((always_inline)) static inline bool see(void *client, const struct cirno_walk *walk,
                                                      unsigned card)
{
    struct follower *const follower = client;
    struct cirno_detail_sums *const sums = follower->sums;
    const struct cirno_table *const table = &walk->table;
    if (walk->turn > follower->turns)
        return false;
    const bool usual = follower->source.seating == NULL ||
                       card == cirno_choose(table->hands[table->seat], table->p, table->doubled);
    add_events(sums, cirno_watch_turn(&follower->watch, table, card) &
                         (usual ? ~(cirno_event_set)0 : ~all_ties));
    cirno_watch_pass(&follower->watch, table, card);
    if (card == CIRNO_LOSES) {
        follower->counted = add_loss(sums, table);
        return true;
    }
    const int32_t p = cirno_apply(card, table->p);
    sums->played[table->doubled][card]++;
    sums->lowest_p = p < sums->lowest_p ? p : sums->lowest_p;
    return true;
}

bool cirno_observe(const struct cirno_setup *setup, uint64_t index, uint64_t attempt,
                   const uint32_t *rounds, struct cirno_detail_sums *sums)
{
    static const struct cirno_walker walker = {cirno_source_choose, cirno_source_draw, see};
    const struct nf_params *const params = &setup->base.params;
    struct follower follower = {.sums = sums, .watch = cirno_watch_open()};
    struct cirno_walk walk = cirno_source_open(&follower.source, setup, index, attempt);
    sums->lowest_p = 0;
    for (; walk.round < params->rounds; walk.round++) {
        follower.turns = rounds[walk.round] >> NF_SEAT_BITS;
        if (cirno_walk_round(&walker, &follower, &walk) != CIRNO_COMPLETE || !follower.counted ||
            cirno_round_word(&walk) != rounds[walk.round])
            return false;
    }
    const int64_t left = params->deck == 0 ? 0 : (int64_t)params->deck - walk.used;
    add_events(sums, cirno_watch_game(params->players, left));
    return left >= 0;
}
