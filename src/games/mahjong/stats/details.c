#include "games/mahjong/stats/details.h"

#include "games/mahjong/rules/reference.h"
#include "games/mahjong/rules/tables.h"

#include <stdbool.h>

unsigned mahjong_table_distance(const struct mahjong_tables *tables,
                                const uint8_t count[MAHJONG_KINDS], unsigned melds)
{
    uint32_t keys[MAHJONG_SUITS] = {0};
    for (unsigned kind = 0; kind < MAHJONG_PLAIN; kind++)
        for (unsigned held = 0; held < count[kind]; held++)
            keys[mahjong_suit(kind)] += mahjong_key_step[kind][held];
    unsigned class = mahjong_class(tables, 0, keys[0]);
    for (unsigned suit = 1; suit < MAHJONG_SUITS; suit++)
        class = tables->join[class][mahjong_class(tables, suit, keys[suit])];
    return tables->distance[melds][class];
}

/* Follows one game. */
struct follower {
    struct mahjong_observer observer;
    const struct mahjong_tables *tables;
    struct mahjong_details *details;
    unsigned turns[MAHJONG_SEATS];
    unsigned distance[MAHJONG_SEATS]; /* after the last discard */
    bool waited[MAHJONG_SEATS];
};

static void follow_hand(struct follower *follower, const struct mahjong_table *table, unsigned seat)
{
    struct mahjong_details *const details = follower->details;
    const unsigned distance =
        mahjong_table_distance(follower->tables, table->hands[seat], table->melds[seat]);
    follower->distance[seat] = distance;
    if (distance == 1 && !follower->waited[seat]) {
        follower->waited[seat] = true;
        details->waits[seat]++;
    }
}

static void follow(struct mahjong_observer *observer, const struct mahjong_table *table,
                   const struct mahjong_news *news)
{
    struct follower *const follower = (struct follower *)observer;
    struct mahjong_details *const details = follower->details;
    const unsigned seat = news->seat;
    switch (news->what) {
    case MAHJONG_TOLD_DRAW:
        if (table->drawn + MAHJONG_SEATS > MAHJONG_DEALT && table->drawn <= MAHJONG_DEALT) {
            follow_hand(follower, table, seat);
            details->dealt[seat][follower->distance[seat]]++;
        }
        break;
    case MAHJONG_TOLD_DISCARD:
        follow_hand(follower, table, seat);
        details->after[follower->turns[seat]++][follower->distance[seat]]++;
        break;
    case MAHJONG_TOLD_PONG:
    case MAHJONG_TOLD_CHOW: details->claims[follower->distance[seat]]++; break;
    default: break;
    }
}

void mahjong_add_details(const struct mahjong_run *run, void *memory, uint64_t index,
                         struct mahjong_details *details)
{
    uint8_t wall[MAHJONG_WALL];
    struct mahjong_outcome outcome;
    struct follower follower = {{follow}, run->tables, details, {0}, {0}, {0}};
    mahjong_wall(run, index, wall);
    mahjong_play(memory, wall, &follower.observer, &outcome);
    details->games++;
}

void mahjong_merge_details(struct mahjong_details *to, const struct mahjong_details *from)
{
    uint64_t *const sums = (uint64_t *)to;
    const uint64_t *const more = (const uint64_t *)from;
    for (size_t i = 0; i < sizeof *to / sizeof *sums; i++)
        sums[i] += more[i];
}
