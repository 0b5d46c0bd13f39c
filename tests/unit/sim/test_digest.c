/* Digests of blocks: they depend on the games alone. */
/* valgrind: quick enough to be run under it as well */
#include "sim/digest.h"

#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

static struct nf_digest digest_of(uint64_t index)
{
    const uint32_t words[2] = {(uint32_t)index, 7};
    return nf_digest_of(index, words, 2);
}

static void add(struct nf_blocks *blocks, uint64_t index)
{
    const struct nf_digest game = digest_of(index);
    nf_blocks_game(blocks, index, &game);
}

/* What the header says, word by word: each game is in one block. */
static struct nf_blocks by_definition(const uint64_t *games, size_t count)
{
    static struct nf_blocks blocks;
    uint64_t low = UINT64_MAX, high = 0;
    memset(&blocks, 0, sizeof blocks);
    for (size_t i = 0; i < count; i++) {
        low = games[i] < low ? games[i] : low;
        high = games[i] > high ? games[i] : high;
    }
    while ((high >> blocks.shift) - (low >> blocks.shift) >= NF_MOST_BLOCKS)
        blocks.shift++;
    blocks.first = low >> blocks.shift;
    blocks.count = (uint32_t)((high >> blocks.shift) - blocks.first + 1);
    for (size_t i = 0; i < count; i++) {
        const struct nf_digest game = digest_of(games[i]);
        nf_digest_merge(&blocks.list[(games[i] >> blocks.shift) - blocks.first], &game);
    }
    return blocks;
}

static void assert_same(const struct nf_blocks *found, const struct nf_blocks *expected)
{
    assert_int_equal(found->shift, expected->shift);
    assert_int_equal(found->first, expected->first);
    assert_int_equal(found->count, expected->count);
    assert_memory_equal(found->list, expected->list, sizeof found->list);
}

TEST(blocks_of_a_range_are_the_same_in_any_order_and_however_it_was_cut_up)
{
    static struct nf_blocks blocks, parts[8];
    uint64_t random = nf_test_seed(), games[6000];
    for (int trial = 0; trial < 200; trial++) {
        const uint32_t count = nf_test_between(&random, 1, trial % 2 == 0 ? 6000 : 40);
        const uint64_t first = UINT64_C(1) << nf_test_between(&random, 0, 60);
        const uint32_t apart = 1u << nf_test_between(&random, 0, trial % 3 == 0 ? 20 : 1);
        const uint32_t cuts = nf_test_between(&random, 1, 8);
        for (uint32_t i = 0; i < count; i++)
            games[i] = first + (uint64_t)i * apart;
        const struct nf_blocks expected = by_definition(games, count);
        for (uint32_t i = count; i-- > 1;) { /* in any order */
            const uint32_t j = nf_test_between(&random, 0, i);
            const uint64_t other = games[i];
            games[i] = games[j];
            games[j] = other;
        }
        memset(&blocks, 0, sizeof blocks);
        memset(parts, 0, sizeof parts);
        for (uint32_t i = 0; i < count; i++) {
            add(&blocks, games[i]);
            add(&parts[nf_test_between(&random, 0, cuts - 1)], games[i]);
        }
        assert_same(&blocks, &expected);
        memset(&blocks, 0, sizeof blocks);
        for (uint32_t i = 0; i < cuts; i++)
            nf_blocks_merge(&blocks, &parts[i]);
        assert_same(&blocks, &expected);
    }
}
