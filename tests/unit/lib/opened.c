#include "tests/unit/lib/opened.h"

#include <stdlib.h>

size_t nf_test_count_games(void)
{
    size_t count = 0;
    while (ninefold_game_name(count) != NULL)
        count++;
    return count;
}

static struct ninefold_arrays arrays_of(void *const each[NF_ARRAYS])
{
    return (struct ninefold_arrays){.outcomes = each[NF_OUTCOMES],
                                    .events = each[NF_EVENTS],
                                    .turns = each[NF_TURNS],
                                    .values = each[NF_VALUES]};
}

struct nf_test_room nf_test_make_room(const struct ninefold_game *game, uint64_t games)
{
    size_t columns = 0;
    while (ninefold_column_name(game, columns) != NULL)
        columns++;
    struct nf_test_room room = {
        .sizes = {[NF_OUTCOMES] = ninefold_words(game) * sizeof(uint32_t),
                  [NF_EVENTS] = ninefold_players(game) * sizeof(uint16_t),
                  [NF_TURNS] = sizeof(uint64_t),
                  [NF_VALUES] = columns * ninefold_rows(game) * sizeof(uint32_t)}};
    for (int i = 0; i < NF_ARRAYS; i++) {
        room.each[i] = calloc(games, room.sizes[i]);
        assert_non_null(room.each[i]);
    }
    room.arrays = arrays_of(room.each);
    return room;
}

void nf_test_free_room(struct nf_test_room *room)
{
    for (int i = 0; i < NF_ARRAYS; i++)
        free(room->each[i]);
}

struct ninefold_arrays nf_test_from(const struct nf_test_room *room, uint64_t row)
{
    void *at[NF_ARRAYS];
    for (int i = 0; i < NF_ARRAYS; i++)
        at[i] = (char *)room->each[i] + row * room->sizes[i];
    return arrays_of(at);
}

void nf_test_same_rows(const struct nf_test_room *a, uint64_t row, const struct nf_test_room *b,
                       uint64_t games, enum nf_test_array array)
{
    const size_t size = a->sizes[array];
    assert_memory_equal((char *)a->each[array] + row * size, b->each[array], games * size);
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
