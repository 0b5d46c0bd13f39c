#include "tests/unit/kernels.h"

#include "core/format/instances.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What a kernel made of each game: how often it came, candidates thrown away, the record. */
struct collector {
    struct nf_sink sink;
    uint64_t first, games;
    uint32_t size; /* of what is kept of a game, in words */
    uint32_t *kept;
};

enum { RECORD = 1 + NF_REJECT_KINDS };

static void collect(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    struct collector *const collector = (struct collector *)sink;
    assert_true(outcome->index - collector->first < collector->games);
    uint32_t *const kept = collector->kept + (outcome->index - collector->first) * collector->size;
    kept[0]++;
    memcpy(kept + 1, outcome->rejected, sizeof outcome->rejected);
    memcpy(kept + RECORD, outcome->words, (collector->size - RECORD) * sizeof *kept);
}

struct pieces {
    struct nf_feed feed;
    uint64_t end, random;
};

static bool next_piece(struct nf_feed *feed)
{
    struct pieces *const pieces = (struct pieces *)feed;
    const uint64_t left = pieces->end - feed->end;
    const uint64_t size = (uint64_t)1 << nf_test_between(&pieces->random, 0, 13);
    feed->end += size < left ? size : left;
    return left > 0;
}

static struct collector play(const struct nf_kernel *kernel, const struct nf_setup *setup,
                             uint64_t first, uint64_t games)
{
    struct collector collector = {
        .sink = {collect}, .first = first, .games = games, .size = RECORD + nf_words_of(setup)};
    struct pieces pieces = {{first, first, next_piece}, first + games, setup->params.seed + games};
    struct nf_error err;
    const size_t bytes = kernel->memory(kernel, setup);
    void *const memory = aligned_alloc(NF_CACHE_LINE, bytes);
    collector.kept = calloc(games + 1, collector.size * sizeof *collector.kept);
    assert_true(memory != NULL && collector.kept != NULL && bytes % NF_CACHE_LINE == 0);
    memset(memory, 0xa5, bytes);
    if (kernel->play(kernel, setup, memory, &pieces.feed, &collector.sink, &err) != NF_OK)
        fail_msg("%s: %s", kernel->name, err.text);
    free(memory);
    return collector;
}

static void compare_game(const struct nf_kernel *kernel, const struct nf_setup *setup,
                         uint64_t index, const uint32_t *expected, const uint32_t *found)
{
    const struct nf_params *const params = &setup->params;
    struct nf_text differs = {0};
    if (memcmp(expected, found, (RECORD + nf_words_of(setup)) * sizeof *expected) == 0)
        return;
    nf_tell_records(found, expected, RECORD + nf_words_of(setup), &differs);
    fail_msg("%s: game %" PRIu64 " of seed %" PRIu64
             ", %s, %u players, %u rounds, deck %u; came, rejected, record: %.*s",
             kernel->name, index, params->seed, params->profile, params->players, params->rounds,
             params->deck, (int)differs.size, differs.data);
}

void nf_test_compare_kernels(const struct nf_setup *setup, uint64_t first, uint64_t games,
                             void (*look)(const struct nf_setup *setup, uint64_t index,
                                          const uint32_t *record))
{
    const struct nf_kernel *const *const kernels = setup->game->kernels;
    struct collector expected = play(kernels[0], setup, first, games);
    for (uint64_t i = 0; i < games; i++) {
        assert_int_equal(expected.kept[i * expected.size], 1);
        if (look != NULL)
            look(setup, first + i, expected.kept + i * expected.size + RECORD);
    }
    for (size_t k = 1; kernels[k] != NULL; k++) {
        if (!nf_kernel_fits(kernels[k], setup))
            continue;
        struct collector found = play(kernels[k], setup, first, games);
        for (uint64_t i = 0; i < games; i++)
            compare_game(kernels[k], setup, first + i, expected.kept + i * expected.size,
                         found.kept + i * expected.size);
        free(found.kept);
    }
    free(expected.kept);
}

void nf_test_compare_games(const struct nf_game *game, const struct nf_params *params,
                           uint64_t first, uint64_t games)
{
    struct nf_setup *const setup = nf_test_prepare(game, params);
    nf_test_compare_kernels(setup, first, games, NULL);
    nf_release(setup);
}

uint64_t nf_test_games_asked(uint64_t usual)
{
    const char *const text = getenv("NF_TEST_GAMES");
    char *end = NULL;
    const uint64_t games = text == NULL || *text == '\0' ? usual : strtoull(text, &end, 10);
    if (games == 0 || (end != NULL && *end != '\0'))
        fail_msg("NF_TEST_GAMES: found '%s', expected a whole number above 0", text);
    return games;
}
