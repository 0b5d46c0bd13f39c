#include "games/tng/rules/transcript.h"

const struct nf_transcript tng_transcript = {
    .lines = (const char *const[]){[TNG_DRAW] = "Game {game}: draw",
                                   [TNG_X] = "Game {game}: X wins",
                                   [TNG_Y] = "Game {game}: Y wins",
                                   NULL},
    .slots = (const struct nf_slot[]){{.name = "game"}, {.name = NULL}},
};
