#include "games/cirno/judged/fuzzing.h"

#include "base/lang.h"
#include "games/cirno/judged/position.h"
#include "games/cirno/rules/judge.h"

#include <stdio.h>

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
    struct nf_teller *teller;
};

static void put_start(struct narrator *narrator, const struct cirno_position *position)
{
    const uint32_t seat = position->table.seat;
    const struct nf_name *const name = &narrator->parsed->names[seat];
    nf_text_row(&narrator->teller->rows, "start",
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
        nf_text_row(&narrator->teller->rows, "draws", "%s (cards %u to %u of the deck)", cards,
                    first + 1, first + count);
    else if (count == 1)
        nf_text_row(&narrator->teller->rows, "draws", "%s (card %u of the deck)", cards, first + 1);
    if (count < wanted)
        nf_text_row(&narrator->teller->rows, "deck",
                    "it runs out: %u of the %u cards she draws are missing, and verify refuses the "
                    "instance",
                    wanted - count, wanted);
}

static void put_turn(struct narrator *narrator, const struct cirno_position *position)
{
    const struct nf_name *const names = narrator->parsed->names;
    struct nf_text *const rows = &narrator->teller->rows;
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
    if (nf_wants_frames(narrator->teller->listener, position->line))
        step.frames = json_pack("[o]", make_frame(narrator->parsed, position));
    return nf_teller_hear(narrator->teller, &step);
}

bool cirno_write_story(const struct nf_match *match, struct nf_teller *teller)
{
    struct narrator narrator = {match->game, teller};
    struct cirno_position position;
    cirno_positions(&position, match->game, teller->first, narrate_cirno, &narrator);
    return true;
}
