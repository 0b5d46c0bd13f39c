#include "games/tng/stats/tallying.h"

#include "base/lang.h"
#include "games/tng/kernels/setup.h"

#include <math.h>

static const struct tng_slice all = {TNG_EACH, TNG_EACH, TNG_EACH};

uint32_t tng_words(const struct nf_setup *setup)
{
    (void)setup;
    return 1;
}

static uint32_t sums(const struct nf_setup *setup)
{
    (void)setup;
    return TNG_SUMS;
}

/* The sum of games of these. */
static uint32_t place_of_sum(uint32_t place, uint32_t r, uint32_t m, uint32_t outcome)
{
    return TNG_SUM_ENDS + ((place * TNG_MAX_ROUNDS + (r - 1)) * (TNG_MAX_GOALS + 1) + m) * 3 +
           outcome;
}

void tng_count_game(struct nf_tally *tally, const struct nf_outcome *outcome)
{
    /* By (p - 1) / 2; the numbers of p that are not prime are never looked at. */
    static const uint8_t places[] = {0, 0, 1, 2, 0, 3, 4,  0, 5,  6,  0, 7,
                                     0, 0, 8, 9, 0, 0, 10, 0, 11, 12, 0, 13};
    const uint32_t record = outcome->words[0];
    const uint32_t moves = tng_record_moves(record);
    tally->sums[place_of_sum(places[tng_record_p(record) / 2], tng_record_r(record),
                             tng_record_m(record), tng_record_outcome(record))]++;
    tally->sums[TNG_SUM_MOVES + moves]++;
    if (moves > 0)
        nf_extreme_offer(&tally->extremes[TNG_LONGEST_WIN], false, moves, outcome->index);
}

/* X is seat 0, Y seat 1. */
void tng_per_seat(const struct nf_setup *setup, const struct nf_outcome *outcome, uint16_t *counts)
{
    const enum tng_outcome end = tng_record_outcome(outcome->words[0]);
    (void)setup;
    counts[0] = end == TNG_X;
    counts[1] = end == TNG_Y;
}

uint64_t tng_turns_of(const struct nf_setup *setup, const struct nf_outcome *outcome)
{
    const uint32_t record = outcome->words[0];
    (void)setup;
    return tng_record_outcome(record) == TNG_DRAW ? 2 * (uint64_t)tng_record_r(record)
                                                  : tng_record_moves(record);
}

uint32_t tng_trials_per_game(const struct nf_setup *setup)
{
    (void)setup;
    return 1;
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
                    games += tally->sums[place_of_sum((uint32_t)place, (uint32_t)r, (uint32_t)m,
                                                      outcome)];
    return games;
}

uint64_t tng_won_in(const struct nf_tally *tally, uint32_t moves)
{
    return tally->sums[TNG_SUM_MOVES + moves];
}

/* Moves of best play: a draw takes all 2r. */
uint64_t tng_turns(const struct nf_tally *tally)
{
    uint64_t moves = 0;
    for (uint32_t i = 1; i <= TNG_MAX_MOVES; i++)
        moves += i * tng_won_in(tally, i);
    for (int r = 1; r <= TNG_MAX_ROUNDS; r++) {
        const struct tng_slice slice = {TNG_EACH, r, TNG_EACH};
        moves += 2 * (uint64_t)r * tng_ended(tally, &slice, TNG_DRAW);
    }
    return moves;
}

bool tng_consistent(const struct nf_tally *tally)
{
    uint64_t by_winner[3] = {0};
    for (uint32_t moves = 0; moves <= TNG_MAX_MOVES; moves++)
        by_winner[moves == 0       ? TNG_DRAW
                  : moves % 2 == 1 ? TNG_X
                                   : TNG_Y] += tng_won_in(tally, moves);
    uint32_t longest = TNG_MAX_MOVES;
    while (longest > 0 && tng_won_in(tally, longest) == 0)
        longest--;
    const struct nf_extreme *const extreme = &tally->extremes[TNG_LONGEST_WIN];
    const bool extreme_fits = longest == 0 ? !nf_extreme_known(extreme)
                                           : nf_extreme_known(extreme) && extreme->value == longest;
    for (int outcome = TNG_DRAW; outcome <= TNG_Y; outcome++)
        if (tng_ended(tally, &all, (enum tng_outcome)outcome) != by_winner[outcome])
            return false;
    return extreme_fits && by_winner[0] + by_winner[1] + by_winner[2] == tally->games &&
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

struct nf_estimate tng_seat_share(const struct nf_tally *tally, uint32_t seat, uint64_t *times)
{
    const enum tng_outcome outcome = seat == 0 ? TNG_X : TNG_Y;
    *times = tng_ended(tally, &all, outcome);
    return tng_share(tally, &all, outcome);
}

struct nf_estimate tng_seat_gap(const struct nf_tally *tally, uint32_t a, uint32_t b)
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
double tng_width(const struct nf_tally *tally)
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

void tng_describe(const struct nf_setup *setup, struct nf_text *text)
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

const struct nf_extreme_kind tng_extremes[] = {
    [TNG_LONGEST_WIN] = {"longest_win", N_("longest forced win"), N_("moves"), false, true},
    {NULL, NULL, NULL, false, false},
};

const struct nf_tally_ops tng_tally = {
    TNG_SHARED_OPS,          .layout = "tng.tally/1",      .sums = sums,
    .count = tng_count_game, .consistent = tng_consistent, .report = tng_report,
};
