#include "games/tng/simulated/stats/tallying.h"

#include "base/lang.h"
#include "base/stats/estimate.h"
#include "games/tng/rules/tng.h"
#include "games/tng/simulated/kernels/kernels.h"
#include "sim/game.h"

#include <math.h>

static const struct tng_slice all = {TNG_EACH, TNG_EACH, TNG_EACH};

static void count_tng_game(struct nf_tally *tally, const struct nf_outcome *outcome)
{
    /* By p, a prime; that of 3 is 0. */
    static const uint8_t places[] = {
        [5] = 1,  [7] = 2,  [11] = 3,  [13] = 4,  [17] = 5,  [19] = 6, [23] = 7,
        [29] = 8, [31] = 9, [37] = 10, [41] = 11, [43] = 12, [47] = 13};
    struct tng_sums *const sums = tng_sums_of(tally);
    const uint32_t record = outcome->words[0], moves = tng_record_moves(record);
    sums->ends[places[tng_record_p(record)]][tng_record_r(record) - 1][tng_record_m(record)]
              [tng_record_outcome(record)]++;
    sums->moves[moves]++;
    if (moves > 0)
        nf_extreme_offer(&tally->extremes[TNG_LONGEST_WIN], false, moves, outcome->index);
}

/* X is seat 0, Y seat 1. */
static void tng_wins_per_seat(const struct nf_setup *setup, const struct nf_outcome *outcome,
                              uint16_t *counts)
{
    const enum tng_outcome end = tng_record_outcome(outcome->words[0]);
    (void)setup;
    counts[0] = end == TNG_X;
    counts[1] = end == TNG_Y;
}

static uint64_t tng_turns_of(const struct nf_setup *setup, const struct nf_outcome *outcome)
{
    const uint32_t record = outcome->words[0];
    (void)setup;
    return tng_record_outcome(record) == TNG_DRAW ? 2 * (uint64_t)tng_record_r(record)
                                                  : tng_record_moves(record);
}

/* ---- the whole ---- */

uint64_t tng_numbered(const struct nf_tally *tally)
{
    const struct tng_deal *const deal = &((const struct tng_setup *)tally->setup)->deal;
    return deal->every ? tng_count(deal) : 0;
}

uint64_t tng_ended(const struct nf_tally *tally, const struct tng_slice *slice,
                   enum tng_outcome outcome)
{
    uint64_t games = 0;
    for (int place = 0; place < TNG_PRIMES; place++)
        for (int r = 1; r <= TNG_MAX_ROUNDS; r++)
            for (int m = 0; m <= TNG_MAX_GOALS; m++)
                if ((slice->place == TNG_EACH || slice->place == place) &&
                    (slice->r == TNG_EACH || slice->r == r) &&
                    (slice->m == TNG_EACH || slice->m == m))
                    games += tng_sums_of(tally)->ends[place][r - 1][m][outcome];
    return games;
}

/* Moves of best play: a draw takes all 2r. */
static uint64_t turns(const struct nf_tally *tally)
{
    uint64_t moves = nf_counts_weighted(tng_sums_of(tally)->moves, TNG_MAX_MOVES + 1);
    for (int r = 1; r <= TNG_MAX_ROUNDS; r++) {
        const struct tng_slice slice = {TNG_EACH, r, TNG_EACH};
        moves += 2 * (uint64_t)r * tng_ended(tally, &slice, TNG_DRAW);
    }
    return moves;
}

static bool tng_tally_consistent(const struct nf_tally *tally)
{
    const struct tng_sums *const sums = tng_sums_of(tally);
    const uint32_t longest = nf_counts_most(sums->moves, TNG_MAX_MOVES + 1);
    const struct nf_extreme *const extreme = &tally->extremes[TNG_LONGEST_WIN];
    uint64_t by_winner[3] = {sums->moves[0]};
    for (uint32_t moves = 1; moves <= TNG_MAX_MOVES; moves++)
        by_winner[moves % 2 == 1 ? TNG_X : TNG_Y] += sums->moves[moves];
    for (int outcome = TNG_DRAW; outcome <= TNG_Y; outcome++)
        if (tng_ended(tally, &all, (enum tng_outcome)outcome) != by_winner[outcome])
            return false;
    return nf_extreme_known(extreme) == (longest > 0) &&
           (longest == 0 || extreme->value == longest) && NF_TOTAL(sums->moves) == tally->games &&
           (tng_numbered(tally) == 0 || tally->games <= tng_numbered(tally));
}

/* ---- shares ---- */

static struct nf_estimate without_interval(double mean)
{
    return (struct nf_estimate){.mean = mean, .low = NAN, .high = NAN};
}

struct nf_estimate tng_share(const struct nf_tally *tally, const struct tng_slice *slice,
                             enum tng_outcome outcome)
{
    uint64_t games = 0;
    for (int end = TNG_DRAW; end <= TNG_Y; end++)
        games += tng_ended(tally, slice, (enum tng_outcome)end);
    const uint64_t ended = tng_ended(tally, slice, outcome);
    if (tng_numbered(tally) != 0)
        return without_interval(games > 0 ? (double)ended / (double)games : NAN);
    return nf_share_exact(ended, games);
}

struct nf_estimate tng_advantage(const struct nf_tally *tally, const struct tng_slice *slice)
{
    const uint64_t x = tng_ended(tally, slice, TNG_X), y = tng_ended(tally, slice, TNG_Y);
    const uint64_t games = x + y + tng_ended(tally, slice, TNG_DRAW);
    /* A game counts 1, -1 or 0, whose squares add up to the games won. */
    const struct nf_estimate gap = nf_gap_between_games(games, 1, x, y, x + y);
    return tng_numbered(tally) != 0 ? without_interval(gap.mean) : gap;
}

static struct nf_estimate share_of_seat(const struct nf_tally *tally, uint32_t seat,
                                        uint64_t *times)
{
    const enum tng_outcome outcome = seat == 0 ? TNG_X : TNG_Y;
    *times = tng_ended(tally, &all, outcome);
    return tng_share(tally, &all, outcome);
}

static struct nf_estimate gap_of_seats(const struct nf_tally *tally, uint32_t a, uint32_t b)
{
    const struct nf_estimate gap = tng_advantage(tally, &all);
    struct nf_estimate turned = gap;
    (void)b;
    turned.mean = -gap.mean;
    turned.low = -gap.high;
    turned.high = -gap.low;
    return a == 0 ? gap : turned;
}

/* Of numbered games nothing is known before the last is played, and then all. */
static double width(const struct nf_tally *tally)
{
    double widest = 0;
    if (tng_numbered(tally) != 0)
        return tally->games < tng_numbered(tally) ? 1 : 0;
    for (int outcome = TNG_DRAW; outcome <= TNG_Y; outcome++) {
        const struct nf_estimate share = tng_share(tally, &all, (enum tng_outcome)outcome);
        if (isnan(share.low))
            return NAN;
        widest = fmax(widest, share.high - share.low);
    }
    return widest;
}

static void describe_tng_setup(const struct nf_setup *setup, struct nf_text *text)
{
    const bool every = ((const struct tng_setup *)setup)->deal.every;
    const struct nf_params *const params = &setup->params;
    nf_text_format(text,
                   every ? P_(" of %u round", " of %u rounds", params->rounds)
                         : P_(" of up to %u round", " of up to %u rounds", params->rounds),
                   params->rounds);
    if (params->deck > 0)
        nf_text_format(text, P_(" and %u goal", " and %u goals", params->deck), params->deck);
}

static const struct nf_extreme_kind extremes[] = {
    [TNG_LONGEST_WIN] = {.name = "longest_win",
                         .title = N_("longest forced win"),
                         .unit = N_("moves"),
                         .optional = true},
    {.name = NULL},
};

const struct nf_tally_ops tng_tally = {
    .layout = "tng.tally/1",
    .size = sizeof(struct tng_sums),
    .extremes = extremes,
    .count = count_tng_game,
    .per_seat = tng_wins_per_seat,
    .event = N_("wins"),
    .turns_of = tng_turns_of,
    .turns = turns,
    .consistent = tng_tally_consistent,
    .width = width,
    .share = share_of_seat,
    .gap = gap_of_seats,
    .describe = describe_tng_setup,
    .report = tng_report,
};

/* The rows of run --records: a game each. */

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
