/* libninefold: a run longer than the 4 MiB of outcomes that it plays at a time. */
#include "tests/unit/lib/opened.h"
#include "tests/unit/support.h"

#include <stdlib.h>
#include <string.h>

enum { PART_BYTES = 4 << 20 };

static uint64_t random_state;

static void run(const struct ninefold_game *game, uint64_t first, uint64_t games,
                const struct ninefold_arrays *arrays)
{
    FREED_BY(nf_test_close_batch) struct ninefold_batch *batch;
    assert_done(ninefold_batch_open, game, first, &batch);
    assert_done(ninefold_run, batch, games, arrays, NULL);
    assert_int_equal(ninefold_batch_games(batch), games);
}

/* The sizes of a game's row in each array, in bytes. */
enum { OUTCOMES, EVENTS, TURNS, VALUES, ARRAYS };

static void measure(const struct ninefold_game *game, size_t sizes[ARRAYS])
{
    sizes[OUTCOMES] = ninefold_words(game) * sizeof(uint32_t);
    sizes[EVENTS] = ninefold_players(game) * sizeof(uint16_t);
    sizes[TURNS] = sizeof(uint64_t);
    sizes[VALUES] = nf_test_values_of(game) * sizeof(uint32_t);
}

/* The arrays from row `row` on; `which` has a bit for each that is wanted. */
static struct ninefold_arrays from(char *const rows[ARRAYS], const size_t sizes[ARRAYS],
                                   uint64_t row, unsigned which)
{
    void *at[ARRAYS];
    for (int i = 0; i < ARRAYS; i++)
        at[i] = which >> i & 1 ? rows[i] + row * sizes[i] : NULL;
    return (struct ninefold_arrays){
        .outcomes = at[OUTCOMES], .events = at[EVENTS], .turns = at[TURNS], .values = at[VALUES]};
}

/* Whichever arrays are wanted: outcomes are also the room that the others are filled from. The last
 * games of the first part and those of the second are played once more by themselves. */
static void check_long_run(const struct ninefold_game *game)
{
    enum { ALL = (1 << ARRAYS) - 1, BEFORE = 5 };
    size_t sizes[ARRAYS];
    char *whole[ARRAYS], *end[ARRAYS];
    measure(game, sizes);
    const uint64_t first = PART_BYTES / sizes[OUTCOMES] - BEFORE;
    const uint64_t rest = BEFORE + nf_test_between(&random_state, 1, 1000), games = first + rest;
    for (int i = 0; i < ARRAYS; i++) {
        whole[i] = malloc(games * sizes[i]);
        end[i] = malloc(rest * sizes[i]);
        assert_true(whole[i] != NULL && end[i] != NULL);
    }
    struct ninefold_arrays arrays = from(end, sizes, 0, ALL);
    run(game, first, rest, &arrays);
    const unsigned wanted[] = {ALL, ALL - (1 << OUTCOMES)};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < ARRAYS; k++)
            memset(whole[k], 0xaa, games * sizes[k]);
        arrays = from(whole, sizes, 0, wanted[i]);
        run(game, 0, games, &arrays);
        for (int k = 0; k < ARRAYS; k++)
            if (wanted[i] >> k & 1)
                assert_memory_equal(whole[k] + first * sizes[k], end[k], rest * sizes[k]);
    }
    for (int i = 0; i < ARRAYS; i++) {
        free(whole[i]);
        free(end[i]);
    }
}

TEST(arrays_of_a_long_run_are_those_of_short_ones)
{
    const size_t games = nf_test_count_games();
    for (size_t number = 0; number < games; number++) {
        if (!nf_test_tries(number, games))
            continue;
        const struct ninefold_parameters parameters = {
            .game = ninefold_game_name(number), .seed = nf_test_between(&random_state, 0, 1000000)};
        FREED_BY(nf_test_close) struct ninefold_game *const game = nf_test_open(&parameters);
        check_long_run(game);
    }
}

int main(void)
{
    random_state = nf_test_seed();
    return nf_run_tests(NULL, NULL);
}
