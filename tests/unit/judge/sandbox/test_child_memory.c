/* Where memory runs out, ninefold says so and starts no program. */
#include "tests/unit/failing.h"
#include "tests/unit/judge/sandbox/hostile.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Of all allocations one fails, in ninefold or in what it starts to watch the program, which counts
 * on from there. */
static void check_opening(enum nf_hostile_mode mode)
{
    char path[4096], *argv[] = {path, NULL};
    const struct nf_child_options options = {.command = argv,
                                             .limits = nf_hostile_ample,
                                             .sandbox = mode == NF_HOSTILE_SANDBOX,
                                             .forkserver = mode == NF_HOSTILE_SERVER};
    const size_t blocks = nf_blocks();
    struct nf_child *child = NULL;
    snprintf(path, sizeof path, "%s", nf_hostile_path("counter"));
    for (uint32_t failing = 0; child == NULL; failing++) {
        struct nf_error err = {""};
        assert_in_range(failing, 0, 300);
        nf_fail_allocation(failing);
        const enum nf_status status = nf_child_open(&options, 1, &child, &err);
        nf_fail_allocation(NF_NONE_FAILS);
        if (status != NF_OK && strstr(err.text, "emory") == NULL)
            fail_msg("without allocation %u: %s", failing, err.text);
        assert_int_equal(status, child != NULL ? NF_OK : NF_IO);
        assert_int_equal(nf_hostile_running(), 0);
        if (child == NULL)
            assert_int_equal(nf_blocks(), blocks);
    }
    nf_child_close(child);
    assert_int_equal(nf_blocks(), blocks);
}

TEST(opening_without_memory_fails_and_leaves_nothing)
{
    check_opening(NF_HOSTILE_PLAIN);
    check_opening(NF_HOSTILE_SERVER);
}

TEST(opening_a_sandbox_without_memory_fails_and_leaves_nothing)
{
    nf_hostile_need_sandbox();
    check_opening(NF_HOSTILE_SANDBOX);
}

/* Nor is the program waited for, which never ends; the next case has memory again. */
TEST(case_whose_output_has_no_room_fails_alone)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.output = 1000;
    struct nf_child *const child =
        nf_hostile_open(NF_HOSTILE_PLAIN, "bad printer out -1", &limits, 1);
    struct nf_child_result result = {0};
    nf_fail_allocation(0);
    assert_ends(NF_IO, "out of memory for 0 bytes of output", nf_child_run, child, 0, "", 0,
                &result);
    nf_fail_allocation(NF_NONE_FAILS);
    assert_int_equal(nf_hostile_running(), 0);
    assert_ok(nf_child_run, child, 0, "", 0, &result);
    assert_int_equal(result.ending, NF_OUT_OF_OUTPUT);
    assert_int_equal(result.output.size, limits.output);
    nf_child_result_free(&result);
    nf_child_close(child);
}

int main(void)
{
    nf_hostile_set_up();
    alarm(300); /* what a test waits for in vain is not waited for for ever */
    return nf_run_tests(NULL, NULL);
}
