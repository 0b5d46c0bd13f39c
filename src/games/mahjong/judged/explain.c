/* Finds the first line that differs and classifies the difference. The texts are in
 * position.c. */
#include "games/mahjong/judged/fuzzing.h"
#include "judge/compare.h"

#include "base/lang.h"

#include "games/mahjong/judged/position.h"
#include "games/mahjong/rules/format.h"

#include <string.h>

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

/* ---- wrong lines ---- */

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
