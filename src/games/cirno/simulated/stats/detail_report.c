/* What is told of Cirno's games besides where details were counted. */
#include "base/lang.h"
#include "base/stats/counts.h"
#include "games/cirno/rules/cards.h"
#include "games/cirno/simulated/stats/detail.h"

#include <inttypes.h>
#include <stdlib.h>

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

void cirno_detail_report(const struct nf_tally *tally, struct nf_tables *tables)
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
