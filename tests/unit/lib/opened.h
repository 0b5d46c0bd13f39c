/* What tests of libninefold share. */
#ifndef NF_TEST_OPENED_H
#define NF_TEST_OPENED_H

#include "lib/ninefold.h"
#include "tests/unit/test.h"

/* As assert_ok and assert_ends_saying are for functions of the program. */
#define assert_done(function, ...)                                                                 \
    ASSERT_ENDED(struct ninefold_error, NINEFOLD_OK, "", false, function, __VA_ARGS__)
#define assert_fails(status, words, function, ...)                                                 \
    ASSERT_ENDED(struct ninefold_error, status, words, false, function, __VA_ARGS__)

size_t nf_test_count_games(void);

/* How many values a game's rows have. */
size_t nf_test_values_of(const struct ninefold_game *game);

/* Opens a game; fails the test if its parameters are refused. */
struct ninefold_game *nf_test_open(const struct ninefold_parameters *parameters);

/* For FREED_BY. */
void nf_test_close(struct ninefold_game *const *game);
void nf_test_close_batch(struct ninefold_batch *const *batch);

#endif
