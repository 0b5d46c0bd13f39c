#include "games/cirno/fuzz/explain_scene.h"

/* The player's hand after a draw of `count`; the draw after the last round may find too few. */
static cirno_hand draw(const struct cirno_instance *game, uint32_t *used, cirno_hand hand,
                       uint32_t count)
{
    while (count-- > 0 && *used < game->deck_size)
        hand += cirno_one(game->deck[(*used)++]);
    return hand;
}

/* Plays a round until its loss or until the line is reached; true in the latter case. */
static bool play_round(struct cirno_scene *scene, const struct cirno_instance *game, uint32_t *used,
                       uint64_t line)
{
    struct cirno_table *const table = &scene->table;
    scene->second = scene->turned = false;
    for (scene->turn = 1;; scene->turn++) {
        const uint32_t seat = table->seat;
        const bool doubled = table->doubled;
        scene->card = cirno_choose(table->hands[seat], table->p, doubled);
        if (++scene->line == line)
            return true;
        scene->last_seat = seat;
        scene->last_card = scene->card;
        if (scene->card == CIRNO_LOSES) {
            table->hands[seat] = draw(game, used, 0, CIRNO_HAND);
            return false;
        }
        cirno_put(table, scene->card);
        scene->turned ^= scene->card == CIRNO_TURN;
        table->hands[seat] = draw(game, used, table->hands[seat], 1);
        scene->second = doubled && !table->doubled;
    }
}

void cirno_scene_find(struct cirno_scene *scene, const struct cirno_parsed *parsed, uint64_t line)
{
    const struct cirno_instance *const game = &parsed->instance;
    uint32_t used = 0;
    *scene = (struct cirno_scene){.last_card = CIRNO_CARDS + 1};
    scene->table.players = game->players;
    for (uint32_t seat = 0; seat < game->players; seat++)
        scene->table.hands[seat] = cirno_hand_of(game->hands + seat * CIRNO_HAND);
    for (scene->round = 1; scene->round <= game->rounds; scene->round++) {
        cirno_start_round(&scene->table);
        scene->turn = 0;
        scene->kind = CIRNO_SCENE_ROUND;
        if (++scene->line == line)
            return;
        scene->kind = CIRNO_SCENE_TURN;
        if (play_round(scene, game, &used, line))
            return;
    }
    scene->round = game->rounds;
    scene->kind = CIRNO_SCENE_END;
    scene->line++;
}
