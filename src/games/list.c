/* The games there are: a line each. */
#include "games/cirno/module.h"
#include "games/mahjong/module.h"
#include "games/tng/module.h"

const struct nf_game *const nf_games[] = {
    &cirno_game,
    &mahjong_game,
    &tng_game,
    NULL,
};
