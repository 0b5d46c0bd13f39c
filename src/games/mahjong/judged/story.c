/* Where an output leaves the transcript, and what is seen of a game. */
#include "games/mahjong/judged/fuzzing.h"

#include "base/lang.h"
#include "games/mahjong/judged/position.h"
#include "games/mahjong/rules/format.h"
#include "judge/compare.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- explanations ---- */

static const struct mahjong_position *position_of(const struct nf_explanation *explanation)
{
    return explanation->situation;
}

static bool find_mahjong_position(const struct nf_explanation *explanation)
{
    return mahjong_positions(explanation->situation, explanation->match->game,
                             explanation->mismatch.expected_line, NULL, NULL);
}

/* Appends the place; with a player's hand and the rule that applies. */
static void describe_place_of(const struct nf_explanation *explanation, unsigned seat)
{
    const struct mahjong_position *const position = position_of(explanation);
    mahjong_row_where(explanation->why, position);
    if (!mahjong_position_deals(position) && explanation->mismatch.has_expected)
        mahjong_row_hand(explanation->why, position, seat);
    mahjong_row_rule(explanation->why, position);
}

static void describe_mahjong_place(const struct nf_explanation *explanation, bool full)
{
    (void)full;
    describe_place_of(explanation, position_of(explanation)->news.seat);
}

static void put_full(const struct nf_explanation *explanation, const char *kind, const char *what,
                     unsigned seat)
{
    nf_explanation_headline(explanation, kind, what);
    describe_place_of(explanation, seat);
}

/* ---- wrong lines: the difference is classified, its texts are in position.c ---- */

/* Both lines are draws: wrong tile or wrong player. */
static void explain_draw(const struct nf_explanation *explanation)
{
    const struct mahjong_position *const position = position_of(explanation);
    if (mahjong_position_deals(position))
        put_full(explanation, "deal", N_("the deal differs"), position->news.seat);
    else if (mahjong_line_seat(&explanation->found) == position->news.seat)
        put_full(explanation, "other-tile-drawn", N_("she draws another tile"),
                 position->news.seat);
    else
        put_full(explanation,
                 position->last.what == MAHJONG_NEWS_DISCARD && position->last.kind >= MAHJONG_PLAIN
                     ? "next-after-special"
                     : "other-player-draws",
                 N_("another player draws"), position->news.seat);
}

static void explain_discard(const struct nf_explanation *explanation)
{
    const struct mahjong_position *const position = position_of(explanation);
    const unsigned seat = position->news.seat, right = position->news.kind,
                   found = mahjong_line_tile(&explanation->found);
    const uint8_t *const hand = position->table.hands[seat];
    if (mahjong_line_seat(&explanation->found) != seat) {
        put_full(explanation, "other-player", N_("it is another player's turn"), seat);
        return;
    }
    if (found == right) {
        put_full(explanation, "pass-names", N_("PASS names the player who is skipped"), seat);
        return;
    }
    const char *kind = "discard-distance";
    if (right >= MAHJONG_PLAIN)
        kind = "special-first";
    else if (hand[found] == 0)
        kind = "tile-not-held";
    else if (mahjong_position_distance_without(position, seat, found) ==
             mahjong_position_distance_without(position, seat, right))
        kind = "discard-tie";
    put_full(explanation, kind, N_("she discards another tile"), seat);
    mahjong_row_no_discard(explanation->why, position, found);
}

/* The output has a win that the game does not have. */
static void explain_win(const struct nf_explanation *explanation)
{
    const struct mahjong_position *const position = position_of(explanation);
    const bool ron = explanation->found.line == MAHJONG_LINE_RON;
    if (ron && position->news.what == MAHJONG_NEWS_RON)
        put_full(explanation, "ron-order", N_("another player wins"), position->news.seat);
    else
        put_full(explanation, ron ? "no-ron" : "no-selfdrawn", N_("nobody wins like this here"),
                 position->news.seat);
    if (mahjong_line_seat(&explanation->found) != position->news.seat &&
        !mahjong_position_deals(position))
        mahjong_row_hand(explanation->why, position, mahjong_line_seat(&explanation->found));
    mahjong_row_no_win(explanation->why, position, mahjong_line_seat(&explanation->found), ron);
}

/* The output has a claim. */
static void explain_claim(const struct nf_explanation *explanation)
{
    const struct mahjong_position *const position = position_of(explanation);
    const struct nf_transcript_line *const found = &explanation->found;
    const unsigned seat = mahjong_line_seat(found), tile = mahjong_line_tile(found);
    const bool pong = found->line == MAHJONG_LINE_PONG;
    const char *kind = pong ? "no-pong" : "no-chow", *what = N_("nobody claims like this here");
    switch (position->news.what) {
    case MAHJONG_NEWS_RON: kind = "ron-before-claim"; break;
    case MAHJONG_NEWS_PONG: kind = pong ? "other-pong" : "pong-before-chow"; break;
    case MAHJONG_NEWS_CHOW: kind = pong ? "chow-not-pong" : "other-run"; break;
    default: break;
    }
    if (position->news.what == MAHJONG_NEWS_CHOW && !pong && seat == position->news.seat)
        what = N_("she makes another run");
    put_full(explanation, kind, what, seat);
    if (mahjong_position_open(position) && tile != position->last.kind && pong)
        nf_text_row(explanation->why, "note", "%s was discarded",
                    mahjong_name(position->last.kind));
    else if (pong)
        mahjong_row_no_pong(explanation->why, position, seat);
    else
        mahjong_row_no_chow(explanation->why, position, seat, tile);
}

/* The output goes on although somebody wins or claims, or the game is over. */
static void explain_missed(const struct nf_explanation *explanation)
{
    static const char *const missed[][2] = {
        [MAHJONG_NEWS_DRAW] = {"draws-first", N_("she draws first")},
        [MAHJONG_NEWS_DISCARD] = {"discards-first", N_("she discards first")},
        [MAHJONG_NEWS_PONG] = {"pong-missed", N_("she claims it: PONG")},
        [MAHJONG_NEWS_CHOW] = {"chow-missed", N_("she claims it: CHOW")},
        [MAHJONG_NEWS_RON] = {"ron-missed", N_("she wins by RON")},
        [MAHJONG_NEWS_SELFDRAWN] = {"selfdrawn-missed", N_("she has won by drawing")},
        [MAHJONG_NEWS_WALL_OUT] = {"draw-missed", N_("the wall is empty")},
    };
    const struct mahjong_position *const position = position_of(explanation);
    const unsigned seat = position->news.seat;
    if (explanation->found.line == MAHJONG_LINE_DRAW) {
        put_full(explanation, "no-draw", N_("the game is not over"), seat);
        return;
    }
    put_full(explanation, missed[position->news.what][0], missed[position->news.what][1], seat);
}

/* The form of the line is right, its content is not. */
static void explain_mahjong_line(const struct nf_explanation *explanation)
{
    const struct mahjong_position *const position = position_of(explanation);
    const enum mahjong_happening right = position->news.what;
    const bool won = right == MAHJONG_NEWS_RON || right == MAHJONG_NEWS_SELFDRAWN;
    const unsigned seat = position->news.seat;
    const int found = explanation->found.line;
    if (position->wins)
        put_full(explanation, "win-missing", N_("WIN ends the game"), seat);
    else if (found == MAHJONG_LINE_WIN && won)
        put_full(explanation, "way-of-win-missing", N_("how she wins comes before WIN"), seat);
    else if (found == MAHJONG_LINE_WIN)
        put_full(explanation, "no-win", N_("nobody has won"), seat);
    else if (found == MAHJONG_LINE_IN && right == MAHJONG_NEWS_DRAW)
        explain_draw(explanation);
    else if ((found == MAHJONG_LINE_OUT || found == MAHJONG_LINE_SKIP) &&
             right == MAHJONG_NEWS_DISCARD)
        explain_discard(explanation);
    else if (found == MAHJONG_LINE_RON || found == MAHJONG_LINE_SELFDRAWN)
        explain_win(explanation);
    else if (found == MAHJONG_LINE_PONG || found == MAHJONG_LINE_CHOW)
        explain_claim(explanation);
    else
        explain_missed(explanation);
}

/* A claim, a win, or a move of the player to move. The deal is nobody's action. */
static bool is_mahjong_action(const struct nf_explanation *explanation)
{
    const struct mahjong_position *const position = position_of(explanation);
    switch (explanation->found.line) {
    case MAHJONG_LINE_IN:
    case MAHJONG_LINE_OUT:
    case MAHJONG_LINE_SKIP:
        return !mahjong_position_deals(position) &&
               mahjong_line_seat(&explanation->found) == position->news.seat;
    default: return explanation->found.line != NF_NO_LINE;
    }
}

/* One mistake in claims leads to claims of all sorts, and one in discards to all wrong discards. */
static const char *decision_of(const char *kind)
{
    static const char *const decisions[][2] = {
        {"no-pong", "claim"},       {"no-chow", "claim"},
        {"other-pong", "claim"},    {"other-run", "claim"},
        {"pong-missed", "claim"},   {"chow-missed", "claim"},
        {"chow-not-pong", "claim"}, {"pong-before-chow", "claim"},
        {"discard-tie", "discard"}, {"discard-distance", "discard"},
    };
    for (size_t i = 0; i < sizeof decisions / sizeof *decisions; i++)
        if (strcmp(kind, decisions[i][0]) == 0)
            return decisions[i][1];
    return kind;
}

const struct nf_comparer mahjong_comparer = {&mahjong_transcript,
                                             sizeof(struct mahjong_position),
                                             find_mahjong_position,
                                             is_mahjong_action,
                                             explain_mahjong_line,
                                             describe_mahjong_place,
                                             decision_of};

/* ---- what is seen ---- */

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

/* What was discarded. */
struct river {
    struct out {
        uint8_t kind;
        bool taken; /* somebody claimed it or won with it */
    } out[MAHJONG_SEATS][MAHJONG_WALL];
    unsigned outs[MAHJONG_SEATS];
};

static void take_last(struct river *river, unsigned seat)
{
    assert(river->outs[seat] > 0);
    river->out[seat][river->outs[seat] - 1].taken = true;
}

/* Each line of the game, in order, is to be followed. */
static void follow_river(struct river *river, const struct mahjong_position *position)
{
    const struct mahjong_news *const news = &position->news;
    if (position->wins)
        return;
    switch (news->what) {
    case MAHJONG_NEWS_DISCARD:
        river->out[news->seat][river->outs[news->seat]++] =
            (struct out){(uint8_t)news->kind, false};
        break;
    case MAHJONG_NEWS_PONG:
    case MAHJONG_NEWS_CHOW:
    case MAHJONG_NEWS_RON: take_last(river, news->other); break;
    default: break;
    }
}

/* ---- the state ---- */

static bool comes_in(const struct mahjong_news *news)
{
    return news->what == MAHJONG_NEWS_DRAW || news->what == MAHJONG_NEWS_RON ||
           news->what == MAHJONG_NEWS_SELFDRAWN;
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

static json_t *make_melds(const struct mahjong_laid laid_down[MAHJONG_MAX_MELDS], unsigned count)
{
    json_t *const melds = json_array();
    for (unsigned i = 0; i < count; i++) {
        const struct mahjong_laid laid = laid_down[i];
        const unsigned step = laid.run ? 1 : 0;
        char words[32];
        snprintf(words, sizeof words, "%s %s %s", mahjong_name(laid.low),
                 mahjong_name(laid.low + step), mahjong_name(laid.low + 2 * step));
        json_array_append_new(melds, json_string(words));
    }
    return melds;
}

static json_t *make_river(const struct river *river, unsigned seat, bool now)
{
    json_t *const tiles = json_array();
    for (unsigned i = 0; i < river->outs[seat]; i++) {
        const struct out *const out = &river->out[seat][i];
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

static json_t *make_mahjong_state(const struct river *river,
                                  const struct mahjong_position *position)
{
    const struct mahjong_news *const news = &position->news;
    const enum mahjong_happening what = news->what;
    const bool ron = what == MAHJONG_NEWS_RON, wins = ron || what == MAHJONG_NEWS_SELFDRAWN;
    const bool claims = ron || what == MAHJONG_NEWS_PONG || what == MAHJONG_NEWS_CHOW;
    const bool tile = what != MAHJONG_NEWS_WALL_OUT;
    json_t *const hands = json_array(), *const melds = json_array(), *const rivers = json_array(),
                  *const distances = json_array();
    struct mahjong_table after = position->table;
    mahjong_happens(&after, news);
    after.hands[news->seat][news->kind] =
        (uint8_t)(after.hands[news->seat][news->kind] + ron); /* is shown in the hand */
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        const bool moves = seat == news->seat;
        json_array_append_new(
            hands,
            make_hand(after.hands[seat], moves && comes_in(news) ? news->kind : MAHJONG_KINDS));
        json_array_append_new(melds, make_melds(position->laid[seat], after.melds[seat]));
        json_array_append_new(rivers,
                              make_river(river, seat, moves && what == MAHJONG_NEWS_DISCARD));
        json_array_append_new(distances,
                              json_integer(mahjong_distance(after.hands[seat], after.melds[seat])));
    }
    return json_pack(
        "{s:s, s:i, s:i, s:s?, s:o, s:o, s:o, s:o, s:o, s:i, s:s, s:o}", "event",
        position->wins ? "win" : mahjong_wordings[what].event, "turn", (int)position->turn, "seat",
        (int)news->seat + 1, "tile", tile ? mahjong_name(news->kind) : NULL, "from",
        seat_or_null(claims, news->other), "hands", hands, "melds", melds, "river", rivers,
        "distance", distances, "wall", (int)(MAHJONG_WALL - after.drawn), "order",
        after.step == 1 ? "A B C D" : "A D C B", "winner", seat_or_null(wins, news->seat));
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

/* What happens at a line that `river` has followed, and the table after it. */
static json_t *make_frame(const struct river *river, const struct mahjong_position *position)
{
    const struct mahjong_news *const news = &position->news;
    const char seat = letter(news->seat), other = letter(news->other);
    const char *const tile = mahjong_name(news->kind);
    json_t *const state = make_mahjong_state(river, position);
    if (position->wins)
        return nf_frame(state, "%c has won, and the game is over.", seat);
    switch (news->what) {
    case MAHJONG_NEWS_DISCARD: return describe_discard(news, state);
    case MAHJONG_NEWS_PONG:
        return nf_frame(state, "%c claims %s from %c for a triplet.", seat, tile, other);
    case MAHJONG_NEWS_CHOW:
        return nf_frame(state, "%c claims %s from %c for the run %s %s %s.", seat, tile, other,
                        mahjong_name(news->low), mahjong_name(news->low + 1),
                        mahjong_name(news->low + 2));
    case MAHJONG_NEWS_RON:
        return nf_frame(state, "%c wins with %s, which %c discarded.", seat, tile, other);
    case MAHJONG_NEWS_SELFDRAWN:
        return nf_frame(state, "%c wins with %s, which she drew herself.", seat, tile);
    case MAHJONG_NEWS_WALL_OUT:
        return nf_frame(state, "%c is to draw, and the wall is empty: nobody wins.", seat);
    default: return nf_frame(state, "%c draws %s.", seat, tile);
    }
}

/* ---- the story ---- */

struct narrator {
    struct nf_narration *narration;
    struct river river;
};

static bool narrate_mahjong(void *owner, const struct mahjong_position *position)
{
    struct narrator *const narrator = owner;
    struct nf_narration *const narration = narrator->narration;
    const bool deals = mahjong_position_deals(position);
    follow_river(&narrator->river, position);
    if (position->line < narration->first)
        return true;
    if (!deals && !position->wins) {
        mahjong_row_where(&narration->rows, position);
        mahjong_row_hand(&narration->rows, position, position->news.seat);
        mahjong_row_rule(&narration->rows, position);
    }
    struct nf_step step = {
        .line = position->line, .part = deals ? _("The deal") : _("The play"), .deals = deals};
    if (nf_wants_frames(narration->listener, position->line))
        step.frames = json_pack("[o]", make_frame(&narrator->river, position));
    return nf_narrate_step(narration, &step);
}

bool mahjong_write_story(const struct nf_match *match, struct nf_narration *narration)
{
    struct narrator narrator = {.narration = narration};
    struct mahjong_position position;
    return mahjong_positions(&position, match->game, 1, narrate_mahjong, &narrator);
}
