/* The games there are: a line each, the default first. */
#include "games/cirno/simulated/module.h"
#include "games/mahjong/simulated/module.h"
#include "games/pigs/simulated/module.h"
#include "games/tng/simulated/module.h"

/* clang-format off */
const struct nf_game *const nf_games[] = {
    &cirno_game, &mahjong_game, &pigs_game, &tng_game, NULL,
};
