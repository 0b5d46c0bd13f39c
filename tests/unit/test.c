#include "tests/unit/test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct CMUnitTest tests[100];
static size_t count;

void nf_test_add(const char *name, CMUnitTestFunction test)
{
    if (count == sizeof tests / sizeof *tests)
        abort();
    tests[count++] = (struct CMUnitTest){.name = name, .test_func = test};
}

int nf_run_tests(CMFixtureFunction before, CMFixtureFunction after)
{
    for (size_t i = 0; i < count; i++) {
        tests[i].setup_func = before;
        tests[i].teardown_func = after;
    }
    return _cmocka_run_group_tests(program_invocation_short_name, tests, count, NULL, NULL);
}

void nf_test_ended(const struct nf_test_end *wanted, int status, const char *told)
{
    const bool says =
        wanted->whole ? strcmp(told, wanted->words) == 0 : strstr(told, wanted->words) != NULL;
    if (status == wanted->status && says)
        return;
    print_error("%s ended with %d, '%s', expected %d, '%s'\n", wanted->function, status, told,
                wanted->status, wanted->words);
    _fail(wanted->file, wanted->line);
}
