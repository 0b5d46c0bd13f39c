/* The random stream behind a game: its generator against published output, its seeding against
 * values of other programs, its drawing against exact counts. */
/* valgrind: quick enough to be run under it as well */
#include "base/rng.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <string.h>

enum { CHUNKS = 65536 };

/* The reference implementation's output from the state 1, 2 (the test vector that the crate
 * rand_xoshiro and others carry too; computed here again from the published algorithm with
 * integers of any size). */
TEST(test_the_generator_is_xoroshiro128_plus_plus)
{
    static const uint64_t expected[] = {
        393217u,
        669327710093319u,
        1732421326133921491u,
        11394790081659126983u,
        9555452776773192676u,
        3586421180005889563u,
        1691397964866707553u,
        10735626796753111697u,
        15216282715349408991u,
        14247243556711267923u,
    };
    struct nf_rng rng = {1, 2};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_true(nf_rng_next(&rng) == expected[i]);
    assert_true(rng.s0 == 3752089357243797227u);
    assert_true(rng.s1 == 1868581945545271061u);
}

/* What xxhsum -H2 (version 0.8.1) says of the key's 24 bytes, and the first words after it. A
 * change here changes every game that was ever named by its seed. */
TEST(test_the_state_is_xxh3_128_of_the_key_in_little_endian_bytes)
{
    static const struct {
        struct nf_key key;
        uint64_t low, high, words[3];
    } rows[] = {
        {{0, 0, 0},
         0x743df94ee4c78a2a,
         0x10e45c7ce2292320,
         {0x1fd587303f5c946e, 0xcd28879ecae54efd, 0xc611a82b1927cb6d}},
        {{1, 2, 3},
         0x026f21f9c50dcf1f,
         0xd0d66ae2837a0117,
         {0x1c27b309657b75aa, 0x2c2a249c760e0cc0, 0xd22eaa9732a5332f}},
        {{UINT64_MAX, 1000000000000, 999},
         0x49b69084f732b9bf,
         0x7bb1e392fd416de8,
         {0x31e6796d4682448f, 0xfa46d777046142f1, 0xb07a49923db06851}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct nf_rng rng = nf_rng_start(&rows[i].key);
        assert_true(rng.s0 == rows[i].low);
        assert_true(rng.s1 == rows[i].high);
        for (int word = 0; word < 3; word++)
            assert_true(nf_rng_next(&rng) == rows[i].words[word]);
    }
}

/* All 65,536 chunks there are: each ticket as often as every other among the accepted ones, and
 * no more rejected than must be. */
static void check_draw(uint32_t total)
{
    static uint32_t counts[CHUNKS];
    memset(counts, 0, sizeof counts);
    uint32_t rejected = 0;
    const uint32_t reject_below = nf_reject_below(total);
    for (uint32_t chunk = 0; chunk < CHUNKS; chunk++) {
        uint32_t ticket;
        if (!nf_draw(chunk, total, reject_below, &ticket)) {
            rejected++;
            continue;
        }
        if (ticket >= total)
            fail_msg("chunk %u of total %u: ticket %u", chunk, total, ticket);
        counts[ticket]++;
    }
    assert_int_equal(rejected, CHUNKS % total);
    for (uint32_t ticket = 0; ticket < total; ticket++)
        if (counts[ticket] != CHUNKS / total)
            fail_msg("total %u: ticket %u comes %u times of %u, expected %u", total, ticket,
                     counts[ticket], CHUNKS, CHUNKS / total);
}

TEST(test_each_ticket_is_drawn_from_equally_many_chunks)
{
    for (uint32_t total = 1; total <= 300; total++)
        check_draw(total);
    static const uint32_t large[] = {1000,  4095,  4096,  10007, 21845, 21846, 32767,
                                     32768, 32769, 40000, 65519, 65534, 65535, 65536};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        check_draw(large[i]);
}

/* Upper halves of what xxhsum -H3 (version 0.8.1) says of 32 bytes: the key and a position. The
 * value is that fraction of the total. */
TEST(test_a_redraw_is_taken_from_xxh3_of_key_and_position)
{
    static const struct {
        struct nf_key key;
        uint64_t position;
        uint32_t high;
    } rows[] = {
        {{0, 0, 0}, 0, 0xa057271c},
        {{0, 0, 0}, 5, 0x2169b071},
        {{0, 0, 0}, (uint64_t)1 << 40, 0x51c5d327},
        {{1, 2, 3}, 0, 0xdca7992d},
        {{1, 2, 3}, 5, 0x91debe22},
        {{UINT64_MAX, 1000000000000, 999}, 5, 0x3523671a},
        {{UINT64_MAX, 1000000000000, 999}, (uint64_t)1 << 40, 0xf1d430f1},
    };
    static const uint32_t totals[] = {1, 2, 5, 18, 1000, 65536};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t t = 0; t < sizeof totals / sizeof *totals; t++)
            assert_int_equal(nf_redraw(&rows[i].key, rows[i].position, totals[t]),
                             (uint64_t)rows[i].high * totals[t] >> 32);
}

/* Larger than a game can ask for, so that a quarter of the hashes is rejected; without that half of
 * the values would be multiples of three. */
TEST(test_redraws_are_evenly_distributed)
{
    const struct nf_key key = {20260102, 7, 0};
    static const uint32_t weights[] = {1, 1, 1};
    uint64_t observed[3] = {0};
    for (uint64_t position = 0; position < 180000; position++) {
        const uint32_t value = nf_redraw(&key, position, 3u << 30);
        assert_true(value < 3u << 30);
        observed[value % 3]++;
    }
    assert_true(nf_test_chi_square(observed, weights, 3) < nf_test_chi_square_limit(2));
}
