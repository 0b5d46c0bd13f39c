#include "games/pigs/simulated/stats/tallying.h"

#include "base/lang.h"
#include "sim/game.h"

static uint32_t words(const struct nf_setup *setup)
{
    (void)setup;
    return PIGS_WORDS;
}

static uint32_t at_most(uint32_t number, uint32_t limit)
{
    return number < limit ? number : limit;
}

static uint32_t place_of_end(uint32_t sides, bool main_wins)
{
    return PIGS_SUM_ENDS + sides * 2 + main_wins;
}

static void count_pigs_game(struct nf_tally *tally, const struct nf_outcome *record)
{
    struct pigs_outcome outcome;
    uint64_t *const to = tally->sums;
    pigs_unpack(record->words, &outcome);
    const uint32_t won = outcome.main_wins;
    const uint32_t dead = (uint32_t)__builtin_popcount(outcome.dead);
    to[place_of_end(outcome.rebels >> 1, won)]++;
    for (uint32_t left = outcome.dead; left != 0; left &= left - 1)
        to[PIGS_SUM_DEATHS + (uint32_t)__builtin_ctz(left) * 2 + won]++;
    /* A kernel gone wrong must not write elsewhere. */
    to[PIGS_SUM_LIVING + at_most(outcome.seats - dead, PIGS_SEATS)]++;
    to[PIGS_SUM_TURNS + at_most(outcome.turns, PIGS_LENGTHS - 1)]++;
    to[PIGS_SUM_DRAWN + at_most(outcome.drawn, PIGS_LENGTHS - 1)]++;
    to[PIGS_TURNS] += outcome.turns;
    to[PIGS_TURNS_SQUARED] += (uint64_t)outcome.turns * outcome.turns;
    to[PIGS_DRAWN] += outcome.drawn;
    to[PIGS_USED] += outcome.used;
    to[PIGS_STOPPED] += outcome.stops;
    nf_extreme_offer(&tally->extremes[PIGS_LONGEST_GAME], false, outcome.turns, record->index);
    nf_extreme_offer(&tally->extremes[PIGS_MOST_DRAWN], false, outcome.drawn, record->index);
}

static void pigs_losses_per_seat(const struct nf_setup *setup, const struct nf_outcome *record,
                                 uint16_t *counts)
{
    struct pigs_outcome outcome;
    pigs_unpack(record->words, &outcome);
    for (unsigned seat = 0; seat < setup->params.players; seat++)
        counts[seat] = pigs_lost(&outcome, seat);
}

static uint64_t pigs_turns_of(const struct nf_setup *setup, const struct nf_outcome *record)
{
    struct pigs_outcome outcome;
    (void)setup;
    pigs_unpack(record->words, &outcome);
    return outcome.turns;
}

/* ---- the whole ---- */

/* Games in which the sides of the seats of `set` are as those of `rebels`, any others; the main
 * side won, or lost. */
static uint64_t with_sides(const struct nf_tally *tally, uint32_t set, uint32_t rebels,
                           bool main_wins)
{
    uint64_t games = 0;
    for (uint32_t sides = 0; sides < PIGS_SIDES; sides++)
        if ((sides << 1 & set) == rebels)
            games += tally->sums[place_of_end(sides, main_wins)];
    return games;
}

uint64_t pigs_ended(const struct nf_tally *tally, int loyal, bool main_wins)
{
    uint64_t games = 0;
    const int others = (int)tally->setup->params.players - 1;
    for (uint32_t sides = 0; sides < PIGS_SIDES; sides++)
        if (loyal == PIGS_EACH || others - __builtin_popcount(sides) == loyal)
            games += tally->sums[place_of_end(sides, main_wins)];
    return games;
}

uint64_t pigs_losses(const struct nf_tally *tally, unsigned seat)
{
    const uint32_t bit = 1u << seat;
    return with_sides(tally, bit, bit, true) + with_sides(tally, bit, 0, false);
}

uint64_t pigs_deaths(const struct nf_tally *tally, unsigned seat, bool main_wins)
{
    return tally->sums[PIGS_SUM_DEATHS + seat * 2 + main_wins];
}

static uint64_t turns(const struct nf_tally *tally)
{
    return tally->sums[PIGS_TURNS];
}

/* Checks that `count` sums from `first` on add up to `games`; sets *least to the sum of their
 * places and *most to the last one that has any. */
static bool adds_up(const struct nf_tally *tally, uint32_t first, uint32_t places, uint64_t *least,
                    uint64_t *most)
{
    uint64_t games = 0;
    *least = *most = 0;
    for (uint32_t i = 0; i < places; i++) {
        games += tally->sums[first + i];
        *least += i * tally->sums[first + i];
        *most = tally->sums[first + i] > 0 ? i : *most;
    }
    return games == tally->games;
}

/* Whether a histogram goes with the sum of its values and their extreme; the last place stands for
 * itself and all that is more. */
static bool fits(const struct nf_tally *tally, uint32_t first, uint64_t total, int extreme)
{
    const struct nf_extreme *const longest = &tally->extremes[extreme];
    uint64_t least, most;
    if (!adds_up(tally, first, PIGS_LENGTHS, &least, &most))
        return false;
    return nf_extreme_known(longest) &&
           at_most((uint32_t)longest->value, PIGS_LENGTHS - 1) == most &&
           (most < PIGS_LENGTHS - 1 ? total == least : total >= least);
}

/* Whether the squares of the turns go with their histogram; a number and its square are odd
 * together. */
static bool squares_fit(const struct nf_tally *tally)
{
    const uint64_t total = tally->sums[PIGS_TURNS_SQUARED];
    uint64_t least = 0;
    for (uint64_t i = 0; i < PIGS_LENGTHS; i++)
        least += i * i * tally->sums[PIGS_SUM_TURNS + i];
    return (total - tally->sums[PIGS_TURNS]) % 2 == 0 &&
           (tally->sums[PIGS_SUM_TURNS + PIGS_LENGTHS - 1] == 0 ? total == least : total >= least);
}

/* A turn draws two cards, and each rebel that dies brings three at most. */
static bool draws_fit(const struct nf_tally *tally)
{
    const uint64_t *const sums = tally->sums;
    const uint64_t rewards = 3 * (tally->setup->params.players - 1);
    const uint64_t most = tally->extremes[PIGS_MOST_DRAWN].value;
    const uint64_t longest = tally->extremes[PIGS_LONGEST_GAME].value;
    return sums[PIGS_DRAWN] >= 2 * sums[PIGS_TURNS] &&
           sums[PIGS_DRAWN] <= 2 * sums[PIGS_TURNS] + rewards * tally->games &&
           most >= 2 * longest && most <= 2 * longest + rewards;
}

static bool pigs_tally_consistent(const struct nf_tally *tally)
{
    uint64_t living, most, deaths = 0, seats = tally->setup->params.players;
    for (uint32_t i = 0; i < PIGS_SEATS * 2; i++)
        deaths += tally->sums[PIGS_SUM_DEATHS + i];
    /* Seats that nobody has are no rebels; without a rebel there is no game. */
    for (uint32_t sides = 0; sides < PIGS_SIDES; sides++)
        if ((sides == 0 || sides >> (seats - 1) != 0) &&
            tally->sums[place_of_end(sides, true)] + tally->sums[place_of_end(sides, false)] > 0)
            return false;
    return adds_up(tally, PIGS_SUM_LIVING, PIGS_SEATS + 1, &living, &most) &&
           pigs_ended(tally, PIGS_EACH, true) + pigs_ended(tally, PIGS_EACH, false) ==
               tally->games &&
           living + deaths == seats * tally->games && pigs_deaths(tally, 0, true) == 0 &&
           pigs_deaths(tally, 0, false) == pigs_ended(tally, PIGS_EACH, false) &&
           squares_fit(tally) && draws_fit(tally) &&
           fits(tally, PIGS_SUM_TURNS, tally->sums[PIGS_TURNS], PIGS_LONGEST_GAME) &&
           fits(tally, PIGS_SUM_DRAWN, tally->sums[PIGS_DRAWN], PIGS_MOST_DRAWN);
}

static struct nf_estimate share(const struct nf_tally *tally, uint32_t seat, uint64_t *times)
{
    *times = pigs_losses(tally, seat);
    return nf_share_exact(*times, tally->games);
}

static struct nf_estimate gap(const struct nf_tally *tally, uint32_t a, uint32_t b)
{
    const uint32_t set = 1u << a | 1u << b;
    uint64_t apart = 0; /* games in which they are of different sides: one of them lost */
    for (int won = 0; won <= 1; won++)
        apart += with_sides(tally, set, 1u << a, won) + with_sides(tally, set, 1u << b, won);
    return nf_gap_between_games(tally->games, 1, pigs_losses(tally, a), pigs_losses(tally, b),
                                apart);
}

static void describe_pigs_setup(const struct nf_setup *setup, struct nf_text *text)
{
    nf_text_format(text, _(" of %u pigs"), setup->params.players);
    if (setup->params.deck > 0)
        nf_text_format(text, P_(" and %u card", " and %u cards", setup->params.deck),
                       setup->params.deck);
}

static const struct nf_extreme_kind extremes[] = {
    [PIGS_LONGEST_GAME] = {.name = "longest_game",
                           .title = N_("longest game"),
                           .unit = N_("turns")},
    [PIGS_MOST_DRAWN] = {.name = "most_drawn",
                         .title = N_("most cards drawn"),
                         .unit = N_("cards")},
    {.name = NULL},
};

const struct nf_tally_ops pigs_tally = {
    .layout = "pigs.tally/1",
    .extremes = extremes,
    .words = words,
    .size = PIGS_SUMS * sizeof(uint64_t),
    .count = count_pigs_game,
    .per_seat = pigs_losses_per_seat,
    .event = N_("losses"),
    .turns_of = pigs_turns_of,
    .turns = turns,
    .consistent = pigs_tally_consistent,
    .share = share,
    .gap = gap,
    .describe = describe_pigs_setup,
    .report = pigs_report,
};

/* The rows of run --records: a game each. */

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
