/* Which cases are chosen, and how what lives is shown. */
#include "judge/judging/mutants.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <string.h>

enum { MUTANTS = 4, CASES = 3 };

/* Mutants that live, and the cases that show them: 0: none but a, 1: b and c, 2: c and d. */
static bool rows[MUTANTS][CASES] = {{1, 0, 0}, {0, 1, 0}, {0, 1, 1}, {0, 0, 1}};

static void fill(struct nf_mutant list[MUTANTS])
{
    for (size_t i = 0; i < MUTANTS; i++)
        list[i] = (struct nf_mutant){
            .state = NF_MUTANT_LIVES, .shown = 0, .kills = rows[i], .kills_known = CASES};
}

TEST(cases_are_chosen_until_all_that_any_shows_is_shown_those_that_show_most_first)
{
    struct nf_mutant list[MUTANTS];
    struct nf_mutant_case cases[CASES] = {{.index = 0}};
    struct nf_mutants mutants = {
        .list = list, .count = MUTANTS, .cases = cases, .cases_count = CASES};
    const struct nf_mutants_options options = {.judging = {.jobs = 1}};
    const struct nf_trials trials = {.seed = 1};
    fill(list);
    assert_ok(nf_mutants_cover, &options, &trials, &mutants);
    for (size_t i = 0; i < CASES; i++)
        assert_true(cases[i].chosen);
    assert_int_equal(cases[0].kills, 1);
    assert_int_equal(cases[1].kills, 2);
    assert_int_equal(cases[2].kills, 1);
}

TEST(a_case_that_shows_nothing_new_is_not_chosen)
{
    struct nf_mutant list[MUTANTS];
    struct nf_mutant_case cases[CASES] = {{.index = 0}};
    struct nf_mutants mutants = {
        .list = list, .count = MUTANTS - 1, .cases = cases, .cases_count = CASES};
    const struct nf_mutants_options options = {.judging = {.jobs = 1}};
    const struct nf_trials trials = {.seed = 1};
    fill(list);
    assert_ok(nf_mutants_cover, &options, &trials, &mutants);
    assert_true(cases[0].chosen && cases[1].chosen && !cases[2].chosen);
}

TEST(what_lives_is_a_diff_of_whole_lines_safe_to_print)
{
    static char source[] = "a;\nif (x < 1) \033y;\nb;\n";
    struct nf_edit edit = {.from = 9, .size = 1, .with = (char *)"<=", .line = 2};
    struct nf_mutated program = {.name = "set/p.c", .source = {"p.c", source, strlen(source)}};
    struct nf_mutant mutant = {
        .edit = &edit, .state = NF_MUTANT_LIVES, .shown = NF_MUTANT_UNSHOWN, .cases = 7};
    const struct nf_mutants mutants = {
        .programs = &program, .programs_count = 1, .list = &mutant, .count = 1};
    const struct nf_test_set set = {.count = 0};
    const struct nf_mutants_options options = {.judging = {.set = &set}};
    const struct nf_mutants_report report = {
        .options = &options, .mutants = &mutants, .folder = "set", .cases = 9};
    FREED_BY(nf_text_free) struct nf_text text = {0};
    nf_mutants_table(&text, &report);
    assert_non_null(strstr(nf_text_terminated(&text),
                           "\np.c:2: no difference in 7 cases\n@@ -2 +2 @@\n"
                           "-if (x < 1) \\x1by;\n+if (x <= 1) \\x1by;\n"));
}
