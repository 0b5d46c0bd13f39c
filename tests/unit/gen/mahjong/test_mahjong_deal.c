/* Walls from (seed, index): what each profile promises. That each has four tiles of a kind, which
 * their reader demands, is in sim/test_games.c; which tile goes where, in the recorded cases of
 * gen/test_cases.c. */
#include "gen/mahjong/deal.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

TEST(each_kind_is_as_likely_at_any_place_of_a_uniform_wall)
{
    static const unsigned places[] = {0, 51, 52, MAHJONG_WALL - 1};
    const uint64_t seed = nf_test_seed();
    uint64_t seen[sizeof places / sizeof *places][MAHJONG_KINDS] = {{0}};
    for (unsigned i = 0; i < 20000; i++) {
        const struct nf_key key = {.seed = seed, .index = i};
        uint8_t wall[MAHJONG_WALL];
        mahjong_deal(MAHJONG_UNIFORM, &key, wall);
        for (size_t k = 0; k < sizeof places / sizeof *places; k++)
            seen[k][wall[places[k]]]++;
    }
    for (size_t k = 0; k < sizeof places / sizeof *places; k++)
        assert_true(nf_test_chi_square(seen[k], NULL, MAHJONG_KINDS) <
                    nf_test_chi_square_limit(MAHJONG_KINDS - 1));
}

TEST(clustered_hands_hold_equal_tiles)
{
    const uint64_t seed = nf_test_seed();
    unsigned fours = 0;
    for (unsigned i = 0; i < 1000; i++) {
        const struct nf_key key = {.seed = seed, .index = i};
        uint8_t wall[MAHJONG_WALL];
        unsigned count[MAHJONG_KINDS] = {0};
        mahjong_deal(MAHJONG_CLUSTERED, &key, wall);
        for (unsigned tile = 0; tile < MAHJONG_DEALT; tile += MAHJONG_SEATS)
            fours += ++count[wall[tile]] == MAHJONG_COPIES;
    }
    assert_in_range(fours, 500, 3000); /* 0.03 a game in uniform walls */
}

TEST(special_tiles_come_early_in_the_profile_of_that_name)
{
    const uint64_t seed = nf_test_seed();
    uint64_t seen[64] = {0};
    for (unsigned i = 0; i < 5000; i++) {
        const struct nf_key key = {.seed = seed, .index = i};
        uint8_t wall[MAHJONG_WALL];
        mahjong_deal(MAHJONG_SPECIALS_EARLY, &key, wall);
        for (unsigned tile = 0; tile < MAHJONG_WALL; tile++)
            if (wall[tile] >= MAHJONG_PLAIN) {
                assert_in_range(tile, 0, 63);
                seen[tile]++;
            }
    }
    assert_true(nf_test_chi_square(seen, NULL, 64) < nf_test_chi_square_limit(63));
}

TEST(orphans_and_spread_deal_thirteen_different_orphans)
{
    const uint64_t seed = nf_test_seed();
    for (unsigned i = 0; i < 200; i++) {
        const struct nf_key key = {.seed = seed, .index = i};
        uint8_t wall[MAHJONG_WALL];
        mahjong_deal(i % 2 == 0 ? MAHJONG_ORPHANS : MAHJONG_SPREAD, &key, wall);
        for (unsigned tile = 0; tile < MAHJONG_DEALT; tile++) {
            assert_int_equal(wall[tile], wall[tile / MAHJONG_SEATS * MAHJONG_SEATS]);
            const unsigned rank = mahjong_rank(wall[tile]);
            assert_true(wall[tile] >= MAHJONG_FIRST_HONOUR || rank == 0 || rank == 8);
            assert_in_range(wall[tile], 0, MAHJONG_PLAIN - 1);
        }
    }
}
