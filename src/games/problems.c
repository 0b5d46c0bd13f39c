/* The problems that games give: a line each, in the order of list.c. */
#include "games/cirno/judged/fuzzing.h"
#include "games/mahjong/judged/fuzzing.h"
#include "games/pigs/judged/fuzzing.h"
#include "games/tng/judged/fuzzing.h"

/* clang-format off */
const struct nf_problem *const nf_problems[] = {
    &cirno_problem, &mahjong_problem, &pigs_problem, &tng_problem, NULL,
};
