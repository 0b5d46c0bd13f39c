/* The rows of run --records: a round each. */
#include "base/lang.h"
#include "games/cirno/rules/cirno.h"
#include "games/cirno/simulated/stats/tallying.h"
#include "sim/game.h"

_Static_assert((int)CIRNO_MAX_ROUNDS <= (int)NF_MAX_RECORD_ROWS, "a row each round");

static const struct nf_record_column columns[] = {
    {"round", N_("from 1"), NULL, 0},
    {"starter", N_("seat, from 1, who plays first"), NULL, 0},
    {"loser", N_("seat who loses the round"), NULL, 0},
    {"turns", N_("with that in which she loses"), NULL, 0},
    {NULL, NULL, NULL, 0},
};

static void fill_cirno_record(const struct nf_setup *setup, const uint32_t *words, uint32_t *values)
{
    uint32_t starter = 1; /* then who lost the round before */
    for (uint32_t round = 0; round < setup->params.rounds; round++) {
        const uint32_t loser = words[round] % NF_MAX_SEATS + 1;
        *values++ = round + 1;
        *values++ = starter;
        *values++ = loser;
        *values++ = words[round] >> NF_SEAT_BITS;
        starter = loser;
    }
}

const struct nf_record_ops cirno_records = {
    .columns = columns, .rows = cirno_rounds_of, .fill = fill_cirno_record};
