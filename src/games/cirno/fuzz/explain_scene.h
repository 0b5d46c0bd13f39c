/* The table at one line of a game's transcript, for those who explain that line. */
#ifndef NF_CIRNO_EXPLAIN_SCENE_H
#define NF_CIRNO_EXPLAIN_SCENE_H

#include "games/cirno/rules/format.h"
#include "games/cirno/rules/rules.h"

/* What the rules write on a line. */
enum cirno_scene_kind {
    CIRNO_SCENE_ROUND, /* the headline of a round */
    CIRNO_SCENE_TURN,  /* a turn: a card played, or a loss */
    CIRNO_SCENE_END,   /* nothing any more: the game is over */
};

struct cirno_scene {
    enum cirno_scene_kind kind;
    uint64_t line;            /* of the transcript, from 1; of the first one after it at the end */
    uint32_t round, turn;     /* from 1; at a headline turn is 0, at the end the last ones */
    struct cirno_table table; /* before the turn; seat is the player whose turn it is */
    bool turned;              /* the direction is counterclockwise: two players' step cannot tell */
    unsigned card;            /* what the rules have her play, or CIRNO_LOSES */
    bool second;              /* she has just taken a DOUBLE with a card of her own */
    uint32_t last_seat;       /* who made the turn before, in whatever round */
    unsigned last_card;       /* and what it was, or CIRNO_LOSES; CIRNO_CARDS + 1: there is none */
};

/* Plays the game of `parsed`, one that cirno_narrate() completes, up to `line` of its transcript
 * (from 1), or to its end. Thread-safe. */
void cirno_scene_find(struct cirno_scene *scene, const struct cirno_parsed *parsed, uint64_t line);

#endif
