/* Finds the first line that differs, and what kind of difference it is. The words are in
 * explain_words.c. */
#include "games/cirno/fuzz/explain.h"

#include "games/cirno/fuzz/explain_split.h"
#include "games/cirno/fuzz/explain_words.h"
#include "games/cirno/judge/judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* All that is known of a difference. */
struct finding {
    const struct cirno_parsed *parsed;
    struct cirno_split split;
    struct cirno_scene scene; /* at split.line */
    struct cirno_line_said found;
    struct nf_text *why;
    char *kind; /* struct nf_difference's */
};

/* Names the kind of difference and appends the headline. */
static void put_headline(const struct finding *finding, const char *kind, const char *what)
{
    snprintf(finding->kind, sizeof((struct nf_difference *)NULL)->kind, "%s", kind);
    if (finding->split.has_found)
        nf_text_format(finding->why, "line %" PRIu64 ", column %zu: %s\n", finding->split.line,
                       finding->split.column + 1, what);
    else
        nf_text_format(finding->why, "line %" PRIu64 ": %s\n", finding->split.line, what);
}

static void put_line(const struct finding *finding, const char *label, bool there,
                     const struct cirno_line *line)
{
    if (there)
        cirno_words_line(finding->why, label, line->text, line->length, finding->split.column);
    else
        nf_text_row(finding->why, label, "nothing more");
}

static void put_lines(const struct finding *finding)
{
    put_line(finding, "expected", finding->split.has_expected, &finding->split.expected);
    put_line(finding, "found", finding->split.has_found, &finding->split.found);
}

/* The place in the game, whatever the rules write there. */
static void put_where(const struct finding *finding)
{
    const struct cirno_scene *const scene = &finding->scene;
    const struct cirno_name *const names = finding->parsed->names;
    if (scene->kind == CIRNO_SCENE_TURN) {
        cirno_words_where(finding->why, scene, names);
    } else if (scene->kind == CIRNO_SCENE_END) {
        nf_text_row(finding->why, "where",
                    "after the game: its %u round%s end%s with line %" PRIu64, scene->round,
                    scene->round == 1 ? "" : "s", scene->round == 1 ? "s" : "", scene->line - 1);
    } else if (scene->round == 1) {
        nf_text_row(finding->why, "where", "the first line, which opens round 1 of %u",
                    finding->parsed->instance.rounds);
    } else {
        const struct cirno_name *const name = &names[scene->last_seat];
        nf_text_row(finding->why, "where",
                    "player %u (%.*s) lost round %u, so round %u of %u begins here",
                    scene->last_seat + 1, (int)name->length, name->text, scene->round - 1,
                    scene->round, finding->parsed->instance.rounds);
    }
}

/* Headline, lines and place; then her hand and why she plays as she does. */
static void put_turn(const struct finding *finding, const char *kind, const char *what)
{
    put_headline(finding, kind, what);
    put_lines(finding);
    put_where(finding);
    if (finding->scene.kind != CIRNO_SCENE_TURN)
        return;
    cirno_words_hand(finding->why, &finding->scene);
    cirno_words_rule(finding->why, &finding->scene);
}

/* Headline, lines and place: the rules of the game are not what was broken. */
static void put_plain(const struct finding *finding, const char *kind, const char *what)
{
    put_headline(finding, kind, what);
    put_lines(finding);
    put_where(finding);
}

/* ---- white space ---- */

static void explain_blanks(const struct finding *finding, bool everywhere)
{
    const struct cirno_split *const split = &finding->split;
    put_headline(finding, "white-space",
                 everywhere ? "only white space differs"
                            : "white space differs here, and more than that further down");
    put_lines(finding);
    const struct cirno_line *const found = &split->found, *const expected = &split->expected;
    const char *note = "blanks stand at other places than expected";
    if (!split->has_expected)
        note = "white space after the last line";
    else if (!split->has_found || cirno_line_is_blank(found))
        note = "an empty line where none is expected";
    else if (found->length == expected->length && !found->ended)
        note = "the last line of the output is not ended";
    else if (found->length == expected->length + 1 && found->text[expected->length] == '\r')
        note = "the line ends in CR LF, expected LF alone";
    else if (found->length > expected->length && split->column == expected->length)
        note = "blanks at the end of the line";
    nf_text_row(finding->why, "note", "%s", note);
}

/* ---- lines too few or too many ---- */

static void explain_ended(const struct finding *finding)
{
    char what[80];
    const uint64_t missing = finding->split.expected_left;
    snprintf(what, sizeof what, "the output %s, %" PRIu64 " line%s missing",
             finding->split.line == 1 ? "is empty" : "ends too early", missing,
             missing == 1 ? " is" : "s are");
    put_plain(finding, finding->split.line == 1 ? "empty" : "too-short", what);
}

static void explain_longer(const struct finding *finding)
{
    char what[80];
    const uint64_t more = finding->split.found_left;
    snprintf(what, sizeof what, "the output goes on after the game, by %" PRIu64 " line%s", more,
             more == 1 ? "" : "s");
    put_plain(finding, "too-long", what);
}

static void explain_shifted(const struct finding *finding)
{
    char what[80];
    const int64_t shift = finding->split.shift;
    const uint64_t lines = (uint64_t)(shift < 0 ? -shift : shift);
    snprintf(what, sizeof what, "%" PRIu64 " line%s %s here", lines, lines == 1 ? " is" : "s are",
             shift > 0 ? "left out" : "too many");
    put_plain(finding, shift > 0 ? "lines-left-out" : "lines-too-many", what);
    if (shift > 0)
        nf_text_row(finding->why, "note",
                    "what is found should be line %" PRIu64 ", and goes on as expected",
                    finding->split.line + lines);
    else
        nf_text_row(finding->why, "note",
                    "the expected line follows as line %" PRIu64 " of the output, and goes on so",
                    finding->split.line + lines);
}

/* ---- lines that say something else ---- */

static void note_card(const struct finding *finding)
{
    const struct cirno_table *const table = &finding->scene.table;
    const unsigned card = (unsigned)finding->found.card;
    if ((cirno_types(table->hands[table->seat]) & cirno_one(card)) == 0)
        nf_text_row(finding->why, "note", "she does not hold %s", cirno_cards[card].name);
}

static void explain_player(const struct finding *finding)
{
    if (finding->found.seat < 0) {
        put_plain(finding, "no-such-player", "no player has this name");
        return;
    }
    put_plain(finding, "other-player", "it is another player's turn");
    if (finding->scene.kind != CIRNO_SCENE_TURN)
        return;
    cirno_words_turn(finding->why, &finding->scene, finding->parsed->names);
    cirno_words_hand(finding->why, &finding->scene);
    cirno_words_rule(finding->why, &finding->scene);
}

/* What sort of another card: mistakes of different rules shall not be taken for one. */
static const char *kind_of_card(const struct finding *finding)
{
    const struct cirno_table *const table = &finding->scene.table;
    const unsigned found = (unsigned)finding->found.card, right = finding->scene.card;
    const bool counter = cirno_cards[right].class == CIRNO_COUNTER;
    if (counter && cirno_cards[found].class == CIRNO_COUNTER)
        return "counter-order";
    if (!counter && cirno_cards[found].class != CIRNO_COUNTER &&
        cirno_apply(found, table->p) == cirno_apply(right, table->p))
        return table->doubled ? "tie-for-smallest" : "tie-for-largest";
    return table->doubled ? "card-under-double" : "other-card";
}

static void explain_used(const struct finding *finding)
{
    if (finding->scene.card == CIRNO_LOSES) {
        put_turn(finding, "loses", "she cannot play, she loses");
        if (finding->found.card >= 0)
            note_card(finding);
    } else if (finding->found.card < 0) {
        put_turn(finding, "no-such-card", "there is no such card");
    } else if ((unsigned)finding->found.card != finding->scene.card) {
        put_turn(finding, kind_of_card(finding), "she plays another card");
        note_card(finding);
    } else {
        put_plain(finding, "other-p", "the card is right, p is not");
        cirno_words_hand(finding->why, &finding->scene);
        cirno_words_sum(finding->why, &finding->scene, finding->scene.card);
    }
}

static void explain_lost(const struct finding *finding)
{
    put_turn(finding, "does-not-lose", "she does not lose, she can play");
    if (finding->scene.table.doubled && cirno_cards[finding->scene.card].class != CIRNO_COUNTER)
        nf_text_row(finding->why, "note",
                    "her first card is shown even if she loses with the second");
}

/* The form is right: what it says is not. */
static void explain_said(const struct finding *finding)
{
    const struct cirno_line_said *const found = &finding->found;
    const struct cirno_scene *const scene = &finding->scene;
    if (scene->kind == CIRNO_SCENE_ROUND && found->form == CIRNO_LINE_ROUND)
        put_plain(finding, "round-number", "the round has another number");
    else if (scene->kind == CIRNO_SCENE_ROUND)
        put_plain(finding, "round-begins", "a new round begins here");
    else if (found->form == CIRNO_LINE_ROUND)
        put_turn(finding, "round-goes-on", "the round is not over");
    else if (!found->same_name)
        explain_player(finding);
    else if (found->form == CIRNO_LINE_USED)
        explain_used(finding);
    else
        explain_lost(finding);
}

static void explain(const struct finding *finding, bool only_blanks)
{
    const struct cirno_split *const split = &finding->split;
    if (only_blanks || split->blank_line)
        explain_blanks(finding, only_blanks);
    else if (!split->has_expected)
        explain_longer(finding);
    else if (!split->has_found)
        explain_ended(finding);
    else if (split->cut)
        put_plain(finding, "cut", "the output ends in the middle of the line");
    else if (!cirno_line_is_text(&split->found))
        put_plain(finding, "not-text", "the line has bytes that are not printable");
    else if (split->shift != 0)
        explain_shifted(finding);
    else if (split->same_letters)
        put_plain(finding, "letter-case", "only upper and lower case differ");
    else if (finding->found.form != CIRNO_LINE_OTHER)
        explain_said(finding);
    else
        put_turn(finding, "form", "not a line of a transcript");
}

/* ---- the whole ---- */

static enum nf_exit compare(const struct cirno_parsed *parsed, const struct nf_text *right,
                            const struct nf_input *output, bool strict,
                            struct nf_difference *difference, struct nf_error *err)
{
    const struct nf_input expected = {"the rules", right->data, right->size};
    struct finding finding = {.parsed = parsed, .why = &difference->why, .kind = difference->kind};
    if (!cirno_split_find(&finding.split, &expected, output, strict))
        return NF_OK;
    difference->line = finding.split.line;
    difference->only_blanks = finding.split.only_blanks;
    cirno_scene_find(&finding.scene, parsed, finding.split.line);
    const struct cirno_name *const whose = &parsed->names[finding.scene.table.seat];
    if (finding.split.has_found)
        cirno_line_read(&finding.found, &finding.split.found, parsed, whose);
    explain(&finding, finding.split.only_blanks);
    if (!difference->why.failed)
        return NF_OK;
    nf_text_free(&difference->why);
    return nf_fail(err, NF_IO, "%s: out of memory for the comparison", output->name);
}

enum nf_exit cirno_compare(const struct nf_input *instance, const struct nf_input *output,
                           bool strict, struct nf_difference *difference, struct nf_error *err)
{
    struct cirno_parsed parsed;
    struct cirno_course course;
    struct nf_text right = {0};
    *difference = (struct nf_difference){0};
    enum nf_exit status = cirno_parse(instance, &parsed, err);
    if (status != NF_OK)
        return status;
    const enum cirno_end end = cirno_narrate(&parsed.instance, parsed.names, &right, &course);
    if (end != CIRNO_COMPLETE)
        status = cirno_fail_course(instance, &parsed, end, &course, err);
    else if (right.failed)
        status = nf_fail(err, NF_IO, "%s: out of memory for the transcript", instance->name);
    else
        status = compare(&parsed, &right, output, strict, difference, err);
    nf_text_free(&right);
    cirno_parsed_free(&parsed);
    return status;
}
