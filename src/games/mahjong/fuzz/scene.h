/* The game at one line of its transcript, and its words. */
#ifndef NF_MAHJONG_SCENE_H
#define NF_MAHJONG_SCENE_H

#include "games/mahjong/rules/reference.h"

#include "base/text.h"

struct mahjong_laid {
    unsigned low; /* of a run the lowest tile */
    bool run;
};

struct mahjong_scene {
    uint64_t line;              /* of the transcript, from 1 */
    bool ended;                 /* the line is behind the game */
    bool wins;                  /* it is the second line of a win */
    struct mahjong_news news;   /* what the line tells */
    struct mahjong_table table; /* before it happens; after the game if `ended` */
    struct mahjong_news last;   /* what was told before it; of the first line TOLD_WALL_OUT */
    unsigned turn;              /* discards so far and this one, from 1 */
    struct mahjong_laid laid[MAHJONG_SEATS][MAHJONG_MAX_MELDS];
};

/* Plays `wall` up to `line`. False without memory. */
bool mahjong_scene_find(struct mahjong_scene *scene, const uint8_t wall[MAHJONG_WALL],
                        uint64_t line);

/* Whether the line belongs to the deal. */
bool mahjong_scene_deals(const struct mahjong_scene *scene);

/* The seat `steps` behind `seat` in the direction of the turns. */
unsigned mahjong_scene_after(const struct mahjong_scene *scene, unsigned seat, unsigned steps);

/* Whether the last thing told was a plain discard, which may be claimed. */
bool mahjong_scene_open(const struct mahjong_scene *scene);

/* ---- rows of an explanation, below a headline; wrapped at 80 columns ---- */

/* Where in the game: turn, what happened last, the wall, the direction. */
void mahjong_row_where(struct nf_text *why, const struct mahjong_scene *scene);

/* A player's tiles, melds and distance. */
void mahjong_row_hand(struct nf_text *why, const struct mahjong_scene *scene, unsigned seat);

/* Why the rules want what the scene tells. */
void mahjong_row_rule(struct nf_text *why, const struct mahjong_scene *scene);

/* Why a player cannot or does not claim or win with the last discard. */
void mahjong_row_no_pong(struct nf_text *why, const struct mahjong_scene *scene, unsigned seat);
void mahjong_row_no_chow(struct nf_text *why, const struct mahjong_scene *scene, unsigned seat,
                         unsigned low);
void mahjong_row_no_win(struct nf_text *why, const struct mahjong_scene *scene, unsigned seat,
                        bool ron);

/* Why a player does not discard `kind`. */
void mahjong_row_no_discard(struct nf_text *why, const struct mahjong_scene *scene, unsigned kind);

/* Distances of a player's hand: as it is, less a tile; and after she claimed the last discard with
 * `a` and `b` of her tiles. */
unsigned mahjong_scene_distance(const struct mahjong_scene *scene, unsigned seat);
unsigned mahjong_scene_distance_without(const struct mahjong_scene *scene, unsigned seat,
                                        unsigned kind);
unsigned mahjong_scene_distance_claimed(const struct mahjong_scene *scene, unsigned seat,
                                        unsigned a, unsigned b);

#endif
