#include "games/mahjong/fuzz/scene.h"

#include <string.h>

struct finder {
    struct mahjong_observer observer;
    struct mahjong_scene *scene;
    uint64_t line; /* of what is told next */
    bool found;
};

static void note_meld(struct mahjong_scene *scene, const struct mahjong_table *table,
                      const struct mahjong_news *news)
{
    const unsigned place = table->melds[news->seat] - 1u; /* it is counted already */
    if (news->what == MAHJONG_TOLD_PONG)
        scene->laid[news->seat][place] = (struct mahjong_laid){news->kind, false};
    if (news->what == MAHJONG_TOLD_CHOW)
        scene->laid[news->seat][place] = (struct mahjong_laid){news->low, true};
}

static void follow(struct mahjong_observer *observer, const struct mahjong_table *table,
                   const struct mahjong_news *news)
{
    struct finder *const finder = (struct finder *)observer;
    struct mahjong_scene *const scene = finder->scene;
    const bool win = news->what == MAHJONG_TOLD_RON || news->what == MAHJONG_TOLD_SELFDRAWN;
    if (finder->found)
        return;
    if (scene->line < finder->line + 1 + win) {
        /* What is told changes the table only after it: but for tiles and melds, which are taken
         * from the copy made the time before. */
        scene->table.step = table->step;
        scene->news = *news;
        scene->wins = scene->line > finder->line;
        finder->found = true;
        return;
    }
    finder->line++; /* a win has two, and ends the game */
    scene->table = *table;
    scene->last = *news;
    scene->turn += news->what == MAHJONG_TOLD_DISCARD;
    if (news->what == MAHJONG_TOLD_PONG || news->what == MAHJONG_TOLD_CHOW)
        note_meld(scene, table, news);
}

bool mahjong_scene_find(struct mahjong_scene *scene, const uint8_t wall[MAHJONG_WALL],
                        uint64_t line)
{
    struct mahjong_memo *const memo = mahjong_thread_memo();
    struct mahjong_outcome outcome;
    if (memo == NULL)
        return false;
    *scene = (struct mahjong_scene){.line = line,
                                    .table = {.wall = wall, .step = 1},
                                    .last = {.what = MAHJONG_TOLD_WALL_OUT},
                                    .turn = 1};
    struct finder finder = {{follow}, scene, 1, false};
    mahjong_play(memo, wall, &finder.observer, &outcome);
    scene->ended = !finder.found;
    return true;
}

bool mahjong_scene_deals(const struct mahjong_scene *scene)
{
    return !scene->ended && scene->table.drawn < MAHJONG_DEALT;
}

unsigned mahjong_scene_after(const struct mahjong_scene *scene, unsigned seat, unsigned steps)
{
    return (seat + steps * scene->table.step) % MAHJONG_SEATS;
}

bool mahjong_scene_open(const struct mahjong_scene *scene)
{
    return scene->last.what == MAHJONG_TOLD_DISCARD && scene->last.kind < MAHJONG_PLAIN;
}

unsigned mahjong_scene_distance(const struct mahjong_scene *scene, unsigned seat)
{
    return mahjong_distance(scene->table.hands[seat], scene->table.melds[seat]);
}

unsigned mahjong_scene_distance_without(const struct mahjong_scene *scene, unsigned seat,
                                        unsigned kind)
{
    uint8_t left[MAHJONG_KINDS];
    memcpy(left, scene->table.hands[seat], sizeof left);
    left[kind]--;
    return mahjong_distance(left, scene->table.melds[seat]);
}

unsigned mahjong_scene_distance_claimed(const struct mahjong_scene *scene, unsigned seat,
                                        unsigned a, unsigned b)
{
    uint8_t left[MAHJONG_KINDS];
    memcpy(left, scene->table.hands[seat], sizeof left);
    left[a]--;
    left[b]--;
    return mahjong_distance(left, scene->table.melds[seat] + 1u);
}
