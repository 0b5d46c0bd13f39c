#include "tests/unit/played.h"

#include "tests/unit/test.h"

#include <stdlib.h>

struct nf_params nf_test_usual(const struct nf_game *game)
{
    return (struct nf_params){.players = game->players.normal,
                              .rounds = game->rounds.normal,
                              .deck = game->deck.normal,
                              .profile = game->profiles[0].name,
                              .seed = 1};
}

struct nf_setup *nf_test_prepare(const struct nf_game *game, const struct nf_params *params)
{
    struct nf_setup *setup;
    assert_ok(nf_prepare, game, params, &setup);
    return setup;
}

void nf_test_release(struct nf_setup *const *setup)
{
    nf_release(*setup);
}

struct nf_tally nf_test_tally(const struct nf_setup *setup)
{
    struct nf_tally tally;
    assert_ok(nf_tally_open, &tally, setup);
    return tally;
}

void nf_test_same_tally(const struct nf_tally *a, const struct nf_tally *b)
{
    assert_int_equal(a->games, b->games);
    assert_memory_equal(&a->digest, &b->digest, sizeof a->digest);
    assert_memory_equal(a->rejected, b->rejected, sizeof a->rejected);
    for (uint32_t i = 0; i < a->sums_count; i++)
        if (a->sums[i] != b->sums[i])
            fail_msg("%s: sum %u differs", a->setup->game->name, i);
    assert_memory_equal(a->extremes, b->extremes, nf_tally_extremes(a) * sizeof *a->extremes);
}

static struct nf_run_result run(const struct nf_run_options *options)
{
    struct nf_run_result result;
    assert_ok(nf_run, options, &result);
    nf_tally_settle(&result.tally);
    return result;
}

struct nf_run_result nf_test_run(const struct nf_setup *setup, const struct nf_kernel *kernel,
                                 uint64_t first, uint64_t games, uint32_t threads, uint32_t block)
{
    return run(&(struct nf_run_options){.setup = setup,
                                        .kernel = kernel,
                                        .span = {first, games},
                                        .threads = threads,
                                        .block = block});
}

struct nf_test_played nf_test_play(const struct nf_game *game, const struct nf_params *params,
                                   const struct nf_kernel *kernel, uint64_t first, uint64_t games)
{
    struct nf_setup *const setup = nf_test_prepare(game, params);
    return (struct nf_test_played){setup, nf_test_run(setup, kernel, first, games, 2, 0).tally};
}

void nf_test_played_close(struct nf_test_played *played)
{
    nf_tally_close(&played->tally);
    nf_release(played->setup);
}

void nf_test_close_run(struct nf_run_result *result)
{
    nf_tally_close(&result->tally);
}

uint32_t *nf_test_records(const struct nf_setup *setup, const struct nf_kernel *kernel,
                          uint64_t first, uint64_t games)
{
    uint32_t *const words = calloc(games, nf_words_of(setup) * sizeof *words);
    struct nf_run_result result = run(&(struct nf_run_options){
        .setup = setup, .kernel = kernel, .span = {first, games}, .threads = 1, .kept = words});
    nf_tally_close(&result.tally);
    return words;
}
