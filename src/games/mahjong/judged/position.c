#include "games/mahjong/judged/position.h"

#include <string.h>

struct finder {
    struct mahjong_observer observer;
    struct mahjong_position *position; /* at the line shown last */
    uint64_t first, line;              /* the first line to show; that of the next event */
    bool (*visit)(void *owner, const struct mahjong_position *position);
    void *owner;
    bool over; /* that was enough */
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

/* Shows a line of an event; `wins`: the second one of a win. */
static void visit_line(struct finder *finder, const struct mahjong_table *table,
                       const struct mahjong_news *news, bool wins)
{
    struct mahjong_position *const position = finder->position;
    const uint64_t line = finder->line++;
    if (line < finder->first || finder->over)
        return;
    /* The table is needed as it was before the event. Tiles and melds have already changed, so they
     * come from the copy made at the event before. */
    position->table.step = table->step;
    position->line = line;
    position->news = *news;
    position->wins = wins;
    finder->over = !finder->visit(finder->owner, position);
}

static void follow_news(struct mahjong_observer *observer, const struct mahjong_table *table,
                        const struct mahjong_news *news)
{
    struct finder *const finder = (struct finder *)observer;
    struct mahjong_position *const position = finder->position;
    if (finder->over)
        return;
    visit_line(finder, table, news, false);
    if (news->what == MAHJONG_TOLD_RON || news->what == MAHJONG_TOLD_SELFDRAWN)
        visit_line(finder, table, news, true);
    if (finder->over)
        return;
    position->table = *table;
    position->last = *news;
    position->turn += news->what == MAHJONG_TOLD_DISCARD;
    if (news->what == MAHJONG_TOLD_PONG || news->what == MAHJONG_TOLD_CHOW)
        note_meld(position, table, news);
}

static bool play_for_positions(struct finder *finder, const uint8_t wall[MAHJONG_WALL])
{
    struct mahjong_memo *const memo = mahjong_thread_memo();
    struct mahjong_outcome outcome;
    if (memo == NULL)
        return false;
    *finder->position = (struct mahjong_position){.line = finder->first,
                                                  .table = {.wall = wall, .step = 1},
                                                  .last = {.what = MAHJONG_TOLD_WALL_OUT},
                                                  .turn = 1};
    finder->line = 1;
    mahjong_play(memo, wall, &finder->observer, &outcome);
    return true;
}

bool mahjong_positions(const uint8_t wall[MAHJONG_WALL], uint64_t first,
                       bool (*visit)(void *owner, const struct mahjong_position *position),
                       void *owner)
{
    struct mahjong_position position;
    struct finder finder = {.observer = {follow_news},
                            .position = &position,
                            .first = first,
                            .visit = visit,
                            .owner = owner};
    return play_for_positions(&finder, wall);
}

static bool stop(void *owner, const struct mahjong_position *position)
{
    (void)owner;
    (void)position;
    return false;
}

bool mahjong_position_find(struct mahjong_position *position, const uint8_t wall[MAHJONG_WALL],
                           uint64_t line)
{
    struct finder finder = {
        .observer = {follow_news}, .position = position, .first = line, .visit = stop};
    if (!play_for_positions(&finder, wall))
        return false;
    position->ended = !finder.over;
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
