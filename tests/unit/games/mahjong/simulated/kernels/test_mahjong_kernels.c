/* The fast player of the mahjong simulator against the rules in plain C, besides the games of
 * sim/test_every_kernel.c. NF_TEST_GAMES=N compares the details of N games of every profile. */
#include "games/mahjong/rules/reference.h"
#include "games/mahjong/simulated/kernels/kernels.h"
#include "games/mahjong/simulated/module.h"
#include "games/mahjong/simulated/stats/tallying.h"
#include "gen/mahjong/deal.h"
#include "tests/unit/kernels.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct nf_setup *setup;
static struct mahjong_run *run; /* that of the setup; tests change its profile and seed */
static struct mahjong_memo *memo;

/* Counts what the rules in plain C tell, with distances in plain C. */
struct plain_details {
    struct mahjong_observer observer;
    struct mahjong_details details;
    unsigned turns[MAHJONG_SEATS], distance[MAHJONG_SEATS];
    bool waited[MAHJONG_SEATS];
};

static unsigned look_at(struct plain_details *plain, const struct mahjong_table *table,
                        unsigned seat)
{
    const unsigned distance =
        mahjong_distance_memo(memo, table->hands[seat], table->melds[seat], MAHJONG_COPIES);
    plain->distance[seat] = distance;
    plain->details.waits[seat] += distance == 1 && !plain->waited[seat];
    plain->waited[seat] |= distance == 1;
    return distance;
}

static void count_plainly(struct mahjong_observer *observer, const struct mahjong_table *table,
                          const struct mahjong_news *news)
{
    struct plain_details *const plain = (struct plain_details *)observer;
    const unsigned seat = news->seat;
    if (news->what == MAHJONG_NEWS_DRAW && table->drawn == MAHJONG_DEALT)
        for (unsigned each = 0; each < MAHJONG_SEATS; each++)
            plain->details.dealt[each][look_at(plain, table, each)]++;
    if (news->what == MAHJONG_NEWS_DISCARD)
        plain->details.after[plain->turns[seat]++][look_at(plain, table, seat)]++;
    if (news->what == MAHJONG_NEWS_PONG || news->what == MAHJONG_NEWS_CHOW)
        plain->details.claims[plain->distance[seat]]++;
}

TEST(details_of_a_game_are_those_that_the_rules_in_plain_c_find)
{
    const uint64_t games = nf_test_games_asked(300);
    run->seed = nf_test_seed();
    for (run->profile = 0; run->profile < MAHJONG_PROFILES; run->profile++)
        for (uint64_t index = 0; index < games; index++) {
            static struct plain_details plain;
            static struct mahjong_details found;
            uint8_t wall[MAHJONG_WALL];
            struct mahjong_outcome outcome;
            memset(&plain, 0, sizeof plain);
            memset(&found, 0, sizeof found);
            plain.observer.notify = count_plainly;
            mahjong_wall(run, index, wall);
            mahjong_play(memo, wall, &plain.observer, &outcome);
            plain.details.games = 1;
            mahjong_add_details(run, index, &found);
            if (memcmp(&plain.details, &found, sizeof found) != 0)
                fail_msg("profile %s, seed %" PRIu64 ", game %" PRIu64,
                         mahjong_profiles[run->profile].name, run->seed, index);
        }
}

static void start(void)
{
    const struct nf_params params = {
        .players = MAHJONG_SEATS, .rounds = 1, .profile = "uniform", .seed = 1};
    struct nf_error err;
    memo = calloc(1, sizeof *memo);
    if (memo == NULL || nf_prepare(&mahjong_game, &params, &setup, &err) != NF_OK)
        abort();
    run = &((struct mahjong_setup *)setup)->run;
}

int main(void)
{
    start();
    return nf_run_tests(NULL, NULL);
}
