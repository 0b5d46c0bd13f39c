/* What is told of a promise that does not hold. That promises hold in all games, and watching
 * changes none, is in test_every_kernel.c. */
#include "sim/kernel.h"

#include "tests/unit/test.h"

static bool holds(const void *step)
{
    return *(const int *)step > 0;
}

static bool holds_above_one(const void *step)
{
    return *(const int *)step > 1;
}

static void tell(const void *step, struct nf_text *text)
{
    nf_text_format(text, "step %d", *(const int *)step);
}

TEST(the_first_promise_that_does_not_hold_is_told_with_game_and_step)
{
    static const struct nf_promise promises[] = {
        {"steps are positive", holds}, {"steps are above one", holds_above_one}, {NULL, NULL}};
    static const struct nf_promise_ops ops = {.promises = promises, .describe = tell};
    static const char *const said[] = {"game 7, step 0: expected that steps are positive",
                                       "game 7, step 1: expected that steps are above one"};
    for (int step = 0; step < 4; step++) {
        struct nf_error err = {""};
        assert_int_equal(nf_promises_hold(&ops, 7, &step, &err), step > 1);
        assert_string_equal(err.text, step > 1 ? "" : said[step]);
    }
}
