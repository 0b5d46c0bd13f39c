/* The rows of run --records: a game each. */
#include "base/lang.h"
#include "games/pigs/simulated/stats/tallying.h"
#include "sim/game.h"

static const char *const sides[] = {"rebels", "main side"};

#define NUMBER(name_, help_)                                                                       \
    {                                                                                              \
        name_, help_, NULL, 0                                                                      \
    }
static const struct nf_record_column columns[] = {
    {"winner", N_("main side or rebels"), sides, 2},
    NUMBER("rebels", N_("rebels at the start")),
    NUMBER("rebel_seats", N_("the seats of rebels as a sum of 2^seat")),
    NUMBER("dead_seats", N_("the seats of the dead, likewise")),
    NUMBER("living", N_("pigs living at the end")),
    NUMBER("turns", N_("turns")),
    NUMBER("drawn", N_("cards drawn")),
    NUMBER("used", N_("cards used in own turns")),
    NUMBER("j", N_("J used")),
    {NULL, NULL, NULL, 0},
};

static void fill_pigs_record(const struct nf_setup *setup, const uint32_t *words, uint32_t *values)
{
    struct pigs_outcome outcome;
    (void)setup;
    pigs_unpack(words, &outcome);
    *values++ = outcome.main_wins;
    *values++ = (uint32_t)__builtin_popcount(outcome.rebels);
    *values++ = outcome.rebels << 1;
    *values++ = outcome.dead << 1;
    *values++ = outcome.seats - (uint32_t)__builtin_popcount(outcome.dead);
    *values++ = outcome.turns;
    *values++ = outcome.drawn;
    *values++ = outcome.used;
    *values++ = outcome.stops;
}

const struct nf_record_ops pigs_records = {.columns = columns, .fill = fill_pigs_record};
