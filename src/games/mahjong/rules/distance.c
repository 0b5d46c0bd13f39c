#include "games/mahjong/rules/distance.h"

#include "games/mahjong/rules/tables.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* More than any suit can lack: 4 melds and a pair are 14 tiles. */
enum { IMPOSSIBLE = 100 };

/* Three equal runs hold the same tiles as three triplets, so two equal ones are enough. */
enum { EQUAL_RUNS = 2 };

/* Tiles missing up to some rank, by state: [runs started two ranks ago, which end at the next
 * rank][runs started one rank ago][melds started][pairs]. */
struct progress {
    uint8_t missing[EQUAL_RUNS + 1][EQUAL_RUNS + 1][MAHJONG_MAX_MELDS + 1][2];
};

static void lower(uint8_t *least, unsigned value)
{
    if (value < *least)
        *least = (uint8_t)value;
}

/* Extends a state (older, old, melds, pair; `so_far` tiles missing) by a rank with `held` tiles, in
 * every way: starting runs, a triplet, the pair. */
static void go_on(struct progress *to, unsigned older, unsigned old, unsigned melds, unsigned pair,
                  unsigned so_far, unsigned held, unsigned most_runs, unsigned copies)
{
    for (unsigned runs = 0; runs <= most_runs && melds + runs <= MAHJONG_MAX_MELDS; runs++)
        for (unsigned triplet = 0; triplet <= 1; triplet++)
            for (unsigned eyes = 0; eyes + pair <= 1; eyes++) {
                const unsigned wanted = older + old + runs + 3 * triplet + 2 * eyes;
                if (wanted > copies || melds + runs + triplet > MAHJONG_MAX_MELDS)
                    continue;
                lower(&to->missing[old][runs][melds + runs + triplet][pair + eyes],
                      so_far + (wanted > held ? wanted - held : 0));
            }
}

static void suit_missing(const uint8_t *count, unsigned ranks, bool runs, unsigned copies,
                         struct mahjong_missing *missing)
{
    struct progress now, next;
    memset(&now, IMPOSSIBLE, sizeof now);
    now.missing[0][0][0][0] = 0;
    for (unsigned rank = 0; rank < ranks; rank++) {
        const unsigned most_runs = runs && rank + 2 < ranks ? EQUAL_RUNS : 0;
        memset(&next, IMPOSSIBLE, sizeof next);
        for (unsigned older = 0; older <= EQUAL_RUNS; older++)
            for (unsigned old = 0; old <= EQUAL_RUNS; old++)
                for (unsigned melds = 0; melds <= MAHJONG_MAX_MELDS; melds++)
                    for (unsigned pair = 0; pair <= 1; pair++) {
                        const unsigned so_far = now.missing[older][old][melds][pair];
                        if (so_far < IMPOSSIBLE)
                            go_on(&next, older, old, melds, pair, so_far, count[rank], most_runs,
                                  copies);
                    }
        now = next;
    }
    memcpy(missing->missing, now.missing[0][0], sizeof missing->missing);
}

void mahjong_suit_missing(const uint8_t *count, unsigned ranks, bool runs,
                          struct mahjong_missing *missing)
{
    suit_missing(count, ranks, runs, MAHJONG_COPIES, missing);
}

/* Computes what two parts of a hand lack together for this many melds, over all ways to share melds
 * and pair between them. */
static void join(const struct mahjong_missing *a, const struct mahjong_missing *b, unsigned melds,
                 uint8_t both[2])
{
    both[0] = both[1] = IMPOSSIBLE;
    for (unsigned in_a = 0; in_a <= melds; in_a++) {
        const uint8_t *const x = a->missing[in_a], *const y = b->missing[melds - in_a];
        lower(&both[0], (unsigned)x[0] + y[0]);
        lower(&both[1], (unsigned)x[1] + y[0]);
        lower(&both[1], (unsigned)x[0] + y[1]);
    }
}

static unsigned ranks_of(unsigned suit)
{
    return suit == MAHJONG_SUITS - 1 ? MAHJONG_HONOURS : MAHJONG_RANKS;
}

static bool has_runs(unsigned suit)
{
    return suit != MAHJONG_SUITS - 1;
}

static unsigned join_all(const struct mahjong_missing suits[MAHJONG_SUITS], unsigned melds)
{
    const unsigned wanted = MAHJONG_MAX_MELDS - melds;
    struct mahjong_missing all = suits[0];
    for (unsigned suit = 1; suit < MAHJONG_SUITS; suit++) {
        const struct mahjong_missing before = all;
        const bool last = suit == MAHJONG_SUITS - 1;
        for (unsigned some = last ? wanted : 0; some <= wanted; some++)
            join(&before, &suits[suit], some, all.missing[some]);
    }
    return all.missing[wanted][1];
}

unsigned mahjong_distance_of_copies(const uint8_t count[MAHJONG_KINDS], unsigned melds,
                                    unsigned copies)
{
    struct mahjong_missing suits[MAHJONG_SUITS];
    for (unsigned suit = 0; suit < MAHJONG_SUITS; suit++)
        suit_missing(count + suit * MAHJONG_RANKS, ranks_of(suit), has_runs(suit), copies,
                     &suits[suit]);
    return join_all(suits, melds);
}

unsigned mahjong_distance(const uint8_t count[MAHJONG_KINDS], unsigned melds)
{
    return mahjong_distance_of_copies(count, melds, MAHJONG_COPIES);
}

/* ---- memo ---- */

/* 0 is not a key, because keys contain the limit of copies. */
void mahjong_memo_clear(struct mahjong_memo *memo)
{
    memset(memo, 0, sizeof *memo);
}

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

static const struct mahjong_missing *look_up(struct mahjong_memo *memo, const uint8_t *count,
                                             unsigned suit, unsigned copies)
{
    uint32_t key =
        copies; /* honours differ from suits by seven tiles in two ranks, which no hand has */
    for (unsigned rank = 0; rank < MAHJONG_RANKS; rank++)
        key = key << 3 | (rank < ranks_of(suit) ? count[rank] : 7u);
    struct mahjong_memo_entry *const entry = &memo->entries[key * 0x9e3779b1u >> 15];
    if (entry->suit != key) {
        suit_missing(count, ranks_of(suit), has_runs(suit), copies, &entry->missing);
        entry->suit = key;
    }
    return &entry->missing;
}

unsigned mahjong_distance_memo(struct mahjong_memo *memo, const uint8_t count[MAHJONG_KINDS],
                               unsigned melds, unsigned copies)
{
    struct mahjong_missing suits[MAHJONG_SUITS];
    if (memo->tables != NULL && copies == MAHJONG_COPIES)
        return mahjong_table_distance(memo->tables, count, melds);
    for (unsigned suit = 0; suit < MAHJONG_SUITS; suit++)
        suits[suit] = *look_up(memo, count + suit * MAHJONG_RANKS, suit, copies);
    return join_all(suits, melds);
}
