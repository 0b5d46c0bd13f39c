/* Where an output leaves the transcript, and what is seen of a game. The rows that both have are in
 * position.c. */
#include "games/cirno/judged/fuzzing.h"

#include "base/lang.h"
#include "games/cirno/judged/position.h"
#include "games/cirno/rules/format.h"
#include "judge/compare.h"

#include <stdio.h>
#include <string.h>

/* ---- explanations ---- */

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

static void put_with_rule(const struct nf_explanation *explanation, const char *kind,
                          const char *what)
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
        put_with_rule(explanation, "loses", N_("she cannot play, she loses"));
        if (explanation->found.values[1] >= 0)
            note_card(explanation);
    } else if (explanation->found.values[1] < 0) {
        put_with_rule(explanation, "no-such-card", N_("there is no such card"));
    } else if ((unsigned)explanation->found.values[1] != position_of(explanation)->card) {
        put_with_rule(explanation, kind_of_card(explanation), N_("she plays another card"));
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
    put_with_rule(explanation, "does-not-lose", N_("she does not lose, she can play"));
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
        put_with_rule(explanation, "round-goes-on", N_("the round is not over"));
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

/* ---- frames ---- */

const struct nf_panel cirno_panels[] = {
    {.kind = NF_PANEL_RING,
     .title = N_("The table"),
     .path = "hands",
     .rows = {{N_("card"), "card"}, {"p", "p"}, {"DOUBLE", "double"}}},
    {.kind = NF_PANEL_CHART,
     .title = N_("p over the turns of the round"),
     .path = "p",
     .low = 0,
     .high = CIRNO_LIMIT},
    {.kind = NF_PANEL_NONE},
};

json_t *cirno_players(const struct nf_match *match)
{
    json_t *const players = json_array();
    for (size_t seat = 0; seat < match->read.count[NF_IS_NAME]; seat++)
        json_array_append_new(
            players, json_stringn(match->read.names[seat].text, match->read.names[seat].length));
    return players;
}

/* The cards of a hand; one of type `played` is marked. */
static json_t *make_hand(cirno_hand left, unsigned played)
{
    json_t *const cards = json_array();
    while (left != 0) {
        uint64_t types = cirno_types(left);
        const unsigned card = cirno_next_type(&types);
        left -= cirno_one(card);
        json_array_append_new(cards,
                              nf_cell(cirno_cards[card].name, card == played ? "played" : NULL));
        if (card == played)
            played = CIRNO_LOSES;
    }
    return cards;
}

/* The cards drawn after the line, as far as the deck goes. */
static json_t *make_drawn(const struct cirno_instance *game, const struct cirno_position *position)
{
    json_t *const cards = json_array();
    const bool turn = position->kind == CIRNO_POSITION_TURN;
    const uint32_t count = !turn ? 0 : position->card == CIRNO_LOSES ? CIRNO_HAND : 1;
    for (uint32_t at = position->drawn; at < position->drawn + count && at < game->deck_size; at++)
        json_array_append_new(cards, json_string(cirno_cards[game->deck[at]].name));
    return cards;
}

static json_t *make_cirno_state(const struct cirno_instance *game,
                                const struct cirno_position *position)
{
    const struct cirno_table *const table = &position->table;
    const bool turn = position->kind == CIRNO_POSITION_TURN;
    const bool loses = turn && position->card == CIRNO_LOSES, plays = turn && !loses;
    const bool turned = position->turned ^ (plays && position->card == CIRNO_TURN);
    json_t *const hands = json_array();
    for (uint32_t seat = 0; seat < game->players; seat++)
        json_array_append_new(hands, make_hand(table->hands[seat], plays && seat == table->seat
                                                                       ? position->card
                                                                       : CIRNO_LOSES));
    return json_pack("{s:i, s:i, s:i, s:o, s:s?, s:o, s:i, s:i, s:s, s:b, s:o}", "round",
                     (int)position->round, "turn", (int)position->turn, "seat",
                     (int)table->seat + 1, "hands", hands, "card",
                     plays ? cirno_cards[position->card].name : NULL, "drawn",
                     make_drawn(game, position), "before", (int)table->p, "p",
                     (int)(plays ? cirno_apply(position->card, table->p) : table->p), "direction",
                     turned ? "counterclockwise" : "clockwise", "double", (int)table->doubled,
                     "loser", loses ? json_integer(table->seat + 1) : json_null());
}

/* ---- what happens ---- */

/* Who it is, for a format with "player %u (%.*s)". */
#define WHO                                                                                        \
    position->table.seat + 1, (int)parsed->names[position->table.seat].length,                     \
        parsed->names[position->table.seat].text

static json_t *describe_start(const struct cirno_parsed *parsed,
                              const struct cirno_position *position, json_t *state)
{
    if (position->round == 1)
        return nf_frame(state,
                        "Round 1 starts: p is 0, turns go clockwise, and player %u (%.*s) plays "
                        "first.",
                        WHO);
    return nf_frame(state,
                    "Round %u starts: p is 0, turns go clockwise, and player %u (%.*s), who lost "
                    "the round before, plays first.",
                    position->round, WHO);
}

static json_t *describe_counter(const struct cirno_parsed *parsed,
                                const struct cirno_position *position, json_t *state)
{
    const int32_t p = position->table.p;
    if (position->card == CIRNO_TURN && position->turned)
        return nf_frame(state,
                        "Player %u (%.*s) plays TURN: p stays at %d, and turns go clockwise again.",
                        WHO, p);
    if (position->card == CIRNO_TURN)
        return nf_frame(state,
                        "Player %u (%.*s) plays TURN: p stays at %d, and turns go counterclockwise "
                        "from here.",
                        WHO, p);
    if (position->card == CIRNO_DOUBLE)
        return nf_frame(state,
                        "Player %u (%.*s) plays DOUBLE: p stays at %d, and the next player is to "
                        "play two cards.",
                        WHO, p);
    if (position->table.doubled)
        return nf_frame(state,
                        "Player %u (%.*s) plays PASS: p stays at %d, and the DOUBLE that lay on "
                        "her goes on to the next player.",
                        WHO, p);
    return nf_frame(state, "Player %u (%.*s) plays PASS: p stays at %d.", WHO, p);
}

static json_t *describe_turn(const struct cirno_parsed *parsed,
                             const struct cirno_position *position, json_t *state)
{
    const int32_t p = position->table.p;
    if (position->card == CIRNO_LOSES)
        return nf_frame(state,
                        "Player %u (%.*s) can play no card without making p larger than %d: she "
                        "loses round %u.",
                        WHO, CIRNO_LIMIT, position->round);
    const struct cirno_card_info *const card = &cirno_cards[position->card];
    if (card->class == CIRNO_COUNTER)
        return describe_counter(parsed, position, state);
    if (position->table.doubled)
        return nf_frame(state,
                        "DOUBLE lies on player %u (%.*s): she plays %s, which takes p from %d to "
                        "%d, and plays again.",
                        WHO, card->name, p, cirno_apply(position->card, p));
    return nf_frame(state, "Player %u (%.*s) plays %s, which takes p from %d to %d.", WHO,
                    card->name, p, cirno_apply(position->card, p));
}

/* What happens at a line but the end, and the table after it. The hands are those before, with the
 * card that is played, and `drawn` what she draws. */
static json_t *make_frame(const struct cirno_parsed *parsed, const struct cirno_position *position)
{
    json_t *const state = make_cirno_state(&parsed->instance, position);
    return position->kind == CIRNO_POSITION_ROUND ? describe_start(parsed, position, state)
                                                  : describe_turn(parsed, position, state);
}

/* ---- the story ---- */

struct narrator {
    const struct cirno_parsed *parsed;
    struct nf_narration *narration;
};

static void put_start(struct narrator *narrator, const struct cirno_position *position)
{
    const uint32_t seat = position->table.seat;
    const struct nf_name *const name = &narrator->parsed->names[seat];
    nf_text_row(&narrator->narration->rows, "start",
                position->round == 1
                    ? _("player %u (%.*s) starts, for she is the first player; clockwise, p = 0")
                    : _("player %u (%.*s) starts, for she lost the round before; clockwise, p = 0"),
                seat + 1, (int)name->length, name->text);
}

/* The cards drawn after the turn. */
static void put_drawn(struct narrator *narrator, const struct cirno_position *position)
{
    const struct cirno_instance *const game = &narrator->parsed->instance;
    const uint32_t wanted = position->card == CIRNO_LOSES ? CIRNO_HAND : 1, first = position->drawn;
    const uint32_t left = game->deck_size - first, count = wanted < left ? wanted : left;
    char cards[80] = "";
    for (uint32_t i = 0, used = 0; i < count; i++)
        used += (uint32_t)snprintf(cards + used, sizeof cards - used, "%s%s", i > 0 ? ", " : "",
                                   cirno_cards[game->deck[first + i]].name);
    if (count > 1)
        nf_text_row(&narrator->narration->rows, "draws", "%s (cards %u to %u of the deck)", cards,
                    first + 1, first + count);
    else if (count == 1)
        nf_text_row(&narrator->narration->rows, "draws", "%s (card %u of the deck)", cards,
                    first + 1);
    if (count < wanted)
        nf_text_row(&narrator->narration->rows, "deck",
                    "it runs out: %u of the %u cards she draws are missing, and verify refuses the "
                    "instance",
                    wanted - count, wanted);
}

static void put_turn(struct narrator *narrator, const struct cirno_position *position)
{
    const struct nf_name *const names = narrator->parsed->names;
    struct nf_text *const rows = &narrator->narration->rows;
    cirno_explain_where(rows, position, names);
    cirno_explain_turn(rows, position, names);
    cirno_explain_hand(rows, position);
    cirno_explain_rule(rows, position);
    if (position->card != CIRNO_LOSES)
        cirno_explain_sum(rows, position, position->card);
    put_drawn(narrator, position);
}

static bool narrate_cirno(void *owner, const struct cirno_position *position)
{
    struct narrator *const narrator = owner;
    char part[32];
    snprintf(part, sizeof part, _("Round %u"), position->round);
    if (position->kind == CIRNO_POSITION_ROUND)
        put_start(narrator, position);
    else
        put_turn(narrator, position);
    struct nf_step step = {.line = position->line, .part = part};
    if (nf_wants_frames(narrator->narration->listener, position->line))
        step.frames = json_pack("[o]", make_frame(narrator->parsed, position));
    return nf_narrate_step(narrator->narration, &step);
}

bool cirno_write_story(const struct nf_match *match, struct nf_narration *narration)
{
    struct narrator narrator = {match->game, narration};
    struct cirno_position position;
    cirno_positions(&position, match->game, narration->first, narrate_cirno, &narrator);
    return true;
}
