#include "games/mahjong/judged/frames.h"

#include "base/lang.h"
#include "games/mahjong/judged/fuzzing.h"
#include "games/mahjong/rules/format.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const struct nf_panel mahjong_panels[] = {
    {.kind = NF_PANEL_FACTS,
     .title = N_("The game"),
     .rows = {{N_("tiles left in the wall"), "wall"}, {N_("turns go"), "order"}}},
    {.kind = NF_PANEL_SEATS,
     .title = N_("The players"),
     .rows = {{N_("hand"), "hands"},
              {N_("laid down"), "melds"},
              {N_("river"), "river"},
              {N_("distance"), "distance"}}},
    {.kind = NF_PANEL_NONE},
};

static char letter(unsigned seat)
{
    return (char)('A' + seat);
}

json_t *mahjong_players(const struct nf_match *match)
{
    (void)match;
    return json_pack("[s, s, s, s]", "A", "B", "C", "D");
}

/* ---- the table after a line ---- */

static void take_last(struct mahjong_river *river, unsigned seat)
{
    assert(river->outs[seat] > 0);
    river->out[seat][river->outs[seat] - 1].taken = true;
}

static void lay_down(struct mahjong_river *river, const struct mahjong_news *news, bool run)
{
    assert(river->melds[news->seat] < MAHJONG_MAX_MELDS);
    river->laid[news->seat][river->melds[news->seat]++] =
        (struct mahjong_laid){run ? news->low : news->kind, run};
    take_last(river, news->other);
}

void mahjong_river_follow(struct mahjong_river *river, const struct mahjong_position *position)
{
    const struct mahjong_news *const news = &position->news;
    if (position->wins)
        return;
    switch (news->what) {
    case MAHJONG_TOLD_DISCARD:
        river->out[news->seat][river->outs[news->seat]++] =
            (struct mahjong_out){(uint8_t)news->kind, false};
        break;
    case MAHJONG_TOLD_PONG: lay_down(river, news, false); break;
    case MAHJONG_TOLD_CHOW: lay_down(river, news, true); break;
    case MAHJONG_TOLD_RON: take_last(river, news->other); break;
    default: break;
    }
}

/* The hands after the event; those of the position are before it. */
static void find_hands(uint8_t hands[MAHJONG_SEATS][MAHJONG_KINDS],
                       const struct mahjong_position *position)
{
    const struct mahjong_news *const news = &position->news;
    memcpy(hands, position->table.hands, sizeof position->table.hands);
    uint8_t *const hand = hands[news->seat];
    switch (news->what) {
    case MAHJONG_TOLD_DRAW:
    case MAHJONG_TOLD_RON: hand[news->kind]++; break;
    case MAHJONG_TOLD_DISCARD: hand[news->kind]--; break;
    case MAHJONG_TOLD_PONG: hand[news->kind] = (uint8_t)(hand[news->kind] - 2); break;
    case MAHJONG_TOLD_CHOW:
        for (unsigned kind = news->low; kind <= news->low + 2; kind++)
            hand[kind] = (uint8_t)(hand[kind] - (kind != news->kind));
        break;
    default: break;
    }
}

/* ---- the state ---- */

static bool comes_in(const struct mahjong_news *news)
{
    return news->what == MAHJONG_TOLD_DRAW || news->what == MAHJONG_TOLD_RON ||
           news->what == MAHJONG_TOLD_SELFDRAWN;
}

static json_t *make_hand(const uint8_t hand[MAHJONG_KINDS], unsigned marked)
{
    json_t *const tiles = json_array();
    for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
        for (unsigned copy = 0; copy < hand[kind]; copy++)
            json_array_append_new(
                tiles, nf_cell(mahjong_name(kind),
                               kind == marked && copy + 1 == hand[kind] ? "drawn" : NULL));
    return tiles;
}

static json_t *make_melds(const struct mahjong_river *river, unsigned seat)
{
    json_t *const melds = json_array();
    for (unsigned i = 0; i < river->melds[seat]; i++) {
        const struct mahjong_laid laid = river->laid[seat][i];
        const unsigned step = laid.run ? 1 : 0;
        char words[32];
        snprintf(words, sizeof words, "%s %s %s", mahjong_name(laid.low),
                 mahjong_name(laid.low + step), mahjong_name(laid.low + 2 * step));
        json_array_append_new(melds, json_string(words));
    }
    return melds;
}

static json_t *make_river(const struct mahjong_river *river, unsigned seat, bool now)
{
    json_t *const tiles = json_array();
    for (unsigned i = 0; i < river->outs[seat]; i++) {
        const struct mahjong_out *const out = &river->out[seat][i];
        const bool last = now && i + 1 == river->outs[seat];
        json_array_append_new(tiles, nf_cell(mahjong_name(out->kind), out->taken ? "taken"
                                                                      : last     ? "now"
                                                                                 : NULL));
    }
    return tiles;
}

static json_t *seat_or_null(bool is, unsigned seat)
{
    return is ? json_integer(seat + 1) : json_null();
}

static json_t *make_mahjong_state(const struct mahjong_river *river,
                                  const struct mahjong_position *position)
{
    static const char *const events[] = {"draw", "discard",   "pong",    "chow",
                                         "ron",  "selfdrawn", "wall-out"};
    const struct mahjong_news *const news = &position->news;
    const enum mahjong_happening what = news->what;
    const bool ron = what == MAHJONG_TOLD_RON, wins = ron || what == MAHJONG_TOLD_SELFDRAWN;
    const bool claims = ron || what == MAHJONG_TOLD_PONG || what == MAHJONG_TOLD_CHOW;
    const bool tile = what != MAHJONG_TOLD_WALL_OUT;
    json_t *const hands = json_array(), *const melds = json_array(), *const rivers = json_array(),
                  *const distances = json_array();
    uint8_t after[MAHJONG_SEATS][MAHJONG_KINDS];
    find_hands(after, position);
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        const bool moves = seat == news->seat;
        json_array_append_new(
            hands, make_hand(after[seat], moves && comes_in(news) ? news->kind : MAHJONG_KINDS));
        json_array_append_new(melds, make_melds(river, seat));
        json_array_append_new(rivers,
                              make_river(river, seat, moves && what == MAHJONG_TOLD_DISCARD));
        json_array_append_new(distances,
                              json_integer(mahjong_distance(after[seat], river->melds[seat])));
    }
    return json_pack("{s:s, s:i, s:i, s:s?, s:o, s:o, s:o, s:o, s:o, s:i, s:s, s:o}", "event",
                     position->wins ? "win" : events[what], "turn", (int)position->turn, "seat",
                     (int)news->seat + 1, "tile", tile ? mahjong_name(news->kind) : NULL, "from",
                     seat_or_null(claims, news->other), "hands", hands, "melds", melds, "river",
                     rivers, "distance", distances, "wall",
                     (int)(MAHJONG_WALL - position->table.drawn - (what == MAHJONG_TOLD_DRAW)),
                     "order", position->table.step == 1 ? "A B C D" : "A D C B", "winner",
                     seat_or_null(wins, news->seat));
}

/* ---- what happens ---- */

static json_t *describe_discard(const struct mahjong_news *news, json_t *state)
{
    const char seat = letter(news->seat);
    switch (news->kind) {
    case MAHJONG_KIND_PASS:
        return nf_frame(state, "%c discards PASS, and %c is skipped.", seat, letter(news->other));
    case MAHJONG_KIND_REVERSE:
        return nf_frame(state, "%c discards REVERSE, and turns go the other way round.", seat);
    case MAHJONG_KIND_DOUBLE:
        return nf_frame(state, "%c discards DOUBLE and has another turn at once.", seat);
    default: return nf_frame(state, "%c discards %s.", seat, mahjong_name(news->kind));
    }
}

json_t *mahjong_frame(const struct mahjong_river *river, const struct mahjong_position *position)
{
    const struct mahjong_news *const news = &position->news;
    const char seat = letter(news->seat), other = letter(news->other);
    const char *const tile = mahjong_name(news->kind);
    json_t *const state = make_mahjong_state(river, position);
    if (position->wins)
        return nf_frame(state, "%c has won, and the game is over.", seat);
    switch (news->what) {
    case MAHJONG_TOLD_DISCARD: return describe_discard(news, state);
    case MAHJONG_TOLD_PONG:
        return nf_frame(state, "%c claims %s from %c for a triplet.", seat, tile, other);
    case MAHJONG_TOLD_CHOW:
        return nf_frame(state, "%c claims %s from %c for the run %s %s %s.", seat, tile, other,
                        mahjong_name(news->low), mahjong_name(news->low + 1),
                        mahjong_name(news->low + 2));
    case MAHJONG_TOLD_RON:
        return nf_frame(state, "%c wins with %s, which %c discarded.", seat, tile, other);
    case MAHJONG_TOLD_SELFDRAWN:
        return nf_frame(state, "%c wins with %s, which she drew herself.", seat, tile);
    case MAHJONG_TOLD_WALL_OUT:
        return nf_frame(state, "%c is to draw, and the wall is empty: nobody wins.", seat);
    default: return nf_frame(state, "%c draws %s.", seat, tile);
    }
}
