/* The rules of the mahjong simulator in plain C, next to the statement: what every other way to
 * play is compared with. */
#ifndef NF_MAHJONG_REFERENCE_H
#define NF_MAHJONG_REFERENCE_H

#include "games/mahjong/rules/distance.h"
#include "games/mahjong/rules/mahjong.h"

#include <stdbool.h>

/* What lies on the table. */
struct mahjong_table {
    uint8_t hands[MAHJONG_SEATS][MAHJONG_KINDS]; /* tiles of each kind */
    uint8_t melds[MAHJONG_SEATS];
    const uint8_t *wall; /* MAHJONG_WALL tiles */
    unsigned drawn;      /* how many of them are drawn */
    unsigned step;       /* to the next seat, modulo 4: 1 for A B C D, 3 for A D C B */
};

/* What can be told about a game while it is played. */
enum mahjong_happening {
    MAHJONG_TOLD_DRAW,    /* `seat` has drawn `kind`, which is in her hand */
    MAHJONG_TOLD_DISCARD, /* `seat` has discarded `kind`; `other` is whom PASS names */
    MAHJONG_TOLD_PONG,    /* `seat` has claimed `kind` of `other` */
    MAHJONG_TOLD_CHOW,    /* likewise, for the run whose lowest tile is `low` */
    MAHJONG_TOLD_RON,     /* `seat` wins with `kind` of `other` */
    MAHJONG_TOLD_SELFDRAWN,
    MAHJONG_TOLD_WALL_OUT, /* `seat` should draw and cannot */
};

struct mahjong_news {
    enum mahjong_happening what;
    unsigned seat, other, kind, low;
};

/* Is told what happens, right after it happened on `table`. */
struct mahjong_observer {
    void (*tell)(struct mahjong_observer *observer, const struct mahjong_table *table,
                 const struct mahjong_news *news);
};

/* Whether a hand of 14-3n tiles wins. Thread-safe, as all that follows with a `memo` of its own. */
bool mahjong_wins(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS], unsigned melds);

/* The kind that the strategy discards from a hand of 14-3n tiles. */
unsigned mahjong_choose(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS],
                        unsigned melds);

/* Whether a player with this hand of 13-3n tiles claims `kind` for a triplet. */
bool mahjong_would_pong(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS],
                        unsigned melds, unsigned kind);

/* The lowest tile of the run for which she claims `kind`, or -1. */
int mahjong_would_chow(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS], unsigned melds,
                       unsigned kind);

/* Plays the game of `wall` (MAHJONG_COPIES tiles of every kind) to its end. `observer` may be NULL.
 * Thread-safe. */
void mahjong_play(struct mahjong_memo *memo, const uint8_t wall[MAHJONG_WALL],
                  struct mahjong_observer *observer, struct mahjong_outcome *outcome);

#endif
