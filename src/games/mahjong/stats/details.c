#include "games/mahjong/stats/details.h"

#include "games/mahjong/rules/fast.h"
#include "games/mahjong/rules/tables.h"

#include <stdbool.h>

/* Follows one game. */
struct follower {
    struct mahjong_distance_observer observer;
    struct mahjong_details *details;
    unsigned turns[MAHJONG_SEATS];
    bool waited[MAHJONG_SEATS];
};

static void follow(struct mahjong_distance_observer *observer, enum mahjong_told_distance what,
                   unsigned seat, unsigned distance)
{
    struct follower *const follower = (struct follower *)observer;
    struct mahjong_details *const details = follower->details;
    switch (what) {
    case MAHJONG_DEALT_AT: details->dealt[seat][distance]++; break;
    case MAHJONG_DISCARDED_AT: details->after[follower->turns[seat]++][distance]++; break;
    case MAHJONG_CLAIMED_AT: details->claims[distance]++; return;
    }
    if (distance == 1 && !follower->waited[seat]) {
        follower->waited[seat] = true;
        details->waits[seat]++;
    }
}

void mahjong_add_details(const struct mahjong_run *run, uint64_t index,
                         struct mahjong_details *details)
{
    uint8_t wall[MAHJONG_WALL];
    struct follower follower = {.observer = {follow}, .details = details};
    mahjong_wall(run, index, wall);
    mahjong_fast_follow(run->tables, wall, &follower.observer);
    details->games++;
}

void mahjong_merge_details(struct mahjong_details *to, const struct mahjong_details *from)
{
    uint64_t *const sums = (uint64_t *)to;
    const uint64_t *const more = (const uint64_t *)from;
    for (size_t i = 0; i < sizeof *to / sizeof *sums; i++)
        sums[i] += more[i];
}
