/* What is counted of Cirno's games, and what follows from it.
 *
 * An outcome record has a word a round, `turns << NF_SEAT_BITS | loser`. The sums of a tally, for n
 * players and m rounds a game, are in this order:
 *
 *     after      (n + 1) * n  rounds by who lost the round before and who loses; row n are the
 *                             first rounds, which nobody lost before
 *     in_game    n * (m + 1)  games by seat and by the rounds she lost in the game
 *     products   n (n + 1)/2  sums over games of the product of two seats' losses in the game:
 *                             (0,0), (0,1), .., (0,n-1), (1,1), ..; their covariance follows
 *     turns      TURNS        rounds by number of turns; exact below 128, above in buckets less
 *                             than 1% wide
 *     long       3            of the rounds of 128 turns or more: sum of the turns; sum of their
 *                             squares, low 20 bits of each apart so that no sum overflows
 *     sampled    1            games of the sample: see cirno_in_sample()
 *     places     2 * n        of the sample, rounds by how far the loser sits from who started;
 *                             sums over games of the squares of their numbers in the game
 *     lengths    2 * EXACT    of the sample, rounds by number of turns below 128; squares, too
 *
 * Everything else (losses, mean, deviation) is worked out of these when it is asked for. */
#ifndef NF_CIRNO_TALLYING_H
#define NF_CIRNO_TALLYING_H

#include "base/lang.h"
#include "base/stats/estimate.h"
#include "base/text.h"
#include "games/cirno/rules/events.h"
#include "sim/game.h"
#include "sim/tally.h"
#include "table/tables.h"

enum {
    CIRNO_TURNS_EXACT = 128,
    CIRNO_TURNS_STEPS = 128, /* buckets between 2^k and 2^(k+1) */
    CIRNO_TURNS_OCTAVES = 12,
    CIRNO_TURNS = CIRNO_TURNS_EXACT + CIRNO_TURNS_OCTAVES * CIRNO_TURNS_STEPS,
    CIRNO_SQUARE_BITS = 20,
};

/* Where each part of the sums begins. */
struct cirno_layout {
    uint32_t seats, rounds; /* of a game */
    uint32_t after, in_game, products, turns, long_rounds;
    uint32_t sampled, places, lengths; /* not in files of cirno.tally/1 */
    uint32_t end;
};
struct cirno_layout cirno_layout_of(const struct nf_setup *setup);

/* Whether a game belongs to the sample that shows how much games vary in what takes too long to be
 * looked at in each: the same ones however a run is cut up, and all of a short one. */
static inline bool cirno_in_sample(uint64_t index)
{
    return index < 1024 || index % 16 == 0;
}

enum cirno_extreme {
    CIRNO_LONGEST_ROUND,
    CIRNO_SHORTEST_ROUND,
    CIRNO_MOST_LOSSES,
    CIRNO_DEEPEST_P, /* of details: the lowest p, negated; 0: never below */
};

extern const struct nf_tally_ops cirno_tally;
extern const struct nf_record_ops cirno_records;

/* The functions below read settled tallies of Cirno's games. Seats count from 0. */

/* Rounds played. */
uint64_t cirno_rounds(const struct nf_tally *tally);

/* Rounds that `loser` lost after one that `before` lost; before = players: first rounds. */
uint64_t cirno_losses_after(const struct nf_tally *tally, uint32_t before, uint32_t loser);

/* Rounds that `seat` lost. */
uint64_t cirno_losses(const struct nf_tally *tally, uint32_t seat);

/* Games in which `seat` lost exactly `losses` rounds, losses <= rounds of a game. */
uint64_t cirno_games_with(const struct nf_tally *tally, uint32_t seat, uint32_t losses);

/* Sum over games of the losses of seat `a` times those of seat `b`. */
uint64_t cirno_product(const struct nf_tally *tally, uint32_t a, uint32_t b);

/* Rounds lost by the seat `distance` places clockwise from the round's starter, 0 <= distance <
 * players. The starter is the loser of the round before, seat 0 in the first round. */
uint64_t cirno_relative(const struct nf_tally *tally, uint32_t distance);

/* The shares of rounds that are lost `distance` places from the starter, and that take `turns`,
 * below CIRNO_TURNS_EXACT. Their intervals are nf_share_by_sample's. */
struct nf_estimate cirno_relative_share(const struct nf_tally *tally, uint32_t distance);
struct nf_estimate cirno_turns_share(const struct nf_tally *tally, uint32_t turns);

/* The share of rounds whose turns bucket CIRNO_TURNS_EXACT <= bucket < CIRNO_TURNS counts. Of these
 * the sample has no squares: they have the design effect that the numbers of turns from 64 to 127,
 * as rare, have together. */
struct nf_estimate cirno_long_share(const struct nf_tally *tally, uint32_t bucket);

/* The share of rounds that `seat` loses, with the interval of nf_share_between_games: rounds of one
 * game share hands and depend on each other. Who plays alone loses all, and that is certain. */
struct nf_estimate cirno_loss_rate(const struct nf_tally *tally, uint32_t seat);

/* struct nf_tally_ops's share and gap. */
struct nf_estimate cirno_share(const struct nf_tally *tally, uint32_t seat, uint64_t *times);
struct nf_estimate cirno_gap(const struct nf_tally *tally, uint32_t a, uint32_t b);

/* The test that all seats lose equally often. */
struct nf_alike cirno_alike(const struct nf_tally *tally);

/* Mean and standard deviation of the turns of a round, exact but for the last rounding. */
double cirno_turns_mean(const struct nf_tally *tally);
double cirno_turns_sd(const struct nf_tally *tally);

/* The least number of turns that a share `q` (0 < q <= 1) of the rounds do not exceed; exact below
 * CIRNO_TURNS_EXACT, within 1% above. */
uint32_t cirno_turns_quantile(const struct nf_tally *tally, double q);

/* The numbers of turns from *low to *high that bucket 0 <= bucket < CIRNO_TURNS counts. */
void cirno_turns_bucket(uint32_t bucket, uint32_t *low, uint32_t *high);

/* Members of cirno_tally; see sim/game.h. */
size_t cirno_scratch(const struct nf_setup *setup);
void cirno_count(struct nf_tally *tally, const struct nf_outcome *outcome);
void cirno_settle_sums(struct nf_tally *tally);
void cirno_report(const struct nf_tally *tally, struct nf_tables *tables);

/* ---- details ----
 *
 * What `run --detail` counts besides the usual sums. Each game that a kernel hands in is played
 * once more, by what the rules say of each situation (see detail_internal.h). So kernels, outcomes
 * and digest are the same as without, and whatever kernel played, its losers and turns are checked
 * on the way.
 *
 * One more extreme is how far p fell below 0. */

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
