/* The position at a line of a transcript, for explaining that line. */
#ifndef NF_CIRNO_POSITION_H
#define NF_CIRNO_POSITION_H

#include "base/text.h"
#include "games/cirno/rules/format.h"
#include "games/cirno/rules/rules.h"

/* The kind of a line by the rules. */
enum cirno_position_kind {
    CIRNO_POSITION_ROUND, /* the headline of a round */
    CIRNO_POSITION_TURN,  /* a card played, or a loss */
    CIRNO_POSITION_END,   /* the game is over */
};

struct cirno_position {
    enum cirno_position_kind kind;
    uint64_t line;            /* in the transcript, from 1; at the end, the line after the last */
    uint32_t round, turn;     /* from 1; turn is 0 at a headline; the last ones at the end */
    struct cirno_table table; /* before the turn; `seat` is the player to move */
    bool turned; /* the direction is counterclockwise, which `step` does not show for two players */
    unsigned card;      /* the card she plays by the rules, or CIRNO_LOSES */
    uint32_t drawn;     /* cards drawn from the deck before */
    bool second;        /* she has just taken a DOUBLE by her first card */
    uint32_t last_seat; /* player of the turn before, possibly in the last round */
    unsigned last_card; /* her card or CIRNO_LOSES; CIRNO_CARDS + 1: there is no turn before */
};

/* Plays `parsed`, a game that cirno_narrate() completes, and calls `visit` with the position at
 * each line of its transcript from line `first` (from 1) on, until it returns false; NULL: only up
 * to `first`. Then `position` is that at the line where it stopped, or at the end. Thread-safe. */
void cirno_positions(struct cirno_position *position, const struct cirno_parsed *parsed,
                     uint64_t first,
                     bool (*visit)(void *owner, const struct cirno_position *position),
                     void *owner);

/* ---- rows of an explanation, wrapped at 80 columns ---- */

/* Append the place in the game, the player's hand with the p that each card makes, and the rule
 * that decides her play. Only for turns. */
void cirno_explain_where(struct nf_text *why, const struct cirno_position *position,
                         const struct nf_name *names);
void cirno_explain_hand(struct nf_text *why, const struct cirno_position *position);
void cirno_explain_rule(struct nf_text *why, const struct cirno_position *position);

/* Appends why it is this player's turn. Only for turns. */
void cirno_explain_turn(struct nf_text *why, const struct cirno_position *position,
                        const struct nf_name *names);

/* Appends how `card` changes p. Only for turns. */
void cirno_explain_sum(struct nf_text *why, const struct cirno_position *position, unsigned card);

#endif
