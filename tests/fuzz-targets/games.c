/* The games that have fuzz targets: a line each. */
#include "fuzz_game.h"

extern const struct nf_fuzz_game cirno_fuzz_targets;
extern const struct nf_fuzz_game mahjong_fuzz_targets;
extern const struct nf_fuzz_game pigs_fuzz_targets;
extern const struct nf_fuzz_game tng_fuzz_targets;

const struct nf_fuzz_game *const nf_fuzz_games[] = {
    &cirno_fuzz_targets, &mahjong_fuzz_targets, &pigs_fuzz_targets, &tng_fuzz_targets, NULL,
};
