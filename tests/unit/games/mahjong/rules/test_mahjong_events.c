/* Rule events: what is counted in games written out, and of guided walls. */
#include "core/format/judge.h"
#include "games/mahjong/fuzz/fuzzing.h"
#include "games/mahjong/judge/judge.h"
#include "games/mahjong/module.h"
#include "games/mahjong/rules/events.h"
#include "games/mahjong/rules/fast.h"
#include "games/mahjong/rules/format.h"
#include "gen/mahjong/guided.h"
#include "tests/unit/games/mahjong/mahjong_naive.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void survey_wall(const uint8_t wall[MAHJONG_WALL], struct nf_text *answer,
                        uint64_t reached[NF_MAX_EVENTS])
{
    FREED_BY(nf_text_free) struct nf_text text = {0};
    mahjong_print(&text, wall);
    const struct nf_input input = {.name = "wall", .data = text.data, .size = text.size};
    assert_ok(nf_cover, &mahjong_game, &input, answer, reached);
}

/* ---- games written out ---- */

#define TRIPLETS_A "2M 2M 2M 4M 4M 4M 7M 7M 7M 2P 2P 2P "
#define TRIPLETS_B "3M 3M 3M 5M 5M 5M 8M 8M 8M 3P 3P 3P "
#define TRIPLETS_C "6M 6M 6M 4P 4P 4P 6P 6P 6P 8P 8P 8P "
#define TRIPLETS_D "5P 5P 5P 7P 7P 7P 2S 2S 2S 4S 4S 4S "

/* Games (hands are orphans where NULL), and how often events happen in them: "name=times", or
 * "name+" for once or more. */
static const struct {
    const char *a, *b, *c, *d, *draws, *events;
} games[] = {
    {TRIPLETS_A "Z", TRIPLETS_B "Z", TRIPLETS_C "Z", TRIPLETS_D "N", "W",
     "ron-stolen=1 ron-stolen-reversed=0 ron-first=1 ron-far=0 win-no-meld=1"},
    {TRIPLETS_A "E", TRIPLETS_B "Z", TRIPLETS_C "Z", TRIPLETS_D "Z", "REVERSE W",
     "ron-stolen=1 ron-stolen-reversed=1 ron-first=0"},
    {TRIPLETS_A "Z", TRIPLETS_B "N", TRIPLETS_C "F", TRIPLETS_D "Z", "W", "ron-stolen=0 ron-far=1"},
    /* A win with the tile after DOUBLE, and one without. */
    {TRIPLETS_A "Z", TRIPLETS_B "F", TRIPLETS_C "B", TRIPLETS_D "N", "DOUBLE DOUBLE Z",
     "selfdrawn-double=1 double=2 double-twice=1"},
    {TRIPLETS_A "Z", TRIPLETS_B "F", TRIPLETS_C "B", TRIPLETS_D "N", "Z",
     "selfdrawn-double=0 win-no-meld=1"},
    {MAHJONG_DISCARDS_5M, MAHJONG_CHOWS_5M, MAHJONG_PONGS_5M, NULL, "1M",
     "pong-over-chow+ pong-opposite+"},
    {MAHJONG_DISCARDS_5M, NULL, NULL, NULL, "1M", "pong-over-chow=0"},
    /* Special tiles right after a claim. */
    {MAHJONG_DISCARDS_5M, "4M 6M 3S 3S 3S 6S 6S 6S 8P 8P 8P E DOUBLE", NULL, NULL, "1M 9M",
     "claim-double=1 claim-with-special=1"},
    {MAHJONG_DISCARDS_5M, "4M 6M 3S 3S 3S 6S 6S 6S 8P 8P 8P E PASS", NULL, NULL, "1M 9M",
     "claim-pass=1 claim-double=0"},
    /* E E E and the pair E E would win but for the fifth E. */
    {"E E E E 2M 2M 2M 4M 4M 4M 7M 7M 7M", "3M 3M 3M 5M 5M 5M 8M 8M 8M 3P 3P 3P 9S",
     "6M 6M 6M 4P 4P 4P 6P 6P 6P 8P 8P 8P 9P", "5P 5P 5P 7P 7P 7P 2S 2S 2S 4S 4S 4S 1S", "Z",
     "four-limit-choice+"},
};

TEST(events_are_counted_in_games_written_out)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const char *const hands[] = {games[i].a, games[i].b, games[i].c, games[i].d};
        uint8_t wall[MAHJONG_WALL];
        uint64_t reached[NF_MAX_EVENTS] = {0};
        mahjong_test_wall(hands, games[i].draws, wall);
        survey_wall(wall, NULL, reached);
        for (const char *at = games[i].events; *at != '\0'; at += strspn(at, " ")) {
            const size_t length = strcspn(at, "=+");
            unsigned event = 0;
            while (strncmp(mahjong_events[event].name, at, length) != 0 ||
                   mahjong_events[event].name[length] != '\0')
                assert_non_null(mahjong_events[++event].name);
            const uint64_t times = strtoul(at + length + 1, NULL, 10);
            if (at[length] == '+' ? reached[event] == 0 : reached[event] != times)
                fail_msg("game %zu: %llu times, not %s", i, (unsigned long long)reached[event], at);
            at += strcspn(at, " ");
        }
    }
}

/* ---- guided walls ---- */

/* All events by the rules in plain C; each alone as she who looks for walls does. */
TEST(an_event_is_counted_alike_alone_and_by_the_fast_player_with_tables)
{
    const uint64_t seed = nf_test_seed();
    const struct nf_case_limits limits = {0};
    struct mahjong_memo *const memo = mahjong_thread_memo();
    struct mahjong_memo *const quick = mahjong_thread_quick_memo();
    assert_non_null(memo);
    assert_non_null(quick);
    for (uint64_t index = 0; index < MAHJONG_EVENTS; index++) {
        FREED_BY(nf_text_free) struct nf_text text = {0};
        uint8_t wall[MAHJONG_WALL];
        uint64_t all[MAHJONG_EVENTS] = {0};
        struct mahjong_outcome outcome;
        assert_ok(mahjong_guide, seed, index, &limits, &text);
        const struct nf_input input = {.name = "guided", .data = text.data, .size = text.size};
        assert_ok(mahjong_test_read, &input, wall);
        struct mahjong_watch every = mahjong_watch(memo, NULL, all);
        mahjong_play(memo, wall, &every.observer, &outcome);
        for (unsigned event = 0; event < MAHJONG_EVENTS; event++) {
            uint64_t alone[MAHJONG_EVENTS] = {0};
            struct mahjong_watch watch = mahjong_watch(quick, NULL, alone);
            watch.wanted = (uint64_t)1 << event;
            mahjong_fast_tell(quick->tables, wall, &watch.observer);
            assert_int_equal(alone[event], all[event]);
        }
    }
}
