/* The problems that games give: a line each, in the order of list.c. */
#include "games/cirno/fuzz/fuzzing.h"
#include "games/mahjong/fuzz/fuzzing.h"
#include "games/pigs/fuzz/fuzzing.h"
#include "games/tng/fuzz/fuzzing.h"

/* clang-format off */
const struct nf_problem *const nf_problems[] = {
    &cirno_problem, &mahjong_problem, &pigs_problem, &tng_problem, NULL,
};
