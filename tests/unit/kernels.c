#include "tests/unit/kernels.h"

#include "sim/instances.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What a kernel made of each game: how often it came, candidates thrown away, the record. */
struct collector {
    struct nf_sink sink;
    uint64_t first, games;
    uint32_t size; /* of what is kept of a game, in words */
    uint32_t *kept;
    enum nf_status status;
    struct nf_error err;
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
    uint32_t largest; /* the power of two that pieces have at most */
};

static bool next_piece(struct nf_feed *feed)
{
    struct pieces *const pieces = (struct pieces *)feed;
    const uint64_t left = pieces->end - feed->end;
    const uint64_t size = (uint64_t)1 << nf_test_between(&pieces->random, 0, pieces->largest);
    feed->end += size < left ? size : left;
    return left > 0;
}

/* Plays in memory that is rubbish at first and ends where an unmapped page begins. */
static struct collector play(const struct nf_kernel *kernel, const struct nf_setup *setup,
                             uint64_t first, uint64_t games)
{
    struct collector collector = {
        .sink = {collect}, .first = first, .games = games, .size = RECORD + nf_words_of(setup)};
    struct pieces pieces = {{first, first, next_piece},
                            first + games,
                            setup->params.seed + games,
                            games <= 2000 ? 5 : 13};
    const size_t bytes = kernel->memory(kernel, setup), page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t used = (bytes + page - 1) / page * page;
    uint8_t *const pages =
        mmap(NULL, used + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    collector.kept = calloc(games + 1, collector.size * sizeof *collector.kept);
    assert_true(pages != MAP_FAILED && collector.kept != NULL && bytes % NF_CACHE_LINE == 0);
    assert_int_equal(mprotect(pages + used, page, PROT_NONE), 0);
    memset(pages, 0xa5, used);
    collector.status = kernel->play(kernel, setup, pages + used - bytes, &pieces.feed,
                                    &collector.sink, &collector.err);
    munmap(pages, used + page);
    return collector;
}

static void compare_game(const struct nf_kernel *kernel, const struct nf_setup *setup,
                         uint64_t index, const uint32_t *expected, const uint32_t *found)
{
    const struct nf_params *const params = &setup->params;
    struct nf_text differs = {0};
    if (memcmp(expected, found, (RECORD + nf_words_of(setup)) * sizeof *expected) == 0)
        return;
    nf_describe_records(found, expected, RECORD + nf_words_of(setup), &differs);
    fail_msg("%s: game %" PRIu64 " of seed %" PRIu64
             ", %s, %u players, %u rounds, deck %u, strategy %s; came, rejected, record: %.*s",
             kernel->name, index, params->seed, params->profile, params->players, params->rounds,
             params->deck, params->strategy, (int)differs.size, differs.data);
}

/* The reference refuses game `first` in these words. */
static void compare_refusal(const struct nf_kernel *kernel, const struct nf_setup *setup,
                            uint64_t first, const char *words)
{
    struct collector alone = play(kernel, setup, first, 1);
    assert_int_equal(alone.status, NF_INVALID);
    assert_string_equal(alone.err.text, words);
    assert_int_equal(alone.kept[0], 0);
    /* Among others it is refused too, though another index may be named. */
    struct collector among = play(kernel, setup, first, nf_test_often(8, 40, 40));
    assert_int_equal(among.status, NF_INVALID);
    free(alone.kept);
    free(among.kept);
}

/* Holds a kernel against what the reference made of its games, of which it played so many. */
static void compare_kernel(const struct nf_kernel *kernel, const struct nf_setup *setup,
                           const struct collector *expected, uint64_t played)
{
    struct collector found = play(kernel, setup, expected->first, played);
    if (found.status != NF_OK)
        fail_msg("%s: %s", kernel->name, found.err.text);
    for (uint64_t i = 0; i < played; i++)
        compare_game(kernel, setup, expected->first + i, expected->kept + i * expected->size,
                     found.kept + i * expected->size);
    if (played < expected->games)
        compare_refusal(kernel, setup, expected->first + played, expected->err.text);
    free(found.kept);
}

/* How many games the reference played before one that it refused, or all. */
static uint64_t count_played(const struct nf_kernel *reference, const struct collector *expected)
{
    uint64_t played = 0;
    while (played < expected->games && expected->kept[played * expected->size] == 1)
        played++;
    if (expected->status != (played == expected->games ? NF_OK : NF_INVALID))
        fail_msg("%s: %s", reference->name, expected->err.text);
    return played;
}

uint64_t nf_test_compare_kernels(const struct nf_setup *setup, uint64_t first, uint64_t games,
                                 void (*look)(const struct nf_setup *setup, uint64_t index,
                                              const uint32_t *record))
{
    const struct nf_kernel *const *const kernels = setup->game->kernels;
    struct collector expected = play(kernels[0], setup, first, games);
    const uint64_t played = count_played(kernels[0], &expected);
    for (uint64_t i = 0; i < played && look != NULL; i++)
        look(setup, first + i, expected.kept + i * expected.size + RECORD);
    for (size_t k = 1; kernels[k] != NULL; k++)
        if (nf_kernel_fits(kernels[k], setup))
            compare_kernel(kernels[k], setup, &expected, played);
    free(expected.kept);
    return played;
}

uint64_t nf_test_compare_kernel(const struct nf_kernel *kernel, const struct nf_setup *setup,
                                uint64_t first, uint64_t games)
{
    const struct nf_kernel *const reference = setup->game->kernels[0];
    struct collector expected = play(reference, setup, first, games);
    const uint64_t played = count_played(reference, &expected);
    compare_kernel(kernel, setup, &expected, played);
    free(expected.kept);
    return played;
}

void nf_test_compare_games(const struct nf_game *game, const struct nf_params *params,
                           uint64_t first, uint64_t games)
{
    FREED_BY(nf_test_release) struct nf_setup *const setup = nf_test_prepare(game, params);
    assert_int_equal(nf_test_compare_kernels(setup, first, games, NULL), games);
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
