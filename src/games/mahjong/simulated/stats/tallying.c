#include "games/mahjong/simulated/stats/tallying.h"

#include "base/lang.h"
#include "base/stats/estimate.h"
#include "games/mahjong/rules/mahjong.h"
#include "sim/game.h"

#include <string.h>

static uint32_t words(const struct nf_setup *setup)
{
    (void)setup;
    return MAHJONG_WORDS;
}

/* ---- the hot path ---- */

/* A kernel gone wrong must not write elsewhere. */
static uint32_t at_most(uint32_t number, uint32_t limit)
{
    return number < limit ? number : limit;
}

static void count_end(struct mahjong_sums *sums, const struct mahjong_outcome *outcome)
{
    const uint32_t winner = outcome->winner;
    if (outcome->end == MAHJONG_DRAW) {
        sums->drawn++;
        return;
    }
    sums->won[winner][outcome->end == MAHJONG_RON ? outcome->dealt_in : winner]++;
    sums->by_tile[outcome->tile]++;
    sums->by_melds[at_most(outcome->pongs[winner] + outcome->chows[winner], MAHJONG_MAX_MELDS)]++;
}

static void count_mahjong_game(struct nf_tally *tally, const struct nf_outcome *record)
{
    struct mahjong_outcome outcome;
    struct mahjong_sums *const sums = mahjong_sums_of(tally);
    uint32_t claims = 0;
    mahjong_unpack(record->words, &outcome);
    count_end(sums, &outcome);
    sums->by_turns[outcome.discards]++;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        sums->by_pongs[seat][at_most(outcome.pongs[seat], MAHJONG_MAX_MELDS)]++;
        sums->by_chows[seat][at_most(outcome.chows[seat], MAHJONG_MAX_MELDS)]++;
        claims += outcome.pongs[seat] + outcome.chows[seat];
    }
    sums->by_claims[at_most(claims, MAHJONG_ALL_CLAIMS)]++;
    for (unsigned special = 0; special < MAHJONG_SPECIALS; special++)
        sums->by_played[special][at_most(outcome.specials[special], MAHJONG_COPIES)]++;
    struct nf_extreme *const extremes = tally->extremes;
    nf_extreme_offer(&extremes[MAHJONG_LONGEST_GAME], false, outcome.discards, record->index);
    nf_extreme_offer(&extremes[MAHJONG_SHORTEST_GAME], true, outcome.discards, record->index);
    nf_extreme_offer(&extremes[MAHJONG_MOST_CLAIMS], false, claims, record->index);
}

static void mahjong_wins_per_seat(const struct nf_setup *setup, const struct nf_outcome *record,
                                  uint16_t *counts)
{
    struct mahjong_outcome outcome;
    (void)setup;
    mahjong_unpack(record->words, &outcome);
    memset(counts, 0, MAHJONG_SEATS * sizeof *counts);
    counts[outcome.winner] = outcome.end != MAHJONG_DRAW;
}

static uint64_t mahjong_turns_of(const struct nf_setup *setup, const struct nf_outcome *record)
{
    struct mahjong_outcome outcome;
    (void)setup;
    mahjong_unpack(record->words, &outcome);
    return outcome.discards;
}

/* ---- the whole ---- */

uint64_t mahjong_won(const struct nf_tally *tally, unsigned seat)
{
    return NF_TOTAL(mahjong_sums_of(tally)->won[seat]);
}

uint64_t mahjong_dealt_in(const struct nf_tally *tally, unsigned seat)
{
    uint64_t sum = 0;
    for (unsigned winner = 0; winner < MAHJONG_SEATS; winner++)
        sum += winner == seat ? 0 : mahjong_sums_of(tally)->won[winner][seat];
    return sum;
}

uint64_t mahjong_ended(const struct nf_tally *tally, enum mahjong_end end)
{
    const struct mahjong_sums *const sums = mahjong_sums_of(tally);
    uint64_t self_drawn = 0;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        self_drawn += sums->won[seat][seat];
    return end == MAHJONG_DRAW        ? sums->drawn
           : end == MAHJONG_SELFDRAWN ? self_drawn
                                      : NF_TOTAL(sums->won) - self_drawn;
}

uint64_t mahjong_pongs(const struct nf_tally *tally, unsigned seat)
{
    return nf_counts_weighted(mahjong_sums_of(tally)->by_pongs[seat], MAHJONG_MAX_MELDS + 1);
}

uint64_t mahjong_chows(const struct nf_tally *tally, unsigned seat)
{
    return nf_counts_weighted(mahjong_sums_of(tally)->by_chows[seat], MAHJONG_MAX_MELDS + 1);
}

uint64_t mahjong_played(const struct nf_tally *tally, unsigned special)
{
    return nf_counts_weighted(mahjong_sums_of(tally)->by_played[special], MAHJONG_COPIES + 1);
}

uint64_t mahjong_turns(const struct nf_tally *tally)
{
    return nf_counts_weighted(mahjong_sums_of(tally)->by_turns, MAHJONG_ALL_TURNS);
}

static uint64_t claims(const struct nf_tally *tally)
{
    return nf_counts_weighted(mahjong_sums_of(tally)->by_claims, MAHJONG_ALL_CLAIMS + 1);
}

uint64_t mahjong_drawn_tiles(const struct nf_tally *tally)
{
    return mahjong_turns(tally) - claims(tally) + mahjong_ended(tally, MAHJONG_SELFDRAWN);
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
    return nf_alike_test(NF_TOTAL(won), MAHJONG_SEATS, won, products);
}

static struct nf_estimate share(const struct nf_tally *tally, uint32_t seat, uint64_t *times)
{
    *times = mahjong_won(tally, seat);
    return nf_share_exact(*times, tally->games);
}

static struct nf_estimate gap(const struct nf_tally *tally, uint32_t a, uint32_t b)
{
    const uint64_t won_a = mahjong_won(tally, a), won_b = mahjong_won(tally, b);
    /* In a game that one of them won they differ by 1. */
    return nf_gap_between_games(tally->games, 1, won_a, won_b, won_a + won_b);
}

/* ---- sums of saved files ---- */

static bool extremes_consistent(const struct nf_tally *tally)
{
    const struct mahjong_sums *const sums = mahjong_sums_of(tally);
    const struct nf_extreme *const extremes = tally->extremes;
    return extremes[MAHJONG_LONGEST_GAME].value ==
               nf_counts_most(sums->by_turns, MAHJONG_ALL_TURNS) &&
           extremes[MAHJONG_SHORTEST_GAME].value ==
               nf_counts_least(sums->by_turns, MAHJONG_ALL_TURNS) &&
           extremes[MAHJONG_MOST_CLAIMS].value ==
               nf_counts_most(sums->by_claims, MAHJONG_ALL_CLAIMS + 1);
}

static bool mahjong_tally_consistent(const struct nf_tally *tally)
{
    const struct mahjong_sums *const sums = mahjong_sums_of(tally);
    const uint64_t games = tally->games, won = NF_TOTAL(sums->won);
    uint64_t melds = 0;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        melds += mahjong_pongs(tally, seat) + mahjong_chows(tally, seat);
        if (NF_TOTAL(sums->by_pongs[seat]) != games || NF_TOTAL(sums->by_chows[seat]) != games)
            return false;
    }
    for (unsigned special = 0; special < MAHJONG_SPECIALS; special++)
        if (NF_TOTAL(sums->by_played[special]) != games)
            return false;
    /* Special tiles never win, and a wall has no others above them. */
    return won + sums->drawn == games && nf_counts_total(sums->by_tile, MAHJONG_PLAIN) == won &&
           NF_TOTAL(sums->by_tile) == won && NF_TOTAL(sums->by_melds) == won &&
           NF_TOTAL(sums->by_turns) == games && NF_TOTAL(sums->by_claims) == games &&
           claims(tally) == melds && extremes_consistent(tally);
}

static void describe_mahjong_setup(const struct nf_setup *setup, struct nf_text *text)
{
    (void)setup;
    nf_text_format(text, _(" of %d players"), MAHJONG_SEATS);
}

static const struct nf_extreme_kind extremes[] = {
    [MAHJONG_LONGEST_GAME] = {.name = "longest_game",
                              .title = N_("longest game"),
                              .unit = N_("turns")},
    [MAHJONG_SHORTEST_GAME] = {.name = "shortest_game",
                               .title = N_("shortest game"),
                               .unit = N_("turns"),
                               .smallest = true},
    [MAHJONG_MOST_CLAIMS] = {.name = "most_claims",
                             .title = N_("most claims in a game"),
                             .unit = N_("claims")},
    {.name = NULL},
};

const struct nf_tally_ops mahjong_tally = {
    .layout = "mahjong.tally/1",
    .words = words,
    .size = sizeof(struct mahjong_sums),
    .extremes = extremes,
    .count = count_mahjong_game,
    .per_seat = mahjong_wins_per_seat,
    .event = N_("wins"),
    .turns_of = mahjong_turns_of,
    .turns = mahjong_turns,
    .consistent = mahjong_tally_consistent,
    .share = share,
    .gap = gap,
    .describe = describe_mahjong_setup,
    .report = mahjong_report,
};

/* The rows of run --records: a game each. */

static const char *const tiles[] = {
#define X(name) #name,
    MAHJONG_KIND_LIST(X)
#undef X
};

#define NUMBER(name_, help_)                                                                       \
    {                                                                                              \
        name_, help_, NULL, 0                                                                      \
    }
#define WORD(name_, help_, words_)                                                                 \
    {                                                                                              \
        name_, help_, words_, sizeof words_ / sizeof words_[0]                                     \
    }

static const struct nf_record_column columns[] = {
    WORD("end", N_("draw, RON or self-drawn"), mahjong_ends),
    WORD("winner", N_("A to D"), mahjong_letters),
    WORD("discarder", N_("who discarded the tile of a RON"), mahjong_letters),
    WORD("tile", N_("the winning tile"), tiles),
    NUMBER("draws", N_("tiles drawn after the deal")),
    NUMBER("discards", N_("tiles discarded")),
    NUMBER("pongs_a", N_("pongs of A")),
    NUMBER("pongs_b", N_("pongs of B")),
    NUMBER("pongs_c", N_("pongs of C")),
    NUMBER("pongs_d", N_("pongs of D")),
    NUMBER("chows_a", N_("chows of A")),
    NUMBER("chows_b", N_("chows of B")),
    NUMBER("chows_c", N_("chows of C")),
    NUMBER("chows_d", N_("chows of D")),
    NUMBER("pass", N_("PASS played")),
    NUMBER("reverse", N_("REVERSE played")),
    NUMBER("double", N_("DOUBLE played")),
    {NULL, NULL, NULL, 0},
};

static void fill_mahjong_record(const struct nf_setup *setup, const uint32_t *words,
                                uint32_t *values)
{
    struct mahjong_outcome outcome;
    (void)setup;
    mahjong_unpack(words, &outcome);
    const bool won = outcome.end != MAHJONG_DRAW;
    *values++ = outcome.end;
    *values++ = won ? outcome.winner : NF_RECORD_NONE;
    *values++ = outcome.end == MAHJONG_RON ? outcome.dealt_in : NF_RECORD_NONE;
    *values++ = won ? outcome.tile : NF_RECORD_NONE;
    *values++ = outcome.draws;
    *values++ = outcome.discards;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        *values++ = outcome.pongs[seat];
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        *values++ = outcome.chows[seat];
    for (unsigned special = 0; special < MAHJONG_SPECIALS; special++)
        *values++ = outcome.specials[special];
}

const struct nf_record_ops mahjong_records = {.columns = columns, .fill = fill_mahjong_record};
