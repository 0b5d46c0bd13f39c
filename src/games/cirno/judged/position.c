#include "games/cirno/judged/position.h"

#include "base/lang.h"
#include "games/cirno/rules/walk.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The client of a walk that shows positions. */
struct finder {
    struct cirno_given given;
    struct cirno_position *position; /* at the line shown last */
    uint64_t first;                  /* the first line to show */
    bool (*visit)(void *owner, const struct cirno_position *position);
    void *owner;
    bool took; /* the last card took a DOUBLE: a second card follows */
};

/* Goes on to the next line, before which the table is as it is; false if that was enough. */
static bool visit_table(struct finder *finder, const struct cirno_table *table)
{
    struct cirno_position *const position = finder->position;
    if (++position->line < finder->first)
        return true;
    position->table = *table;
    return finder->visit != NULL && finder->visit(finder->owner, position);
}

static bool visit_card(void *client, const struct cirno_walk *walk, unsigned card)
{
    struct finder *const finder = client;
    struct cirno_position *const position = finder->position;
    const struct cirno_table *const table = &walk->table;
    position->turn = walk->turn;
    position->second = finder->took;
    position->card = card;
    position->drawn = walk->used;
    if (!visit_table(finder, table))
        return false;
    finder->took =
        table->doubled && card != CIRNO_LOSES && cirno_cards[card].class != CIRNO_COUNTER;
    position->turned ^= card == CIRNO_TURN;
    position->last_seat = table->seat;
    position->last_card = card;
    return true;
}

/* Shows the line that starts the round. */
static bool open_round(struct finder *finder, const struct cirno_walk *walk)
{
    struct cirno_position *const position = finder->position;
    struct cirno_table table = walk->table;
    position->kind = CIRNO_POSITION_ROUND;
    position->round = walk->round + 1;
    position->turn = 0;
    position->second = position->turned = finder->took = false;
    position->drawn = walk->used;
    cirno_start_round(&table);
    return visit_table(finder, &table);
}

void cirno_positions(struct cirno_position *position, const struct cirno_parsed *parsed,
                     uint64_t first,
                     bool (*visit)(void *owner, const struct cirno_position *position), void *owner)
{
    static const struct cirno_callbacks callbacks = {cirno_given_choose, cirno_given_draw,
                                                     visit_card};
    const struct cirno_instance *const game = &parsed->instance;
    struct cirno_walk walk = cirno_walk_open(game->players, game->hands);
    struct finder finder = {cirno_given(game), position, first, visit, owner, false};
    *position = (struct cirno_position){.last_card = CIRNO_CARDS + 1};
    for (; walk.round < game->rounds; walk.round++) {
        if (!open_round(&finder, &walk))
            return;
        position->kind = CIRNO_POSITION_TURN;
        /* The deck may run out in the draw after the last round, which does not matter here. */
        if (cirno_walk_round(&callbacks, &finder, &walk) == CIRNO_STOPPED)
            return;
    }
    position->kind = CIRNO_POSITION_END;
    position->table = walk.table;
    position->line++;
}

/* ---- the position ---- */

static const char *direction(const struct cirno_position *position)
{
    return position->turned ? _("counterclockwise") : _("clockwise");
}

void cirno_explain_where(struct nf_text *why, const struct cirno_position *position,
                         const struct nf_name *names)
{
    const struct cirno_table *const table = &position->table;
    const struct nf_name *const name = &names[table->seat];
    nf_text_row(why, "where", "round %u, turn %u, player %u (%.*s), %s, p = %d, %s",
                position->round, position->turn, table->seat + 1, (int)name->length, name->text,
                direction(position), table->p,
                table->doubled     ? _("DOUBLE lies on her")
                : position->second ? _("second card after DOUBLE")
                                   : _("no DOUBLE"));
}

/* Appends to a string of `size` bytes. */
__attribute__((format(printf, 3, 4))) static void append_format(char *string, size_t size,
                                                                const char *format, ...)
{
    const size_t used = strlen(string);
    va_list args;
    va_start(args, format);
    vsnprintf(string + used, size - used, format, args);
    va_end(args);
}

void cirno_explain_hand(struct nf_text *why, const struct cirno_position *position)
{
    const struct cirno_table *const table = &position->table;
    char cards[NF_ROW_BYTES] = "";
    for (cirno_hand left = table->hands[table->seat]; left != 0;) {
        uint64_t types = cirno_types(left);
        const unsigned card = cirno_next_type(&types);
        const int32_t p = cirno_apply(card, table->p);
        left -= cirno_one(card);
        append_format(cards, sizeof cards, "%s%s", cards[0] != '\0' ? ", " : "",
                      cirno_cards[card].name);
        if (cirno_cards[card].class == CIRNO_COUNTER)
            continue;
        append_format(cards, sizeof cards, p > CIRNO_LIMIT ? _(" (p %d, too large)") : " (p %d)",
                      p);
    }
    nf_text_row(why, "hand", "%s", cards);
}

/* ---- the rules ---- */

/* Returns a card of another type in her hand that makes the same p as `card`, or CIRNO_LOSES. */
static unsigned find_tie(const struct cirno_table *table, unsigned card)
{
    for (uint64_t left = cirno_types(table->hands[table->seat]); left != 0;) {
        const unsigned other = cirno_next_type(&left);
        if (other != card && cirno_cards[other].class != CIRNO_COUNTER &&
            cirno_apply(other, table->p) == cirno_apply(card, table->p))
            return other;
    }
    return CIRNO_LOSES;
}

static void describe_basic(struct nf_text *why, const struct cirno_position *position)
{
    static const char letters[] = {'A', 'B', 'C', 'D', 'E'}; /* by enum cirno_class */
    const struct cirno_table *const table = &position->table;
    const unsigned tie = find_tie(table, position->card);
    if (tie != CIRNO_LOSES)
        nf_text_row(why, "rule",
                    table->doubled
                        ? _("%s and %s both make p %d; making p smallest prefers %c before %c")
                        : _("%s and %s both make p %d; making p largest prefers %c before %c"),
                    cirno_cards[position->card].name, cirno_cards[tie].name,
                    cirno_apply(position->card, table->p),
                    letters[cirno_cards[position->card].class], letters[cirno_cards[tie].class]);
    else if (table->doubled)
        nf_text_row(why, "rule",
                    "DOUBLE lies on her and she has no counter card: the basic card that makes"
                    " p smallest, %s",
                    cirno_cards[position->card].name);
    else
        nf_text_row(why, "rule",
                    position->second
                        ? _("the basic card that makes p largest without passing %d, %s; the "
                            "second card after DOUBLE is played as usual")
                        : _("the basic card that makes p largest without passing %d, %s"),
                    CIRNO_LIMIT, cirno_cards[position->card].name);
}

void cirno_explain_rule(struct nf_text *why, const struct cirno_position *position)
{
    const struct cirno_table *const table = &position->table;
    if (position->card == CIRNO_LOSES && table->doubled)
        nf_text_row(why, "rule",
                    "DOUBLE lies on her, she has no counter card, and every card makes p larger"
                    " than %d: she loses at once",
                    CIRNO_LIMIT);
    else if (position->card == CIRNO_LOSES)
        nf_text_row(
            why, "rule",
            position->second
                ? _("no counter card, and every card makes p larger than %d: she loses, but "
                    "her first card after DOUBLE remains played")
                : _("no counter card, and every card makes p larger than %d: she loses"),
            CIRNO_LIMIT);
    else if (cirno_cards[position->card].class != CIRNO_COUNTER)
        describe_basic(why, position);
    else if (table->doubled)
        nf_text_row(why, "rule",
                    "DOUBLE lies on her: a counter card goes first, PASS before TURN before "
                    "DOUBLE, and passes the effect on to the next player");
    else
        nf_text_row(why, "rule",
                    "no basic card keeps p at %d or less: a counter card, PASS before TURN before "
                    "DOUBLE",
                    CIRNO_LIMIT);
}

void cirno_explain_turn(struct nf_text *why, const struct cirno_position *position,
                        const struct nf_name *names)
{
    const struct cirno_table *const table = &position->table;
    const uint32_t seat = table->seat + 1, last = position->last_seat + 1;
    const struct nf_name *const name = &names[position->last_seat];
    const int length = (int)name->length;
    if (position->turn == 1 && position->round == 1)
        nf_text_row(why, "turn", "player 1 starts the first round");
    else if (position->turn == 1)
        nf_text_row(why, "turn", "player %u (%.*s) lost round %u, so she starts round %u", last,
                    length, name->text, position->round - 1, position->round);
    else if (position->second)
        nf_text_row(why, "turn", "player %u (%.*s) took the DOUBLE with %s: she plays again", last,
                    length, name->text, cirno_cards[position->last_card].name);
    else if (position->last_card == CIRNO_TURN)
        nf_text_row(why, "turn",
                    "player %u (%.*s) played TURN: the direction flips first, to %s, then player "
                    "%u is next",
                    last, length, name->text, direction(position), seat);
    else
        nf_text_row(why, "turn", "player %u (%.*s) played %s; the next one %s is player %u", last,
                    length, name->text, cirno_cards[position->last_card].name, direction(position),
                    seat);
}

void cirno_explain_sum(struct nf_text *why, const struct cirno_position *position, unsigned card)
{
    const struct cirno_card_info *const info = &cirno_cards[card];
    const int32_t p = position->table.p, after = cirno_apply(card, p);
    switch (info->class) {
    case CIRNO_ADD:
        nf_text_row(why, "sum", "%s adds %d: %d + %d = %d", info->name, info->number, p,
                    info->number, after);
        break;
    case CIRNO_SUBTRACT:
        nf_text_row(why, "sum", "%s subtracts %d: %d - %d = %d", info->name, info->number, p,
                    info->number, after);
        break;
    case CIRNO_MULTIPLY:
        nf_text_row(why, "sum", "%s doubles p: 2 * %d = %d", info->name, p, after);
        break;
    case CIRNO_DIVIDE:
        nf_text_row(why, "sum",
                    p < 0 && p % 2 != 0 ? _("%s halves p and rounds down: %d / 2 is %d, because "
                                            "down is away from 0 here")
                                        : _("%s halves p and rounds down: %d / 2 is %d"),
                    info->name, p, after);
        break;
    case CIRNO_FIX: nf_text_row(why, "sum", "%s sets p to %d", info->name, info->number); break;
    default: nf_text_row(why, "sum", "%s leaves p at %d", info->name, p); break;
    }
}
