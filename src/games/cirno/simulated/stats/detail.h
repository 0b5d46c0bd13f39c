/* What `run --detail` counts of Cirno's games besides the usual sums (see tallying.h).
 *
 * Each game that a kernel hands in is played once more, by what the rules say of each situation
 * (see detail_internal.h). So kernels, outcomes and digest are the same as without, and whatever
 * kernel played, its losers and turns are checked on the way.
 *
 * One more extreme is how far p fell below 0. */
#ifndef NF_CIRNO_DETAIL_H
#define NF_CIRNO_DETAIL_H

#include "base/text.h"
#include "games/cirno/rules/events.h"
#include "games/cirno/simulated/stats/tallying.h"
#include "gen/cirno/deal.h"

enum {
    /* Whoever holds a B, D, E or counter card can play it at any p, so a hand that loses has none
     * but A1 to A99 and C2. */
    CIRNO_LOSING_TYPES = 8,
    CIRNO_LOSING_HANDS = 120, /* multisets of three of them */
    CIRNO_LOSS_PS = CIRNO_LIMIT + 1,
};

/* The sums of the details, those of cards, hands and p in two rows: without DOUBLE on the player,
 * with it. */
struct cirno_details {
    uint64_t played[2][CIRNO_CARDS];       /* cards played */
    uint64_t hands[2][CIRNO_LOSING_HANDS]; /* held when losing, by number: cirno_losing_hand() */
    uint64_t loss_p[2][CIRNO_LOSS_PS];     /* losses by p, which is from 0 to 99 */
    /* Turns (some: games) with each event of enum cirno_event; ties are counted where the player
     * chose as the statement's strategy does. */
    uint64_t events[CIRNO_EVENTS];
    uint64_t astray; /* games that did not come out as they were handed in: 0, but for a bug */
};
static inline struct cirno_details *cirno_details_of(const struct nf_tally *tally)
{
    return (struct cirno_details *)tally->details;
}

extern const struct nf_detail_ops cirno_detail_ops;

/* The number of a hand of three that loses, 0 .. CIRNO_LOSING_HANDS-1; or CIRNO_LOSING_HANDS for
 * one that cannot. */
uint32_t cirno_losing_hand(cirno_hand hand);

/* The three cards of hand `number`, in the order of enum cirno_card. */
void cirno_losing_cards(uint32_t number, uint8_t cards[CIRNO_HAND]);

/* The design effects (base/stats/estimate.h) of shares of rounds, by p when they are lost, one by
 * one and by ten, and of shares of cards played. */
struct cirno_effects {
    double p[CIRNO_LOSS_PS], tens[CIRNO_LOSS_PS / 10], cards[CIRNO_CARDS];
};

/* Measures them in the games with the indices from 0 to 255 of a setup whose cards are dealt; in
 * fewer where these are long. The sums do not show that, as they have no games apart, and details
 * would take longer if they did. Thread-safe. */
struct cirno_effects cirno_measure_effects(const struct nf_setup *setup);

/* Adds `times` to the sum of each of the events. */
void cirno_add_events(struct cirno_details *details, cirno_event_set events, uint64_t times);

/* The bytes of scratch that games need to be played again, zeroed at first. */
size_t cirno_replay_bytes(const struct nf_setup *setup);

/* Has the game of an outcome played again, sooner or later, and counted; the usual sums have it. */
void cirno_replay_count(struct nf_tally *tally, const struct nf_outcome *outcome);

/* Plays all that is left, and adds all counts to the sums. */
void cirno_replay_settle(struct nf_tally *tally);

#endif
