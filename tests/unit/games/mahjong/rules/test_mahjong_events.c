/* Rule events: what is counted in games written out, and of guided walls. */
#include "core/format/judge.h"
#include "games/mahjong/fuzz/fuzzing.h"
#include "games/mahjong/judge/judge.h"
#include "games/mahjong/module.h"
#include "games/mahjong/rules/events.h"
#include "games/mahjong/rules/format.h"
#include "gen/mahjong/guided.h"
#include "tests/unit/games/mahjong/mahjong_naive.h"
#include "tests/unit/games/mahjong/read_wall.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void survey_wall(const uint8_t wall[MAHJONG_WALL], struct nf_text *answer,
                        uint64_t reached[NF_MAX_EVENTS])
{
    struct nf_text text = {0};
    struct nf_error err;
    mahjong_print(&text, wall);
    const struct nf_input input = {.name = "wall", .data = text.data, .size = text.size};
    assert_int_equal(nf_cover(&mahjong_game, &input, answer, reached, &err), NF_OK);
    nf_text_free(&text);
}

/* ---- games written out ---- */

#define TRIPLETS_A  "2M 2M 2M 4M 4M 4M 7M 7M 7M 2P 2P 2P "
#define TRIPLETS_B  "3M 3M 3M 5M 5M 5M 8M 8M 8M 3P 3P 3P "
#define TRIPLETS_C  "6M 6M 6M 4P 4P 4P 6P 6P 6P 8P 8P 8P "
#define TRIPLETS_D  "5P 5P 5P 7P 7P 7P 2S 2S 2S 4S 4S 4S "
#define DISCARDS_5M "2P 2P 2P 4P 4P 4P 7P 7P 7P 2S 2S 2S 5M"
#define CHOWS_5M    "4M 6M 3S 3S 3S 6S 6S 6S 8P 8P 8P E W"
#define PONGS_5M    "5M 5M 8S 8S 8S 5P 5P 5P 3P 3P 3P E W"

/* How often events happened in a game (orphans where a hand is NULL). */
static uint64_t reached[NF_MAX_EVENTS];

static void play(const char *a, const char *b, const char *c, const char *d, const char *draws)
{
    const char *hands[MAHJONG_SEATS] = {a, b, c, d};
    uint8_t wall[MAHJONG_WALL];
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        if (hands[seat] == NULL)
            hands[seat] = MAHJONG_ORPHAN_HAND;
    mahjong_test_wall(hands, draws, wall);
    memset(reached, 0, sizeof reached);
    survey_wall(wall, NULL, reached);
}

#define assert_reached(event, times) assert_int_equal(reached[MAHJONG_EVENT_##event], times)

TEST(a_stolen_ron_is_counted)
{
    play(TRIPLETS_A "Z", TRIPLETS_B "Z", TRIPLETS_C "Z", TRIPLETS_D "N", "W");
    assert_reached(RON_STOLEN, 1);
    assert_reached(RON_STOLEN_REVERSED, 0);
    assert_reached(RON_FIRST, 1);
    assert_reached(RON_FAR, 0);
    assert_reached(WIN_NO_MELD, 1);
    play(TRIPLETS_A "E", TRIPLETS_B "Z", TRIPLETS_C "Z", TRIPLETS_D "Z", "REVERSE W");
    assert_reached(RON_STOLEN, 1);
    assert_reached(RON_STOLEN_REVERSED, 1);
    assert_reached(RON_FIRST, 0);
    play(TRIPLETS_A "Z", TRIPLETS_B "N", TRIPLETS_C "F", TRIPLETS_D "Z", "W");
    assert_reached(RON_STOLEN, 0);
    assert_reached(RON_FAR, 1);
}

TEST(a_win_with_the_tile_after_double_is_counted)
{
    play(TRIPLETS_A "Z", TRIPLETS_B "F", TRIPLETS_C "B", TRIPLETS_D "N", "DOUBLE DOUBLE Z");
    assert_reached(SELFDRAWN_DOUBLE, 1);
    assert_reached(DOUBLE, 2);
    assert_reached(DOUBLE_TWICE, 1);
    play(TRIPLETS_A "Z", TRIPLETS_B "F", TRIPLETS_C "B", TRIPLETS_D "N", "Z");
    assert_reached(SELFDRAWN_DOUBLE, 0);
    assert_reached(WIN_NO_MELD, 1);
}

TEST(a_pong_over_a_chow_is_counted)
{
    play(DISCARDS_5M, CHOWS_5M, PONGS_5M, NULL, "1M");
    assert_in_range(reached[MAHJONG_EVENT_PONG_OVER_CHOW], 1, 5);
    assert_in_range(reached[MAHJONG_EVENT_PONG_OPPOSITE], 1, 5);
    play(DISCARDS_5M, NULL, NULL, NULL, "1M");
    assert_reached(PONG_OVER_CHOW, 0);
}

TEST(special_tiles_right_after_a_claim_are_counted)
{
    play(DISCARDS_5M, "4M 6M 3S 3S 3S 6S 6S 6S 8P 8P 8P E DOUBLE", NULL, NULL, "1M 9M");
    assert_reached(CLAIM_DOUBLE, 1);
    assert_reached(CLAIM_WITH_SPECIAL, 1);
    play(DISCARDS_5M, "4M 6M 3S 3S 3S 6S 6S 6S 8P 8P 8P E PASS", NULL, NULL, "1M 9M");
    assert_reached(CLAIM_PASS, 1);
    assert_reached(CLAIM_DOUBLE, 0);
}

TEST(the_limit_of_four_is_counted)
{
    /* E E E and the pair E E would win but for the fifth E. */
    play("E E E E 2M 2M 2M 4M 4M 4M 7M 7M 7M", "3M 3M 3M 5M 5M 5M 8M 8M 8M 3P 3P 3P 9S",
         "6M 6M 6M 4P 4P 4P 6P 6P 6P 8P 8P 8P 9P", "5P 5P 5P 7P 7P 7P 2S 2S 2S 4S 4S 4S 1S", "Z");
    assert_in_range(reached[MAHJONG_EVENT_FOUR_LIMIT] + reached[MAHJONG_EVENT_FOUR_LIMIT_CHOICE], 1,
                    20);
}

/* ---- guided walls ---- */

TEST(an_event_is_counted_alike_alone_and_by_tables)
{
    const uint64_t seed = nf_test_seed();
    const struct nf_case_limits limits = {0};
    struct mahjong_memo *const memo = mahjong_thread_memo();
    struct mahjong_memo *const quick = mahjong_thread_quick_memo();
    assert_non_null(memo);
    assert_non_null(quick);
    for (uint64_t index = 0; index < MAHJONG_EVENTS; index++) {
        struct nf_text text = {0};
        struct nf_error err;
        uint8_t wall[MAHJONG_WALL];
        uint64_t all[MAHJONG_EVENTS] = {0};
        struct mahjong_outcome outcome;
        assert_int_equal(mahjong_guide(seed, index, &limits, &text, &err), NF_OK);
        const struct nf_input input = {.name = "guided", .data = text.data, .size = text.size};
        assert_int_equal(mahjong_test_read(&input, wall, &err), NF_OK);
        struct mahjong_watch every = mahjong_watch(memo, NULL, all);
        mahjong_play(memo, wall, &every.observer, &outcome);
        for (unsigned event = 0; event < MAHJONG_EVENTS; event++) {
            uint64_t alone[MAHJONG_EVENTS] = {0};
            struct mahjong_watch watch = mahjong_watch(quick, NULL, alone);
            watch.wanted = (uint64_t)1 << event;
            mahjong_play(quick, wall, &watch.observer, &outcome);
            assert_int_equal(alone[event], all[event]);
        }
        nf_text_free(&text);
    }
}

TEST(limits_that_no_wall_fits_are_refused)
{
    struct nf_text text = {0};
    struct nf_error err;
    const struct nf_case_limits fits = {4, 1, 148}, players = {.players = 3}, deck = {.deck = 100};
    assert_int_equal(mahjong_guide(1, 0, &fits, &text, &err), NF_OK);
    assert_int_equal(mahjong_guide(1, 0, &players, &text, &err), NF_USAGE);
    assert_string_equal(err.text, "--players 3: mahjong has 4 players");
    assert_int_equal(mahjong_guide(1, 0, &deck, &text, &err), NF_USAGE);
    assert_string_equal(err.text, "--deck 100: a wall of mahjong has 148 tiles");
    nf_text_free(&text);
}
