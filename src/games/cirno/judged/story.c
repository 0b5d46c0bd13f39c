#include "games/cirno/judged/fuzzing.h"

#include "base/lang.h"
#include "games/cirno/judged/explain_text.h"
#include "games/cirno/judged/frames.h"
#include "games/cirno/rules/judge.h"

#include <stdio.h>

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
        step.frames = json_pack("[o]", cirno_frame(narrator->parsed, position));
    return nf_teller_hear(narrator->teller, &step);
}

bool cirno_write_story(const struct nf_match *match, struct nf_teller *teller)
{
    struct narrator narrator = {match->game, teller};
    cirno_positions(match->game, teller->first, narrate_cirno, &narrator);
    return true;
}
