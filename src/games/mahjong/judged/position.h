/* The position at a line of a transcript, and its description. */
#ifndef NF_MAHJONG_POSITION_H
#define NF_MAHJONG_POSITION_H

#include "games/mahjong/rules/reference.h"

#include "base/text.h"

struct mahjong_laid {
    unsigned low; /* the tile; for a run the lowest one */
    bool run;
};

struct mahjong_position {
    uint64_t line;              /* in the transcript, from 1 */
    bool ended;                 /* the line is after the end of the game */
    bool wins;                  /* the line is the second one of a win */
    struct mahjong_news news;   /* the event of the line */
    struct mahjong_table table; /* before that event; after the game if `ended` */
    struct mahjong_news last;   /* the event before; MAHJONG_NEWS_WALL_OUT for the first line */
    unsigned turn;              /* number of discards including this one, from 1 */
    struct mahjong_laid laid[MAHJONG_SEATS][MAHJONG_MAX_MELDS]; /* that of the event, too */
};

/* Plays `wall` and calls `visit` with the position at each line from `first` (from 1) on, until it
 * returns false; NULL: only up to `first`. Then `position` is that at the line where it stopped, or
 * after the game. Returns false without memory. All functions here are thread-safe. */
bool mahjong_positions(struct mahjong_position *position, const uint8_t wall[MAHJONG_WALL],
                       uint64_t first,
                       bool (*visit)(void *owner, const struct mahjong_position *position),
                       void *owner);

/* Whether the line is part of the deal. */
bool mahjong_position_deals(const struct mahjong_position *position);

/* Whether the last event was a discard that may be claimed. */
bool mahjong_position_open(const struct mahjong_position *position);

/* ---- rows of an explanation, wrapped at 80 columns ---- */

/* Appends the place in the game: turn, last event, wall, direction. */
void mahjong_row_where(struct nf_text *why, const struct mahjong_position *position);

/* Appends a player's tiles, melds and distance. */
void mahjong_row_hand(struct nf_text *why, const struct mahjong_position *position, unsigned seat);

/* Appends the rule behind the event of the position. */
void mahjong_row_rule(struct nf_text *why, const struct mahjong_position *position);

/* Append why a player cannot or does not claim or win with the last discard. `low` is the lowest
 * tile of the run; `ron`: with a discard, else by drawing. */
void mahjong_row_no_pong(struct nf_text *why, const struct mahjong_position *position,
                         unsigned seat);
void mahjong_row_no_chow(struct nf_text *why, const struct mahjong_position *position,
                         unsigned seat, unsigned low);
void mahjong_row_no_win(struct nf_text *why, const struct mahjong_position *position, unsigned seat,
                        bool ron);

/* Appends why a player does not discard `kind`. */
void mahjong_row_no_discard(struct nf_text *why, const struct mahjong_position *position,
                            unsigned kind);

/* Returns the distance of a player's hand without one tile. */
unsigned mahjong_position_distance_without(const struct mahjong_position *position, unsigned seat,
                                           unsigned kind);

#endif
