#include "tests/unit/lib/opened.h"

size_t nf_test_count_games(void)
{
    size_t count = 0;
    while (ninefold_game_name(count) != NULL)
        count++;
    return count;
}

size_t nf_test_values_of(const struct ninefold_game *game)
{
    size_t columns = 0;
    while (ninefold_column_name(game, columns) != NULL)
        columns++;
    return columns * ninefold_rows(game);
}

struct ninefold_game *nf_test_open(const struct ninefold_parameters *parameters)
{
    struct ninefold_game *game;
    assert_done(ninefold_open, parameters, &game);
    return game;
}

void nf_test_close(struct ninefold_game *const *game)
{
    ninefold_close(*game);
}

void nf_test_close_batch(struct ninefold_batch *const *batch)
{
    ninefold_batch_close(*batch);
}
