#include "games/tng/stats/detail.h"

#include "core/charts.h"
#include "core/figures.h"
#include "core/tables.h"
#include "games/tng/kernels/setup.h"

#include <math.h>

const struct tng_match tng_matches[TNG_MATCHES] = {
    {"perfect v random", TNG_PERFECT, TNG_RANDOM}, {"hunter v random", TNG_HUNTER, TNG_RANDOM},
    {"random v perfect", TNG_RANDOM, TNG_PERFECT}, {"random v hunter", TNG_RANDOM, TNG_HUNTER},
    {"random v random", TNG_RANDOM, TNG_RANDOM},
};

static const enum tng_outcome order[3] = {TNG_X, TNG_Y, TNG_DRAW};

static uint32_t words(const struct nf_setup *setup)
{
    return tng_tally.words(setup);
}

static uint32_t sums(const struct nf_setup *setup)
{
    (void)setup;
    return TNG_DETAIL_SUMS;
}

static const uint64_t *sums_of(const struct nf_tally *tally, uint32_t match)
{
    return tally->sums + TNG_SUMS + match * TNG_MATCH_SUMS;
}

static void count(struct nf_tally *tally, const struct nf_outcome *outcome)
{
    const struct tng_deal *const deal = &((const struct tng_setup *)tally->setup)->deal;
    const struct tng_game game = tng_deal_game(deal, outcome->index);
    struct tng_analysis analysis;
    tng_analyse(&analysis, &game);
    tng_count_game(tally, outcome);
    for (uint32_t i = 0; i < TNG_MATCHES; i++) {
        const struct tng_chances chances =
            tng_chances_in(&analysis, &game, tng_matches[i].x, tng_matches[i].y);
        const uint64_t unit = TNG_UNITS / chances.of;
        const uint64_t x = chances.x_wins * unit, y = chances.y_wins * unit;
        const uint64_t apart = x > y ? x - y : y - x;
        uint64_t *const to = tally->sums + TNG_SUMS + i * TNG_MATCH_SUMS;
        to[TNG_MATCH_X] += x;
        to[TNG_MATCH_Y] += y;
        to[TNG_MATCH_XX] += x * x;
        to[TNG_MATCH_YY] += y * y;
        to[TNG_MATCH_XY] += apart * apart;
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

static bool match_consistent(const uint64_t *of, uint64_t games)
{
    const uint64_t x = of[TNG_MATCH_X], y = of[TNG_MATCH_Y];
    if (x > games * TNG_UNITS || y > games * TNG_UNITS - x)
        return false;
    /* No game has more than TNG_UNITS of anything. */
    return of[TNG_MATCH_XX] <= x * TNG_UNITS && of[TNG_MATCH_YY] <= y * TNG_UNITS &&
           of[TNG_MATCH_XY] <= of[TNG_MATCH_XX] + of[TNG_MATCH_YY] &&
           squares_fit(of[TNG_MATCH_XX], x, games) && squares_fit(of[TNG_MATCH_YY], y, games) &&
           squares_fit(of[TNG_MATCH_XY], x > y ? x - y : y - x, games);
}

static bool consistent(const struct nf_tally *tally)
{
    if (!tng_consistent(tally) || tally->games > UINT64_MAX / 2 / TNG_UNITS / TNG_UNITS)
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
    const uint64_t *const of = sums_of(tally, match);
    const uint64_t units = TNG_UNITS, games = tally->games;
    uint64_t sum = of[TNG_MATCH_X], squares = of[TNG_MATCH_XX];
    if (outcome == TNG_Y) {
        sum = of[TNG_MATCH_Y];
        squares = of[TNG_MATCH_YY];
    } else if (outcome == TNG_DRAW) {
        /* Of what is left when x and y are won; (x + y)^2 = 2 x^2 + 2 y^2 - (x - y)^2. */
        const uint64_t won = of[TNG_MATCH_X] + of[TNG_MATCH_Y];
        const uint64_t won_squares = 2 * of[TNG_MATCH_XX] + 2 * of[TNG_MATCH_YY] - of[TNG_MATCH_XY];
        sum = units * games - won;
        squares = units * units * games - 2 * units * won + won_squares;
    }
    return without_sampling(tally, nf_chance_between_games(games, units, sum, squares));
}

struct nf_estimate tng_match_advantage(const struct nf_tally *tally, uint32_t match)
{
    const uint64_t *const of = sums_of(tally, match);
    return without_sampling(tally,
                            nf_chance_gap_between_games(tally->games, TNG_UNITS, of[TNG_MATCH_X],
                                                        of[TNG_MATCH_Y], of[TNG_MATCH_XY]));
}

/* ---- showing ---- */

/* A row of the table of matches: the first is how the games end, the others are tng_matches. */
enum { ROWS = 1 + TNG_MATCHES };

struct row {
    const char *name;
    struct nf_estimate ends[3]; /* in the given order */
    struct nf_estimate ahead;
};

static struct row row_of(const struct nf_tally *tally, uint32_t number)
{
    static const struct tng_slice all = {TNG_EACH, TNG_EACH, TNG_EACH};
    struct row row = {.name = number == 0 ? "perfect v perfect" : tng_matches[number - 1].name};
    for (int k = 0; k < 3; k++)
        row.ends[k] = number == 0 ? tng_share(tally, &all, order[k])
                                  : tng_match_share(tally, number - 1, order[k]);
    row.ahead = number == 0 ? tng_advantage(tally, &all) : tng_match_advantage(tally, number - 1);
    return row;
}

static void put_row(struct nf_text *text, const struct nf_tally *tally, const struct row *row)
{
    nf_text_format(text, "%-20s", row->name);
    for (int k = 0; k < 3; k++)
        nf_text_format(text, "%9.3f%%", 100 * row->ends[k].mean);
    nf_text_format(text, "%+9.3f%%", 100 * row->ahead.mean);
    if (tng_numbered(tally) == 0 && isnan(row->ahead.low))
        nf_text_format(text, "%11s", "-");
    else if (tng_numbered(tally) == 0)
        nf_text_format(text, "  %7.3f ..%7.3f%%", 100 * row->ahead.low, 100 * row->ahead.high);
    nf_text_string(text, "\n");
}

static void show(const struct nf_tally *tally, struct nf_text *text)
{
    tng_show(tally, text);
    nf_text_format(text, "\n%-20s    X wins    Y wins      draw   X ahead%s\n", "X v Y",
                   tng_numbered(tally) != 0 ? "" : "   95% interval");
    for (uint32_t i = 0; i < ROWS; i++) {
        const struct row row = row_of(tally, i);
        put_row(text, tally, &row);
    }
    nf_text_string(
        text, "random   tosses a coin for every move\n"
              "perfect  plays as against a perfect player: a win before a draw before a loss,\n"
              "         the earliest win, the latest loss, and - where both moves are equally\n"
              "         good\n"
              "hunter   knows that the other tosses coins: the largest chance to win, and of\n"
              "         equal ones the smallest to lose\n");
}

static void members(const struct nf_tally *tally, json_t *run)
{
    json_t *const matches = json_array();
    tng_members(tally, run);
    for (uint32_t i = 0; i < ROWS; i++) {
        const struct row row = row_of(tally, i);
        const struct nf_estimate x = row.ends[0], y = row.ends[1], draw = row.ends[2],
                                 ahead = row.ahead;
        json_array_append_new(
            matches, json_pack("{s:s, s:o, s:[o, o], s:o, s:[o, o], s:o, s:[o, o], s:o, s:[o, o]}",
                               "match", row.name, "x_wins", nf_json_number(x.mean), "x_wins_ci95",
                               nf_json_number(x.low), nf_json_number(x.high), "y_wins",
                               nf_json_number(y.mean), "y_wins_ci95", nf_json_number(y.low),
                               nf_json_number(y.high), "draws", nf_json_number(draw.mean),
                               "draws_ci95", nf_json_number(draw.low), nf_json_number(draw.high),
                               "advantage", nf_json_number(ahead.mean), "advantage_ci95",
                               nf_json_number(ahead.low), nf_json_number(ahead.high)));
    }
    json_object_set_new(run, "matches", matches);
}

static void tables(const struct nf_tally *tally, json_t *list)
{
    static const char *const columns[] = {"X v Y",   "X wins",  "Y wins",   "draw",
                                          "X ahead", "low 95%", "high 95%", NULL};
    tng_tables(tally, list);
    json_t *const rows = nf_tables_add(list, "matches", "Chances against random moves", columns);
    for (uint32_t i = 0; i < ROWS; i++) {
        const struct row row = row_of(tally, i);
        json_array_append_new(
            rows, json_pack("[s, o, o, o, o, o, o]", row.name, nf_json_number(row.ends[0].mean),
                            nf_json_number(row.ends[1].mean), nf_json_number(row.ends[2].mean),
                            nf_json_number(row.ahead.mean), nf_json_number(row.ahead.low),
                            nf_json_number(row.ahead.high)));
    }
}

static void charts(const struct nf_tally *tally, struct nf_charts *list)
{
    const bool numbered = tng_numbered(tally) != 0;
    tng_charts(tally, list);
    nf_charts_begin(list, &(struct nf_chart_about){
                              .kind = numbered ? NF_CHART_BARS : NF_CHART_DOTS,
                              .name = "matches",
                              .title = "Chances against random moves",
                              .x = "X v Y",
                              .y = "mean chance",
                              .share = true,
                              .reference = NAN,
                          });
    nf_charts_say(
        list,
        "A perfect player plays as against a perfect opponent: a win before a draw before "
        "a loss, the earliest win, the latest loss, and - where both moves are equally "
        "good. A hunter plays for the largest chance to win against random moves, and of "
        "equal ones for the smallest to lose.%s",
        numbered ? ""
                 : " The 95% intervals tell how much games differ, for the chances "
                   "of each are computed.");
    for (int k = 0; k < 3; k++) {
        nf_charts_series(list, tng_outcome_words[order[k]]);
        for (uint32_t i = 0; i < ROWS; i++) {
            const struct row row = row_of(tally, i);
            nf_charts_point(list, row.name, NAN, row.ends[k].mean, row.ends[k].low,
                            row.ends[k].high);
        }
    }
}

const struct nf_tally_ops tng_detail_tally = {
    .layout = "tng.detail/1",
    .extremes = tng_extremes,
    .words = words,
    .sums = sums,
    .count = count,
    .per_seat = tng_per_seat,
    .event = "wins",
    .trials = tng_trials_per_game,
    .turns = tng_turns,
    .consistent = consistent,
    .width = tng_width,
    .share = tng_seat_share,
    .gap = tng_seat_gap,
    .describe = tng_describe,
    .show = show,
    .members = members,
    .tables = tables,
    .charts = charts,
};
