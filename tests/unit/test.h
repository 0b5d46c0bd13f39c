/* What a unit test program is made of: cmocka's words and TEST. Programs need no list of their
 * tests and no main, unless something is to be done before them. */
#ifndef NF_TEST_H
#define NF_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* TEST(a_rule_that_holds) { ... } is a test of the program it stands in. Tests run in the order of
 * the file. */
#define TEST(rule)                                                                                 \
    static void rule(void **unused);                                                               \
    __attribute__((constructor)) static void add_##rule(void)                                      \
    {                                                                                              \
        nf_test_add(#rule, rule);                                                                  \
    }                                                                                              \
    static void rule(__attribute__((unused)) void **unused)

/* Adds a test, which nf_test_run runs; for TEST. The name is borrowed. */
void nf_test_add(const char *name, CMUnitTestFunction test);

/* Runs the tests, each between before() and after(), either of which may be NULL. Returns how many
 * failed. A program without a main of its own does this without either. */
int nf_run_tests(CMFixtureFunction before, CMFixtureFunction after);

#endif
