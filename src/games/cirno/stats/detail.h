/* What `run --detail` counts of Cirno's games besides the usual sums (see tallying.h).
 *
 * Each game that a kernel hands in is played once more, by what the rules say of each situation
 * (see detail_internal.h). So kernels, outcomes and digest are the same as without, and whatever
 * kernel played, its losers and turns are checked on the way.
 *
 * The sums of a detailed tally are the usual ones, then
 *
 *     played   2 * 18    cards played: without DOUBLE on the player, with it
 *     hands    2 * 120   hands held when losing, by DOUBLE and by number, see cirno_losing_hand()
 *     loss_p   2 * 100   losses by DOUBLE and by p, which is from 0 to 99
 *     events   EVENTS    turns (some: games) with each event of enum cirno_event; ties are counted
 *                        where the player chose as the statement's strategy does
 *     astray   1         games that did not come out as they were handed in: 0, but for a bug
 *
 * One more extreme is how far p fell below 0. */
#ifndef NF_CIRNO_DETAIL_H
#define NF_CIRNO_DETAIL_H

#include "base/text.h"
#include "games/cirno/rules/events.h"
#include "games/cirno/stats/tallying.h"
#include "gen/cirno/setup.h"

enum {
    /* Whoever holds a B, D, E or counter card can play it at any p, so a hand that loses has none
     * but A1 to A99 and C2. */
    CIRNO_LOSING_TYPES = 8,
    CIRNO_LOSING_HANDS = 120, /* multisets of three of them */
    CIRNO_LOSS_PS = CIRNO_LIMIT + 1,
    CIRNO_DEEPEST_P = CIRNO_MOST_LOSSES + 1, /* an extreme: the lowest p, negated; 0: never below */
};

/* Where each part of the sums begins. */
struct cirno_detail_layout {
    uint32_t played, hands, loss_p, events, astray, end;
};
struct cirno_detail_layout cirno_detail_layout_of(const struct nf_setup *setup);

extern const struct nf_tally_ops cirno_detail_tally;

/* The number of a hand of three that loses, 0 .. CIRNO_LOSING_HANDS-1; or CIRNO_LOSING_HANDS for
 * one that cannot. */
uint32_t cirno_losing_hand(cirno_hand hand);

/* The three cards of hand `number`, in the order of enum cirno_card. */
void cirno_losing_cards(uint32_t number, uint8_t cards[CIRNO_HAND]);

/* Where a tally adds up what is seen. */
struct cirno_detail_sums {
    uint64_t *played[2]; /* by card; [1]: with DOUBLE on the player */
    uint64_t *hands[2];
    uint64_t *loss_p[2];
    uint64_t *events;
};
struct cirno_detail_sums cirno_detail_sums_of(const struct nf_tally *tally);

/* Adds `times` to the sum of each of the events. */
void cirno_add_events(const struct cirno_detail_sums *sums, cirno_event_set events, uint64_t times);

/* The bytes of scratch that games need to be played again, zeroed at first. */
size_t cirno_replay_bytes(const struct cirno_setup *setup);

/* Has the game of an outcome played again, sooner or later, and counted; the usual sums have it. */
void cirno_replay_count(struct nf_tally *tally, const struct nf_outcome *outcome);

/* Plays all that is left, and adds all counts to the sums. */
void cirno_replay_settle(struct nf_tally *tally);

/* The usual tables and those of the details; see struct nf_tally_ops. */
void cirno_detail_report(const struct nf_tally *tally, struct nf_tables *tables);

#endif
