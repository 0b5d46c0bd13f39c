/* How the details of Cirno's games are shown. */
#include "core/figures.h"
#include "core/tables.h"
#include "games/cirno/stats/detail.h"
#include "report/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HAND_TEXT = 24, TOP_HANDS = 10 };
_Static_assert(CIRNO_HAND * sizeof "A99" < HAND_TEXT, "the text of a losing hand fits");

static const char *hand_text(uint32_t number, char text[HAND_TEXT])
{
    uint8_t cards[CIRNO_HAND];
    cirno_losing_cards(number, cards);
    snprintf(text, HAND_TEXT, "%s %s %s", cirno_cards[cards[0]].name, cirno_cards[cards[1]].name,
             cirno_cards[cards[2]].name);
    return text;
}

static uint64_t played(const struct nf_tally *tally, bool doubled, uint32_t card)
{
    return tally->sums[cirno_detail_layout_of(tally->setup).played + doubled * CIRNO_CARDS + card];
}

/* With DOUBLE on the player or without. */
static uint64_t played_in_all(const struct nf_tally *tally, uint32_t card)
{
    return played(tally, false, card) + played(tally, true, card);
}

static uint64_t held(const struct nf_tally *tally, bool doubled, uint32_t hand)
{
    return tally
        ->sums[cirno_detail_layout_of(tally->setup).hands + doubled * CIRNO_LOSING_HANDS + hand];
}

static uint64_t lost_at(const struct nf_tally *tally, bool doubled, uint32_t p)
{
    return tally->sums[cirno_detail_layout_of(tally->setup).loss_p + doubled * CIRNO_LOSS_PS + p];
}

static uint64_t held_in_all(const struct nf_tally *tally, uint32_t hand)
{
    return held(tally, false, hand) + held(tally, true, hand);
}

static uint64_t lost_in_all(const struct nf_tally *tally, uint32_t p)
{
    return lost_at(tally, false, p) + lost_at(tally, true, p);
}

static uint64_t event_count(const struct nf_tally *tally, uint32_t event)
{
    return tally->sums[cirno_detail_layout_of(tally->setup).events + event];
}

static int64_t lowest_p(const struct nf_tally *tally)
{
    return -(int64_t)tally->extremes[CIRNO_DEEPEST_P].value;
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

/* Sorts the hands, the one that lost most often first. */
static void rank_hands(const struct nf_tally *tally, struct ranked ranking[CIRNO_LOSING_HANDS])
{
    for (uint32_t hand = 0; hand < CIRNO_LOSING_HANDS; hand++)
        ranking[hand] = (struct ranked){held_in_all(tally, hand), hand};
    qsort(ranking, CIRNO_LOSING_HANDS, sizeof *ranking, by_count);
}

/* How many of `card` were in losing hands, and in how many of the hands. */
static void count_held(const struct nf_tally *tally, uint32_t card, uint64_t *copies,
                       uint64_t *hands)
{
    *copies = *hands = 0;
    for (uint32_t hand = 0; hand < CIRNO_LOSING_HANDS; hand++) {
        uint8_t cards[CIRNO_HAND];
        cirno_losing_cards(hand, cards);
        const uint64_t losses = held_in_all(tally, hand);
        const uint32_t here =
            (uint32_t)(cards[0] == card) + (cards[1] == card) + (cards[2] == card);
        *copies += here * losses;
        *hands += here > 0 ? losses : 0;
    }
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : 100 * (double)part / (double)whole;
}

/* ---- for people ---- */

static void show_played(const struct nf_tally *tally, struct nf_text *text)
{
    uint64_t all = 0, all_doubled = 0;
    for (uint32_t card = 0; card < CIRNO_CARDS; card++) {
        all += played_in_all(tally, card);
        all_doubled += played(tally, true, card);
    }
    nf_text_string(text, "\ncard played       times   share |  under DOUBLE   share | "
                         "held when losing\n");
    for (uint32_t card = 0; card < CIRNO_CARDS; card++) {
        uint64_t copies, hands;
        count_held(tally, card, &copies, &hands);
        nf_text_format(text, "%-7s", cirno_cards[card].name);
        nf_report_column(text, played_in_all(tally, card), 15);
        nf_text_format(text, "%8.3f%% |", percent(played_in_all(tally, card), all));
        nf_report_column(text, played(tally, true, card), 13);
        nf_text_format(text, "%8.3f%% |", percent(played(tally, true, card), all_doubled));
        if (copies > 0)
            nf_text_format(text, "%8.3f%% of hands", percent(hands, cirno_rounds(tally)));
        nf_text_string(text, "\n");
    }
}

/* The hands that lose most often, next to the p at which rounds are lost: both of all rounds lost,
 * since the columns beside each other are read as parts of one whole. */
static void show_losses(const struct nf_tally *tally, struct nf_text *text)
{
    struct ranked ranking[CIRNO_LOSING_HANDS];
    rank_hands(tally, ranking);
    nf_text_string(text, "\nlosing hand         times   share |  p when losing  times   share"
                         "  under DOUBLE\n");
    for (uint32_t row = 0; row < TOP_HANDS; row++) {
        char hand[HAND_TEXT];
        const uint32_t low = CIRNO_LOSS_PS - (row + 1) * 10;
        uint64_t all = 0, doubled = 0;
        for (uint32_t p = low; p < low + 10; p++) {
            all += lost_in_all(tally, p);
            doubled += lost_at(tally, true, p);
        }
        if (ranking[row].count > 0) {
            nf_text_format(text, "%-12s", hand_text(ranking[row].hand, hand));
            nf_report_column(text, ranking[row].count, 12);
            nf_text_format(text, "%8.3f%%", percent(ranking[row].count, cirno_rounds(tally)));
        } else {
            nf_text_format(text, "%33s", "");
        }
        nf_text_format(text, " |  %2u .. %2u", low, low + 9);
        nf_report_column(text, all, 11);
        nf_text_format(text, "%8.3f%%", percent(all, cirno_rounds(tally)));
        nf_report_column(text, doubled, 14);
        nf_text_string(text, "\n");
    }
    nf_text_string(text, "times include those under DOUBLE; shares are of all cards played, of all "
                         "played\nunder DOUBLE, and of all rounds lost, each with one hand at one "
                         "p\n");
}

/* Two events a line, those that never happened left out. */
static void show_events(const struct nf_tally *tally, struct nf_text *text)
{
    enum { COLUMNS = 2 };
    uint32_t shown = 0;
    nf_text_string(text,
                   "\nhow often each rule came into play (`ninefold fuzz --help` tells more)\n");
    for (uint32_t event = 0; event < CIRNO_EVENTS; event++) {
        if (event_count(tally, event) == 0)
            continue;
        nf_text_format(text, "%s%-24s", shown % COLUMNS == 0 ? "" : "  ", cirno_events[event].name);
        nf_report_column(text, event_count(tally, event), 15);
        nf_text_string(text, ++shown % COLUMNS == 0 ? "\n" : "");
    }
    nf_text_string(text, shown % COLUMNS == 0 ? "" : "\n");
}

static void show_lowest(const struct nf_tally *tally, struct nf_text *text)
{
    const struct nf_extreme *const deepest = &tally->extremes[CIRNO_DEEPEST_P];
    nf_text_format(text, "\nlowest p       %" PRId64 ", in game %" PRIu64 "\n  ", lowest_p(tally),
                   deepest->index);
    nf_report_replay(text, tally->setup, deepest->index);
    nf_text_string(text, "\n");
}

void cirno_detail_show(const struct nf_tally *tally, struct nf_text *text)
{
    const uint64_t astray = tally->sums[cirno_detail_layout_of(tally->setup).astray];
    cirno_show(tally, text);
    show_played(tally, text);
    show_losses(tally, text);
    show_events(tally, text);
    show_lowest(tally, text);
    if (astray > 0) {
        nf_text_string(text, "\nA BUG: played again, ");
        nf_report_count(text, astray);
        nf_text_string(text, " games did not come out the same; details are wrong\n");
    }
}

/* ---- for programs ---- */

static const char *const played_columns[] = {
    "card", "times", "without DOUBLE", "under DOUBLE", "losing hands with it", NULL};
static const char *const hand_columns[] = {"hand", "times", "without DOUBLE", "under DOUBLE", NULL};
static const char *const p_columns[] = {"p", "times", "without DOUBLE", "under DOUBLE", NULL};
static const char *const event_columns[] = {"event", "count", "meaning", NULL};

static void append_played(const struct nf_tally *tally, json_t *rows)
{
    for (uint32_t card = 0; card < CIRNO_CARDS; card++) {
        uint64_t copies, hands;
        count_held(tally, card, &copies, &hands);
        json_array_append_new(rows, json_pack("[s, o, o, o, o]", cirno_cards[card].name,
                                              nf_json_count(played_in_all(tally, card)),
                                              nf_json_count(played(tally, false, card)),
                                              nf_json_count(played(tally, true, card)),
                                              nf_json_count(hands)));
    }
}

static void append_hands(const struct nf_tally *tally, json_t *rows)
{
    struct ranked ranking[CIRNO_LOSING_HANDS];
    rank_hands(tally, ranking);
    for (uint32_t i = 0; i < CIRNO_LOSING_HANDS && ranking[i].count > 0; i++) {
        char hand[HAND_TEXT];
        json_array_append_new(rows, json_pack("[s, o, o, o]", hand_text(ranking[i].hand, hand),
                                              nf_json_count(ranking[i].count),
                                              nf_json_count(held(tally, false, ranking[i].hand)),
                                              nf_json_count(held(tally, true, ranking[i].hand))));
    }
}

static void append_ps(const struct nf_tally *tally, json_t *rows)
{
    for (uint32_t p = 0; p < CIRNO_LOSS_PS; p++)
        json_array_append_new(rows, json_pack("[o, o, o, o]", nf_json_count(p),
                                              nf_json_count(lost_in_all(tally, p)),
                                              nf_json_count(lost_at(tally, false, p)),
                                              nf_json_count(lost_at(tally, true, p))));
}

static void append_events(const struct nf_tally *tally, json_t *rows)
{
    for (uint32_t event = 0; event < CIRNO_EVENTS; event++)
        json_array_append_new(rows, json_pack("[s, o, s]", cirno_events[event].name,
                                              nf_json_count(event_count(tally, event)),
                                              cirno_events[event].help));
}

/* Makes objects of rows, a member a column. Takes the rows. */
static json_t *objects_of(json_t *rows, const char *const *columns)
{
    json_t *const list = json_array();
    for (size_t r = 0; r < json_array_size(rows); r++) {
        json_t *const object = json_object();
        for (size_t c = 0; columns[c] != NULL; c++)
            json_object_set(object, columns[c], json_array_get(json_array_get(rows, r), c));
        json_array_append_new(list, object);
    }
    json_decref(rows);
    return list;
}

typedef void append_rows(const struct nf_tally *tally, json_t *rows);

static json_t *list_of(const struct nf_tally *tally, append_rows *append,
                       const char *const *columns)
{
    json_t *const rows = json_array();
    append(tally, rows);
    return objects_of(rows, columns);
}

void cirno_detail_members(const struct nf_tally *tally, json_t *run)
{
    static const char *const played_names[] = {"card",    "times",        "plain",
                                               "doubled", "losing_hands", NULL};
    static const char *const hand_names[] = {"hand", "times", "plain", "doubled", NULL};
    static const char *const p_names[] = {"p", "times", "plain", "doubled", NULL};
    static const char *const event_names[] = {"event", "count", "meaning", NULL};
    cirno_members(tally, run);
    json_object_set_new(run, "detail",
                        json_pack("{s:o, s:o, s:o, s:o, s:I}", "cards_played",
                                  list_of(tally, append_played, played_names), "losing_hands",
                                  list_of(tally, append_hands, hand_names), "p_when_losing",
                                  list_of(tally, append_ps, p_names), "events",
                                  list_of(tally, append_events, event_names), "lowest_p",
                                  (json_int_t)lowest_p(tally)));
}

void cirno_detail_tables(const struct nf_tally *tally, json_t *tables)
{
    cirno_tables(tally, tables);
    append_played(tally, nf_tables_add(tables, "cards_played",
                                       "Cards played, with DOUBLE on the player and without",
                                       played_columns));
    append_hands(tally, nf_tables_add(tables, "losing_hands", "Rounds lost, by the hand that lost",
                                      hand_columns));
    append_ps(tally, nf_tables_add(tables, "p_when_losing", "Rounds lost, by p", p_columns));
    append_events(tally, nf_tables_add(tables, "events", "Rules in play", event_columns));
}
