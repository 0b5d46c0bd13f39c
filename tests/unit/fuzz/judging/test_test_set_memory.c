/* Tests that are added to a set without memory for it. */
#include "fuzz/judging/test_set.h"
#include "tests/unit/failing.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(without_memory_no_test_is_added_and_the_set_stays_as_it_is)
{
    char folder[] = "/tmp/ninefold-set-XXXXXX", command[200], name[] = "1\n", yes[] = "yes\n";
    const struct nf_text instance = {.data = name, .size = 2}, answer = {.data = yes, .size = 4};
    enum nf_status status = NF_IO;
    char *told = NULL;
    uint32_t number = 0;
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command, "echo 0 >%s/1.in && echo no >%s/1.ans", folder, folder);
    assert_int_equal(system(command), 0);
    for (; status != NF_OK; number++) {
        bool known;
        struct nf_error err;
        snprintf(command, sizeof command, "[ \"$(ls %s | tr '\\n' ' ')\" = '1.ans 1.in ' ]",
                 folder);
        assert_int_equal(system(command), 0);
        nf_fail_allocation(number);
        status = nf_test_set_add(folder, &instance, &answer, &told, &known, &err);
        nf_fail_allocation(NF_NONE_FAILS);
        if (status != NF_OK && status != NF_IO)
            fail_msg("allocation %u: status %d, %s", number, (int)status, err.text);
    }
    assert_in_range(number, 5, 1000);
    free(told);
    snprintf(command, sizeof command, "test -s %s/2.ans && rm -r %s", folder, folder);
    assert_int_equal(system(command), 0);
}
