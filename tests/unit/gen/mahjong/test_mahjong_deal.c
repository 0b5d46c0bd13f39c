/* Walls from (seed, index): shuffled as documented, fair, and what each profile promises. */
#include "games/mahjong/kernels/kernels.h"
#include "gen/mahjong/deal.h"
#include "gen/mahjong/profiles.h"
#include "tests/unit/support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void every_profile_deals_four_tiles_of_each_kind(void **state)
{
    const uint64_t seed = nf_test_seed();
    (void)state;
    for (unsigned i = 0; i < 2000; i++) {
        const struct nf_key key = {.seed = seed, .index = i};
        uint8_t wall[MAHJONG_WALL];
        unsigned count[MAHJONG_KINDS] = {0};
        mahjong_deal((enum mahjong_profile)(i % MAHJONG_PROFILES), &key, wall);
        for (unsigned tile = 0; tile < MAHJONG_WALL; tile++) {
            assert_in_range(wall[tile], 0, MAHJONG_KINDS - 1);
            count[wall[tile]]++;
        }
        for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
            assert_int_equal(count[kind], MAHJONG_COPIES);
    }
}

/* The shuffle once more, from the words of mahjong_deal.h and rng.h. */
static void shuffle_slowly(const struct nf_key *key, uint8_t wall[MAHJONG_WALL])
{
    struct nf_rng rng = nf_rng_start(key);
    uint64_t word = 0;
    for (unsigned tile = 0; tile < MAHJONG_WALL; tile++)
        wall[tile] = (uint8_t)(tile / 4);
    for (unsigned place = 0; place < MAHJONG_WALL - 1; place++) {
        if (place % 4 == 0)
            word = nf_rng_next(&rng);
        const uint32_t chunk = word >> (16 * (place % 4)) & 0xffff, total = MAHJONG_WALL - place;
        uint32_t ticket;
        if (!nf_draw(chunk, total, nf_reject_below(total), &ticket))
            ticket = nf_redraw(key, place, total);
        const uint8_t tile = wall[place];
        wall[place] = wall[place + ticket];
        wall[place + ticket] = tile;
    }
}

static void the_uniform_wall_is_the_documented_shuffle(void **state)
{
    const uint64_t seed = nf_test_seed();
    (void)state;
    for (unsigned i = 0; i < 5000; i++) {
        const struct nf_key key = {.seed = seed, .index = i};
        uint8_t wall[MAHJONG_WALL], slowly[MAHJONG_WALL];
        mahjong_deal(MAHJONG_UNIFORM, &key, wall);
        shuffle_slowly(&key, slowly);
        assert_memory_equal(wall, slowly, sizeof wall);
    }
}

static void every_kind_is_equally_likely_at_every_place(void **state)
{
    enum { GAMES = 20000 };
    static uint64_t seen[MAHJONG_WALL][MAHJONG_KINDS], follows[MAHJONG_KINDS];
    uint32_t weights[MAHJONG_KINDS];
    const uint64_t seed = nf_test_seed();
    (void)state;
    for (unsigned i = 0; i < GAMES; i++) {
        const struct nf_key key = {.seed = seed, .index = i};
        uint8_t wall[MAHJONG_WALL];
        mahjong_deal(MAHJONG_UNIFORM, &key, wall);
        for (unsigned tile = 0; tile < MAHJONG_WALL; tile++)
            seen[tile][wall[tile]]++;
        follows[(wall[1] + MAHJONG_KINDS - wall[0]) % MAHJONG_KINDS]++;
    }
    for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
        weights[kind] = 1;
    for (unsigned tile = 0; tile < MAHJONG_WALL; tile++)
        assert_true(nf_test_chi_square(seen[tile], weights, MAHJONG_KINDS) <
                    nf_test_chi_square_limit(MAHJONG_KINDS - 1));
    /* Of a tile's kind there are three more, of any other kind four. */
    for (unsigned step = 0; step < MAHJONG_KINDS; step++)
        weights[step] = step == 0 ? 3 : 4;
    assert_true(nf_test_chi_square(follows, weights, MAHJONG_KINDS) <
                nf_test_chi_square_limit(MAHJONG_KINDS - 1));
}

/* Sums over some walls, so that a change of what a seed deals is noticed. */
static void walls_of_a_seed_stay_what_they_are(void **state)
{
    static const uint32_t recorded[MAHJONG_PROFILES] = {0x066aae3e, 0x146ab718, 0xe3fcbb9a,
                                                        0x6f5eb32e, 0x430fd5f2};
    (void)state;
    for (unsigned profile = 0; profile < MAHJONG_PROFILES; profile++) {
        uint32_t sum = 0;
        for (unsigned i = 0; i < 100; i++) {
            const struct nf_key key = {.seed = 1, .index = i};
            uint8_t wall[MAHJONG_WALL];
            mahjong_deal((enum mahjong_profile)profile, &key, wall);
            for (unsigned tile = 0; tile < MAHJONG_WALL; tile++)
                sum = sum * 31 + wall[tile];
        }
        assert_int_equal(sum, recorded[profile]);
    }
}

static void clustered_hands_hold_equal_tiles(void **state)
{
    const uint64_t seed = nf_test_seed();
    unsigned fours = 0;
    (void)state;
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

static void special_tiles_come_early_in_the_profile_of_that_name(void **state)
{
    const uint64_t seed = nf_test_seed();
    uint64_t seen[64] = {0};
    uint32_t weights[64];
    (void)state;
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
    for (unsigned tile = 0; tile < 64; tile++)
        weights[tile] = 1;
    assert_true(nf_test_chi_square(seen, weights, 64) < nf_test_chi_square_limit(63));
}

static void orphans_and_spread_deal_thirteen_different_orphans(void **state)
{
    const uint64_t seed = nf_test_seed();
    (void)state;
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

static void profiles_are_found_by_name_and_unknown_ones_refused(void **state)
{
    struct nf_error err;
    (void)state;
    for (unsigned i = 0; i < MAHJONG_PROFILES; i++) {
        enum mahjong_profile profile = MAHJONG_PROFILES;
        assert_int_equal(mahjong_find_profile(mahjong_profiles[i].name, &profile, &err), NF_OK);
        assert_int_equal(profile, i);
    }
    assert_null(mahjong_profiles[MAHJONG_PROFILES].name);
    enum mahjong_profile profile;
    assert_int_equal(mahjong_find_profile("unifrom", &profile, &err), NF_USAGE);
    assert_string_equal(err.text, "--profile: 'unifrom' is not a profile of mahjong, did you mean"
                                  " uniform?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_profile_deals_four_tiles_of_each_kind),
        cmocka_unit_test(the_uniform_wall_is_the_documented_shuffle),
        cmocka_unit_test(every_kind_is_equally_likely_at_every_place),
        cmocka_unit_test(walls_of_a_seed_stay_what_they_are),
        cmocka_unit_test(clustered_hands_hold_equal_tiles),
        cmocka_unit_test(special_tiles_come_early_in_the_profile_of_that_name),
        cmocka_unit_test(orphans_and_spread_deal_thirteen_different_orphans),
        cmocka_unit_test(profiles_are_found_by_name_and_unknown_ones_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
