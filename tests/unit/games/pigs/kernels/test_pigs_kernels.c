/* Every kernel of the pig game against the rules in plain C, record by record. NF_TEST_GAMES=N
 * compares N games of each profile and number of pigs instead of some hundreds. */
#include "core/format/instances.h"
#include "games/pigs/kernels/setup.h"
#include "games/pigs/module.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a run of games first .. first+count-1 ---- */

struct record {
    uint32_t words[PIGS_WORDS], rejected;
    bool seen;
};

struct collector {
    struct nf_sink sink;
    uint64_t first, count;
    struct record *records;
};

static void collect(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    struct collector *const collector = (struct collector *)sink;
    assert_true(outcome->index - collector->first < collector->count);
    struct record *const record = &collector->records[outcome->index - collector->first];
    assert_false(record->seen);
    assert_int_equal(outcome->rejected[1], 0);
    record->seen = true;
    record->rejected = outcome->rejected[0];
    memcpy(record->words, outcome->words, sizeof record->words);
}

static bool no_more(struct nf_feed *feed)
{
    (void)feed;
    return false;
}

static enum nf_status play(const struct nf_kernel *kernel, const struct nf_setup *setup,
                           uint64_t first, uint64_t count, struct record *records)
{
    struct collector collector = {{collect}, first, count, records};
    struct nf_feed feed = {first, first + count, no_more};
    struct nf_error err;
    const size_t bytes = kernel->memory(kernel, setup);
    void *const memory = aligned_alloc(NF_CACHE_LINE, bytes);
    assert_non_null(memory);
    memset(memory, 0xa5, bytes); /* not cleared: kernels must not count on it */
    memset(records, 0, count * sizeof *records);
    const enum nf_status status = kernel->play(kernel, setup, memory, &feed, &collector.sink, &err);
    free(memory);
    return status;
}

static void compare(const struct nf_params *params, uint64_t first, uint64_t count)
{
    struct record *const expected = calloc(2 * count, sizeof *expected), *const found =
                                                                             expected + count;
    struct nf_setup *setup;
    struct nf_error err;
    assert_non_null(expected);
    assert_int_equal(nf_prepare(&pigs_game, params, &setup, &err), NF_OK);
    assert_int_equal(play(pigs_kernels[0], setup, first, count, expected), NF_OK);
    for (size_t k = 1; pigs_kernels[k] != NULL; k++) {
        if (!pigs_kernels[k]->supported())
            continue;
        assert_int_equal(play(pigs_kernels[k], setup, first, count, found), NF_OK);
        for (uint64_t i = 0; i < count; i++)
            if (memcmp(&expected[i], &found[i], sizeof expected[i]) != 0)
                fail_msg("%s: game %" PRIu64 " of seed %" PRIu64 ", %s, %u pigs, deck %u",
                         pigs_kernels[k]->name, first + i, params->seed, params->profile,
                         params->players, params->deck);
    }
    nf_release(setup);
    free(expected);
}

static uint64_t games_asked(void)
{
    const char *const text = getenv("NF_TEST_GAMES");
    return text == NULL || *text == '\0' ? nf_test_often(100, 100, 300) : strtoull(text, NULL, 10);
}

/* ---- tests ---- */

TEST(kernels_agree_on_every_profile_and_number_of_pigs)
{
    struct nf_params params = {.rounds = 1, .seed = nf_test_seed() >> 1};
    for (const struct nf_profile *profile = pigs_profiles; profile->name != NULL; profile++)
        for (params.players = 2; params.players <= PIGS_SEATS; params.players++) {
            const bool is_long = profile == &pigs_profiles[PIGS_MAX];
            params.profile = profile->name;
            compare(&params, 0, games_asked() / (is_long ? 10 : 1));
        }
}

/* Candidates are thrown away, and the last card of a deck comes again. */
TEST(kernels_agree_on_decks_that_run_out)
{
    static const uint32_t decks[] = {1, 2, 15, 16, 17, 44, 100};
    struct nf_params params = {.rounds = 1, .seed = nf_test_seed() >> 1};
    for (size_t i = 0; i < sizeof decks / sizeof *decks; i++)
        for (params.players = 2; params.players <= PIGS_SEATS; params.players += 4) {
            params.deck = decks[i];
            params.profile = pigs_profiles[i % PIGS_MAX].name;
            compare(&params, 0, games_asked());
        }
}

TEST(kernels_agree_at_indices_beyond_32_bits)
{
    const struct nf_params params = {
        .players = 5, .rounds = 1, .profile = "uniform", .seed = nf_test_seed() >> 1};
    compare(&params, ((uint64_t)1 << 40) + 3, 50);
    compare(&params, UINT64_MAX - 50, 50);
}

/* Hands of D, and of J, with more cards than `portable` has places for. */
TEST(kernels_agree_on_hands_of_many_cards)
{
    static const char letters[] = "DJ";
    for (size_t i = 0; i < 2; i++) {
        struct nf_text text = {0}, expected = {0};
        struct nf_error err;
        const char card = letters[i];
        nf_text_format(&text, "2 301\nMP %c %c %c %c\nFP %c %c %c %c\n", card, card, card, card,
                       card, card, card, card);
        for (int cards = 0; cards < 300; cards++)
            nf_text_format(&text, "%c ", card);
        nf_text_string(&text, "W\n");
        const struct nf_input input = nf_text_input(&text, "many");
        assert_int_equal(nf_play_instances(&pigs_game, pigs_kernels[0], &input, 1, &expected, &err),
                         NF_OK);
        for (size_t k = 1; pigs_kernels[k] != NULL; k++) {
            struct nf_text found = {0};
            assert_int_equal(
                nf_play_instances(&pigs_game, pigs_kernels[k], &input, 1, &found, &err), NF_OK);
            assert_int_equal(found.size, PIGS_WORDS * sizeof(uint32_t));
            assert_memory_equal(expected.data, found.data, found.size);
            nf_text_free(&found);
        }
        nf_text_free(&text);
        nf_text_free(&expected);
    }
}

/* In these no candidate has an end: D alone. */
TEST(kernels_say_so_where_no_game_has_an_end)
{
    static const char text[] = "2 1\nMP D D D D\nFP D D D D\nD\n";
    const struct nf_input input = {"endless", text, sizeof text - 1};
    for (size_t k = 0; pigs_kernels[k] != NULL; k++) {
        struct nf_text record = {0};
        struct nf_error err;
        assert_int_equal(nf_play_instances(&pigs_game, pigs_kernels[k], &input, 1, &record, &err),
                         NF_INVALID);
        assert_memory_equal(err.text, "endless:1:1: the game goes on for ever", 38);
        nf_text_free(&record);
    }
}
