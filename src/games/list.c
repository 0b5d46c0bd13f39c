/* The games there are: a line each, the default first. */
#include "games/cirno/module.h"
#include "games/mahjong/module.h"
#include "games/pigs/module.h"
#include "games/tng/module.h"

/* clang-format off */
const struct nf_game *const nf_games[] = {
    &cirno_game, &mahjong_game, &pigs_game, &tng_game, NULL,
};
