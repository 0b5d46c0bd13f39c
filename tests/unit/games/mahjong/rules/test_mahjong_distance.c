/* The distance of a hand: by trying everything as the statement defines it, in plain C, by memo and
 * by tables. */
#include "games/mahjong/rules/reference.h"
#include "games/mahjong/rules/tables.h"
#include "tests/unit/games/mahjong/mahjong_naive.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <pthread.h>
#include <stdlib.h>

static struct mahjong_tables *tables;
static struct mahjong_memo *memo;

static unsigned distance_of(const char *text, unsigned melds)
{
    uint8_t hand[MAHJONG_KINDS];
    mahjong_test_hand(text, hand);
    return mahjong_distance(hand, melds);
}

TEST(a_hand_never_needs_a_fifth_tile_of_a_kind)
{
    assert_int_equal(distance_of("1M 1M 1M 1M", 3), 2); /* the statement's example */
    assert_int_equal(distance_of("E E E E", 3), 2);
    assert_int_equal(distance_of("2M 2M 2M 2M 1M", 3), 1); /* 3M makes the run, 2M 2M the pair */
    assert_int_equal(distance_of("1P 1P 1P 1P 2P 2P 2P 2P 3P 3P 3P 3P 4P", 0), 1);
}

static unsigned distance_of_five(const char *text, unsigned melds)
{
    uint8_t hand[MAHJONG_KINDS];
    mahjong_test_hand(text, hand);
    return mahjong_distance_of_copies(hand, melds, MAHJONG_COPIES + 1);
}

TEST(a_fifth_tile_would_bring_such_hands_nearer)
{
    assert_int_equal(distance_of_five("1M 1M 1M 1M", 3), 1);
    assert_int_equal(distance_of_five("E E E E", 3), 1);
    assert_int_equal(distance_of_five("2M 2M 2M 2M 1M", 3), 1);
    assert_int_equal(distance_of_five("1M 2M 3M 4P 5P 6P 7S 8S E E E Z N", 0), 2);
}

/* The number of tiles of a hand with `melds` melds, right after a discard or a draw. */
static unsigned hand_size(unsigned melds, unsigned drawn)
{
    return MAHJONG_HAND + drawn - 3 * melds;
}

TEST(the_distance_is_what_trying_all_additions_finds)
{
    uint64_t random = nf_test_seed();
    unsigned tried[4] = {0};
    for (unsigned i = 0; i < nf_test_often(2000, 5000, 20000); i++) {
        uint8_t hand[MAHJONG_KINDS];
        const unsigned melds = i % 5;
        mahjong_test_random_hand(&random, hand_size(melds, i / 5 % 2),
                                 nf_test_between(&random, 1, 12), hand);
        const unsigned distance = mahjong_distance(hand, melds);
        if (distance >= 3 && (distance > 3 || tried[3] == 200))
            continue;
        tried[distance]++;
        assert_true(mahjong_naive_within(hand, melds, distance));
        assert_true(distance == 0 || !mahjong_naive_within(hand, melds, distance - 1));
    }
    for (unsigned distance = 0; distance < 4; distance++)
        assert_in_range(tried[distance], 20, UINT32_MAX);
}

/* ---- memo and tables ---- */

static void check_random_hands(unsigned spread, unsigned hands)
{
    uint64_t random = nf_test_seed() + spread;
    for (unsigned i = 0; i < hands; i++) {
        uint8_t hand[MAHJONG_KINDS];
        const unsigned melds = i % 5;
        mahjong_test_random_hand(&random, hand_size(melds, i / 5 % 2), spread, hand);
        const unsigned distance = mahjong_distance(hand, melds);
        assert_int_equal(mahjong_distance_memo(memo, hand, melds, MAHJONG_COPIES), distance);
        assert_int_equal(mahjong_distance_memo(memo, hand, melds, MAHJONG_COPIES + 1),
                         mahjong_distance_of_copies(hand, melds, MAHJONG_COPIES + 1));
        assert_int_equal(mahjong_table_distance(tables, hand, melds), distance);
    }
}

static void *find_memo(void *same)
{
    struct mahjong_memo *const own = mahjong_thread_memo();
    *(bool *)same = own != NULL && own == mahjong_thread_memo();
    return own;
}

/* Leaks are found under AddressSanitizer. */
TEST(threads_have_a_memo_of_their_own)
{
    enum { THREADS = 4 };
    bool same[THREADS];
    struct mahjong_memo *const here = mahjong_thread_memo();
    assert_non_null(here);
    assert_ptr_equal(mahjong_thread_memo(), here);
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        void *found;
        assert_int_equal(pthread_create(&thread, NULL, find_memo, &same[i]), 0);
        assert_int_equal(pthread_join(thread, &found), 0);
        assert_true(same[i]);
        assert_ptr_not_equal(found, here);
    }
}

/* Of few kinds, where four copies are short, and of all. */
TEST(memo_and_tables_agree_on_random_hands_of_any_kinds)
{
    for (unsigned spread = 1; spread <= 9; spread++)
        check_random_hands(spread, nf_test_often(4000, 10000, 50000));
    check_random_hands(MAHJONG_KINDS, nf_test_often(4000, 10000, 50000));
}

static void open_tables(void)
{
    struct nf_error err;
    memo = mahjong_thread_memo();
    if (memo == NULL || mahjong_tables_make(&tables, &err) != NF_OK)
        abort();
}

int main(void)
{
    open_tables();
    return nf_run_tests(NULL, NULL);
}
