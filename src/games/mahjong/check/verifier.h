/* The player of `run --check`: see verifier_play.h. Some of the games are also played by the
 * reference, with somebody looking over its shoulder who knows the rules by other means: distances
 * are looked up in the tables that the reference does not use. */
#ifndef NF_MAHJONG_CHECKING_H
#define NF_MAHJONG_CHECKING_H

#include "core/contract/game.h"
#include "games/mahjong/rules/reference.h"

struct mahjong_tables;

/* An observer that checks whatever it is told of one game. */
struct mahjong_inspector {
    struct mahjong_observer observer;
    const struct mahjong_tables *tables;
    struct mahjong_table before; /* the table as it was told last */
    struct mahjong_news last;    /* what was told last; of the start TOLD_WALL_OUT */
    uint8_t laid[MAHJONG_KINDS], thrown[MAHJONG_KINDS]; /* tiles in melds, and discarded */
    unsigned turn;                                      /* from 1 */
    unsigned seat;                                      /* who broke a rule */
    const char *fault;                                  /* which rule; NULL: none is broken */
};

/* The inspector of the game of `wall`, before it begins. */
struct mahjong_inspector mahjong_inspector(const struct mahjong_tables *tables,
                                           const uint8_t wall[MAHJONG_WALL]);

/* struct nf_game's verifier. */
extern const struct nf_kernel mahjong_verifier;

#endif
