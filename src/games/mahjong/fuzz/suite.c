#include "games/mahjong/fuzz/suite.h"

#include "core/played_as.h"
#include "games/mahjong/fuzz/mistakes.h"
#include "games/mahjong/judge/judge.h"
#include "games/mahjong/judge/package.h"
#include "games/mahjong/rules/format.h"
#include "gen/mahjong/guided.h"

#include <stdlib.h>
#include <string.h>

/* ---- the tests ---- */

/* The statement has no subtasks; a game without special tiles is much less work. */
static const struct nf_suite_group groups[] = {
    {"specials-last", 30, "the last 12 tiles are the special ones"},
    {"full", 70, "nothing more"},
    {NULL, 0, NULL},
};

/* A set of up to six mistakes that a test exposes. */
#define BIT(k)                     (UINT64_C(1) << (k))
#define SIX(a, b, c, d, e, f, ...) (BIT(a) | BIT(b) | BIT(c) | BIT(d) | BIT(e) | BIT(f))
#define EXPOSES(...)               (SIX(__VA_ARGS__, 0, 0, 0, 0, 0, 0) & ~BIT(0))

/* Group, whether the special tiles are last in it, two events of the wall, mistakes that die,
 * purpose of the test. */
#define TESTS(X)                                                                                   \
    X(PLAIN, RON_FIRST, RON_FIRST, EXPOSES(18, 37, 38), "the first discard wins")                  \
    X(PLAIN, FOUR_LIMIT, OWN_PAIR, EXPOSES(12, 14, 16, 20, 21), "a wait for a fifth tile")         \
    X(PLAIN, RON_OVER_PONG, CHOW_LOWER, EXPOSES(4, 7, 8, 10, 11, 13), "RON before PONG")           \
    X(PLAIN, RON_STOLEN, RON_STOLEN, EXPOSES(2, 3, 19), "several can win, the next one does")      \
    X(FULL, SELFDRAWN_DOUBLE, SELFDRAWN_DOUBLE, EXPOSES(28, 22, 23, 39), "a win after DOUBLE")     \
    X(FULL, SELFDRAWN_DOUBLE, PASS_REVERSED, EXPOSES(28, 9, 24), "DOUBLE, and PASS after REVERSE") \
    X(FULL, SELFDRAWN_DOUBLE, SEVERAL_CHOWS, EXPOSES(28, 6, 25), "DOUBLE, and a choice of runs")   \
    X(FULL, CLAIM_DOUBLE, PONG_NOT_CHOW, EXPOSES(29, 30, 31, 32, 33, 5), "DOUBLE after a claim")   \
    X(FULL, CLAIM_DOUBLE, CHOW_LOWER, EXPOSES(29, 30, 32, 34, 7), "DOUBLE after a claim, a run")   \
    X(FULL, CLAIM_DOUBLE, PONG_NOT_CHOW, EXPOSES(29, 31, 33, 34, 5), "PASS, REVERSE and DOUBLE")   \
    X(FULL, CHOW_NOT_PONG, SEVERAL_CHOWS, EXPOSES(15, 6, 9, 33), "a run and no triplet")           \
    X(FULL, CHOW_NOT_PONG, CHOW_LOWER, EXPOSES(15, 7, 30), "a run and no triplet, REVERSE")        \
    X(FULL, CHOW_NOT_PONG, CHOW_NOT_PONG, EXPOSES(15, 32, 34), "claims with special tiles held")   \
    X(FULL, DEAD_WAIT, DEAD_WAIT, EXPOSES(17, 16, 14), "four of a kind, some of them in melds")    \
    X(FULL, DEAD_WAIT, DEAD_WAIT, EXPOSES(17, 16), "a wait for a tile that never comes")           \
    X(FULL, DEAD_WAIT, OWN_PAIR, EXPOSES(17, 14), "a wait for a tile, a pair kept")                \
    X(FULL, RON_STOLEN_REVERSED, RON_OVER_PONG, EXPOSES(1, 2, 3, 4), "several can win, reversed")  \
    X(FULL, RON_STOLEN_REVERSED, RON_OVER_PONG, EXPOSES(1, 2, 3, 4), "a triplet would, too")       \
    X(FULL, RON_STOLEN_REVERSED, SEVERAL_CHOWS, EXPOSES(1, 6, 31), "several can win, many runs")   \
    X(FULL, CLAIM_OF_LAST, RON_OF_LAST, EXPOSES(35, 36), "claims and a win with the wall empty")   \
    X(FULL, CLAIM_OF_LAST, RON_OF_LAST, EXPOSES(35, 36, 5), "the same, PONG before CHOW")          \
    X(FULL, CLAIM_OF_LAST, RON_OF_LAST, EXPOSES(35, 36, 24), "the same, PASS after REVERSE")       \
    X(FULL, DRAW, PASS_REVERSED, EXPOSES(19, 26, 27), "nobody wins")

#define SAMPLES(X)                                                                                 \
    X(FULL, RON_FIRST, WIN_NO_MELD, 0, "a short game")                                             \
    X(FULL, CLAIM_PASS, CHOW_REVERSED, 0, "special tiles and claims")

static const struct {
    struct mahjong_wish wish;
    uint64_t mistakes;
} plans[] = {
#define PLAIN true
#define FULL  false
#define X(plain, event, also, mistakes, about)                                                     \
    {{MAHJONG_EVENT_##event, MAHJONG_EVENT_##also, plain}, mistakes},
    TESTS(X) SAMPLES(X)
#undef X
};

#define X(plain, event, also, mistakes, about) {(plain) ? "specials-last" : "full", about},
static const struct nf_suite_test tests[] = {TESTS(X){NULL, NULL}};
static const struct nf_suite_test samples[] = {SAMPLES(X){NULL, NULL}};
#undef X

/* ---- writing ---- */

/* Whether each of the mistakes shows in what a player who makes it prints. */
static enum nf_status exposes(const struct nf_text *instance, const struct nf_text *answer,
                              uint64_t mistakes, bool *all, struct nf_error *err)
{
    *all = true;
    for (; mistakes != 0 && *all; mistakes &= mistakes - 1) {
        const int exposed =
            nf_plays_otherwise(mahjong_play_as, mistakes & -mistakes, instance, answer);
        if (exposed < 0)
            return nf_fail(err, NF_IO, "out of memory for a transcript");
        *all = exposed == 1;
    }
    return NF_OK;
}

static enum nf_status write_test(uint64_t seed, uint32_t number, struct nf_text *instance,
                                 struct nf_text *answer, struct nf_error *err)
{
    enum { TRIES = 10000 };
    struct nf_key key = {seed, number, MAHJONG_SUITE_STREAM};
    struct nf_text wall_text = {0}, transcript = {0};
    bool all = false;
    enum nf_status status = NF_OK;
    for (uint32_t tries = 0; status == NF_OK && !all && tries < TRIES; tries++) {
        uint8_t wall[MAHJONG_WALL];
        struct mahjong_outcome outcome;
        wall_text.size = transcript.size = 0;
        status = mahjong_search(&plans[number].wish, &key, wall, err);
        if (status == NF_OK)
            status = mahjong_narrate(wall, &transcript, &outcome, err);
        if (status != NF_OK)
            break;
        mahjong_print(&wall_text, wall);
        if (wall_text.failed || transcript.failed)
            status = nf_fail(err, NF_IO, "out of memory for a game");
        if (status == NF_OK)
            status = exposes(&wall_text, &transcript, plans[number].mistakes, &all, err);
    }
    if (status == NF_OK && !all)
        status = nf_fail(err, NF_INTERNAL, "test %u of the set cannot be dealt", number + 1);
    if (status == NF_OK) {
        nf_text_bytes(instance, wall_text.data, wall_text.size);
        nf_text_bytes(answer, transcript.data, transcript.size);
    }
    nf_text_free(&wall_text);
    nf_text_free(&transcript);
    return status;
}

const struct nf_suite mahjong_suite = {groups, tests, samples, &mahjong_package, write_test};
