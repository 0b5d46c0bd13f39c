#include "games/cirno/fuzz/explain_scene.h"

#include "games/cirno/rules/walk.h"

/* Who walks to a line of the transcript. */
struct finder {
    struct cirno_scene *scene;
    const struct cirno_instance *game;
    uint64_t line; /* to stop at */
    bool took;     /* the last turn ended a DOUBLE: a second card follows */
};

static unsigned choose(void *client, const struct cirno_walk *walk)
{
    (void)client;
    const struct cirno_table *const table = &walk->table;
    return cirno_choose(table->hands[table->seat], table->p, table->doubled);
}

static unsigned draw(void *client, const struct cirno_walk *walk)
{
    const struct cirno_instance *const game = ((const struct finder *)client)->game;
    return walk->used < game->deck_size ? game->deck[walk->used] : CIRNO_CARDS;
}

static bool see(void *client, const struct cirno_walk *walk, unsigned card)
{
    struct finder *const finder = client;
    struct cirno_scene *const scene = finder->scene;
    const struct cirno_table *const table = &walk->table;
    scene->turn = walk->turn;
    scene->second = finder->took;
    scene->card = card;
    if (++scene->line == finder->line) {
        scene->table = *table;
        return false;
    }
    finder->took =
        table->doubled && card != CIRNO_LOSES && cirno_cards[card].class != CIRNO_COUNTER;
    scene->turned ^= card == CIRNO_TURN;
    scene->last_seat = table->seat;
    scene->last_card = card;
    return true;
}

/* Comes to the line that opens the round; true if it is the one looked for. */
static bool open_round(struct finder *finder, const struct cirno_walk *walk)
{
    struct cirno_scene *const scene = finder->scene;
    scene->kind = CIRNO_SCENE_ROUND;
    scene->round = walk->round + 1;
    scene->turn = 0;
    scene->second = scene->turned = finder->took = false;
    scene->table = walk->table;
    cirno_start_round(&scene->table);
    return ++scene->line == finder->line;
}

void cirno_scene_find(struct cirno_scene *scene, const struct cirno_parsed *parsed, uint64_t line)
{
    static const struct cirno_walker walker = {choose, draw, see};
    const struct cirno_instance *const game = &parsed->instance;
    struct finder finder = {scene, game, line, false};
    struct cirno_walk walk = cirno_walk_open(game->players, game->hands);
    *scene = (struct cirno_scene){.last_card = CIRNO_CARDS + 1};
    for (; walk.round < game->rounds; walk.round++) {
        if (open_round(&finder, &walk))
            return;
        scene->kind = CIRNO_SCENE_TURN;
        /* The draw after the last round may find too few cards; that is no matter here. */
        if (cirno_walk_round(&walker, &finder, &walk) == CIRNO_STOPPED)
            return;
    }
    scene->kind = CIRNO_SCENE_END;
    scene->table = walk.table;
    scene->line++;
}
