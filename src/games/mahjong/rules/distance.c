#include "games/mahjong/rules/distance.h"

#include "games/mahjong/rules/fast.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Three equal runs hold the same tiles as three triplets, so two equal ones are enough. */
enum { EQUAL_RUNS = 2 };

/* Nothing is possible but what the first field is about: no melds, no pair. */
static const mahjong_row impossible = MAHJONG_NEVER * MAHJONG_ONES,
                         nothing = MAHJONG_NEVER * (MAHJONG_ONES - 1);

/* Tiles missing up to some rank, by melds started and pairs, in each state: [runs started two ranks
 * ago, which end at the next rank][runs started one rank ago]. */
struct progress {
    mahjong_row missing[EQUAL_RUNS + 1][EQUAL_RUNS + 1];
};

/* Extends a state (older, old; `missing` up to there) by a rank with `held` tiles, in every way:
 * starting runs, a triplet, the pair. */
static void extend_by_rank(struct progress *to, unsigned older, unsigned old, mahjong_row missing,
                           unsigned held, unsigned most_runs, unsigned copies)
{
    for (unsigned runs = 0; runs <= most_runs; runs++)
        for (unsigned triplet = 0; triplet <= 1; triplet++)
            for (unsigned eyes = 0; eyes <= 1; eyes++) {
                const unsigned wanted = older + old + runs + 3 * triplet + 2 * eyes;
                if (wanted > copies)
                    continue;
                const mahjong_row melds = mahjong_row_melds(missing, runs + triplet);
                const mahjong_row then = eyes == 0 ? melds : mahjong_row_pair(melds);
                const mahjong_row more = (wanted > held ? wanted - held : 0) * MAHJONG_ONES;
                to->missing[old][runs] = mahjong_row_min(to->missing[old][runs], then + more);
            }
}

/* Returns what a suit lacks. */
static mahjong_row suit_missing(const uint8_t *count, unsigned ranks, bool runs, unsigned copies)
{
    struct progress now, next;
    for (unsigned older = 0; older <= EQUAL_RUNS; older++)
        for (unsigned old = 0; old <= EQUAL_RUNS; old++)
            now.missing[older][old] = next.missing[older][old] = impossible;
    const struct progress none = next;
    now.missing[0][0] = nothing;
    for (unsigned rank = 0; rank < ranks; rank++) {
        const unsigned most_runs = runs && rank + 2 < ranks ? EQUAL_RUNS : 0;
        next = none;
        for (unsigned older = 0; older <= EQUAL_RUNS; older++)
            for (unsigned old = 0; old <= EQUAL_RUNS; old++)
                if (now.missing[older][old] != impossible)
                    extend_by_rank(&next, older, old, now.missing[older][old], count[rank],
                                   most_runs, copies);
        now = next;
    }
    return now.missing[0][0];
}

void mahjong_suit_missing(const uint8_t *count, unsigned ranks, bool runs,
                          struct mahjong_missing *missing)
{
    const mahjong_row row = suit_missing(count, ranks, runs, MAHJONG_COPIES);
    for (unsigned melds = 0; melds <= MAHJONG_MAX_MELDS; melds++)
        for (unsigned pair = 0; pair <= 1; pair++)
            missing->missing[melds][pair] = (uint8_t)mahjong_row_field(row, melds, pair);
}

static unsigned ranks_of(unsigned suit)
{
    return suit == MAHJONG_SUITS - 1 ? MAHJONG_HONOURS : MAHJONG_RANKS;
}

static bool has_runs(unsigned suit)
{
    return suit != MAHJONG_SUITS - 1;
}

/* Returns what two halves of a hand lack together for the melds that are not laid down, and the
 * pair: the minimum over all ways to share these between them. */
static unsigned join_halves(mahjong_row a, mahjong_row b, unsigned melds)
{
    const unsigned wanted = MAHJONG_MAX_MELDS - melds;
    unsigned least = 2 * MAHJONG_NEVER;
    for (unsigned in_a = 0; in_a <= wanted; in_a++)
        for (unsigned pair = 0; pair <= 1; pair++) {
            const unsigned missing =
                mahjong_row_field(a, in_a, pair) + mahjong_row_field(b, wanted - in_a, 1 - pair);
            least = missing < least ? missing : least;
        }
    return least;
}

unsigned mahjong_distance_of_copies(const uint8_t count[MAHJONG_KINDS], unsigned melds,
                                    unsigned copies)
{
    mahjong_row suits[MAHJONG_SUITS];
    for (unsigned suit = 0; suit < MAHJONG_SUITS; suit++)
        suits[suit] =
            suit_missing(count + suit * MAHJONG_RANKS, ranks_of(suit), has_runs(suit), copies);
    return join_halves(mahjong_row_join(suits[0], suits[1]), mahjong_row_join(suits[2], suits[3]),
                       melds);
}

unsigned mahjong_distance(const uint8_t count[MAHJONG_KINDS], unsigned melds)
{
    return mahjong_distance_of_copies(count, melds, MAHJONG_COPIES);
}

/* ---- memo ---- */

/* Of each thread: the plain one and the quick one. */
static pthread_key_t memo_keys[2];
static bool has_memo_keys;

static void make_memo_keys(void)
{
    has_memo_keys = pthread_key_create(&memo_keys[0], free) == 0 &&
                    pthread_key_create(&memo_keys[1], free) == 0;
}

static struct mahjong_memo *thread_memo(bool quick)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_memo_keys); /* never fails */
    if (!has_memo_keys)
        return NULL;
    struct mahjong_memo *memo = pthread_getspecific(memo_keys[quick]);
    if (memo != NULL)
        return memo;
    /* The system clears it page by page on first use: a single game uses little of it. */
    memo = calloc(1, sizeof *memo);
    if (memo == NULL || pthread_setspecific(memo_keys[quick], memo) != 0) {
        free(memo);
        return NULL;
    }
    return memo;
}

struct mahjong_memo *mahjong_thread_memo(void)
{
    return thread_memo(false);
}

struct mahjong_memo *mahjong_thread_quick_memo(void)
{
    const struct mahjong_tables *const tables = mahjong_shared_tables();
    struct mahjong_memo *const memo = tables != NULL ? thread_memo(true) : NULL;
    if (memo != NULL)
        memo->tables = tables;
    return memo;
}

/* Returns the counts of a suit, 3 bits each, below the limit of copies. */
static uint32_t suit_key(const uint8_t *count, unsigned suit, unsigned copies)
{
    uint32_t key =
        copies; /* honours differ from suits by seven tiles in two ranks, which no hand has */
    for (unsigned rank = 0; rank < MAHJONG_RANKS; rank++)
        key = key << 3 | (rank < ranks_of(suit) ? count[rank] : 7u);
    return key;
}

static mahjong_row look_up(struct mahjong_memo *memo, const uint8_t *count, unsigned suit,
                           uint32_t key, unsigned copies)
{
    struct mahjong_memo_entry *const entry = &memo->entries[key * 0x9e3779b1u >> 15];
    if (entry->suit != key) {
        entry->missing = suit_missing(count, ranks_of(suit), has_runs(suit), copies);
        entry->suit = key;
    }
    return entry->missing;
}

/* Returns what the suits 0 and 1, or 2 and 3, lack together. Hands that are asked about one after
 * the other mostly differ in one suit. */
static mahjong_row look_up_half(struct mahjong_memo *memo, const uint8_t count[MAHJONG_KINDS],
                                unsigned number, unsigned copies)
{
    struct mahjong_memo_half *const half = &memo->halves[number];
    const unsigned suit = 2 * number;
    const uint8_t *const first = count + suit * MAHJONG_RANKS, *const second =
                                                                   first + MAHJONG_RANKS;
    const uint32_t keys[2] = {suit_key(first, suit, copies), suit_key(second, suit + 1, copies)};
    if (half->suits[0] != keys[0] || half->suits[1] != keys[1]) {
        half->missing = mahjong_row_join(look_up(memo, first, suit, keys[0], copies),
                                         look_up(memo, second, suit + 1, keys[1], copies));
        memcpy(half->suits, keys, sizeof keys);
    }
    return half->missing;
}

unsigned mahjong_distance_memo(struct mahjong_memo *memo, const uint8_t count[MAHJONG_KINDS],
                               unsigned melds, unsigned copies)
{
    if (memo->tables != NULL && copies == MAHJONG_COPIES)
        return mahjong_table_distance(memo->tables, count, melds);
    return join_halves(look_up_half(memo, count, 0, copies), look_up_half(memo, count, 1, copies),
                       melds);
}
