/* The catalogues of mistakes (nf_fuzz_ops.mistakes, play_as) of all games. */
#include "judge/judge.h"
#include "judge/problem.h"
#include "tests/unit/judged.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static void numbers_are_without_gaps_and_names_differ(void **state)
{
    const struct nf_problem *const problem = *state;
    const struct nf_fuzz_ops *const ops = problem->fuzz;
    const unsigned count = nf_test_mistakes(problem);
    assert_in_range(count, 1, NF_MAX_MISTAKES);
    for (unsigned k = 0; k <= count; k++) {
        assert_non_null(ops->mistakes[k].name);
        assert_true(strlen(ops->mistakes[k].does) > 0);
        assert_int_equal(strspn(ops->mistakes[k].name, "abcdefghijklmnopqrstuvwxyz0123456789-"),
                         strlen(ops->mistakes[k].name));
        for (unsigned j = 0; j < k; j++) {
            assert_string_not_equal(ops->mistakes[j].name, ops->mistakes[k].name);
            assert_string_not_equal(ops->mistakes[j].does, ops->mistakes[k].does);
        }
    }
}

static void without_a_mistake_the_player_plays_by_the_rules(void **state)
{
    const struct nf_problem *const problem = *state;
    const uint64_t seed = nf_test_seed() >> 1;
    for (uint64_t index = 0; index < nf_test_often(20, 20, 400); index++) {
        FREED_BY(nf_text_free)
        struct nf_text instance = nf_test_guide(problem, seed, index), answer = {0};
        const struct nf_input input = {"case", instance.data, instance.size};
        size_t common;
        assert_ok(nf_play, problem->rules, &input, &answer);
        FREED_BY(nf_text_free) /* as mistake 0, which is none */
        struct nf_text printed = nf_test_play_as(problem, 1, &instance, &common);
        assert_int_equal(common, SIZE_MAX);
        assert_true(nf_test_same(&printed, &answer));
    }
}

/* So each can be named. The cases of one seed, for which it takes some hundred at most. */
static void guided_cases_tell_any_two_mistakes_apart_and_each_from_the_rules(void **state)
{
    const struct nf_problem *const problem = *state;
    const unsigned count = nf_test_mistakes(problem);
    static bool told[NF_MAX_MISTAKES + 1][NF_MAX_MISTAKES + 1];
    uint64_t hash[NF_MAX_MISTAKES + 1];
    unsigned left = count * (count + 1) / 2;
    unsigned alike[NF_MAX_MISTAKES + 1]; /* of how many others each is not told apart yet */
    memset(told, 0, sizeof told);
    for (unsigned k = 0; k <= count; k++)
        alike[k] = count;
    for (uint64_t index = 0; left > 0; index++) {
        FREED_BY(nf_text_free) struct nf_text instance = nf_test_guide(problem, 1, index);
        bool played[NF_MAX_MISTAKES + 1];
        for (unsigned k = 0; k <= count; k++) {
            played[k] = alike[k] > 0;
            if (!played[k])
                continue;
            FREED_BY(nf_text_free)
            struct nf_text printed = nf_test_play_as(problem, UINT64_C(1) << k, &instance, NULL);
            hash[k] = XXH3_64bits(printed.data, printed.size);
            for (unsigned j = 0; j < k; j++)
                if (played[j] && !told[j][k] && hash[j] != hash[k]) {
                    told[j][k] = true;
                    left--, alike[j]--, alike[k]--;
                }
        }
        for (unsigned k = 0; index == 1000 && k <= count; k++)
            for (unsigned j = 0; j < k; j++)
                if (!told[j][k])
                    fail_msg("mistakes %u and %u are alike", j, k);
        if (left == 0)
            printf("note: %llu cases\n", (unsigned long long)index + 1);
    }
}

/* Under the sanitizers this is also a test of what is read and written. */
static void comes_to_an_end(const struct nf_problem *problem, uint64_t mistakes,
                            const struct nf_text *instance)
{
    size_t common;
    FREED_BY(nf_text_free)
    struct nf_text printed = nf_test_play_as(problem, mistakes, instance, &common);
    assert_true(common == SIZE_MAX || common <= printed.size);
}

static void any_set_of_mistakes_comes_to_an_end(void **state)
{
    const struct nf_problem *const problem = *state;
    uint64_t random = nf_test_seed();
    const uint64_t all = (UINT64_C(2) << nf_test_mistakes(problem)) - 1;
    for (uint64_t index = 0; index < nf_test_often(15, 15, 400); index++) {
        FREED_BY(nf_text_free) struct nf_text instance = nf_test_guide(problem, 7, index);
        for (int i = 0; i < 20; i++) {
            uint64_t mistakes = all & nf_test_random(&random);
            for (uint32_t fewer = nf_test_between(&random, 0, 4); fewer > 0; fewer--)
                mistakes &= nf_test_random(&random);
            comes_to_an_end(problem, mistakes, &instance);
        }
    }
}

static void alternatives_of_rule_points_differ_and_come_to_an_end(void **state)
{
    const struct nf_problem *const problem = *state;
    const struct nf_fuzz_ops *const ops = problem->fuzz;
    const uint32_t count = nf_alternatives(ops->points);
    const uint64_t seed = nf_test_seed() >> 1;
    for (uint32_t i = 0; i < count; i++) {
        const struct nf_alternative a = nf_alternative(ops->points, NF_BY_SYSTEM | i);
        assert_non_null(a.point);
        if (a.point->kind == NF_CONSTANT)
            assert_int_not_equal(a.number, a.point->right);
        if (a.point->kind == NF_ORDER) {
            assert_string_not_equal(a.order, a.point->order);
            assert_int_equal(strlen(a.order), strlen(a.point->order));
            for (const char *class = a.point->order; *class != '\0'; class ++)
                assert_non_null(strchr(a.order, *class));
        }
        for (uint32_t j = 0; j < i; j++) {
            const struct nf_alternative b = nf_alternative(ops->points, NF_BY_SYSTEM | j);
            assert_false(a.point == b.point && a.number == b.number &&
                         strcmp(a.order, b.order) == 0);
        }
    }
    for (uint64_t index = 0; index < nf_test_often(4, 4, 60); index++) {
        FREED_BY(nf_text_free) struct nf_text instance = nf_test_guide(problem, seed, index);
        for (uint32_t i = 0; i < count; i++)
            comes_to_an_end(problem, NF_BY_SYSTEM | i, &instance);
    }
}

int main(void)
{
    int failed = 0;
    for (int problem = 0; nf_problems[problem] != NULL; problem++) {
        const struct nf_fuzz_ops *const ops = nf_problems[problem]->fuzz;
        if (ops == NULL || ops->mistakes == NULL)
            continue;
        void *const state = (void *)(uintptr_t)nf_problems[problem]; /* which the tests only read */
        const struct CMUnitTest tests[] = {
            cmocka_unit_test_prestate(numbers_are_without_gaps_and_names_differ, state),
            cmocka_unit_test_prestate(without_a_mistake_the_player_plays_by_the_rules, state),
            cmocka_unit_test_prestate(
                guided_cases_tell_any_two_mistakes_apart_and_each_from_the_rules, state),
            cmocka_unit_test_prestate(any_set_of_mistakes_comes_to_an_end, state),
            cmocka_unit_test_prestate(alternatives_of_rule_points_differ_and_come_to_an_end, state),
        };
        failed += cmocka_run_group_tests_name(nf_problems[problem]->name, tests, NULL, NULL);
    }
    return failed;
}
