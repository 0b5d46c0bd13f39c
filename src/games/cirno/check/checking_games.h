/* What the players of run --check have in common besides the rules: games out of the feed into
 * play, and out of it. Nothing here is on the path of a turn. */
#ifndef NF_CIRNO_CHECKING_GAMES_H
#define NF_CIRNO_CHECKING_GAMES_H

#include "base/error.h"
#include "games/cirno/check/checking.h"
#include "gen/cirno/deal.h"
#include "gen/cirno/setup.h"

/* One call of play(); everything is borrowed. */
struct cirno_checker {
    const struct cirno_setup *setup;
    struct nf_feed *feed;
    struct nf_sink *sink;
    struct nf_error *err;
    enum nf_exit end; /* NF_OK, or what play() has to return as soon as it can */
};

/* A game in play. Zeroed before its first use. */
struct cirno_checked_game {
    struct cirno_dealer dealer; /* of the next card of the deck, where cards are dealt */
    const uint8_t *given;       /* a deck, or NULL: cards are dealt */
    uint32_t limit;             /* cards the deck may have */
    bool busy;                  /* there is a game */
    uint64_t index, attempt;
    uint32_t rejected[NF_REJECT_KINDS];
    uint32_t round; /* rounds in `rounds` */
    uint32_t rounds[NF_MAX_ROUNDS];
};

/* Takes the next game of the feed and deals it: CIRNO_HAND cards for each seat to `hands`. False if
 * there is none, or after a failure; the game is then not busy. */
bool cirno_checked_take(struct cirno_checker *checker, struct cirno_checked_game *game,
                        uint8_t *hands);

/* Throws the candidate away and deals the next one of the index; returns as cirno_checked_take.
 * NF_INVALID, in checker->end, if the index has no more candidates. */
bool cirno_checked_reject(struct cirno_checker *checker, struct cirno_checked_game *game,
                          enum nf_reject why, uint8_t *hands);

/* Whether the `used` cards of the deck that a game has drawn are one a turn and CIRNO_HAND a loser,
 * by the rounds recorded. */
bool cirno_checked_adds_up(const struct cirno_checked_game *game, uint32_t used);

/* Passes a game all of whose rounds are there to the sink, and takes the next one. */
bool cirno_checked_complete(struct cirno_checker *checker, struct cirno_checked_game *game,
                            uint8_t *hands);

#endif
