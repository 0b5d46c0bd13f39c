/* Finds the first line that differs and classifies the difference. The texts are in
 * explain_text.c. */
#include "games/cirno/fuzz/explain.h"

#include "base/lang.h"

#include "games/cirno/fuzz/explain_line.h"
#include "games/cirno/fuzz/explain_text.h"
#include "games/cirno/judge/judge.h"

#include <stdio.h>
#include <string.h>

/* A difference and its context. */
struct finding {
    const struct cirno_parsed *parsed;
    struct nf_parting parting;
    struct cirno_position position; /* at parting.expected_line */
    struct cirno_line found;
    struct nf_text *why;
    char *kind; /* struct nf_difference's */
};

/* Sets the kind of the difference; appends the headline and the two lines. */
static void put_headline(const struct finding *finding, const char *kind, const char *what)
{
    snprintf(finding->kind, sizeof((struct nf_difference *)NULL)->kind, "%s", kind);
    nf_parting_tell(&finding->parting, what, finding->why);
}

/* Appends the place in the game. */
static void put_where(const struct finding *finding)
{
    const struct cirno_position *const position = &finding->position;
    const struct cirno_name *const names = finding->parsed->names;
    if (position->kind == CIRNO_POSITION_TURN) {
        cirno_explain_where(finding->why, position, names);
    } else if (position->kind == CIRNO_POSITION_END) {
        nf_text_row(finding->why, "where",
                    P_("after the game: its %u round ends with line %llu",
                       "after the game: its %u rounds end with line %llu", position->round),
                    position->round, (unsigned long long)position->line - 1);
    } else if (position->round == 1) {
        nf_text_row(finding->why, "where", "the first line, which starts round 1 of %u",
                    finding->parsed->instance.rounds);
    } else {
        const struct cirno_name *const name = &names[position->last_seat];
        nf_text_row(finding->why, "where",
                    "player %u (%.*s) lost round %u, so round %u of %u starts here",
                    position->last_seat + 1, (int)name->length, name->text, position->round - 1,
                    position->round, finding->parsed->instance.rounds);
    }
}

/* Appends headline, lines and place; then the player's hand and the rule she follows. */
static void put_turn(const struct finding *finding, const char *kind, const char *what)
{
    put_headline(finding, kind, what);
    put_where(finding);
    if (finding->position.kind != CIRNO_POSITION_TURN)
        return;
    cirno_explain_hand(finding->why, &finding->position);
    cirno_explain_rule(finding->why, &finding->position);
}

/* Appends headline, lines and place only: no rule about cards is broken. */
static void put_plain(const struct finding *finding, const char *kind, const char *what)
{
    put_headline(finding, kind, what);
    put_where(finding);
}

/* ---- missing or extra lines ---- */

static void explain_ended(const struct finding *finding)
{
    char what[NF_HEADLINE];
    put_turn(finding, finding->parting.expected_line == 1 ? "empty" : "too-short",
             nf_parting_lines(what, &finding->parting));
}

static void explain_longer(const struct finding *finding)
{
    char what[NF_HEADLINE];
    put_plain(finding, "too-long", nf_parting_lines(what, &finding->parting));
}

static void explain_shifted(const struct finding *finding)
{
    char what[NF_HEADLINE];
    put_turn(finding, finding->parting.shift > 0 ? "lines-left-out" : "lines-too-many",
             nf_parting_lines(what, &finding->parting));
}

/* ---- wrong lines ---- */

static void note_card(const struct finding *finding)
{
    const struct cirno_table *const table = &finding->position.table;
    const unsigned card = (unsigned)finding->found.card;
    if ((cirno_types(table->hands[table->seat]) & cirno_one(card)) == 0)
        nf_text_row(finding->why, "note", "she does not hold %s", cirno_cards[card].name);
}

static void explain_player(const struct finding *finding)
{
    if (finding->found.seat < 0) {
        put_plain(finding, "no-such-player", N_("no player has this name"));
        return;
    }
    put_plain(finding, "other-player", N_("it is another player's turn"));
    if (finding->position.kind != CIRNO_POSITION_TURN)
        return;
    cirno_explain_turn(finding->why, &finding->position, finding->parsed->names);
    cirno_explain_hand(finding->why, &finding->position);
    cirno_explain_rule(finding->why, &finding->position);
}

/* Returns the kind of a wrong card, so that mistakes in different rules are distinguished. */
static const char *kind_of_card(const struct finding *finding)
{
    const struct cirno_table *const table = &finding->position.table;
    const unsigned found = (unsigned)finding->found.card, right = finding->position.card;
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
    if (finding->position.card == CIRNO_LOSES) {
        put_turn(finding, "loses", N_("she cannot play, she loses"));
        if (finding->found.card >= 0)
            note_card(finding);
    } else if (finding->found.card < 0) {
        put_turn(finding, "no-such-card", N_("there is no such card"));
    } else if ((unsigned)finding->found.card != finding->position.card) {
        put_turn(finding, kind_of_card(finding), N_("she plays another card"));
        note_card(finding);
    } else {
        put_plain(finding, "other-p", N_("the card is right, p is not"));
        cirno_explain_hand(finding->why, &finding->position);
        cirno_explain_sum(finding->why, &finding->position, finding->position.card);
    }
}

static void explain_lost(const struct finding *finding)
{
    put_turn(finding, "does-not-lose", N_("she does not lose, she can play"));
    if (finding->position.table.doubled &&
        cirno_cards[finding->position.card].class != CIRNO_COUNTER)
        nf_text_row(finding->why, "note",
                    "her first card is shown even if she loses with the second");
}

/* The form of the line is right, its content is not. */
static void explain_content(const struct finding *finding)
{
    const struct cirno_line *const found = &finding->found;
    const struct cirno_position *const position = &finding->position;
    if (position->kind == CIRNO_POSITION_ROUND && found->form == CIRNO_LINE_ROUND)
        put_plain(finding, "round-number", N_("wrong number of the round"));
    else if (position->kind == CIRNO_POSITION_ROUND)
        put_plain(finding, "round-begins", N_("a new round starts here"));
    else if (found->form == CIRNO_LINE_ROUND)
        put_turn(finding, "round-goes-on", N_("the round is not over"));
    else if (!found->same_name)
        explain_player(finding);
    else if (found->form == CIRNO_LINE_USED)
        explain_used(finding);
    else
        explain_lost(finding);
}

/* Whether the line is about the player to move; then the rules show what is wrong, whatever
 * follows. */
static bool tells_of_her(const struct finding *finding)
{
    return finding->position.kind == CIRNO_POSITION_TURN && finding->found.same_name;
}

static void explain(const struct finding *finding)
{
    const struct nf_parting *const parting = &finding->parting;
    if (!parting->has_expected)
        explain_longer(finding);
    else if (!parting->has_found)
        explain_ended(finding);
    else if (parting->cut)
        put_turn(finding, "cut", N_("the output ends in the middle of the line"));
    else if (!nf_line_is_text(&parting->found))
        put_plain(finding, "not-text", N_("the line has bytes that are not printable"));
    else if (parting->shift != 0 && !tells_of_her(finding))
        explain_shifted(finding);
    else if (parting->same_letters)
        put_plain(finding, "letter-case", N_("only upper and lower case differ"));
    else if (finding->found.form != CIRNO_LINE_OTHER)
        explain_content(finding);
    else
        put_turn(finding, "form", N_("not a line of a transcript"));
    if (parting->shift != 0)
        nf_parting_tell_shift(parting, finding->why);
}

/* ---- the whole ---- */

static enum nf_status compare(const struct cirno_parsed *parsed, const struct nf_text *right,
                              const struct nf_input *output, bool strict,
                              struct nf_difference *difference, struct nf_error *err)
{
    const struct nf_input expected = {"the rules", right->data, right->size};
    struct finding finding = {.parsed = parsed, .why = &difference->why, .kind = difference->kind};
    const struct nf_parting *const parting = &finding.parting;
    if (!nf_parting_find(&finding.parting, &expected, output, strict))
        return NF_OK;
    difference->line = parting->line;
    difference->only_blanks = parting->only_blanks;
    if (parting->only_blanks) {
        strcpy(difference->kind, "white-space");
        nf_parting_tell_blanks(parting, &difference->why);
    } else {
        cirno_position_find(&finding.position, parsed, parting->expected_line);
        const struct cirno_name *const whose = &parsed->names[finding.position.table.seat];
        if (parting->has_found)
            cirno_line_read(&finding.found, &parting->found, parsed, whose);
        difference->unclear =
            !parting->has_found || parting->cut || finding.found.form == CIRNO_LINE_OTHER;
        explain(&finding);
        if (parting->has_expected && !difference->unclear &&
            (parting->shift == 0 || tells_of_her(&finding)))
            memcpy(difference->decision, difference->kind, sizeof difference->decision);
    }
    if (!difference->why.failed)
        return NF_OK;
    nf_text_free(&difference->why);
    return nf_fail(err, NF_IO, "%s: out of memory for the comparison", output->name);
}

enum nf_status cirno_compare(const struct nf_input *instance, const struct nf_input *output,
                             bool strict, struct nf_difference *difference, struct nf_error *err)
{
    struct cirno_parsed parsed;
    struct cirno_course course;
    struct nf_text right = {0};
    *difference = (struct nf_difference){0};
    enum nf_status status = cirno_parse(instance, &parsed, err);
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
