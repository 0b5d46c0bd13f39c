/* Counts the rule events of a game for the fuzzer. */
#include "games/cirno/rules/choices.h"
#include "games/cirno/rules/events.h"
#include "games/cirno/rules/judge.h"

struct event_counter {
    struct cirno_given given;
    struct cirno_watch watch;
    uint64_t *reached;
};

static bool note_coverage(void *client, const struct cirno_walk *walk, unsigned card)
{
    struct event_counter *const counter = client;
    nf_add_events(counter->reached, cirno_watch_turn(&counter->watch, &walk->table, card));
    cirno_watch_pass(&counter->watch, &walk->table, card);
    return true;
}

void cirno_cover(const struct cirno_instance *game, const struct cirno_course *course,
                 uint64_t *reached)
{
    static const struct cirno_callbacks callbacks = {cirno_given_choose, cirno_given_draw,
                                                     note_coverage};
    struct event_counter counter = {
        .given = cirno_given(game), .watch = cirno_watch_open(), .reached = reached};
    struct cirno_walk walk = cirno_walk_open(game->players, game->hands);
    for (; walk.round < game->rounds; walk.round++)
        cirno_walk_round(&callbacks, &counter, &walk);
    const int64_t left = (int64_t)game->deck_size - course->used - course->missing;
    nf_add_events(reached, cirno_watch_game(game->players, left));
}
