/* What a game adds to the fuzz targets, in a folder of its own; games.c lists them. */
#ifndef NF_FUZZ_GAME_H
#define NF_FUZZ_GAME_H

#include "fuzz_target.h"

struct nf_fuzz_game {
    const struct nf_game *game;
    const struct nf_fuzz_target
        *targets;                 /* GAME-instance, GAME-answer and more; up to a NULL name */
    const struct nf_params *runs; /* small ones, for saved runs; up to one without players */
};

/* All of them, ended by NULL. */
extern const struct nf_fuzz_game *const nf_fuzz_games[];

/* ---- what their targets share ---- */

/* Plays an instance in every way there is, and requires one end, and that it is the same when it is
 * printed and read again. `check` requires what holds of the game's own values, and returns whether
 * nothing is missing, so that the instance is valid in the judge's form. */
void nf_fuzz_check_instance(const struct nf_game *game, const char *bytes, size_t size,
                            bool (*check)(struct nf_match *match, bool playable));

/* An instance, a line "====", and a transcript: where that parts from the rules is found a second
 * time by comparing words. */
void nf_fuzz_check_answer(const struct nf_game *game, const char *bytes, size_t size);

#endif
