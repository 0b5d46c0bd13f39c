/* The rules of the mahjong simulator in plain C, close to the statement. All other implementations
 * are compared with this. */
#ifndef NF_MAHJONG_REFERENCE_H
#define NF_MAHJONG_REFERENCE_H

#include "games/mahjong/rules/distance.h"
#include "games/mahjong/rules/mahjong.h"

#include <stdbool.h>

/* The state of a game. */
struct mahjong_table {
    uint8_t hands[MAHJONG_SEATS][MAHJONG_KINDS]; /* tiles of each kind */
    uint8_t melds[MAHJONG_SEATS];
    const uint8_t *wall; /* MAHJONG_WALL tiles */
    unsigned drawn;      /* how many of them have been drawn */
    unsigned step;       /* to the next seat, modulo 4: 1 for A B C D, 3 for A D C B */
};

/* Events that an observer gets. */
enum mahjong_happening {
    MAHJONG_NEWS_DRAW,    /* `seat` drew `kind`, which is now in her hand */
    MAHJONG_NEWS_DISCARD, /* `seat` discarded `kind`; `other` is the seat that PASS names */
    MAHJONG_NEWS_PONG,    /* `seat` claimed `kind` from `other` */
    MAHJONG_NEWS_CHOW,    /* likewise, for the run whose lowest tile is `low` */
    MAHJONG_NEWS_RON,     /* `seat` wins with `kind` from `other` */
    MAHJONG_NEWS_SELFDRAWN,
    MAHJONG_NEWS_WALL_OUT, /* `seat` should draw but the wall is empty */
};

struct mahjong_news {
    enum mahjong_happening what;
    unsigned seat, other, kind, low;
};

/* Changes the hands, melds and wall of a table as the news say. */
void mahjong_happens(struct mahjong_table *table, const struct mahjong_news *news);

/* An observer. `notify` is called right after each event, with the table after it. */
struct mahjong_observer {
    void (*notify)(struct mahjong_observer *observer, const struct mahjong_table *table,
                   const struct mahjong_news *news);
};

/* Whether a hand of 14-3n tiles wins. This and the following functions are thread-safe if each
 * thread has its own `memo`. */
bool mahjong_wins(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS], unsigned melds);

/* Returns the kind that the strategy discards from a hand of 14-3n tiles. */
unsigned mahjong_choose(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS],
                        unsigned melds);

/* Whether laying down a meld with `a` and `b` of a hand of 13-3n tiles reduces the distance. */
bool mahjong_claim_helps(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS],
                         unsigned melds, unsigned a, unsigned b);

/* Whether there is a run whose lowest tile is `below` (0 to 2) ranks below `kind`. Sets its two
 * other tiles. */
bool mahjong_run_with(unsigned kind, unsigned below, unsigned *a, unsigned *b);

/* Whether a player with this hand of 13-3n tiles claims `kind` for a triplet. */
bool mahjong_would_pong(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS],
                        unsigned melds, unsigned kind);

/* Returns the lowest tile of the run for which she claims `kind`, or -1. */
int mahjong_would_chow(struct mahjong_memo *memo, const uint8_t hand[MAHJONG_KINDS], unsigned melds,
                       unsigned kind);

/* Plays the game of `wall` (MAHJONG_COPIES tiles of each kind) to its end and fills `outcome`.
 * `observer` may be NULL. */
void mahjong_play(struct mahjong_memo *memo, const uint8_t wall[MAHJONG_WALL],
                  struct mahjong_observer *observer, struct mahjong_outcome *outcome);

#endif
