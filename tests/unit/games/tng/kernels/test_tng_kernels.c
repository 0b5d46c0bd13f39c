/* Every kernel of The Number Game against the rules in plain C, record by record.
 * NF_TEST_GAMES=N compares N random games of each profile instead of a few thousand. */
#include "games/tng/kernels/kernels.h"
#include "games/tng/rules/reference.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a run of games first .. first+count-1 ---- */

/* Records by index; a game that comes twice or not at all is a failure. */
struct collector {
    struct tng_sink sink;
    uint64_t first, count;
    uint32_t *records;
};

enum { MISSING = UINT32_MAX / 2 };

static void collect(struct tng_sink *sink, const uint64_t *indices, const uint32_t *records,
                    uint32_t count)
{
    struct collector *const collector = (struct collector *)sink;
    assert_true(count <= TNG_BATCH);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t place = indices[i] - collector->first;
        assert_true(place < collector->count);
        assert_int_equal(collector->records[place], MISSING);
        collector->records[place] = records[i];
    }
}

/* A feed that comes in blocks of `block` indices. */
struct blocks {
    struct nf_feed feed;
    uint64_t end, block;
};

static bool next_block(struct nf_feed *feed)
{
    struct blocks *const blocks = (struct blocks *)feed;
    if (feed->end == blocks->end)
        return false;
    const uint64_t left = blocks->end - feed->end;
    feed->end += left < blocks->block ? left : blocks->block;
    return true;
}

static void *aligned(size_t bytes)
{
    void *const memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    assert_non_null(memory);
    memset(memory, 0xa5, bytes); /* not cleared: kernels must not count on it */
    return memory;
}

static uint32_t *play(const struct tng_kernel *kernel, const struct tng_deal *deal, uint64_t first,
                      uint64_t count, uint64_t block)
{
    uint32_t *const records = malloc((count + 1) * sizeof *records);
    assert_non_null(records);
    for (uint64_t i = 0; i < count; i++)
        records[i] = MISSING;
    struct collector collector = {{collect}, first, count, records};
    struct blocks blocks = {{first, first, next_block}, first + count, block};
    void *const memory = aligned(tng_play_memory(kernel, deal));
    tng_play(kernel, deal, memory, &blocks.feed, &collector.sink);
    free(memory);
    return records;
}

static void check(const struct tng_kernel *kernel, const struct tng_deal *deal, uint64_t index,
                  uint32_t expected, uint32_t found)
{
    if (expected == found)
        return;
    const struct tng_game game = tng_deal_game(deal, index);
    char goals[64] = "";
    for (uint32_t i = 0, at = 0; i < game.m; i++)
        at += (uint32_t)snprintf(goals + at, sizeof goals - at, " %u", game.g[i]);
    fail_msg("%s: game %" PRIu64 " of seed %" PRIu64
             " (%u %u %u %u %u%s): reference %08x, here %08x",
             kernel->base.name, index, deal->seed, game.n0, game.r, game.e, game.p, game.m, goals,
             expected, found);
}

/* Compares all kernels on such a run with the reference, each with other blocks. */
static void compare(const struct tng_deal *deal, uint64_t first, uint64_t count)
{
    static const uint64_t blocks[] = {64, 4096, 1000, 77777};
    uint32_t *const expected = malloc((count + 1) * sizeof *expected);
    assert_non_null(expected);
    for (uint64_t i = 0; i < count; i++) {
        const struct tng_game game = tng_deal_game(deal, first + i);
        expected[i] = tng_reference_record(&game);
    }
    for (uint32_t k = 1; tng_kernels[k] != NULL; k++) {
        if (!tng_kernels[k]->supported())
            continue;
        uint32_t *const found =
            play((const struct tng_kernel *)tng_kernels[k], deal, first, count, blocks[k]);
        for (uint64_t i = 0; i < count; i++)
            check((const struct tng_kernel *)tng_kernels[k], deal, first + i, expected[i],
                  found[i]);
        free(found);
    }
    free(expected);
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
            prepare(&deal,
                    (struct tng_profile){.p = {3, 13}, .r = {r, r}, .m = {m, m}, .every = true}, 0);
            compare(&deal, 0, tng_count(&deal));
        }
}

static uint64_t games_asked_for(uint64_t normal)
{
    const char *const given = getenv("NF_TEST_GAMES");
    return given != NULL ? strtoull(given, NULL, 10) : normal;
}

TEST(random_games_agree_in_every_profile)
{
    uint64_t random = nf_test_seed();
    const uint64_t games = games_asked_for(nf_test_often(5000, 20000, 20000));
    for (const struct tng_profile *profile = tng_profiles; profile->name != NULL; profile++) {
        struct tng_deal deal;
        struct nf_error err;
        if (profile->every)
            continue;
        assert_int_equal(
            tng_prepare_deal(&deal, profile->name, TNG_ANY, TNG_ANY, nf_test_random(&random), &err),
            NF_OK);
        for (uint64_t done = 0; done < games; done += 100000)
            compare(&deal, done, games - done < 100000 ? games - done : 100000);
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

TEST(more_rounds_only_turn_draws_into_wins)
{
    uint64_t random = nf_test_seed();
    for (int i = 0; i < 300; i++) {
        struct tng_deal deal;
        prepare(&deal, (struct tng_profile){.p = {3, 47}, .r = {1, 6}, .m = {0, 10}}, random);
        struct tng_game game = tng_deal_game(&deal, nf_test_random(&random));
        enum tng_outcome before = TNG_DRAW;
        for (game.r = 1; game.r <= TNG_MAX_ROUNDS; game.r++) {
            const enum tng_outcome now = tng_record_outcome(tng_reference_record(&game));
            assert_true(before == TNG_DRAW || now == before);
            before = now;
        }
    }
}

TEST(the_best_kernel_is_the_last_one_the_machine_supports)
{
    const struct tng_kernel *const best = tng_best_kernel();
    assert_true(best->base.supported());
    assert_true(tng_kernels[0] == &tng_reference.base);
    bool seen = false;
    for (uint32_t k = 0; tng_kernels[k] != NULL; k++) {
        assert_false(seen && tng_kernels[k]->supported());
        seen = seen || tng_kernels[k] == &best->base;
    }
    assert_true(seen);
}
