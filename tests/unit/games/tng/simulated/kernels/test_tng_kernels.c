/* Every kernel of The Number Game against the rules in plain C, record by record, besides the games
 * of sim/test_every_kernel.c. */
#include "games/tng/rules/tng.h"
#include "games/tng/simulated/kernels/kernels.h"
#include "games/tng/simulated/module.h"
#include "tests/unit/kernels.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <inttypes.h>

/* The reference as a kernel brings games into slices as the others do, so that is not enough: of
 * every eighth game the rules are asked, which takes as long as the comparison itself. */
static void look(const struct nf_setup *setup, uint64_t index, const uint32_t *record)
{
    if (index % 8 != 0)
        return;
    const struct tng_game game = tng_deal_game(&((const struct tng_setup *)setup)->deal, index);
    if (*record != tng_reference_record(&game))
        fail_msg("game %" PRIu64 " of seed %" PRIu64 ": the rules say %08x, the reference %08x",
                 index, setup->params.seed, tng_reference_record(&game), *record);
}

static void compare(const struct tng_deal *deal, uint64_t first, uint64_t count)
{
    const struct tng_setup setup = {
        {.game = &tng_game, .params = {.profile = "ranges", .seed = deal->seed}}, *deal};
    assert_int_equal(nf_test_compare_kernels(&setup.base, first, count, look), count);
}

static void prepare(struct tng_deal *deal, struct tng_profile ranges, uint64_t seed)
{
    assert_ok(tng_prepare_ranges, deal, &ranges, seed);
}

/* ---- tests ---- */

TEST(all_games_agree_up_to_p_13_and_two_goals)
{
    for (uint32_t r = 1; r <= TNG_MAX_ROUNDS; r++)
        for (uint32_t m = 0; m <= 2; m++) {
            struct tng_deal deal;
            if (!nf_test_tries((r + m) % 3, 3))
                continue;
            prepare(&deal,
                    (struct tng_profile){.p = {3, 13}, .r = {r, r}, .m = {m, m}, .every = true}, 0);
            compare(&deal, 0, tng_count(&deal));
        }
}

TEST(any_piece_of_numbered_games_agrees)
{
    uint64_t random = nf_test_seed();
    for (int i = 0; i < 60; i++) {
        struct tng_deal deal;
        const uint32_t m = nf_test_between(&random, 0, 10), r = nf_test_between(&random, 1, 4);
        prepare(&deal, (struct tng_profile){.p = {3, 47}, .r = {r, r}, .m = {m, m}, .every = true},
                0);
        const uint64_t count = nf_test_between(&random, 0, 400);
        const uint64_t ends = tng_count(&deal) - count;
        compare(&deal, i % 5 == 0 ? ends : nf_test_random(&random) % ends, count);
    }
}

TEST(any_number_of_games_agrees)
{
    static const uint64_t counts[] = {0, 1, 2, 63, 64, 65, 127, 128, 129, 511, 512, 513, 1025};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct tng_deal deal;
        /* One pair of p and e, so that bins fill up. */
        prepare(&deal, (struct tng_profile){.p = {3, 3}, .r = {1, 2}, .m = {0, 10}}, i);
        compare(&deal, i, counts[i]);
    }
}
