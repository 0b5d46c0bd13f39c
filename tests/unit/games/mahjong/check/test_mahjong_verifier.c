/* The player that verifies after every move of a mahjong game where all tiles are. */
#include "games/mahjong/check/verifier_play.h"

#include "games/mahjong/check/verifier.h"
#include "games/mahjong/kernels/kernels.h"
#include "games/mahjong/rules/reference.h"
#include "gen/mahjong/deal.h"
#include "tests/unit/support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void fill_wall(unsigned profile, uint64_t seed, uint64_t index, uint8_t wall[MAHJONG_WALL])
{
    const struct nf_key key = {.seed = seed, .index = index};
    mahjong_deal((enum mahjong_profile)profile, &key, wall);
}

static void it_plays_the_games_of_the_reference(void **state)
{
    (void)state;
    const uint64_t seed = nf_test_seed();
    struct mahjong_memo *const memo = malloc(sizeof *memo);
    mahjong_memo_clear(memo);
    for (unsigned profile = 0; profile < MAHJONG_PROFILES; profile++)
        for (uint64_t index = 0; index < 150; index++) {
            uint8_t wall[MAHJONG_WALL];
            struct mahjong_checked checked;
            struct mahjong_outcome found, expected;
            fill_wall(profile, seed, index, wall);
            mahjong_checked_play(&checked, mahjong_shared_tables(), wall, &found);
            if (checked.fault != NULL)
                fail_msg("turn %u: %s", checked.turn, checked.fault);
            mahjong_play(memo, wall, NULL, &expected);
            assert_memory_equal(&found, &expected, sizeof found);
        }
    free(memo);
}

/* A table as it is after the deal of some game. */
static struct mahjong_checked dealt_table(const uint8_t *wall)
{
    struct mahjong_checked table = {
        .tables = mahjong_shared_tables(), .wall = wall, .drawn = MAHJONG_DEALT, .step = 1};
    for (unsigned i = 0; i < MAHJONG_WALL; i++) {
        const unsigned kind = wall[i], seat = i % MAHJONG_SEATS;
        if (i >= MAHJONG_DEALT) {
            table.left[kind]++;
            continue;
        }
        table.keys[seat][mahjong_suit(kind)] += mahjong_key_step[kind][table.hands[seat][kind]++];
    }
    return table;
}

static void a_tile_that_vanishes_appears_or_changes_is_seen(void **state)
{
    (void)state;
    uint8_t wall[MAHJONG_WALL];
    fill_wall(0, 1, 7, wall);
    const struct mahjong_checked sound = dealt_table(wall);
    assert_null(mahjong_check_table(&sound, MAHJONG_SEATS));
    for (unsigned kind = 0; kind < MAHJONG_KIND_ROOM; kind++) {
        const uint8_t *const places[] = {sound.hands[0] + kind, sound.hands[3] + kind,
                                         sound.left + kind, sound.laid + kind, sound.thrown + kind};
        for (size_t i = 0; i < sizeof places / sizeof *places; i++)
            for (int more = 0; more < 2; more++) {
                struct mahjong_checked table = sound;
                uint8_t *const place = (uint8_t *)&table + (places[i] - (const uint8_t *)&sound);
                *place = (uint8_t)(more ? *place + 1 : *place - 1);
                assert_string_equal(mahjong_check_table(&table, MAHJONG_SEATS),
                                    "there are not four tiles of each kind");
            }
    }
}

static void a_hand_with_too_many_tiles_or_too_few_is_seen(void **state)
{
    (void)state;
    uint8_t wall[MAHJONG_WALL];
    fill_wall(0, 1, 8, wall);
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        struct mahjong_checked table = dealt_table(wall);
        const unsigned kind = wall[MAHJONG_DEALT];
        /* Drawn, so that no tile is lost: it is right for her who draws alone. */
        table.left[kind]--;
        table.hands[seat][kind]++;
        assert_null(mahjong_check_table(&table, seat));
        for (unsigned more = 0; more <= MAHJONG_SEATS; more++)
            if (more != seat)
                assert_string_equal(mahjong_check_table(&table, more),
                                    "a player has too many or too few tiles");
        table = dealt_table(wall);
        table.melds[seat] = 1;
        assert_string_equal(mahjong_check_table(&table, MAHJONG_SEATS),
                            "a player has too many or too few tiles");
    }
}

static void a_seat_or_a_direction_that_is_none_is_seen(void **state)
{
    (void)state;
    uint8_t wall[MAHJONG_WALL];
    fill_wall(0, 1, 9, wall);
    struct mahjong_checked table = dealt_table(wall);
    table.step = 3;
    assert_null(mahjong_check_table(&table, MAHJONG_SEATS));
    table.step = 2;
    assert_string_equal(mahjong_check_table(&table, MAHJONG_SEATS), "the direction is invalid");
    table = dealt_table(wall);
    table.seat = MAHJONG_SEATS;
    assert_string_equal(mahjong_check_table(&table, MAHJONG_SEATS),
                        "the seat of the turn is invalid");
}

static void a_hand_that_is_looked_up_as_another_is_seen(void **state)
{
    (void)state;
    uint8_t wall[MAHJONG_WALL];
    fill_wall(0, 1, 10, wall);
    const struct mahjong_checked sound = dealt_table(wall);
    assert_null(mahjong_check_keys(&sound));
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        for (unsigned suit = 0; suit <= MAHJONG_SUITS; suit++) {
            struct mahjong_checked table = sound;
            table.keys[seat][suit]++;
            assert_string_equal(mahjong_check_keys(&table), "the look-up key of a hand is wrong");
        }
}

static void a_wall_that_is_none_is_refused(void **state)
{
    (void)state;
    uint8_t wall[MAHJONG_WALL];
    struct mahjong_checked checked;
    struct mahjong_outcome outcome;
    fill_wall(0, 1, 11, wall);
    wall[147] = (uint8_t)(wall[147] == 0); /* one tile for another, the last of all */
    mahjong_checked_play(&checked, mahjong_shared_tables(), wall, &outcome);
    assert_string_equal(checked.fault, "there are not four tiles of each kind");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_plays_the_games_of_the_reference),
        cmocka_unit_test(a_tile_that_vanishes_appears_or_changes_is_seen),
        cmocka_unit_test(a_hand_with_too_many_tiles_or_too_few_is_seen),
        cmocka_unit_test(a_seat_or_a_direction_that_is_none_is_seen),
        cmocka_unit_test(a_hand_that_is_looked_up_as_another_is_seen),
        cmocka_unit_test(a_wall_that_is_none_is_refused),
    };
    return cmocka_run_group_tests_name("mahjong checking", tests, NULL, NULL);
}
