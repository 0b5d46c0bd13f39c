/* The player of `run --check`: see verifier_play.h. Some games are also played by the reference,
 * watched by an inspector that checks the rules independently: it looks up distances in the tables,
 * which the reference does not use. */
#ifndef NF_MAHJONG_VERIFIER_H
#define NF_MAHJONG_VERIFIER_H

#include "core/contract/game.h"
#include "games/mahjong/rules/reference.h"

struct mahjong_tables;

/* An observer that checks every event of one game. */
struct mahjong_inspector {
    struct mahjong_observer observer;
    const struct mahjong_tables *tables;
    struct mahjong_table before; /* the table at the last event */
    struct mahjong_news last;    /* the last event; MAHJONG_TOLD_WALL_OUT at the start */
    uint8_t laid[MAHJONG_KINDS], thrown[MAHJONG_KINDS]; /* tiles in melds, and discarded */
    unsigned turn;                                      /* from 1 */
    unsigned seat;                                      /* the player who broke a rule */
    const char *fault;                                  /* the rule; NULL: none broken */
};

/* Returns an inspector for the game of `wall`. Both arguments must outlive it. */
struct mahjong_inspector mahjong_inspector(const struct mahjong_tables *tables,
                                           const uint8_t wall[MAHJONG_WALL]);

/* nf_game.verifier. */
extern const struct nf_kernel mahjong_verifier;

#endif
