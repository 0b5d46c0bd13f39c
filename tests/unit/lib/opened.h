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

/* Arrays for so many games, all of zeros. */
enum nf_test_array { NF_OUTCOMES, NF_EVENTS, NF_TURNS, NF_VALUES, NF_ARRAYS };
struct nf_test_room {
    struct ninefold_arrays arrays;
    void *each[NF_ARRAYS];   /* the same */
    size_t sizes[NF_ARRAYS]; /* of a game's row in bytes */
};
struct nf_test_room nf_test_make_room(const struct ninefold_game *game, uint64_t games);
void nf_test_free_room(struct nf_test_room *room);

/* The arrays from a row on. */
struct ninefold_arrays nf_test_from(const struct nf_test_room *room, uint64_t row);

/* An array of `a` has from a row on what that of `b` has from its first row on. */
void nf_test_same_rows(const struct nf_test_room *a, uint64_t row, const struct nf_test_room *b,
                       uint64_t games, enum nf_test_array array);

/* Opens a game; fails the test if its parameters are refused. */
struct ninefold_game *nf_test_open(const struct ninefold_parameters *parameters);

/* For FREED_BY. */
void nf_test_close(struct ninefold_game *const *game);
void nf_test_close_batch(struct ninefold_batch *const *batch);

#endif
