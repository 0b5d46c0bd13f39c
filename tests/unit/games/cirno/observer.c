#include "tests/unit/games/cirno/observer.h"

#include "games/cirno/kernels/reference.h"
#include "games/cirno/kernels/source.h"

/* A game being followed. */
struct follower {
    struct cirno_source source; /* first: see cirno_source_draw() */
    struct cirno_details *sums;
    int32_t lowest_p;
    struct cirno_watch watch;
    uint32_t turns; /* that the round is said to have */
    bool counted;   /* the hand that lost and p are among those that can */
};

/* Ties by the statement's rule: every event before this one. */
static const cirno_event_set all_ties = ((cirno_event_set)1 << (CIRNO_BEFORE_OTHER_EVENTS + 1)) - 1;

static bool add_loss(struct cirno_details *sums, const struct cirno_table *table)
{
    const uint32_t number = cirno_losing_hand(table->hands[table->seat]);
    if (number == CIRNO_LOSING_HANDS || table->p < 0 || table->p > CIRNO_LIMIT)
        return false;
    sums->hands[table->doubled][number]++;
    sums->loss_p[table->doubled][table->p]++;
    return true;
}

/* Counts a turn; not one more than the round is said to have. */
static bool see(void *client, const struct cirno_walk *walk, unsigned card)
{
    struct follower *const follower = client;
    struct cirno_details *const sums = follower->sums;
    const struct cirno_table *const table = &walk->table;
    if (walk->turn > follower->turns)
        return false;
    const bool usual = follower->source.seating == NULL ||
                       card == cirno_choose(table->hands[table->seat], table->p, table->doubled);
    cirno_add_events(sums,
                     cirno_watch_turn(&follower->watch, table, card) &
                         (usual ? ~(cirno_event_set)0 : ~all_ties),
                     1);
    cirno_watch_pass(&follower->watch, table, card);
    if (card == CIRNO_LOSES) {
        follower->counted = add_loss(sums, table);
        return true;
    }
    const int32_t p = cirno_apply(card, table->p);
    sums->played[table->doubled][card]++;
    follower->lowest_p = p < follower->lowest_p ? p : follower->lowest_p;
    return true;
}

bool observe(const struct cirno_setup *setup, uint64_t index, uint64_t attempt,
             const uint32_t *rounds, struct cirno_details *sums, int32_t *lowest_p)
{
    static const struct cirno_callbacks callbacks = {cirno_source_choose, cirno_source_draw, see};
    const struct nf_params *const params = &setup->base.params;
    struct follower follower = {.sums = sums, .watch = cirno_watch_open()};
    struct cirno_walk walk = cirno_source_open(&follower.source, setup, index, attempt);
    for (; walk.round < params->rounds; walk.round++) {
        follower.turns = rounds[walk.round] >> NF_SEAT_BITS;
        if (cirno_walk_round(&callbacks, &follower, &walk) != CIRNO_COMPLETE || !follower.counted ||
            cirno_round_word(&walk) != rounds[walk.round])
            return false;
    }
    const int64_t left = params->deck == 0 ? 0 : (int64_t)params->deck - walk.used;
    cirno_add_events(sums, cirno_watch_game(params->players, left), 1);
    *lowest_p = follower.lowest_p;
    return left >= 0;
}
