/* The distance of a hand: by trying everything as the statement defines it, in plain C, by memo and
 * by tables. */
#include "games/mahjong/rules/fast.h"
#include "games/mahjong/rules/reference.h"
#include "tests/unit/games/mahjong/mahjong_naive.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct mahjong_tables *tables;
static struct mahjong_memo *memo;

/* Hands with their distance, and what it would be with a fifth tile of a kind. */
TEST(a_hand_never_needs_a_fifth_tile_of_a_kind_though_it_would_bring_it_nearer)
{
    static const struct {
        const char *hand;
        unsigned melds, distance, of_five;
    } rows[] = {
        {"1M 1M 1M 1M", 3, 2, 1}, /* the statement's example */
        {"E E E E", 3, 2, 1},
        {"2M 2M 2M 2M 1M", 3, 1, 1}, /* 3M makes the run, 2M 2M the pair */
        {"1P 1P 1P 1P 2P 2P 2P 2P 3P 3P 3P 3P 4P", 0, 1, 1},
        {"1M 2M 3M 4P 5P 6P 7S 8S E E E Z N", 0, 2, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t hand[MAHJONG_KINDS];
        mahjong_test_hand(rows[i].hand, hand);
        assert_int_equal(mahjong_distance(hand, rows[i].melds), rows[i].distance);
        assert_int_equal(mahjong_distance_of_copies(hand, rows[i].melds, MAHJONG_COPIES + 1),
                         rows[i].of_five);
    }
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
        check_random_hands(spread, nf_test_often(500, 1000, 5000));
    check_random_hands(MAHJONG_KINDS, nf_test_often(2000, 6000, 30000));
}

static bool same_missing(const struct mahjong_missing *a, const struct mahjong_missing *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* What is known of the classes: the meaning of those met so far. */
static struct mahjong_missing meanings[MAHJONG_MOST_CLASSES];
static bool known[MAHJONG_MOST_CLASSES];

static void check_meaning(unsigned class, const struct mahjong_missing *missing)
{
    assert_in_range(class, 0, tables->classes - 1);
    if (!known[class]) {
        known[class] = true;
        meanings[class] = *missing;
    }
    assert_true(same_missing(&meanings[class], missing));
}

/* Writes the digits of `key` in base 5; returns their sum. */
static unsigned count_of(unsigned key, unsigned ranks, uint8_t *count)
{
    unsigned sum = 0;
    for (unsigned rank = 0; rank < ranks; rank++, key /= 5)
        sum += count[rank] = (uint8_t)(key % 5);
    return sum;
}

static uint32_t key_of(const uint8_t *count, unsigned ranks, unsigned first_kind)
{
    uint32_t key = 0;
    for (unsigned rank = 0; rank < ranks; rank++)
        for (unsigned held = 0; held < count[rank]; held++)
            key += mahjong_key_step[first_kind + rank][held];
    return key;
}

static void check_suits(unsigned keys, unsigned ranks, unsigned suit)
{
    uint8_t count[MAHJONG_RANKS];
    for (unsigned key = 0; key < keys; key++) {
        if (count_of(key, ranks, count) > MAHJONG_SUIT_TILES)
            continue;
        struct mahjong_missing missing;
        mahjong_suit_missing(count, ranks, suit < MAHJONG_SUITS - 1, &missing);
        check_meaning(mahjong_class(tables, suit, key_of(count, ranks, suit * MAHJONG_RANKS)),
                      &missing);
    }
}

static struct mahjong_missing joined(const struct mahjong_missing *a,
                                     const struct mahjong_missing *b)
{
    struct mahjong_missing both;
    memset(&both, 255, sizeof both);
    for (unsigned i = 0; i <= MAHJONG_MAX_MELDS; i++)
        for (unsigned j = 0; i + j <= MAHJONG_MAX_MELDS; j++)
            for (unsigned pair = 0; pair < 3; pair++) {
                uint8_t *const least = &both.missing[i + j][pair > 0];
                const unsigned sum = (unsigned)a->missing[i][pair == 1] + b->missing[j][pair == 2];
                if (sum < *least)
                    *least = (uint8_t)sum;
            }
    return both;
}

TEST(every_entry_of_the_tables_is_right)
{
    check_suits(1953125, MAHJONG_RANKS, 0);
    check_suits(78125, MAHJONG_HONOURS, MAHJONG_SUITS - 1);
    /* Joins of classes whose meaning is known tell the meaning of others, until all are known. */
    for (unsigned found = 1, pass = 0; found > 0; pass++) {
        found = 0;
        for (unsigned a = 0; a < tables->classes; a++)
            for (unsigned b = 0; b < tables->classes; b++) {
                if (!known[a] || !known[b])
                    continue;
                const unsigned class = tables->join[a][b];
                const struct mahjong_missing missing = joined(&meanings[a], &meanings[b]);
                found += !known[class];
                check_meaning(class, &missing);
            }
    }
    for (unsigned class = 0; class < tables->classes; class ++) {
        assert_true(known[class]);
        for (unsigned melds = 0; melds <= MAHJONG_MAX_MELDS; melds++)
            assert_int_equal(tables->distance[melds][class],
                             meanings[class].missing[MAHJONG_MAX_MELDS - melds][1]);
        for (unsigned other = 0; other < class; other++)
            assert_false(same_missing(&meanings[class], &meanings[other]));
    }
    printf("note: %u classes, %zu bytes of tables\n", tables->classes, sizeof *tables);
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
