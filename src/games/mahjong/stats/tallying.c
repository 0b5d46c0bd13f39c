#include "games/mahjong/stats/tallying.h"
#include "base/lang.h"
#include "core/contract/game.h"

#include <math.h>
#include <string.h>

uint32_t mahjong_words(const struct nf_setup *setup)
{
    (void)setup;
    return MAHJONG_WORDS;
}

static uint32_t sums(const struct nf_setup *setup)
{
    (void)setup;
    return MAHJONG_SUMS;
}

/* ---- the hot path ---- */

/* A kernel gone wrong must not write elsewhere. */
static uint32_t at_most(uint32_t number, uint32_t limit)
{
    return number < limit ? number : limit;
}

static void count_end(uint64_t *to, const struct mahjong_outcome *outcome)
{
    const uint32_t winner = outcome->winner;
    if (outcome->end == MAHJONG_DRAW) {
        to[MAHJONG_SUM_DRAWN]++;
        return;
    }
    const uint32_t from = outcome->end == MAHJONG_RON ? outcome->dealt_in : winner;
    to[MAHJONG_SUM_WON + winner * MAHJONG_SEATS + from]++;
    to[MAHJONG_SUM_TILE + outcome->tile]++;
    to[MAHJONG_SUM_MELDS +
       at_most(outcome->pongs[winner] + outcome->chows[winner], MAHJONG_MAX_MELDS)]++;
}

static void count(struct nf_tally *tally, const struct nf_outcome *record)
{
    struct mahjong_outcome outcome;
    uint64_t *const to = tally->sums;
    uint32_t claims = 0;
    mahjong_unpack(record->words, &outcome);
    count_end(to, &outcome);
    to[MAHJONG_SUM_TURNS + outcome.discards]++;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        const uint32_t row = seat * (MAHJONG_MAX_MELDS + 1);
        to[MAHJONG_SUM_PONGS + row + at_most(outcome.pongs[seat], MAHJONG_MAX_MELDS)]++;
        to[MAHJONG_SUM_CHOWS + row + at_most(outcome.chows[seat], MAHJONG_MAX_MELDS)]++;
        claims += outcome.pongs[seat] + outcome.chows[seat];
    }
    to[MAHJONG_SUM_CLAIMS + at_most(claims, MAHJONG_ALL_CLAIMS)]++;
    for (unsigned special = 0; special < MAHJONG_SPECIALS; special++)
        to[MAHJONG_SUM_PLAYED + special * (MAHJONG_COPIES + 1) +
           at_most(outcome.specials[special], MAHJONG_COPIES)]++;
    struct nf_extreme *const extremes = tally->extremes;
    nf_extreme_offer(&extremes[MAHJONG_LONGEST_GAME], false, outcome.discards, record->index);
    nf_extreme_offer(&extremes[MAHJONG_SHORTEST_GAME], true, outcome.discards, record->index);
    nf_extreme_offer(&extremes[MAHJONG_MOST_CLAIMS], false, claims, record->index);
}

void mahjong_per_seat(const struct nf_setup *setup, const struct nf_outcome *record,
                      uint16_t *counts)
{
    struct mahjong_outcome outcome;
    (void)setup;
    mahjong_unpack(record->words, &outcome);
    memset(counts, 0, MAHJONG_SEATS * sizeof *counts);
    counts[outcome.winner] = outcome.end != MAHJONG_DRAW;
}

uint64_t mahjong_turns_of(const struct nf_setup *setup, const struct nf_outcome *record)
{
    struct mahjong_outcome outcome;
    (void)setup;
    mahjong_unpack(record->words, &outcome);
    return outcome.discards;
}

uint32_t mahjong_trials_per_game(const struct nf_setup *setup)
{
    (void)setup;
    return 1;
}

/* ---- the whole ---- */

static uint64_t total(const uint64_t *from, uint32_t count)
{
    uint64_t sum = 0;
    while (count > 0)
        sum += from[--count];
    return sum;
}

/* The sum of i times the games in place i. */
static uint64_t weighted(const uint64_t *games, uint32_t count)
{
    uint64_t sum = 0;
    for (uint32_t i = 1; i < count; i++)
        sum += i * games[i];
    return sum;
}

uint64_t mahjong_won_from(const struct nf_tally *tally, unsigned winner, unsigned from)
{
    return tally->sums[MAHJONG_SUM_WON + winner * MAHJONG_SEATS + from];
}

uint64_t mahjong_won(const struct nf_tally *tally, unsigned seat)
{
    return total(tally->sums + MAHJONG_SUM_WON + seat * MAHJONG_SEATS, MAHJONG_SEATS);
}

uint64_t mahjong_dealt_in(const struct nf_tally *tally, unsigned seat)
{
    uint64_t sum = 0;
    for (unsigned winner = 0; winner < MAHJONG_SEATS; winner++)
        sum += winner == seat ? 0 : mahjong_won_from(tally, winner, seat);
    return sum;
}

uint64_t mahjong_ended(const struct nf_tally *tally, enum mahjong_end end)
{
    uint64_t won = 0, self_drawn = 0;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        won += mahjong_won(tally, seat);
        self_drawn += mahjong_won_from(tally, seat, seat);
    }
    return end == MAHJONG_DRAW        ? tally->sums[MAHJONG_SUM_DRAWN]
           : end == MAHJONG_SELFDRAWN ? self_drawn
                                      : won - self_drawn;
}

static uint64_t melds_of(const struct nf_tally *tally, uint32_t sum, unsigned seat)
{
    return weighted(tally->sums + sum + seat * (MAHJONG_MAX_MELDS + 1), MAHJONG_MAX_MELDS + 1);
}

uint64_t mahjong_pongs(const struct nf_tally *tally, unsigned seat)
{
    return melds_of(tally, MAHJONG_SUM_PONGS, seat);
}

uint64_t mahjong_chows(const struct nf_tally *tally, unsigned seat)
{
    return melds_of(tally, MAHJONG_SUM_CHOWS, seat);
}

uint64_t mahjong_played(const struct nf_tally *tally, unsigned special)
{
    return weighted(tally->sums + MAHJONG_SUM_PLAYED + special * (MAHJONG_COPIES + 1),
                    MAHJONG_COPIES + 1);
}

uint64_t mahjong_turns(const struct nf_tally *tally)
{
    return weighted(tally->sums + MAHJONG_SUM_TURNS, 256);
}

static uint64_t claims(const struct nf_tally *tally)
{
    return weighted(tally->sums + MAHJONG_SUM_CLAIMS, MAHJONG_ALL_CLAIMS + 1);
}

uint64_t mahjong_drawn_tiles(const struct nf_tally *tally)
{
    return mahjong_turns(tally) - claims(tally) + mahjong_ended(tally, MAHJONG_SELFDRAWN);
}

unsigned mahjong_turns_quantile(const struct nf_tally *tally, double q)
{
    const double wanted = q * (double)tally->games;
    uint64_t sum = 0;
    for (unsigned i = 0; i < 256; i++) {
        sum += tally->sums[MAHJONG_SUM_TURNS + i];
        if (sum > 0 && (double)sum >= wanted)
            return i;
    }
    return 0;
}

double mahjong_turns_sd(const struct nf_tally *tally)
{
    const double games = (double)tally->games, mean = (double)mahjong_turns(tally) / games;
    double squares = 0;
    if (tally->games < 2)
        return NAN;
    for (unsigned i = 0; i < 256; i++)
        squares += (i - mean) * (i - mean) * (double)tally->sums[MAHJONG_SUM_TURNS + i];
    return sqrt(squares / (games - 1));
}

struct nf_alike mahjong_alike(const struct nf_tally *tally)
{
    uint64_t won[MAHJONG_SEATS], products[MAHJONG_SEATS * (MAHJONG_SEATS + 1) / 2] = {0};
    uint32_t place = 0;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        won[seat] = mahjong_won(tally, seat);
        products[place] = won[seat]; /* nobody wins twice, and no two win the same game */
        place += MAHJONG_SEATS - seat;
    }
    return nf_alike_test(total(won, MAHJONG_SEATS), MAHJONG_SEATS, won, products);
}

struct nf_estimate mahjong_share(const struct nf_tally *tally, uint32_t seat, uint64_t *times)
{
    *times = mahjong_won(tally, seat);
    return nf_share_exact(*times, tally->games);
}

struct nf_estimate mahjong_gap(const struct nf_tally *tally, uint32_t a, uint32_t b)
{
    const uint64_t won_a = mahjong_won(tally, a), won_b = mahjong_won(tally, b);
    /* In a game that one of them won they differ by 1. */
    return nf_gap_between_games(tally->games, 1, won_a, won_b, won_a + won_b);
}

/* ---- sums of saved files ---- */

/* The first place of `count` that is not 0, or the last one. */
static uint32_t least(const uint64_t *games, uint32_t count)
{
    uint32_t i = 0;
    while (i + 1 < count && games[i] == 0)
        i++;
    return i;
}

static uint32_t most(const uint64_t *games, uint32_t count)
{
    uint32_t i = count - 1;
    while (i > 0 && games[i] == 0)
        i--;
    return i;
}

static bool extremes_consistent(const struct nf_tally *tally)
{
    const uint64_t *const by_turns = tally->sums + MAHJONG_SUM_TURNS;
    const struct nf_extreme *const extremes = tally->extremes;
    if (tally->games == 0)
        return true;
    for (int i = MAHJONG_LONGEST_GAME; i <= MAHJONG_MOST_CLAIMS; i++)
        if (!nf_extreme_known(&extremes[i]))
            return false;
    return extremes[MAHJONG_LONGEST_GAME].value == most(by_turns, 256) &&
           extremes[MAHJONG_SHORTEST_GAME].value == least(by_turns, 256) &&
           extremes[MAHJONG_MOST_CLAIMS].value ==
               most(tally->sums + MAHJONG_SUM_CLAIMS, MAHJONG_ALL_CLAIMS + 1);
}

/* Whether each of `count` rows of 5 counts every game once. */
static bool rows_consistent(const struct nf_tally *tally, uint32_t sum, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (total(tally->sums + sum + 5 * i, 5) != tally->games)
            return false;
    return true;
}
_Static_assert(MAHJONG_MAX_MELDS == 4 && MAHJONG_COPIES == 4, "rows of 5");

static bool consistent(const struct nf_tally *tally)
{
    const uint64_t *const from = tally->sums;
    const uint64_t won = total(from + MAHJONG_SUM_WON, MAHJONG_SEATS * MAHJONG_SEATS);
    uint64_t melds = 0;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        melds += mahjong_pongs(tally, seat) + mahjong_chows(tally, seat);
    /* Special tiles never win, and a wall has no others above them. */
    return won + from[MAHJONG_SUM_DRAWN] == tally->games &&
           total(from + MAHJONG_SUM_TILE, MAHJONG_PLAIN) == won &&
           total(from + MAHJONG_SUM_TILE, 64) == won &&
           total(from + MAHJONG_SUM_MELDS, MAHJONG_MAX_MELDS + 1) == won &&
           total(from + MAHJONG_SUM_TURNS, 256) == tally->games &&
           total(from + MAHJONG_SUM_CLAIMS, MAHJONG_ALL_CLAIMS + 1) == tally->games &&
           claims(tally) == melds && rows_consistent(tally, MAHJONG_SUM_PONGS, MAHJONG_SEATS) &&
           rows_consistent(tally, MAHJONG_SUM_CHOWS, MAHJONG_SEATS) &&
           rows_consistent(tally, MAHJONG_SUM_PLAYED, MAHJONG_SPECIALS) &&
           extremes_consistent(tally);
}

double mahjong_width(const struct nf_tally *tally)
{
    double widest = 0;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        uint64_t won;
        const struct nf_estimate share = mahjong_share(tally, seat, &won);
        if (isnan(share.low))
            return NAN;
        widest = fmax(widest, share.high - share.low);
    }
    return widest;
}

void mahjong_describe(const struct nf_setup *setup, struct nf_text *text)
{
    (void)setup;
    nf_text_format(text, _(" of %d players"), MAHJONG_SEATS);
}

const struct nf_extreme_kind mahjong_extremes[] = {
    [MAHJONG_LONGEST_GAME] = {"longest_game", N_("longest game"), N_("turns"), false, false},
    [MAHJONG_SHORTEST_GAME] = {"shortest_game", N_("shortest game"), N_("turns"), true, false},
    [MAHJONG_MOST_CLAIMS] = {"most_claims", N_("most claims in a game"), N_("claims"), false,
                             false},
    {NULL, NULL, NULL, false, false},
};

const struct nf_tally_ops mahjong_tally = {
    MAHJONG_SHARED_OPS, .layout = "mahjong.tally/1", .sums = sums,
    .count = count,     .consistent = consistent,    .report = mahjong_report,
};
