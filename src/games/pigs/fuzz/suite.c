#include "core/played_as.h"
#include "games/pigs/fuzz/fuzzing.h"
#include "games/pigs/fuzz/mistakes.h"
#include "games/pigs/judge/judge.h"
#include "games/pigs/rules/format.h"
#include "gen/pigs/guided.h"

#include <stdlib.h>
#include <string.h>

#define SUITE_ATTEMPT (UINT64_C(3) << 32)

/* Half of the statement's tests have no J. */
static const struct nf_suite_group groups[] = {
    {"no-j", 50, "no J"},
    {"full", 50, "nothing more"},
    {NULL, 0, NULL},
};

/* A set of up to five mistakes that a test exposes. */
#define BIT(k)                   (UINT64_C(1) << (k))
#define FIVE(a, b, c, d, e, ...) (BIT(a) | BIT(b) | BIT(c) | BIT(d) | BIT(e))
#define EXPOSES(...)             (FIVE(__VA_ARGS__, 0, 0, 0, 0, 0) & ~BIT(0))

/* Group, least and most pigs, cards of the deck (0: as many as are used), mistakes that die,
 * purpose of the test. */
#define TESTS(X)                                                                                   \
    X("no-j", 2, 3, 0, EXPOSES(11, 33, 44, 45), "two or three pigs")                               \
    X("no-j", 2, 6, 0, EXPOSES(34, 35, 46, 47), "the last peach, and an empty deck")               \
    X("no-j", 3, 5, 0, EXPOSES(8, 12, 35), "weapons, and the last peach")                          \
    X("no-j", 3, 6, 0, EXPOSES(13, 14, 15, 20), "the next living pig, and who is shown")           \
    X("no-j", 4, 8, 0, EXPOSES(1, 2, 4, 7), "quasi-rebels and shown pigs")                         \
    X("no-j", 4, 8, 0, EXPOSES(4, 6), "a quasi-rebel that is loyal")                               \
    X("no-j", 4, 8, 0, EXPOSES(5), "a quasi-rebel and a peach")                                    \
    X("no-j", 3, 8, 0, EXPOSES(5), "the same with fewer pigs")                                     \
    X("no-j", 3, 8, 0, EXPOSES(18, 19, 21, 22), "duels")                                           \
    X("no-j", 3, 8, 0, EXPOSES(23, 24), "who kills in a duel")                                     \
    X("no-j", 2, 6, 0, EXPOSES(9, 23, 24), "the same, and a weapon put on late")                   \
    X("no-j", 3, 9, 0, EXPOSES(36, 37, 42, 43, 47), "rewards, the end, and an empty deck")         \
    X("no-j", 3, 8, 0, EXPOSES(9), "a weapon put on late, once more")                              \
    X("no-j", 3, 10, 0, EXPOSES(39, 40, 41), "penalties")                                          \
    X("no-j", 3, 10, 0, EXPOSES(10), "a penalty, and K without the weapon")                        \
    X("no-j", 10, 10, 2000, EXPOSES(48, 49, 50), "ten pigs and 2,000 cards")                       \
    X("full", 3, 6, 0, EXPOSES(16, 17, 29, 30, 31), "J against J")                                 \
    X("full", 3, 6, 0, EXPOSES(3), "J against N and W, and quasi-rebels")                          \
    X("full", 4, 8, 0, EXPOSES(25, 26, 38), "who is asked first")                                  \
    X("full", 5, 10, 0, EXPOSES(6, 25, 26), "the same with a quasi-rebel that is loyal")           \
    X("full", 3, 8, 0, EXPOSES(23, 24, 27, 28), "J and hidden pigs, and who kills in a duel")      \
    X("full", 4, 8, 0, EXPOSES(3, 25, 26), "J and quasi-rebels, and who is asked first")           \
    X("full", 3, 8, 0, EXPOSES(3, 26), "J and quasi-rebels")                                       \
    X("full", 4, 8, 0, EXPOSES(3), "the same with more pigs")                                      \
    X("full", 4, 8, 0, EXPOSES(5), "a quasi-rebel, a peach, and J")                                \
    X("full", 4, 9, 0, EXPOSES(10), "a penalty, J, and K without the weapon")                      \
    X("full", 4, 10, 0, EXPOSES(10), "the same with more pigs")                                    \
    X("full", 3, 8, 0, EXPOSES(4, 6), "J and a quasi-rebel that is loyal")                         \
    X("full", 2, 8, 0, EXPOSES(16, 38), "J against duels, and a reward kept back")                 \
    X("full", 3, 9, 0, EXPOSES(9, 21, 38), "a weapon put on late, and a reward kept back")         \
    X("full", 3, 8, 0, EXPOSES(9), "the same with fewer cards")                                    \
    X("full", 2, 8, 0, EXPOSES(35, 46, 47), "an empty deck, and the last peach")                   \
    X("full", 4, 8, 0, EXPOSES(25, 26), "who is asked first, once more")                           \
    X("full", 3, 8, 0, EXPOSES(25), "the same with fewer pigs")                                    \
    X("full", 3, 9, 0, EXPOSES(38), "a reward kept back")                                          \
    X("full", 3, 10, 0, EXPOSES(39, 41), "penalties, and J")                                       \
    X("full", 4, 8, 0, EXPOSES(32), "J on one target of many")                                     \
    X("full", 5, 9, 0, EXPOSES(32), "the same with more pigs")                                     \
    X("full", 4, 9, 0, EXPOSES(38), "a reward kept back, once more")                               \
    X("full", 5, 9, 0, EXPOSES(3), "a J that stops a trick of a hidden pig")                       \
    X("full", 3, 8, 0, EXPOSES(9, 12), "weapons and J")                                            \
    X("full", 5, 9, 0, EXPOSES(25), "who is asked first, with more pigs")                          \
    X("full", 3, 6, 0, EXPOSES(15), "who is shown by K")                                           \
    X("full", 2, 6, 0, EXPOSES(46, 47), "an empty deck")                                           \
    X("full", 10, 10, 2000, EXPOSES(16, 17, 36, 45), "ten pigs and 2,000 cards")

#define SAMPLES(X)                                                                                 \
    X("sample", 2, 2, 0, 0, "two pigs")                                                            \
    X("sample", 4, 4, 0, EXPOSES(30), "four pigs and J")

static const struct {
    uint32_t least, most, cards;
    uint64_t mistakes;
} plans[] = {
#define X(group, least, most, cards, mistakes, about) {least, most, cards, mistakes},
    TESTS(X) SAMPLES(X)
#undef X
};

#define X(group, least, most, cards, mistakes, about) {group, about},
static const struct nf_suite_test tests[] = {TESTS(X){NULL, NULL}};
static const struct nf_suite_test samples[] = {SAMPLES(X){NULL, NULL}};
#undef X
enum { TESTS_COUNT = sizeof tests / sizeof *tests - 1 };

/* How many of the mistakes show in what a player who makes one prints; -1 without memory. */
static int count_exposed(const struct nf_text *instance, const struct nf_text *answer,
                         uint64_t mistakes)
{
    int count = 0;
    for (; mistakes != 0; mistakes &= mistakes - 1) {
        const int exposed =
            nf_plays_otherwise(pigs_play_as, mistakes & -mistakes, instance, answer);
        if (exposed < 0)
            return -1;
        count += exposed;
    }
    return count;
}

/* Of some games the first one that exposes the most of its mistakes. */
static enum nf_status write_test(uint64_t seed, uint32_t number, struct nf_text *instance,
                                 struct nf_text *answer, struct nf_error *err)
{
    enum { TRIES = 20000 };
    const uint64_t mistakes = plans[number].mistakes;
    const size_t instance_size = instance->size, answer_size = answer->size;
    struct pigs_search search = {.least = plans[number].least,
                                 .most = plans[number].most,
                                 .cards = plans[number].cards,
                                 .no_j = number < TESTS_COUNT &&
                                         strcmp(tests[number].group, "no-j") == 0,
                                 .key = {seed, number, SUITE_ATTEMPT}};
    struct pigs_match *const match = malloc(sizeof *match);
    struct nf_text text = {0}, told = {0};
    int best = -1, exposed = 0;
    for (uint32_t tries = 0;
         match != NULL && exposed >= 0 && tries < TRIES && best < __builtin_popcountll(mistakes);
         tries++) {
        text.size = told.size = 0;
        if (!pigs_search_next(&search, &match->instance, &match->game))
            continue;
        pigs_print(&text, &match->instance);
        pigs_narrate(&told, &match->game);
        exposed = text.failed || told.failed ? -1 : count_exposed(&text, &told, mistakes);
        if (exposed <= best)
            continue;
        best = exposed;
        instance->size = instance_size;
        answer->size = answer_size;
        nf_text_bytes(instance, text.data, text.size);
        nf_text_bytes(answer, told.data, told.size);
    }
    const bool failed = match == NULL || exposed < 0;
    nf_text_free(&text);
    nf_text_free(&told);
    free(match);
    if (failed)
        return nf_fail(err, NF_IO, "out of memory for a game");
    return best < 0 ? nf_fail(err, NF_INTERNAL, "test %u of the set cannot be dealt", number + 1)
                    : NF_OK;
}

const struct nf_suite pigs_suite = {groups, tests, samples, &pigs_package, write_test};
