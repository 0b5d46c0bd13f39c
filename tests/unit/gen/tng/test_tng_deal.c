/* Which games of The Number Game are drawn and numbered. That a seed and an index draw the same
 * game for ever is held by the recorded cases of gen/test_cases.c. */
#include "gen/tng/deal.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

static void prepare(struct tng_deal *deal, const char *profile, uint32_t r, uint32_t m,
                    uint64_t seed)
{
    assert_ok(tng_prepare_deal, deal, profile, r, m, seed);
}

TEST(every_set_of_goals_is_as_likely)
{
    struct tng_deal deal;
    const struct tng_profile ranges = {.p = {7, 7}, .r = {1, 1}, .m = {3, 3}};
    assert_ok(tng_prepare_ranges, &deal, &ranges, nf_test_seed());
    uint64_t sets[128] = {0};
    uint32_t weights[128];
    for (uint32_t i = 0; i < 128; i++)
        weights[i] = __builtin_popcount(i) == 3;
    for (uint64_t i = 0; i < 100000; i++)
        sets[tng_deal_index(&deal, i).packed & 127]++;
    assert_true(nf_test_chi_square(sets, weights, 128) < nf_test_chi_square_limit(34));
}

TEST(profiles_keep_their_ranges)
{
    for (const struct tng_profile *profile = tng_profiles; profile->name != NULL; profile++) {
        struct tng_deal deal;
        prepare(&deal, profile->name, TNG_ANY, TNG_ANY, 7);
        uint8_t low[3] = {99, 99, 99}, high[3] = {0};
        const uint64_t last = profile->every ? tng_count(&deal) - 1 : 40000;
        for (uint64_t i = 0; i <= 40000; i++) {
            const struct tng_game game = tng_deal_game(
                &deal, profile->every ? last / 40000 * i + last % 40000 * (i == 40000) : i);
            const uint8_t values[] = {game.p, game.r, game.m};
            for (int k = 0; k < 3; k++) {
                low[k] = values[k] < low[k] ? values[k] : low[k];
                high[k] = values[k] > high[k] ? values[k] : high[k];
            }
        }
        const uint32_t wanted[3][2] = {{profile->p.low, profile->p.high},
                                       {profile->r.low, profile->r.high},
                                       {profile->m.low, profile->m.high}};
        for (int k = 0; k < 3; k++) {
            assert_int_equal(low[k], wanted[k][0]);
            assert_int_equal(high[k], wanted[k][1]);
        }
    }
}

TEST(numbered_games_are_all_games_in_order)
{
    for (uint32_t m = 0; m <= 4; m++) {
        struct tng_deal deal;
        const struct tng_profile ranges = {.p = {3, 11}, .r = {3, 3}, .m = {m, m}, .every = true};
        assert_ok(tng_prepare_ranges, &deal, &ranges, 0);
        uint64_t index = 0;
        for (uint32_t place = 0; place < 4; place++)
            for (uint32_t p = tng_primes[place], e = 2; e < p; e++)
                for (uint64_t set = 0; set < (uint64_t)1 << p; set++)
                    for (uint32_t n0 = 0; (uint32_t)__builtin_popcountll(set) == m && n0 < p;
                         n0++) {
                        const struct tng_dealt dealt = tng_deal_index(&deal, index++);
                        assert_int_equal(dealt.pair, tng_pair(place, e));
                        assert_int_equal(dealt.packed, tng_pack(set, n0, 3));
                    }
        assert_int_equal(index, tng_count(&deal));
    }
}

TEST(counts_are_those_documented)
{
    static const struct {
        uint32_t m;
        uint64_t count;
    } known[] = {{0, 9810}, {1, 364122}, {2, 7017492}, {3, 91461876}, {10, 16631741397670}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct tng_deal deal;
        prepare(&deal, "every", 1, known[i].m, 0);
        assert_int_equal(tng_count(&deal), known[i].count);
        const struct tng_game last = tng_deal_game(&deal, known[i].count - 1);
        assert_int_equal(last.p, 47);
        assert_int_equal(last.e, 46);
        assert_int_equal(last.n0, 46);
        for (uint32_t j = 0; j < last.m; j++)
            assert_int_equal(last.g[j], 47 - last.m + j);
    }
}

static void refuse(const struct tng_profile *ranges, const char *message)
{
    struct tng_deal deal;
    assert_ends(NF_USAGE, message, tng_prepare_ranges, &deal, ranges, 0);
}

TEST(wrong_ranges_are_refused)
{
    struct tng_deal deal;
    assert_ends(NF_USAGE,
                "found profile 'unifrom', expected uniform, small, few, many, long or every",
                tng_prepare_deal, &deal, "unifrom", 1, 1, 1);
    refuse(&(struct tng_profile){.p = {2, 47}, .r = {1, 6}, .m = {0, 10}},
           "p from 2 to 47: expected numbers from 3 to 47");
    refuse(&(struct tng_profile){.p = {3, 47}, .r = {1, 7}, .m = {0, 10}},
           "r from 1 to 7: expected numbers from 1 to 6");
    refuse(&(struct tng_profile){.p = {3, 47}, .r = {1, 6}, .m = {4, 3}},
           "m from 4 to 3: expected numbers from 0 to 10");
    refuse(&(struct tng_profile){.p = {24, 28}, .r = {1, 6}, .m = {0, 10}},
           "p from 24 to 28: there is no prime among them");
    refuse(&(struct tng_profile){.p = {3, 47}, .r = {1, 6}, .m = {1, 1}, .every = true},
           "numbered games have one r and one m");
}
