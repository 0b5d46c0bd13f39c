/* Finds the first line that differs and classifies the difference. The texts are in
 * position.c. */
#include "games/cirno/judged/fuzzing.h"
#include "judge/compare.h"

#include "base/lang.h"

#include "games/cirno/judged/position.h"
#include "games/cirno/rules/format.h"
#include "games/cirno/rules/judge.h"

#include <string.h>

static const struct cirno_position *position_of(const struct nf_explanation *explanation)
{
    return explanation->situation;
}

static const struct nf_name *names_of(const struct nf_explanation *explanation)
{
    return explanation->match->read.names;
}

static bool find_cirno_position(const struct nf_explanation *explanation)
{
    cirno_positions(explanation->situation, explanation->match->game,
                    explanation->mismatch.expected_line, NULL, NULL);
    return true;
}

/* Whether the line is about the player to move, by her name; then the rules show what is wrong,
 * whatever follows. */
static bool is_cirno_action(const struct nf_explanation *explanation)
{
    const struct nf_transcript_line *const found = &explanation->found;
    const struct cirno_position *const position = position_of(explanation);
    if (position->kind != CIRNO_POSITION_TURN ||
        (found->line != CIRNO_LINE_USED && found->line != CIRNO_LINE_LOST))
        return false;
    const struct nf_name *const name = &names_of(explanation)[position->table.seat];
    return found->words[0].length == name->length &&
           memcmp(found->words[0].text, name->text, name->length) == 0;
}

/* Appends the place in the game. */
static void put_where(const struct nf_explanation *explanation)
{
    const struct cirno_position *const position = position_of(explanation);
    const struct nf_name *const names = names_of(explanation);
    const unsigned rounds = cirno_parsed_of(explanation->match)->instance.rounds;
    if (position->kind == CIRNO_POSITION_TURN) {
        cirno_explain_where(explanation->why, position, names);
    } else if (position->kind == CIRNO_POSITION_END) {
        nf_text_row(explanation->why, "where",
                    P_("after the game: its %u round ends with line %llu",
                       "after the game: its %u rounds end with line %llu", position->round),
                    position->round, (unsigned long long)position->line - 1);
    } else if (position->round == 1) {
        nf_text_row(explanation->why, "where", "the first line, which starts round 1 of %u",
                    rounds);
    } else {
        const struct nf_name *const name = &names[position->last_seat];
        nf_text_row(explanation->why, "where",
                    "player %u (%.*s) lost round %u, so round %u of %u starts here",
                    position->last_seat + 1, (int)name->length, name->text, position->round - 1,
                    position->round, rounds);
    }
}

/* Appends the place; `full`: with the player's hand and the rule she follows. */
static void describe_cirno_place(const struct nf_explanation *explanation, bool full)
{
    put_where(explanation);
    if (!full || position_of(explanation)->kind != CIRNO_POSITION_TURN)
        return;
    cirno_explain_hand(explanation->why, position_of(explanation));
    cirno_explain_rule(explanation->why, position_of(explanation));
}

static void put_turn(const struct nf_explanation *explanation, const char *kind, const char *what)
{
    nf_explanation_headline(explanation, kind, what);
    describe_cirno_place(explanation, true);
}

/* Without a rule about cards: none is broken. */
static void put_plain(const struct nf_explanation *explanation, const char *kind, const char *what)
{
    nf_explanation_headline(explanation, kind, what);
    describe_cirno_place(explanation, false);
}

/* ---- wrong lines ---- */

static void note_card(const struct nf_explanation *explanation)
{
    const struct cirno_table *const table = &position_of(explanation)->table;
    const unsigned card = (unsigned)explanation->found.values[1];
    if ((cirno_types(table->hands[table->seat]) & cirno_one(card)) == 0)
        nf_text_row(explanation->why, "note", "she does not hold %s", cirno_cards[card].name);
}

static void explain_player(const struct nf_explanation *explanation)
{
    if (explanation->found.values[0] < 0) {
        put_plain(explanation, "no-such-player", N_("no player has this name"));
        return;
    }
    put_plain(explanation, "other-player", N_("it is another player's turn"));
    if (position_of(explanation)->kind != CIRNO_POSITION_TURN)
        return;
    cirno_explain_turn(explanation->why, position_of(explanation), names_of(explanation));
    cirno_explain_hand(explanation->why, position_of(explanation));
    cirno_explain_rule(explanation->why, position_of(explanation));
}

/* Returns the kind of a wrong card, so that mistakes in different rules are distinguished. */
static const char *kind_of_card(const struct nf_explanation *explanation)
{
    const struct cirno_table *const table = &position_of(explanation)->table;
    const unsigned found = (unsigned)explanation->found.values[1],
                   right = position_of(explanation)->card;
    const bool counter = cirno_cards[right].class == CIRNO_COUNTER;
    if (counter && cirno_cards[found].class == CIRNO_COUNTER)
        return "counter-order";
    if (!counter && cirno_cards[found].class != CIRNO_COUNTER &&
        cirno_apply(found, table->p) == cirno_apply(right, table->p))
        return table->doubled ? "tie-for-smallest" : "tie-for-largest";
    return table->doubled ? "card-under-double" : "other-card";
}

static void explain_used(const struct nf_explanation *explanation)
{
    if (position_of(explanation)->card == CIRNO_LOSES) {
        put_turn(explanation, "loses", N_("she cannot play, she loses"));
        if (explanation->found.values[1] >= 0)
            note_card(explanation);
    } else if (explanation->found.values[1] < 0) {
        put_turn(explanation, "no-such-card", N_("there is no such card"));
    } else if ((unsigned)explanation->found.values[1] != position_of(explanation)->card) {
        put_turn(explanation, kind_of_card(explanation), N_("she plays another card"));
        note_card(explanation);
    } else {
        put_plain(explanation, "other-p", N_("the card is right, p is not"));
        cirno_explain_hand(explanation->why, position_of(explanation));
        cirno_explain_sum(explanation->why, position_of(explanation),
                          position_of(explanation)->card);
    }
}

static void explain_lost(const struct nf_explanation *explanation)
{
    put_turn(explanation, "does-not-lose", N_("she does not lose, she can play"));
    if (position_of(explanation)->table.doubled &&
        cirno_cards[position_of(explanation)->card].class != CIRNO_COUNTER)
        nf_text_row(explanation->why, "note",
                    "her first card is shown even if she loses with the second");
}

/* The form of the line is right, its content is not. */
static void explain_cirno_line(const struct nf_explanation *explanation)
{
    const struct nf_transcript_line *const found = &explanation->found;
    const struct cirno_position *const position = position_of(explanation);
    if (position->kind == CIRNO_POSITION_ROUND && found->line == CIRNO_LINE_ROUND)
        put_plain(explanation, "round-number", N_("wrong number of the round"));
    else if (position->kind == CIRNO_POSITION_ROUND)
        put_plain(explanation, "round-begins", N_("a new round starts here"));
    else if (found->line == CIRNO_LINE_ROUND)
        put_turn(explanation, "round-goes-on", N_("the round is not over"));
    else if (!is_cirno_action(explanation))
        explain_player(explanation);
    else if (found->line == CIRNO_LINE_USED)
        explain_used(explanation);
    else
        explain_lost(explanation);
}

const struct nf_comparer cirno_comparer = {&cirno_transcript,
                                           sizeof(struct cirno_position),
                                           find_cirno_position,
                                           is_cirno_action,
                                           explain_cirno_line,
                                           describe_cirno_place,
                                           NULL};
