/* The cases that somebody takes away in a folder: programs with each mistake of each catalogue are
 * named by what they print for them. */
/* first: takes long */
#include "judge/suspects.h"
#include "tests/unit/judged.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include "judge/judge.h"

#include <stdlib.h>
#include <string.h>

static void make(const struct nf_problem *problem, struct nf_text cases[NF_CASES])
{
    struct nf_pairs known = {{0}};
    for (uint32_t i = 0; i < NF_CASES; i++) {
        assert_ok(nf_case_write, problem, i, &known, &cases[i]);
        nf_test_valid(problem, &cases[i]);
    }
}

/* Narrows the suspects by all that a program with a set of mistakes prints, where its output does
 * not depend on how it is written. Returns how many cases it gets wrong. */
static uint32_t narrow(struct nf_suspects *left, const struct nf_problem *problem, uint64_t set,
                       const struct nf_text cases[NF_CASES])
{
    uint32_t wrong = 0;
    assert_ok(nf_suspects_open, left, problem->fuzz, true);
    for (uint32_t i = 0; i < NF_CASES; i++) {
        const struct nf_played_as its = nf_played_as(problem->fuzz->play_as, set, &cases[i]),
                                  right = nf_played_as(problem->fuzz->play_as, NF_BY_THE_RULES,
                                                       &cases[i]);
        const struct nf_answer told = {cases[i], {.data = its.bytes, .size = its.size}};
        wrong += its.size != right.size || memcmp(its.bytes, right.bytes, its.size) != 0;
        if (its.whole)
            assert_ok(nf_suspects_narrow, left, &told);
        free(its.bytes);
        free(right.bytes);
    }
    return wrong;
}

/* Every `step`-th mistake of a game, from `first` on. */
static void name(const struct nf_problem *problem, unsigned first, unsigned step)
{
    struct nf_text cases[NF_CASES] = {{0}};
    const unsigned mistakes = nf_test_mistakes(problem);
    make(problem, cases);
    for (unsigned k = first; k <= mistakes; k += step) {
        FREED_BY(nf_suspects_free) struct nf_suspects left;
        const uint64_t set = UINT64_C(1) << k;
        const uint32_t wrong = narrow(&left, problem, set, cases);
        nf_suspects_prefer_named(&left, true);
        if (wrong == 0 || left.count != 1 || left.sets[0] != set)
            fail_msg("%s: %s: wrong on %u cases, %u suspects left", problem->name,
                     problem->fuzz->mistakes[k].name, wrong, left.count);
    }
    for (uint32_t i = 0; i < NF_CASES; i++)
        nf_text_free(&cases[i]);
}

TEST(sixty_cases_name_each_mistake_of_each_game)
{
    /* One game and a few mistakes stand for all where there is little time. */
    const unsigned seed = (unsigned)(nf_test_seed() % 1000), games = nf_test_often(4, 1, 1),
                   step = nf_test_often(5, 4, 1);
    unsigned number = 0;
    for (const struct nf_problem *const *problem = nf_problems; *problem != NULL;
         problem++, number++)
        if (number % games == seed % games)
            name(*problem, 1 + seed / games % step, step);
}
