/* What a unit test program is made of: cmocka's words and TEST. Programs need no list of their
 * tests and no main, unless something is to be done before them. */
#ifndef NF_TEST_H
#define NF_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/error.h"
#include "tests/freed.h"

/* TEST(a_rule_that_holds) { ... } is a test of the program it stands in. Tests run in the order of
 * the file. */
#define TEST(rule)                                                                                 \
    static void rule(void **unused);                                                               \
    __attribute__((constructor)) static void add_##rule(void)                                      \
    {                                                                                              \
        nf_test_add(#rule, rule);                                                                  \
    }                                                                                              \
    static void rule(__attribute__((unused)) void **unused)

/* assert_ok(nf_play, game, &input, &answer) calls a function whose last argument is an error, and
 * fails the test with what is said there unless all goes well. */
#define assert_ok(function, ...)                                                                   \
    ASSERT_ENDED(struct nf_error, NF_OK, "", false, function, __VA_ARGS__)

/* The same of a function that is to end with a status and this message, or with these words in it.
 */
#define assert_ends(status, message, function, ...)                                                \
    ASSERT_ENDED(struct nf_error, status, message, true, function, __VA_ARGS__)
#define assert_ends_saying(status, words, function, ...)                                           \
    ASSERT_ENDED(struct nf_error, status, words, false, function, __VA_ARGS__)

#define ASSERT_ENDED(error, status, words, whole, function, ...)                                   \
    do {                                                                                           \
        error said_of_it = {""};                                                                   \
        const int ended_with = (int)function(__VA_ARGS__, &said_of_it);                            \
        const struct nf_test_end as_wanted = {#function, (int)(status), words,                     \
                                              whole,     __FILE__,      __LINE__};                 \
        nf_test_ended(&as_wanted, ended_with, said_of_it.text);                                    \
    } while (0)

/* How a function that is called at a place is to end; for these. */
struct nf_test_end {
    const char *function;
    int status;
    const char *words;
    bool whole; /* they are all that is said */
    const char *file;
    int line;
};
void nf_test_ended(const struct nf_test_end *wanted, int status, const char *told);

/* Adds a test, which nf_test_run runs; for TEST. The name is borrowed. */
void nf_test_add(const char *name, CMUnitTestFunction test);

/* Runs the tests, each between before() and after(), either of which may be NULL. Returns how many
 * failed. A program without a main of its own does this without either. */
int nf_run_tests(CMFixtureFunction before, CMFixtureFunction after);

#endif
