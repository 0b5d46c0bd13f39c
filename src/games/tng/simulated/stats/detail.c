#include "games/tng/simulated/stats/tallying.h"

#include "base/lang.h"
#include "games/tng/simulated/kernels/kernels.h"

#include <math.h>

const struct tng_match tng_matches[TNG_MATCHES] = {
    {N_("perfect v random"), TNG_PERFECT, TNG_RANDOM},
    {N_("hunter v random"), TNG_HUNTER, TNG_RANDOM},
    {N_("random v perfect"), TNG_RANDOM, TNG_PERFECT},
    {N_("random v hunter"), TNG_RANDOM, TNG_HUNTER},
    {N_("random v random"), TNG_RANDOM, TNG_RANDOM},
};

static struct tng_match_sums *sums_of(const struct nf_tally *tally, uint32_t match)
{
    return (struct tng_match_sums *)tally->details + match;
}

static void count_match(struct nf_tally *tally, const struct nf_outcome *outcome)
{
    const struct tng_deal *const deal = &((const struct tng_setup *)tally->setup)->deal;
    const struct tng_game game = tng_deal_game(deal, outcome->index);
    struct tng_analysis analysis;
    tng_analyse(&analysis, &game);
    for (uint32_t i = 0; i < TNG_MATCHES; i++) {
        const struct tng_chances chances =
            tng_chances_in(&analysis, &game, tng_matches[i].x, tng_matches[i].y);
        const uint64_t unit = TNG_UNITS / chances.of;
        const uint64_t x = chances.x_wins * unit, y = chances.y_wins * unit;
        const uint64_t apart = x > y ? x - y : y - x;
        struct tng_match_sums *const to = sums_of(tally, i);
        to->x += x;
        to->y += y;
        to->xx += x * x;
        to->yy += y * y;
        to->xy += apart * apart;
    }
}

/* ---- the whole ---- */

/* A product of what a file may pretend. In halves, as 32-bit machines have no 128-bit numbers. */
struct product {
    uint64_t high, low;
};

static struct product multiply(uint64_t a, uint64_t b)
{
    const uint64_t a_low = (uint32_t)a, b_low = (uint32_t)b;
    const uint64_t low = a_low * b_low;
    const uint64_t crossed = (a >> 32) * b_low + (low >> 32);      /* cannot overflow, */
    const uint64_t middle = a_low * (b >> 32) + (uint32_t)crossed; /* nor can this */
    const uint64_t high = (a >> 32) * (b >> 32) + (crossed >> 32) + (middle >> 32);
    return (struct product){high, middle << 32 | (uint32_t)low};
}

/* Whether numbers of `games` games with that sum can have that sum of squares. */
static bool squares_fit(uint64_t squares, uint64_t sum, uint64_t games)
{
    const struct product most = multiply(squares, games), least = multiply(sum, sum);
    return most.high != least.high ? most.high > least.high : most.low >= least.low;
}

static bool match_consistent(const struct tng_match_sums *of, uint64_t games)
{
    const uint64_t x = of->x, y = of->y;
    if (x > games * TNG_UNITS || y > games * TNG_UNITS - x)
        return false;
    /* No game has more than TNG_UNITS of anything. */
    return of->xx <= x * TNG_UNITS && of->yy <= y * TNG_UNITS && of->xy <= of->xx + of->yy &&
           squares_fit(of->xx, x, games) && squares_fit(of->yy, y, games) &&
           squares_fit(of->xy, x > y ? x - y : y - x, games);
}

static bool matches_consistent(const struct nf_tally *tally)
{
    if (tally->games > UINT64_MAX / 2 / TNG_UNITS / TNG_UNITS)
        return false;
    for (uint32_t i = 0; i < TNG_MATCHES; i++)
        if (!match_consistent(sums_of(tally, i), tally->games))
            return false;
    return true;
}

static struct nf_estimate without_sampling(const struct nf_tally *tally, struct nf_estimate share)
{
    if (tng_numbered(tally) != 0)
        share.low = share.high = NAN;
    return share;
}

struct nf_estimate tng_match_share(const struct nf_tally *tally, uint32_t match,
                                   enum tng_outcome outcome)
{
    const struct tng_match_sums *const of = sums_of(tally, match);
    const uint64_t units = TNG_UNITS, games = tally->games;
    uint64_t sum = of->x, squares = of->xx;
    if (outcome == TNG_Y) {
        sum = of->y;
        squares = of->yy;
    } else if (outcome == TNG_DRAW) {
        /* Of what is left when x and y are won; (x + y)^2 = 2 x^2 + 2 y^2 - (x - y)^2. */
        const uint64_t won = of->x + of->y;
        const uint64_t won_squares = 2 * of->xx + 2 * of->yy - of->xy;
        sum = units * games - won;
        squares = units * units * games - 2 * units * won + won_squares;
    }
    return without_sampling(tally, nf_chance_between_games(games, units, sum, squares));
}

struct nf_estimate tng_match_advantage(const struct nf_tally *tally, uint32_t match)
{
    const struct tng_match_sums *const of = sums_of(tally, match);
    return without_sampling(
        tally, nf_chance_gap_between_games(tally->games, TNG_UNITS, of->x, of->y, of->xy));
}

/* ---- showing ---- */

static void report_matches(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct tng_slice all = {TNG_EACH, TNG_EACH, TNG_EACH};
    const struct nf_about about = {
        .name = "matches",
        .title = N_("Chances against random moves"),
        .exact = tng_numbered(tally) != 0,
        .charts = {{.kind = NF_STRIPS,
                    .x = N_("X v Y"),
                    .y = N_("mean chance"),
                    .values = {"x_wins", "draws", "y_wins"}}},
    };
    const struct nf_column columns[] = {
        NF_COLUMN("match", "X v Y", NULL, NF_KEY),
        tng_end_columns[0],
        tng_end_columns[1],
        tng_end_columns[2],
        tng_end_columns[3],
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    nf_cell_words(tables, "perfect v perfect", _("perfect v perfect"));
    for (int k = 0; k < 3; k++)
        nf_cell_estimate(tables, tng_share(tally, &all, tng_order[k]));
    nf_cell_estimate(tables, tng_advantage(tally, &all));
    for (uint32_t match = 0; match < TNG_MATCHES; match++) {
        nf_cell_words(tables, tng_matches[match].name, _(tng_matches[match].name));
        for (int k = 0; k < 3; k++)
            nf_cell_estimate(tables, tng_match_share(tally, match, tng_order[k]));
        nf_cell_estimate(tables, tng_match_advantage(tally, match));
    }
    nf_tables_note(tables, "Random: tosses a coin for every move.");
    nf_tables_note(tables, "Perfect: plays as against a perfect player; a win before a draw before "
                           "a loss, the earliest win, the latest loss, and - where both moves are "
                           "equally good.");
    nf_tables_note(tables, "Hunter: knows that the other tosses coins; the largest chance to win, "
                           "and of equal ones the smallest to lose.");
    if (tng_numbered(tally) == 0)
        nf_tables_note(tables, "The chances of each game are computed, so intervals tell only how "
                               "much games differ.");
}

const struct nf_detail_ops tng_detail_ops = {
    .layout = "tng.detail/1",
    .size = TNG_MATCHES * sizeof(struct tng_match_sums),
    .count = count_match,
    .consistent = matches_consistent,
    .report = report_matches,
};
