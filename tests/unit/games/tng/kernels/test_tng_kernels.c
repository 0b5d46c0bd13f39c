/* Every kernel of The Number Game against the rules in plain C, record by record, besides the games
 * of core/test_every_kernel.c. */
#include "games/tng/kernels/kernels.h"
#include "games/tng/kernels/setup.h"
#include "games/tng/module.h"
#include "games/tng/rules/reference.h"
#include "tests/unit/kernels.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void *aligned(size_t bytes)
{
    void *const memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    assert_non_null(memory);
    memset(memory, 0xa5, bytes); /* not cleared: kernels must not count on it */
    return memory;
}

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
    struct nf_error err;
    if (tng_prepare_ranges(deal, &ranges, seed, &err) != NF_OK)
        fail_msg("%s", err.text);
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

/* Solves the same goals from all n0 by sweep() and one by one. */
TEST(a_sweep_says_what_single_games_say)
{
    uint64_t random = nf_test_seed();
    for (uint32_t k = 0; tng_kernels[k] != NULL; k++) {
        const struct tng_kernel *const kernel = (const struct tng_kernel *)tng_kernels[k];
        if (!kernel->base.supported())
            continue;
        const uint32_t width = kernel->width;
        uint64_t *const games = aligned(3 * TNG_MAX_WIDTH * sizeof *games);
        uint64_t *const goals = games + TNG_MAX_WIDTH;
        uint64_t *const planes = aligned(TNG_PLANES * TNG_MAX_WIDTH * sizeof *planes);
        void *const memory = aligned(kernel->memory);
        for (int round = 0; round < (k == 0 ? 1 : 20); round++) {
            const struct tng_maps *const maps =
                &tng_all_maps()[nf_test_between(&random, 0, TNG_PAIRS - 1)];
            const uint32_t moves = k == 0 ? 4 : 2 * nf_test_between(&random, 1, 6);
            for (uint32_t i = 0; i < width; i++) {
                goals[i] = nf_test_random(&random) & nf_test_random(&random) &
                           nf_test_random(&random) & (((uint64_t)1 << maps->p) - 1);
                while (__builtin_popcountll(goals[i]) > TNG_MAX_GOALS)
                    goals[i] &= goals[i] - 1;
                games[i] = tng_pack(goals[i], nf_test_between(&random, 0, maps->p - 1u), moves / 2);
            }
            kernel->sweep(maps, moves, goals, planes, memory);
            kernel->solve(maps, moves, games, memory);
            for (uint32_t i = 0; i < width; i++) {
                uint32_t swept = 0;
                for (uint32_t b = 0; b < TNG_PLANES; b++)
                    swept |= (uint32_t)(planes[b * width + i] >> tng_packed_n0(games[i]) & 1) << b;
                assert_int_equal(games[i] >> TNG_MOVES_SHIFT, swept);
                assert_int_equal(games[i] & TNG_GOAL_MASK, goals[i]);
            }
        }
        free(games);
        free(planes);
        free(memory);
    }
}
