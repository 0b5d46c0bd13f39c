/* libninefold: a run longer than the 4 MiB of outcomes that it plays at a time. */
#include "tests/unit/lib/opened.h"
#include "tests/unit/support.h"

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

/* Whichever arrays are wanted: outcomes are also the room that the others are filled from. The last
 * games of the first part and those of the second are played once more by themselves. */
static void check_long_run(const struct ninefold_game *game)
{
    enum { BEFORE = 5 };
    const uint64_t first = PART_BYTES / (ninefold_words(game) * sizeof(uint32_t)) - BEFORE;
    const uint64_t rest = BEFORE + nf_test_between(&random_state, 1, 1000), games = first + rest;
    FREED_BY(nf_test_free_room)
    struct nf_test_room whole = nf_test_make_room(game, games), end = nf_test_make_room(game, rest);
    run(game, first, rest, &end.arrays);
    for (enum nf_test_array least = NF_OUTCOMES; least <= NF_EVENTS; least++) {
        for (enum nf_test_array array = NF_OUTCOMES; array < NF_ARRAYS; array++)
            memset(whole.each[array], 0xaa, games * whole.sizes[array]);
        struct ninefold_arrays wanted = whole.arrays;
        if (least > NF_OUTCOMES)
            wanted.outcomes = NULL;
        run(game, 0, games, &wanted);
        for (enum nf_test_array array = least; array < NF_ARRAYS; array++)
            nf_test_same_rows(&whole, first, &end, rest, array);
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
