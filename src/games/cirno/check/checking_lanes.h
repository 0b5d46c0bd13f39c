/* 16 tables side by side, as the player of run --check for AVX-512 has them: plain arrays, so that
 * a test can spoil one of them and see that it is noticed. */
#ifndef NF_CIRNO_CHECKING_LANES_H
#define NF_CIRNO_CHECKING_LANES_H

#include "games/cirno/check/checking.h"

enum {
    CIRNO_CHECKED_LANES = 16,
    CIRNO_CHECKED_STEPS = 64, /* cards of a lane that are played in one go */
};

/* A lane takes one card a step. The turn that loses is three steps, each of which replaces one of
 * the loser's cards; so every hand always holds three. */
struct cirno_checked_lanes {
    _Alignas(64) uint32_t hands[NF_MAX_SEATS][CIRNO_CHECKED_LANES]; /* as in cirno_checked, a word
                                                                      each, first card lowest */
    int32_t p[CIRNO_CHECKED_LANES];
    uint32_t seat[CIRNO_CHECKED_LANES], step[CIRNO_CHECKED_LANES];
    uint32_t doubled[CIRNO_CHECKED_LANES]; /* 0 or 1 */
    uint32_t draws[CIRNO_CHECKED_LANES];   /* of the loser, that are still to come: 0 to 2 */
    uint32_t turn[CIRNO_CHECKED_LANES];    /* turns so far in this round */
    uint32_t kept[CIRNO_CHECKED_LANES];    /* weights of the cards dealt less those gone */
    uint32_t cards[CIRNO_CHECKED_STEPS][CIRNO_CHECKED_LANES]; /* to be drawn, a step a row */

    /* What playing them comes to: a bit a lane. */
    uint16_t lost[CIRNO_CHECKED_STEPS];                         /* a round, at that step */
    uint32_t records[CIRNO_CHECKED_STEPS][CIRNO_CHECKED_LANES]; /* of the rounds lost */
    uint16_t deep;                      /* p fell to -CIRNO_P_BOUND; nothing after that counts */
    uint16_t faults[CIRNO_FAULT_KINDS]; /* by enum cirno_fault; [CIRNO_FAULTLESS] is 0 */
};

/* The weight of a card as lanes count it. */
static inline uint32_t cirno_lane_weight(uint8_t card)
{
    return (uint32_t)cirno_card_weights[card];
}

enum { CIRNO_LANE_CARDS = 32 }; /* entries of a table by card: those of no card are 0 */

/* What a step looks up by card. */
struct cirno_lane_tables {
    /* Twice what p is multiplied by, and twice what is added, 16 bits each; of counter cards 0. */
    _Alignas(64) int32_t effect[CIRNO_LANE_CARDS];
    /* What cirno_wish() is where the card makes p 0, times 4 to leave room for a place. */
    int32_t plain[CIRNO_LANE_CARDS], doubled[CIRNO_LANE_CARDS];
    int32_t most[CIRNO_LANE_CARDS]; /* the largest p on which the card can be played */
    uint32_t weight[CIRNO_LANE_CARDS];
};

/* Fills the tables from the rules. */
void cirno_lane_tables_fill(struct cirno_lane_tables *tables);

/* Plays CIRNO_CHECKED_STEPS steps of every lane, with `players` seats each, and verifies on each
 * turn what cirno_check_turn and cirno_check_loser do, and after the last step what
 * cirno_check_cards does. Only where cirno_checking_avx512.supported(). */
void cirno_check_lanes(struct cirno_checked_lanes *lanes, const struct cirno_lane_tables *tables,
                       uint32_t players);

#endif
