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

/* Plays an instance in every way there is, and requires one end. Returns whether it can be played,
 * with what the reference prints in `transcript`, which the caller frees. */
bool nf_fuzz_check_instance(const struct nf_game *game, const struct nf_input *input,
                            struct nf_text *transcript);

/* Requires that an instance that was read and printed is playable if `playable`, then with the same
 * transcript, and if `complete` valid. */
void nf_fuzz_check_printed(const struct nf_game *game, const struct nf_text *printed, bool playable,
                           bool complete, const struct nf_text *transcript);

/* An instance, a line "====", and a transcript: where that parts from the rules is found a second
 * time by comparing words. */
void nf_fuzz_check_answer(const struct nf_game *game, const char *bytes, size_t size);

#endif
