#include "games/cirno/judged/position.h"

#include "games/cirno/rules/walk.h"

/* The client of a walk that shows positions. */
struct finder {
    struct cirno_position *position; /* at the line shown last */
    const struct cirno_instance *game;
    uint64_t first; /* the first line to show */
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
    return finder->visit(finder->owner, position);
}

static unsigned choose_by_rules(void *client, const struct cirno_walk *walk)
{
    (void)client;
    const struct cirno_table *const table = &walk->table;
    return cirno_choose(table->hands[table->seat], table->p, table->doubled);
}

static unsigned draw_from_deck(void *client, const struct cirno_walk *walk)
{
    const struct cirno_instance *const game = ((const struct finder *)client)->game;
    return walk->used < game->deck_size ? game->deck[walk->used] : CIRNO_CARDS;
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

/* Plays the game as long as there is a line that is to be shown. */
static void play_for_lines(struct finder *finder)
{
    static const struct cirno_callbacks callbacks = {choose_by_rules, draw_from_deck, visit_card};
    const struct cirno_instance *const game = finder->game;
    struct cirno_position *const position = finder->position;
    struct cirno_walk walk = cirno_walk_open(game->players, game->hands);
    *position = (struct cirno_position){.last_card = CIRNO_CARDS + 1};
    for (; walk.round < game->rounds; walk.round++) {
        if (!open_round(finder, &walk))
            return;
        position->kind = CIRNO_POSITION_TURN;
        /* The deck may run out in the draw after the last round, which does not matter here. */
        if (cirno_walk_round(&callbacks, finder, &walk) == CIRNO_STOPPED)
            return;
    }
    position->kind = CIRNO_POSITION_END;
    position->table = walk.table;
    position->line++;
}

void cirno_positions(const struct cirno_parsed *parsed, uint64_t first,
                     bool (*visit)(void *owner, const struct cirno_position *position), void *owner)
{
    struct cirno_position position;
    struct finder finder = {&position, &parsed->instance, first, visit, owner, false};
    play_for_lines(&finder);
}

static bool stop(void *owner, const struct cirno_position *position)
{
    (void)owner;
    (void)position;
    return false;
}

void cirno_position_find(struct cirno_position *position, const struct cirno_parsed *parsed,
                         uint64_t line)
{
    struct finder finder = {position, &parsed->instance, line, stop, NULL, false};
    play_for_lines(&finder);
}
