#include "games/cirno/simulated/stats/tallying.h"

#include "base/lang.h"
#include "base/stats/estimate.h"
#include "games/cirno/rules/cirno.h"
#include "games/cirno/simulated/kernels/kernels.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

/* ---- hands by number ---- */

/* The types of losing hands in the order of enum cirno_card. */
static const uint8_t losing_types[CIRNO_LOSING_TYPES] = {
    CIRNO_A1, CIRNO_A2, CIRNO_A5, CIRNO_A9, CIRNO_A19, CIRNO_A49, CIRNO_A99, CIRNO_C2,
};

/* Types a <= b <= c have the number a + b(b+1)/2 + c(c+1)(c+2)/6. */
static uint32_t number_of(const uint32_t types[CIRNO_HAND])
{
    const uint32_t a = types[0], b = types[1], c = types[2];
    return a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6;
}

uint32_t cirno_losing_hand(cirno_hand hand)
{
    uint32_t types[CIRNO_HAND] = {0}, found = 0;
    for (uint32_t type = 0; type < CIRNO_LOSING_TYPES; type++)
        for (uint32_t held = hand >> (2 * losing_types[type]) & 3; held > 0; held--)
            if (found < CIRNO_HAND)
                types[found++] = type;
    return found == CIRNO_HAND ? number_of(types) : CIRNO_LOSING_HANDS;
}

void cirno_losing_cards(uint32_t number, uint8_t cards[CIRNO_HAND])
{
    uint32_t types[CIRNO_HAND];
    for (types[2] = 0; types[2] < CIRNO_LOSING_TYPES; types[2]++)
        for (types[1] = 0; types[1] <= types[2]; types[1]++)
            for (types[0] = 0; types[0] <= types[1]; types[0]++)
                if (number_of(types) == number)
                    for (int i = 0; i < CIRNO_HAND; i++)
                        cards[i] = losing_types[types[i]];
}

/* ---- counting ---- */

void cirno_add_events(struct cirno_details *details, cirno_event_set events, uint64_t times)
{
    for (; events != 0; events &= events - 1)
        details->events[__builtin_ctzll(events)] += times;
}

/* ---- what fits together ---- */

/* Whether the lowest p is as low as the events say it was. */
static bool depth_consistent(const struct nf_tally *tally, const uint64_t *events)
{
    static const struct {
        uint32_t event;
        uint64_t beyond;
    } depths[] = {
        {CIRNO_EVENT_P_NEGATIVE, 0},      {CIRNO_EVENT_P_BELOW_99, 99},
        {CIRNO_EVENT_P_BELOW_200, 200},   {CIRNO_EVENT_P_BELOW_512, 512},
        {CIRNO_EVENT_P_BELOW_1000, 1000},
    };
    const struct nf_extreme *const deepest = &tally->extremes[CIRNO_DEEPEST_P];
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++)
        if ((events[depths[i].event] > 0) != (deepest->value > depths[i].beyond))
            return false;
    return deepest->value < CIRNO_P_BOUND;
}

static bool cells_consistent(const struct nf_tally *tally)
{
    const struct cirno_details *const details = cirno_details_of(tally);
    const uint64_t losses = NF_TOTAL(details->hands);
    if (details->astray != 0 || losses != cirno_rounds(tally) ||
        NF_TOTAL(details->played) + losses != nf_tally_turns(tally))
        return false;
    for (uint32_t doubled = 0; doubled < 2; doubled++)
        if (NF_TOTAL(details->hands[doubled]) != NF_TOTAL(details->loss_p[doubled]))
            return false;
    return NF_TOTAL(details->loss_p[1]) == details->events[CIRNO_EVENT_DOUBLE_LOST] &&
           depth_consistent(tally, details->events);
}

/* How much games differ in what details count: measured by playing some of them. */

enum {
    GAMES = 256,
    MOST_TURNS = 1 << 23, /* in all, which take a quarter of a second */
};

/* What is seen of a game. */
struct game_counts {
    uint32_t p[CIRNO_LOSS_PS], tens[CIRNO_LOSS_PS / 10], cards[CIRNO_CARDS];
    uint32_t played; /* cards */
};

struct counter {
    struct cirno_source source; /* first: see cirno_source_draw() */
    struct game_counts game;
    uint32_t turns; /* of all games */
};

static bool count_turn(void *client, const struct cirno_walk *walk, unsigned card)
{
    struct counter *const counter = client;
    struct game_counts *const game = &counter->game;
    counter->turns++;
    if (card != CIRNO_LOSES) {
        game->cards[card]++;
        game->played++;
    } else {
        assert(walk->table.p >= 0 && walk->table.p < CIRNO_LOSS_PS);
        game->p[walk->table.p]++;
        game->tens[walk->table.p / 10]++;
    }
    return counter->turns < MOST_TURNS;
}

/* A cirno_candidate. */
static enum cirno_end count_candidate(void *client, const struct cirno_setup *setup, uint64_t index,
                                      uint64_t attempt)
{
    static const struct cirno_callbacks callbacks = {cirno_source_choose, cirno_source_draw,
                                                     count_turn};
    struct counter *const counter = client;
    struct cirno_walk walk = cirno_source_open(&counter->source, setup, index, attempt);
    enum cirno_end end = CIRNO_COMPLETE;
    counter->game = (struct game_counts){0};
    for (; walk.round < setup->base.params.rounds && end == CIRNO_COMPLETE; walk.round++)
        end = cirno_walk_round(&callbacks, counter, &walk);
    return end;
}

static void add_counts(struct nf_clusters *clusters, const uint32_t *counts, uint32_t count,
                       uint32_t chances)
{
    for (uint32_t i = 0; i < count; i++)
        nf_clusters_add(&clusters[i], counts[i], chances);
}

static void find_effects(const struct nf_clusters *clusters, uint32_t count, double *effects)
{
    for (uint32_t i = 0; i < count; i++)
        effects[i] = nf_design_effect(&clusters[i]);
}

struct cirno_effects cirno_measure_effects(const struct nf_setup *base)
{
    const struct cirno_setup *const setup = (const struct cirno_setup *)base;
    const uint32_t rounds = base->params.rounds;
    struct counter counter = {.turns = 0};
    struct nf_clusters p[CIRNO_LOSS_PS] = {{0}}, tens[CIRNO_LOSS_PS / 10] = {{0}},
                       cards[CIRNO_CARDS] = {{0}};
    assert(setup->instances == NULL);
    for (uint64_t index = 0; index < GAMES; index++) {
        uint32_t rejected[NF_REJECT_KINDS];
        struct nf_error err;
        if (cirno_first_valid(setup, index, count_candidate, &counter, rejected, &err) != NF_OK)
            break;
        add_counts(p, counter.game.p, CIRNO_LOSS_PS, rounds);
        add_counts(tens, counter.game.tens, CIRNO_LOSS_PS / 10, rounds);
        add_counts(cards, counter.game.cards, CIRNO_CARDS, counter.game.played);
    }
    struct cirno_effects effects;
    find_effects(p, CIRNO_LOSS_PS, effects.p);
    find_effects(tens, CIRNO_LOSS_PS / 10, effects.tens);
    find_effects(cards, CIRNO_CARDS, effects.cards);
    return effects;
}

/* ---- tables ---- */

/* In how many losing hands there was such a card. */
static uint64_t held(const struct nf_tally *tally, uint32_t card)
{
    const struct cirno_details *const details = cirno_details_of(tally);
    uint64_t sum = 0;
    for (uint32_t hand = 0; hand < CIRNO_LOSING_HANDS; hand++) {
        uint8_t cards[CIRNO_HAND];
        cirno_losing_cards(hand, cards);
        if (cards[0] == card || cards[1] == card || cards[2] == card)
            sum += details->hands[0][hand] + details->hands[1][hand];
    }
    return sum;
}

static void report_played(const struct nf_tally *tally, const struct cirno_effects *effects,
                          struct nf_tables *tables)
{
    static const struct nf_about about = {
        .name = "cards_played",
        .title = N_("Cards played"),
        .charts = {{.kind = NF_BARS,
                    .x = N_("card"),
                    .y = N_("share of cards played"),
                    .values = {"share"},
                    .expected = "deck",
                    .expected_is = N_("share in the deck"),
                    .about = /* xgettext:no-c-format */ N_(
                        "Who loses puts three cards away unplayed. The 95% intervals allow for "
                        "how much games differ, as up to 256 of them show.")}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("card", "card", NULL, NF_KEY),
        NF_COLUMN("times", "times", "cards", NF_COUNT),
        NF_COLUMN("share", "share", "share of cards played", NF_SHARE,
                  .interval = NF_INTERVAL_ASIDE),
        NF_COLUMN("deck", "in the deck", "share of cards dealt", NF_SHARE, .aside = true),
        NF_COLUMN("times_doubled", "under DOUBLE", "cards", NF_COUNT),
        NF_COLUMN("share_doubled", "share", "share of cards played under DOUBLE", NF_SHARE),
        NF_COLUMN("losing_hands", "losing hands", "rounds", NF_COUNT, .aside = true),
        NF_COLUMN("held", "in losing hands", "share of rounds lost with such a card in the hand",
                  NF_SHARE),
        {.name = NULL},
    };
    const struct cirno_setup *const setup = (const struct cirno_setup *)tally->setup;
    const struct cirno_details *const details = cirno_details_of(tally);
    const uint64_t *const plain = details->played[0], *const doubled = details->played[1];
    const uint64_t all = NF_TOTAL(details->played), all_doubled = NF_TOTAL(details->played[1]);
    nf_tables_begin(tables, &about, columns);
    for (uint32_t card = 0; card < CIRNO_CARDS; card++) {
        nf_cell_text(tables, cirno_cards[card].name);
        nf_cell_count(tables, plain[card] + doubled[card]);
        nf_cell_estimate(
            tables, nf_share_by_effect(plain[card] + doubled[card], all, effects->cards[card]));
        nf_cell_share(tables, setup->weights[card], setup->total);
        nf_cell_count(tables, doubled[card]);
        nf_cell_share(tables, doubled[card], all_doubled);
        nf_cell_count(tables, held(tally, card));
        nf_cell_share(tables, held(tally, card), cirno_rounds(tally));
    }
    nf_tables_note(tables, "Times include those with DOUBLE on the player.");
    if (details->astray > 0)
        nf_tables_note(tables,
                       "A BUG: played again, %llu games did not come out the same; details are "
                       "wrong.",
                       (unsigned long long)details->astray);
}

/* A hand with how often it lost. */
struct ranked {
    uint64_t count;
    uint32_t hand;
};

static int by_count(const void *a, const void *b)
{
    const struct ranked *const x = a, *const y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return (x->hand > y->hand) - (x->hand < y->hand);
}

static void report_hands(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {
        .name = "losing_hands", .title = N_("Rounds lost, by the hand that lost"), .top = 10};
    static const struct nf_column columns[] = {
        NF_COLUMN("hand", "hand", NULL, NF_KEY),
        NF_COLUMN("times", "times", "rounds", NF_COUNT),
        NF_COLUMN("share", "share", "share of rounds", NF_SHARE),
        NF_COLUMN("times_doubled", "under DOUBLE", "rounds", NF_COUNT, .aside = true),
        {.name = NULL},
    };
    const struct cirno_details *const details = cirno_details_of(tally);
    struct ranked ranking[CIRNO_LOSING_HANDS];
    for (uint32_t hand = 0; hand < CIRNO_LOSING_HANDS; hand++)
        ranking[hand] = (struct ranked){details->hands[0][hand] + details->hands[1][hand], hand};
    qsort(ranking, CIRNO_LOSING_HANDS, sizeof *ranking, by_count);
    nf_tables_begin(tables, &about, columns);
    for (uint32_t i = 0; i < CIRNO_LOSING_HANDS && ranking[i].count > 0; i++) {
        uint8_t cards[CIRNO_HAND];
        cirno_losing_cards(ranking[i].hand, cards);
        nf_cell_text(tables,
                     nf_tables_text(tables, "%s %s %s", cirno_cards[cards[0]].name,
                                    cirno_cards[cards[1]].name, cirno_cards[cards[2]].name));
        nf_cell_count(tables, ranking[i].count);
        nf_cell_share(tables, ranking[i].count, cirno_rounds(tally));
        nf_cell_count(tables, details->hands[1][ranking[i].hand]);
    }
}

/* By `step` values of p a row, each of which has one of the effects. */
static void report_ps(const struct nf_tally *tally, struct nf_tables *tables,
                      const struct nf_about *about, uint32_t step, const double *effects)
{
    static const struct nf_column columns[] = {
        NF_COLUMN("p_from", "p", NULL, NF_KEY),
        NF_COLUMN("p_to", "to", NULL, NF_KEY),
        NF_COLUMN("times", "times", "rounds", NF_COUNT),
        NF_COLUMN("share", "share", "share of rounds", NF_SHARE, .interval = NF_INTERVAL_ASIDE),
        NF_COLUMN("times_doubled", "doubled", "rounds", NF_COUNT),
        {.name = NULL},
    };
    const struct cirno_details *const details = cirno_details_of(tally);
    nf_tables_begin(tables, about, columns);
    for (uint32_t p = 0; p < CIRNO_LOSS_PS; p += step) {
        const uint64_t doubled = nf_counts_total(details->loss_p[1] + p, step);
        const uint64_t all = doubled + nf_counts_total(details->loss_p[0] + p, step);
        nf_cell_count(tables, p);
        nf_cell_count(tables, p + step - 1);
        nf_cell_count(tables, all);
        nf_cell_estimate(tables, nf_share_by_effect(all, cirno_rounds(tally), effects[p / step]));
        nf_cell_count(tables, doubled);
    }
}
_Static_assert(CIRNO_LOSS_PS % 10 == 0, "rows of ten");

static void report_cirno_events(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {
        .name = "events", .title = N_("How often each rule came into play"), .nonzero = true};
    static const struct nf_column columns[] = {
        NF_COLUMN("event", "event", NULL, NF_KEY),
        NF_COLUMN("times", "times", "turns or games", NF_COUNT),
        NF_COLUMN("meaning", "meaning", NULL, NF_TEXT, .aside = true),
        {.name = NULL},
    };
    const uint64_t *const events = cirno_details_of(tally)->events;
    nf_tables_begin(tables, &about, columns);
    for (uint32_t event = 0; event < CIRNO_EVENTS; event++) {
        nf_cell_text(tables, cirno_events[event].name);
        nf_cell_count(tables, events[event]);
        const struct nf_event *const is = &cirno_events[event];
        nf_cell_words(tables, nf_tables_text(tables, is->help, is->of[0], is->of[1]),
                      nf_tables_text(tables, _(is->help), is->of[0], is->of[1]));
    }
}

static void report_cirno_details(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about tens = {
        .name = "p_when_losing_tens", .title = N_("Rounds lost, by p then"), .beside = true};
    static const struct nf_about ones = {
        .name = "p_when_losing",
        .title = N_("Rounds lost, by p then, one by one"),
        .aside = true,
        .charts = {{.kind = NF_HISTOGRAM,
                    .title = N_("p where rounds are lost"),
                    .x = N_("p"),
                    .y = N_("share of rounds, logarithmic"),
                    .values = {"share"},
                    .log = true,
                    .about = /* xgettext:no-c-format */ N_(
                        "The 95% intervals allow for how much games differ, as up to 256 of them "
                        "show.")}},
    };
    const struct cirno_effects effects = cirno_measure_effects(tally->setup);
    report_played(tally, &effects, tables);
    report_hands(tally, tables);
    report_ps(tally, tables, &tens, 10, effects.tens);
    report_ps(tally, tables, &ones, 1, effects.p);
    report_cirno_events(tally, tables);
}

const struct nf_detail_ops cirno_detail_ops = {
    .layout = "cirno.detail/2",
    .before = "cirno.detail/1",
    .size = sizeof(struct cirno_details),
    .scratch = cirno_replay_bytes,
    .count = cirno_replay_count,
    .settle = cirno_replay_settle,
    .consistent = cells_consistent,
    .report = report_cirno_details,
};
