/* What is seen of a game of mahjong. */
#ifndef NF_MAHJONG_FRAMES_H
#define NF_MAHJONG_FRAMES_H

#include "games/mahjong/judged/position.h"
#include "judge/story.h"

/* nf_fuzz_ops.panels. */
extern const struct nf_panel mahjong_panels[];

/* What lies on the table besides the hands; starts as {0}. One thread at a time. */
struct mahjong_river {
    struct mahjong_out {
        uint8_t kind;
        bool taken; /* somebody claimed it or won with it */
    } out[MAHJONG_SEATS][MAHJONG_WALL];
    unsigned outs[MAHJONG_SEATS];
    struct mahjong_laid laid[MAHJONG_SEATS][MAHJONG_MAX_MELDS];
    unsigned melds[MAHJONG_SEATS];
};

/* Follows the line at `position`; each line of the game, in order, is to be followed. */
void mahjong_river_follow(struct mahjong_river *river, const struct mahjong_position *position);

/* Returns the frame of a line that `river` has followed: what happens there, and the table after
 * it. A new reference. */
json_t *mahjong_frame(const struct mahjong_river *river, const struct mahjong_position *position);

#endif
