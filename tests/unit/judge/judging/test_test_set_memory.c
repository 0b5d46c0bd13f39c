/* Tests that are added to a set without memory for it. */
#include "judge/judging/test_set.h"
#include "tests/unit/failing.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"

#include <stdlib.h>

TEST(without_memory_no_test_is_added_and_the_set_stays_as_it_is)
{
    char name[] = "1\n", yes[] = "yes\n", *told = NULL;
    const struct nf_text instance = {.data = name, .size = 2}, answer = {.data = yes, .size = 4};
    enum nf_status status = NF_IO;
    uint32_t number = 0;
    nf_folder_put("1.in", "0\n", 0600);
    nf_folder_put("1.ans", "no\n", 0600);
    for (; status != NF_OK; number++) {
        bool known;
        struct nf_error err;
        nf_folder_lists("", "1.ans 1.in ");
        nf_fail_allocation(number);
        status = nf_test_set_add(".", &instance, &answer, &told, &known, &err);
        nf_fail_allocation(NF_NONE_FAILS);
        if (status != NF_OK && status != NF_IO)
            fail_msg("allocation %u: status %d, %s", number, (int)status, err.text);
    }
    assert_in_range(number, 5, 1000);
    free(told);
    nf_folder_has("2.ans", "yes\n");
}

int main(void)
{
    return nf_run_tests(nf_folder_begin, nf_folder_end);
}
