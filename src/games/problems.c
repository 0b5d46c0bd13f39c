/* The problems that games give: a line each, in the order of list.c. */
#include "games/cirno/module.h"
#include "games/mahjong/module.h"
#include "games/pigs/module.h"
#include "games/tng/module.h"

/* clang-format off */
const struct nf_problem *const nf_problems[] = {
    &cirno_problem, &mahjong_problem, &pigs_problem, &tng_problem, NULL,
};
