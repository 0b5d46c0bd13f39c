/* Finds the first line that differs and classifies the difference. The texts are in
 * explain_text.c. */
#include "games/mahjong/fuzz/explain.h"

#include "base/lang.h"

#include "games/mahjong/fuzz/explain_line.h"
#include "games/mahjong/fuzz/position.h"
#include "games/mahjong/judge/judge.h"
#include "games/mahjong/rules/format.h"

#include <stdio.h>
#include <string.h>

/* A difference and its context. */
struct finding {
    struct nf_parting parting;
    struct mahjong_position position; /* at parting.expected_line */
    struct mahjong_line found;
    struct nf_text *why;
    char *kind; /* struct nf_difference's */
};

/* Sets the kind of the difference; appends the headline and the two lines. */
static void put_headline(const struct finding *finding, const char *kind, const char *what)
{
    snprintf(finding->kind, sizeof((struct nf_difference *)NULL)->kind, "%s", kind);
    nf_parting_tell(&finding->parting, what, finding->why);
}

/* Appends headline, lines and place. */
static void put_plain(const struct finding *finding, const char *kind, const char *what)
{
    put_headline(finding, kind, what);
    mahjong_row_where(finding->why, &finding->position);
}

/* The same with the hand of a player and the rule that applies. */
static void put_full(const struct finding *finding, const char *kind, const char *what,
                     unsigned seat)
{
    put_plain(finding, kind, what);
    if (!mahjong_position_deals(&finding->position))
        mahjong_row_hand(finding->why, &finding->position, seat);
    mahjong_row_rule(finding->why, &finding->position);
}

/* ---- missing or extra lines ---- */

static void explain_ended(const struct finding *finding)
{
    char what[NF_HEADLINE];
    put_full(finding, finding->parting.expected_line == 1 ? "empty" : "too-short",
             nf_parting_lines(what, &finding->parting), finding->position.news.seat);
}

static void explain_longer(const struct finding *finding)
{
    char what[NF_HEADLINE];
    put_plain(finding, "too-long", nf_parting_lines(what, &finding->parting));
    mahjong_row_rule(finding->why, &finding->position);
}

static void explain_shifted(const struct finding *finding)
{
    char what[NF_HEADLINE];
    put_full(finding, finding->parting.shift > 0 ? "lines-left-out" : "lines-too-many",
             nf_parting_lines(what, &finding->parting), finding->position.news.seat);
}

/* ---- wrong lines ---- */

/* Both lines are draws: wrong tile or wrong player. */
static void explain_draw(const struct finding *finding)
{
    const struct mahjong_position *const position = &finding->position;
    if (mahjong_position_deals(position))
        put_full(finding, "deal", N_("the deal differs"), position->news.seat);
    else if (finding->found.seat == position->news.seat)
        put_full(finding, "other-tile-drawn", N_("she draws another tile"), position->news.seat);
    else
        put_full(finding,
                 position->last.what == MAHJONG_TOLD_DISCARD && position->last.kind >= MAHJONG_PLAIN
                     ? "next-after-special"
                     : "other-player-draws",
                 N_("another player draws"), position->news.seat);
}

static void explain_discard(const struct finding *finding)
{
    const struct mahjong_position *const position = &finding->position;
    const unsigned seat = position->news.seat, right = position->news.kind,
                   found = finding->found.kind;
    const uint8_t *const hand = position->table.hands[seat];
    if (finding->found.seat != seat) {
        put_full(finding, "other-player", N_("it is another player's turn"), seat);
        return;
    }
    if (found == right) {
        put_full(finding, "pass-names", N_("PASS names the player who is skipped"), seat);
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
    put_full(finding, kind, N_("she discards another tile"), seat);
    mahjong_row_no_discard(finding->why, position, found);
}

/* The output has a win that the game does not have. */
static void explain_win(const struct finding *finding)
{
    const struct mahjong_position *const position = &finding->position;
    const bool ron = finding->found.form == MAHJONG_LINE_RON;
    if (ron && position->news.what == MAHJONG_TOLD_RON)
        put_full(finding, "ron-order", N_("another player wins"), position->news.seat);
    else
        put_full(finding, ron ? "no-ron" : "no-selfdrawn", N_("nobody wins like this here"),
                 position->news.seat);
    if (finding->found.seat != position->news.seat && !mahjong_position_deals(position))
        mahjong_row_hand(finding->why, position, finding->found.seat);
    mahjong_row_no_win(finding->why, position, finding->found.seat, ron);
}

/* The output has a claim. */
static void explain_claim(const struct finding *finding)
{
    const struct mahjong_position *const position = &finding->position;
    const struct mahjong_line *const found = &finding->found;
    const bool pong = found->form == MAHJONG_LINE_PONG;
    const char *kind = pong ? "no-pong" : "no-chow", *what = N_("nobody claims like this here");
    switch (position->news.what) {
    case MAHJONG_TOLD_RON: kind = "ron-before-claim"; break;
    case MAHJONG_TOLD_PONG: kind = pong ? "other-pong" : "pong-before-chow"; break;
    case MAHJONG_TOLD_CHOW: kind = pong ? "chow-not-pong" : "other-run"; break;
    default: break;
    }
    if (position->news.what == MAHJONG_TOLD_CHOW && !pong && found->seat == position->news.seat)
        what = N_("she makes another run");
    put_full(finding, kind, what, found->seat);
    if (mahjong_position_open(position) && found->kind != position->last.kind && pong)
        nf_text_row(finding->why, "note", "%s was discarded", mahjong_name(position->last.kind));
    else if (pong)
        mahjong_row_no_pong(finding->why, position, found->seat);
    else
        mahjong_row_no_chow(finding->why, position, found->seat, found->kind);
}

/* The output goes on although somebody wins or claims, or the game is over. */
static void explain_missed(const struct finding *finding)
{
    const struct mahjong_position *const position = &finding->position;
    const unsigned seat = position->news.seat;
    if (finding->found.form == MAHJONG_LINE_DRAW) {
        put_full(finding, "no-draw", N_("the game is not over"), seat);
        return;
    }
    switch (position->news.what) {
    case MAHJONG_TOLD_RON: put_full(finding, "ron-missed", N_("she wins by RON"), seat); break;
    case MAHJONG_TOLD_SELFDRAWN:
        put_full(finding, "selfdrawn-missed", N_("she has won by drawing"), seat);
        break;
    case MAHJONG_TOLD_PONG:
        put_full(finding, "pong-missed", N_("she claims it: PONG"), seat);
        break;
    case MAHJONG_TOLD_CHOW:
        put_full(finding, "chow-missed", N_("she claims it: CHOW"), seat);
        break;
    case MAHJONG_TOLD_WALL_OUT:
        put_full(finding, "draw-missed", N_("the wall is empty"), seat);
        break;
    case MAHJONG_TOLD_DRAW: put_full(finding, "draws-first", N_("she draws first"), seat); break;
    default: put_full(finding, "discards-first", N_("she discards first"), seat); break;
    }
}

/* Returns the enum mahjong_happening of a line; -1 for WIN. */
static int happening(enum mahjong_form form)
{
    switch (form) {
    case MAHJONG_LINE_IN: return MAHJONG_TOLD_DRAW;
    case MAHJONG_LINE_OUT: return MAHJONG_TOLD_DISCARD;
    case MAHJONG_LINE_PONG: return MAHJONG_TOLD_PONG;
    case MAHJONG_LINE_CHOW: return MAHJONG_TOLD_CHOW;
    case MAHJONG_LINE_RON: return MAHJONG_TOLD_RON;
    case MAHJONG_LINE_SELFDRAWN: return MAHJONG_TOLD_SELFDRAWN;
    case MAHJONG_LINE_DRAW: return MAHJONG_TOLD_WALL_OUT;
    default: return -1;
    }
}

/* The form of the line is right, its content is not. */
static void explain_content(const struct finding *finding)
{
    const struct mahjong_position *const position = &finding->position;
    const int event = happening(finding->found.form);
    if (position->wins)
        put_full(finding, "win-missing", N_("WIN ends the game"), position->news.seat);
    else if (event < 0 && (position->news.what == MAHJONG_TOLD_RON ||
                           position->news.what == MAHJONG_TOLD_SELFDRAWN))
        put_full(finding, "way-of-win-missing", N_("how she wins comes before WIN"),
                 position->news.seat);
    else if (event < 0)
        put_full(finding, "no-win", N_("nobody has won"), position->news.seat);
    else if (event == MAHJONG_TOLD_DRAW && position->news.what == MAHJONG_TOLD_DRAW)
        explain_draw(finding);
    else if (event == MAHJONG_TOLD_DISCARD && position->news.what == MAHJONG_TOLD_DISCARD)
        explain_discard(finding);
    else if (event == MAHJONG_TOLD_RON || event == MAHJONG_TOLD_SELFDRAWN)
        explain_win(finding);
    else if (event == MAHJONG_TOLD_PONG || event == MAHJONG_TOLD_CHOW)
        explain_claim(finding);
    else
        explain_missed(finding);
}

/* Whether the line is an action against the rules, whatever follows: a claim, a win, or a move of
 * the player to move. The deal is nobody's action. */
static bool tells_a_deed(const struct finding *finding)
{
    switch (finding->found.form) {
    case MAHJONG_LINE_IN:
    case MAHJONG_LINE_OUT:
        return !mahjong_position_deals(&finding->position) &&
               finding->found.seat == finding->position.news.seat;
    default: return finding->found.form != MAHJONG_LINE_OTHER;
    }
}

static void explain(const struct finding *finding)
{
    const struct nf_parting *const parting = &finding->parting;
    const unsigned seat = finding->position.news.seat;
    if (!parting->has_expected)
        explain_longer(finding);
    else if (!parting->has_found)
        explain_ended(finding);
    else if (parting->cut)
        put_full(finding, "cut", N_("the output ends in the middle of the line"), seat);
    else if (parting->shift != 0 && !tells_a_deed(finding))
        explain_shifted(finding);
    else if (finding->found.form == MAHJONG_LINE_OTHER)
        put_full(finding, "form", N_("not a line of a transcript"), seat);
    else
        explain_content(finding);
    if (parting->shift != 0)
        nf_parting_tell_shift(parting, finding->why);
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

/* ---- comparing ---- */

static enum nf_status compare(const uint8_t wall[MAHJONG_WALL], const struct nf_text *right,
                              const struct nf_input *output, bool strict,
                              struct nf_difference *difference, struct nf_error *err)
{
    const struct nf_input expected = {"the rules", right->data, right->size};
    struct finding finding = {.why = &difference->why, .kind = difference->kind};
    const struct nf_parting *const parting = &finding.parting;
    if (!nf_parting_find(&finding.parting, &expected, output, strict))
        return NF_OK;
    difference->line = parting->line;
    difference->only_blanks = parting->only_blanks;
    bool known = true;
    if (parting->only_blanks) {
        strcpy(difference->kind, "white-space");
        nf_parting_tell_blanks(parting, &difference->why);
    } else {
        known = mahjong_position_find(&finding.position, wall, parting->expected_line);
        if (known && parting->has_found)
            finding.found = mahjong_read_line(&parting->found);
        difference->unclear =
            !parting->has_found || parting->cut || finding.found.form == MAHJONG_LINE_OTHER;
        if (known)
            explain(&finding);
        if (parting->has_expected && !difference->unclear &&
            (parting->shift == 0 || tells_a_deed(&finding)))
            snprintf(difference->decision, sizeof difference->decision, "%s",
                     decision_of(difference->kind));
    }
    if (known && !difference->why.failed)
        return NF_OK;
    nf_text_free(&difference->why);
    return nf_fail(err, NF_IO, "%s: out of memory for the comparison", output->name);
}

enum nf_status mahjong_compare(const struct nf_input *instance, const struct nf_input *output,
                               bool strict, struct nf_difference *difference, struct nf_error *err)
{
    uint8_t wall[MAHJONG_WALL];
    struct mahjong_outcome outcome;
    struct nf_text right = {0};
    *difference = (struct nf_difference){0};
    enum nf_status status = mahjong_parse(instance, wall, err);
    if (status == NF_OK)
        status = mahjong_narrate(wall, &right, &outcome, err);
    if (status == NF_OK && right.failed)
        status = nf_fail(err, NF_IO, "%s: out of memory for the transcript", instance->name);
    if (status == NF_OK)
        status = compare(wall, &right, output, strict, difference, err);
    nf_text_free(&right);
    return status;
}
