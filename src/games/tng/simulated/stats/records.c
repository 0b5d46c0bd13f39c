/* The rows of run --records: a game each. */
#include "base/lang.h"
#include "games/tng/rules/tng.h"
#include "games/tng/simulated/stats/tallying.h"
#include "sim/game.h"

static const struct nf_record_column columns[] = {
    {"outcome", N_("draw, X wins or Y wins"), tng_outcome_words, 3},
    {"n0", N_("the number a game starts from"), NULL, 0},
    {"r", N_("rounds"), NULL, 0},
    {"e", N_("base"), NULL, 0},
    {"p", N_("prime"), NULL, 0},
    {"m", N_("goals, repeated ones counted once"), NULL, 0},
    {"moves", N_("to the win"), NULL, 0},
    {NULL, NULL, NULL, 0},
};

static void fill_tng_record(const struct nf_setup *setup, const uint32_t *words, uint32_t *values)
{
    (void)setup;
    const uint32_t record = words[0];
    const enum tng_outcome outcome = tng_record_outcome(record);
    *values++ = outcome;
    *values++ = tng_record_n0(record);
    *values++ = tng_record_r(record);
    *values++ = tng_record_e(record);
    *values++ = tng_record_p(record);
    *values++ = tng_record_m(record);
    *values++ = outcome == TNG_DRAW ? NF_RECORD_NONE : tng_record_moves(record);
}

const struct nf_record_ops tng_records = {.columns = columns, .fill = fill_tng_record};
