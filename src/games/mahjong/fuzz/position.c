#include "games/mahjong/fuzz/position.h"

#include <string.h>

struct finder {
    struct mahjong_observer observer;
    struct mahjong_position *position;
    uint64_t line; /* line of the next event */
    bool found;
};

static void note_meld(struct mahjong_position *position, const struct mahjong_table *table,
                      const struct mahjong_news *news)
{
    const unsigned place = table->melds[news->seat] - 1u; /* already counted */
    if (news->what == MAHJONG_TOLD_PONG)
        position->laid[news->seat][place] = (struct mahjong_laid){news->kind, false};
    if (news->what == MAHJONG_TOLD_CHOW)
        position->laid[news->seat][place] = (struct mahjong_laid){news->low, true};
}

static void follow(struct mahjong_observer *observer, const struct mahjong_table *table,
                   const struct mahjong_news *news)
{
    struct finder *const finder = (struct finder *)observer;
    struct mahjong_position *const position = finder->position;
    const bool win = news->what == MAHJONG_TOLD_RON || news->what == MAHJONG_TOLD_SELFDRAWN;
    if (finder->found)
        return;
    if (position->line < finder->line + 1 + win) {
        /* The table is needed as it was before the event. Tiles and melds have already changed, so
         * they come from the copy made at the event before. */
        position->table.step = table->step;
        position->news = *news;
        position->wins = position->line > finder->line;
        finder->found = true;
        return;
    }
    finder->line++; /* a win has two lines, but it ends the game */
    position->table = *table;
    position->last = *news;
    position->turn += news->what == MAHJONG_TOLD_DISCARD;
    if (news->what == MAHJONG_TOLD_PONG || news->what == MAHJONG_TOLD_CHOW)
        note_meld(position, table, news);
}

bool mahjong_position_find(struct mahjong_position *position, const uint8_t wall[MAHJONG_WALL],
                           uint64_t line)
{
    struct mahjong_memo *const memo = mahjong_thread_memo();
    struct mahjong_outcome outcome;
    if (memo == NULL)
        return false;
    *position = (struct mahjong_position){.line = line,
                                          .table = {.wall = wall, .step = 1},
                                          .last = {.what = MAHJONG_TOLD_WALL_OUT},
                                          .turn = 1};
    struct finder finder = {{follow}, position, 1, false};
    mahjong_play(memo, wall, &finder.observer, &outcome);
    position->ended = !finder.found;
    return true;
}

bool mahjong_position_deals(const struct mahjong_position *position)
{
    return !position->ended && position->table.drawn < MAHJONG_DEALT;
}

unsigned mahjong_position_after(const struct mahjong_position *position, unsigned seat,
                                unsigned steps)
{
    return (seat + steps * position->table.step) % MAHJONG_SEATS;
}

bool mahjong_position_open(const struct mahjong_position *position)
{
    return position->last.what == MAHJONG_TOLD_DISCARD && position->last.kind < MAHJONG_PLAIN;
}

unsigned mahjong_position_distance(const struct mahjong_position *position, unsigned seat)
{
    return mahjong_distance(position->table.hands[seat], position->table.melds[seat]);
}

unsigned mahjong_position_distance_without(const struct mahjong_position *position, unsigned seat,
                                           unsigned kind)
{
    uint8_t left[MAHJONG_KINDS];
    memcpy(left, position->table.hands[seat], sizeof left);
    left[kind]--;
    return mahjong_distance(left, position->table.melds[seat]);
}

unsigned mahjong_position_distance_claimed(const struct mahjong_position *position, unsigned seat,
                                           unsigned a, unsigned b)
{
    uint8_t left[MAHJONG_KINDS];
    memcpy(left, position->table.hands[seat], sizeof left);
    left[a]--;
    left[b]--;
    return mahjong_distance(left, position->table.melds[seat] + 1u);
}
