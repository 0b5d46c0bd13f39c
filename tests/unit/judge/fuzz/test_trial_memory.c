/* Cases without memory for them. */
#include "base/format/format.h"
#include "judge/fuzz/trial.h"
#include "judge/problem.h"
#include "tests/unit/failing.h"
#include "tests/unit/test.h"

#include <string.h>

static enum nf_status play(const struct nf_match *match, struct nf_text *answer, uint64_t *reached,
                           struct nf_error *err)
{
    (void)match, (void)answer, (void)reached, (void)err;
    return NF_OK;
}

static enum nf_status compare(const void *owner, const struct nf_input *instances, size_t count,
                              struct nf_text *const *differs, struct nf_error *err)
{
    (void)owner, (void)instances, (void)count, (void)differs, (void)err;
    return NF_OK;
}

/* First the reference plays each case, which takes memory, too. */
TEST(without_memory_for_another_player_s_cases_there_is_no_answer)
{
    static const struct nf_format_field fields[] = {
        {.name = "number", .what = "a number", .high = 1}, {.name = NULL}};
    static const struct nf_format_lines lines[] = {{.name = "number", .first = fields, .fields = 1},
                                                   {.name = NULL}};
    static const struct nf_format format = {.fields = fields, .lines = lines};
    static const struct nf_rules rules = {.format = &format, .play = play};
    static const struct nf_problem problem = {.name = "toy", .rules = &rules};
    static const struct nf_second_player other = {.compare = compare};
    const struct nf_trials trials = {.problem = &problem, .other = &other};
    uint32_t told = 0;
    for (uint32_t number = 0; told < 2; number++) { /* two blocks hold them */
        struct nf_trial_case cases[3] = {{.index = 0}};
        struct nf_error err;
        for (int i = 0; i < 3; i++)
            nf_text_string(&cases[i].instance, "1\n");
        nf_fail_allocation(number);
        const enum nf_status status = nf_trial_answer(&trials, cases, 3, &err);
        nf_fail_allocation(NF_NONE_FAILS);
        for (int i = 0; i < 3; i++)
            nf_trial_free(&cases[i]);
        assert_int_equal(status, NF_IO);
        told += strcmp(err.text, "out of memory for 3 cases") == 0;
    }
}
