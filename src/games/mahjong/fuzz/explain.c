/* Finds the first line that differs, and what kind of difference it is. The words are in
 * scene_words.c. */
#include "games/mahjong/fuzz/explain.h"

#include "games/mahjong/fuzz/said.h"
#include "games/mahjong/fuzz/scene.h"
#include "games/mahjong/judge/judge.h"
#include "games/mahjong/rules/format.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* All that is known of a difference. */
struct finding {
    struct nf_parting parting;
    struct mahjong_scene scene; /* at parting.expected_line */
    struct mahjong_said found;
    struct nf_text *why;
    char *kind; /* struct nf_difference's */
};

/* Names the kind of difference; appends the headline and the two lines. */
static void put_headline(const struct finding *finding, const char *kind, const char *what)
{
    snprintf(finding->kind, sizeof((struct nf_difference *)NULL)->kind, "%s", kind);
    nf_parting_tell(&finding->parting, what, finding->why);
}

/* Headline, lines and place. */
static void put_plain(const struct finding *finding, const char *kind, const char *what)
{
    put_headline(finding, kind, what);
    mahjong_row_where(finding->why, &finding->scene);
}

/* The same with the hand of a player and what the rules say. */
static void put_full(const struct finding *finding, const char *kind, const char *what,
                     unsigned seat)
{
    put_plain(finding, kind, what);
    if (!mahjong_scene_deals(&finding->scene))
        mahjong_row_hand(finding->why, &finding->scene, seat);
    mahjong_row_rule(finding->why, &finding->scene);
}

/* ---- lines too few or too many ---- */

static void explain_ended(const struct finding *finding)
{
    char what[80];
    const uint64_t missing = finding->parting.expected_left;
    snprintf(what, sizeof what, "the output %s, %" PRIu64 " line%s missing",
             finding->parting.expected_line == 1 ? "is empty" : "ends too early", missing,
             missing == 1 ? " is" : "s are");
    put_full(finding, finding->parting.expected_line == 1 ? "empty" : "too-short", what,
             finding->scene.news.seat);
}

static void explain_longer(const struct finding *finding)
{
    char what[80];
    const uint64_t more = finding->parting.found_left;
    snprintf(what, sizeof what, "the output goes on after the game, by %" PRIu64 " line%s", more,
             more == 1 ? "" : "s");
    put_plain(finding, "too-long", what);
    mahjong_row_rule(finding->why, &finding->scene);
}

static void explain_shifted(const struct finding *finding)
{
    char what[80];
    const int64_t shift = finding->parting.shift, lines = shift < 0 ? -shift : shift;
    snprintf(what, sizeof what, "%" PRId64 " line%s %s here", lines, lines == 1 ? " is" : "s are",
             shift > 0 ? "left out" : "too many");
    put_full(finding, shift > 0 ? "lines-left-out" : "lines-too-many", what,
             finding->scene.news.seat);
}

/* ---- a line that says something else ---- */

/* Wrong tile or wrong player, where both lines tell a draw. */
static void explain_draw(const struct finding *finding)
{
    const struct mahjong_scene *const scene = &finding->scene;
    if (mahjong_scene_deals(scene))
        put_full(finding, "deal", "the deal is told otherwise", scene->news.seat);
    else if (finding->found.seat == scene->news.seat)
        put_full(finding, "other-tile-drawn", "she draws another tile", scene->news.seat);
    else
        put_full(finding,
                 scene->last.what == MAHJONG_TOLD_DISCARD && scene->last.kind >= MAHJONG_PLAIN
                     ? "next-after-special"
                     : "other-player-draws",
                 "it is another player who draws", scene->news.seat);
}

static void explain_discard(const struct finding *finding)
{
    const struct mahjong_scene *const scene = &finding->scene;
    const unsigned seat = scene->news.seat, right = scene->news.kind, found = finding->found.kind;
    const uint8_t *const hand = scene->table.hands[seat];
    if (finding->found.seat != seat) {
        put_full(finding, "other-player", "it is another player's turn", seat);
        return;
    }
    if (found == right) {
        put_full(finding, "pass-names", "PASS names the player who is skipped", seat);
        return;
    }
    const char *kind = "discard-distance";
    if (right >= MAHJONG_PLAIN)
        kind = "special-first";
    else if (hand[found] == 0)
        kind = "tile-not-held";
    else if (mahjong_scene_distance_without(scene, seat, found) ==
             mahjong_scene_distance_without(scene, seat, right))
        kind = "discard-tie";
    put_full(finding, kind, "she discards another tile", seat);
    mahjong_row_no_discard(finding->why, scene, found);
}

/* Somebody wins in the output who does not in the game. */
static void explain_win(const struct finding *finding)
{
    const struct mahjong_scene *const scene = &finding->scene;
    const bool ron = finding->found.form == MAHJONG_LINE_RON;
    if (ron && scene->news.what == MAHJONG_TOLD_RON)
        put_full(finding, "ron-order", "another player wins", scene->news.seat);
    else
        put_full(finding, ron ? "no-ron" : "no-selfdrawn", "nobody wins so here", scene->news.seat);
    if (finding->found.seat != scene->news.seat && !mahjong_scene_deals(scene))
        mahjong_row_hand(finding->why, scene, finding->found.seat);
    mahjong_row_no_win(finding->why, scene, finding->found.seat, ron);
}

/* Somebody claims in the output. */
static void explain_claim(const struct finding *finding)
{
    const struct mahjong_scene *const scene = &finding->scene;
    const struct mahjong_said *const found = &finding->found;
    const bool pong = found->form == MAHJONG_LINE_PONG;
    const char *kind = pong ? "no-pong" : "no-chow", *what = "nobody claims so here";
    switch (scene->news.what) {
    case MAHJONG_TOLD_RON: kind = "ron-before-claim"; break;
    case MAHJONG_TOLD_PONG: kind = pong ? "other-pong" : "pong-before-chow"; break;
    case MAHJONG_TOLD_CHOW: kind = pong ? "chow-not-pong" : "other-run"; break;
    default: break;
    }
    if (scene->news.what == MAHJONG_TOLD_CHOW && !pong && found->seat == scene->news.seat)
        what = "she makes another run";
    put_full(finding, kind, what, found->seat);
    if (mahjong_scene_open(scene) && found->kind != scene->last.kind && pong)
        nf_text_row(finding->why, "note", "%s was discarded", mahjong_name(scene->last.kind));
    else if (pong)
        mahjong_row_no_pong(finding->why, scene, found->seat);
    else
        mahjong_row_no_chow(finding->why, scene, found->seat, found->kind);
}

/* The game goes on in the output where somebody wins or claims, or it is over. */
static void explain_missed(const struct finding *finding)
{
    const struct mahjong_scene *const scene = &finding->scene;
    const unsigned seat = scene->news.seat;
    if (finding->found.form == MAHJONG_LINE_DRAW) {
        put_full(finding, "no-draw", "the game is not over", seat);
        return;
    }
    switch (scene->news.what) {
    case MAHJONG_TOLD_RON: put_full(finding, "ron-missed", "she wins by RON", seat); break;
    case MAHJONG_TOLD_SELFDRAWN:
        put_full(finding, "selfdrawn-missed", "she has won by drawing", seat);
        break;
    case MAHJONG_TOLD_PONG: put_full(finding, "pong-missed", "she claims it: PONG", seat); break;
    case MAHJONG_TOLD_CHOW: put_full(finding, "chow-missed", "she claims it: CHOW", seat); break;
    case MAHJONG_TOLD_WALL_OUT: put_full(finding, "draw-missed", "the wall is empty", seat); break;
    case MAHJONG_TOLD_DRAW: put_full(finding, "draws-first", "she draws first", seat); break;
    default: put_full(finding, "discards-first", "she discards first", seat); break;
    }
}

/* What the line tells in the words of struct mahjong_news; -1: no other line than WIN. */
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

/* The form is right: what it says is not. */
static void explain_said(const struct finding *finding)
{
    const struct mahjong_scene *const scene = &finding->scene;
    const int told = happening(finding->found.form);
    if (scene->wins)
        put_full(finding, "win-missing", "WIN ends the game", scene->news.seat);
    else if (told < 0 &&
             (scene->news.what == MAHJONG_TOLD_RON || scene->news.what == MAHJONG_TOLD_SELFDRAWN))
        put_full(finding, "way-of-win-missing", "how she wins comes before WIN", scene->news.seat);
    else if (told < 0)
        put_full(finding, "no-win", "nobody has won", scene->news.seat);
    else if (told == MAHJONG_TOLD_DRAW && scene->news.what == MAHJONG_TOLD_DRAW)
        explain_draw(finding);
    else if (told == MAHJONG_TOLD_DISCARD && scene->news.what == MAHJONG_TOLD_DISCARD)
        explain_discard(finding);
    else if (told == MAHJONG_TOLD_RON || told == MAHJONG_TOLD_SELFDRAWN)
        explain_win(finding);
    else if (told == MAHJONG_TOLD_PONG || told == MAHJONG_TOLD_CHOW)
        explain_claim(finding);
    else
        explain_missed(finding);
}

/* Whether the line tells what somebody does against the rules, whatever follows: a claim, a win, or
 * what the player does whose turn it is. The tiles of the deal are nobody's doing. */
static bool tells_a_deed(const struct finding *finding)
{
    switch (finding->found.form) {
    case MAHJONG_LINE_IN:
    case MAHJONG_LINE_OUT:
        return !mahjong_scene_deals(&finding->scene) &&
               finding->found.seat == finding->scene.news.seat;
    default: return finding->found.form != MAHJONG_LINE_OTHER;
    }
}

static void explain(const struct finding *finding)
{
    const struct nf_parting *const parting = &finding->parting;
    const unsigned seat = finding->scene.news.seat;
    if (!parting->has_expected)
        explain_longer(finding);
    else if (!parting->has_found)
        explain_ended(finding);
    else if (parting->cut)
        put_full(finding, "cut", "the output ends in the middle of the line", seat);
    else if (parting->shift != 0 && !tells_a_deed(finding))
        explain_shifted(finding);
    else if (finding->found.form == MAHJONG_LINE_OTHER)
        put_full(finding, "form", "not a line of a transcript", seat);
    else
        explain_said(finding);
    if (parting->shift != 0)
        nf_parting_tell_shift(parting, finding->why);
}

/* ---- the whole ---- */

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
        known = mahjong_scene_find(&finding.scene, wall, parting->expected_line);
        if (known && parting->has_found)
            finding.found = mahjong_read_line(&parting->found);
        difference->unclear =
            !parting->has_found || parting->cut || finding.found.form == MAHJONG_LINE_OTHER;
        if (known)
            explain(&finding);
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
