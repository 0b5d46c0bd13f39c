/* Cases without memory for them. */
#include "core/contract/game.h"
#include "fuzz/trial.h"
#include "tests/unit/failing.h"
#include "tests/unit/null_game.h"
#include "tests/unit/test.h"

static enum nf_status play(const struct nf_input *instance, struct nf_text *answer,
                           uint64_t *reached, struct nf_error *err)
{
    (void)instance, (void)answer, (void)reached, (void)err;
    return NF_OK;
}

TEST(without_memory_for_a_kernel_s_cases_there_is_no_answer)
{
    static const struct nf_fuzz_ops ops = {.coverage = play};
    static const struct nf_game game = {.name = "toy", .fuzz = &ops};
    const struct nf_trials trials = {.game = &game, .kernel = &null_kernel};
    for (uint32_t number = 0; number < 2; number++) {
        struct nf_trial_case cases[3] = {{.index = 0}};
        struct nf_error err;
        nf_fail_allocation(number);
        const enum nf_status status = nf_trial_answer(&trials, cases, 3, &err);
        nf_fail_allocation(NF_NONE_FAILS);
        assert_int_equal(status, NF_IO);
        assert_string_equal(err.text, "out of memory for 3 cases");
    }
}
