/* Games whose players have strategies, and runs whose seats have piles of their own (--paired). */
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/kernels/lanes.h"
#include "games/cirno/simulated/module.h"
#include "tests/unit/kernels.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

/* What each seat draws in a game, pile by pile. */
struct draws {
    struct cirno_source source; /* first: see cirno_source_draw() */
    uint32_t count[CIRNO_MAX_PILES];
    uint8_t cards[CIRNO_MAX_PILES][400];
};

static unsigned note_draw(void *client, const struct cirno_walk *walk)
{
    struct draws *const draws = client;
    const unsigned card = cirno_source_draw(&draws->source, walk);
    const uint32_t pile = cirno_pile_of(walk->drawer, walk->new_hand);
    if (draws->count[pile] < sizeof draws->cards[pile])
        draws->cards[pile][draws->count[pile]++] = (uint8_t)card;
    return card;
}

static void walk_paired(struct draws *draws, const char *strategy, uint64_t seed, uint64_t index)
{
    static const struct cirno_callbacks callbacks = {cirno_source_choose, note_draw, NULL};
    const struct nf_params params = {.players = 3,
                                     .rounds = 10,
                                     .profile = "uniform",
                                     .strategy = strategy,
                                     .seed = seed,
                                     .paired = true};
    FREED_BY(nf_test_release) struct nf_setup *const setup = nf_test_prepare(&cirno_game, &params);
    memset(draws->count, 0, sizeof draws->count);
    struct cirno_walk walk =
        cirno_source_open(&draws->source, (const struct cirno_setup *)setup, index, 0);
    for (; walk.round < params.rounds; walk.round++)
        assert_int_equal(cirno_walk_round(&callbacks, draws, &walk), CIRNO_COMPLETE);
}

TEST(test_in_paired_runs_a_seat_draws_the_same_cards_whatever_is_played)
{
    static struct draws plain, other;
    uint64_t random = nf_test_seed();
    for (uint64_t index = 0; index < 40; index++) {
        const uint64_t seed = nf_test_random(&random) >> 1;
        uint64_t common = 0;
        walk_paired(&plain, "statement", seed, index);
        walk_paired(&other, "1=random,3=lowest", seed, index);
        for (uint32_t pile = 0; pile < 6; pile++) {
            const uint32_t fewer =
                plain.count[pile] < other.count[pile] ? plain.count[pile] : other.count[pile];
            assert_memory_equal(plain.cards[pile], other.cards[pile], fewer);
            common += fewer;
        }
        assert_true(common > 20);
        /* piles differ from each other, and from those of the next game */
        assert_memory_not_equal(plain.cards[0], plain.cards[2], 12);
        walk_paired(&other, "statement", seed, index + 1);
        assert_memory_not_equal(plain.cards[0], other.cards[0], 12);
    }
}

TEST(test_only_kernels_that_play_paired_runs_are_offered_them)
{
    struct nf_params params = {
        .players = 3, .rounds = 2, .profile = "uniform", .seed = 1, .paired = true};
    struct nf_setup *setup = nf_test_prepare(&cirno_game, &params);
    const struct nf_kernel *kernel = &cirno_portable;
    assert_ok(nf_fit_kernel, setup, "auto", &kernel);
    assert_ptr_equal(kernel, &cirno_portable);
    assert_non_null(cirno_byte_plans_only(&cirno_avx2, setup));
    assert_non_null(cirno_planned_only(&cirno_avx512, setup));
    nf_release(setup);
    params.detail = true;
    assert_ends(NF_USAGE, "--detail: --paired runs have no details, expected one of both",
                nf_prepare, &cirno_game, &params, &setup);
}

/* A section whose groups cannot be joined: each has a card of its own, in turns largest and
 * smallest.
 */
static void put_groups(char *text, size_t size, const char *section, uint32_t groups)
{
    size_t length = strlen(text);
    length += (size_t)snprintf(text + length, size - length, "%s\n", section);
    for (uint32_t i = 0; i < groups; i++)
        length += (size_t)snprintf(text + length, size - length, "  %s %s\n",
                                   i % 2 == 0 ? "max" : "min", cirno_cards[i].name);
}

TEST(test_a_byte_holds_eight_groups_and_a_word_ten)
{
    for (uint32_t groups = 5; groups <= 9; groups++) { /* and two for the cards in none */
        char text[400] = "";
        const struct nf_strategy texts[] = {{"own", "", text}, {NULL, NULL, NULL}};
        struct nf_params params = {.players = 2, .rounds = 3, .profile = "uniform", .seed = 5};
        put_groups(text, sizeof text, "normal", 1);
        put_groups(text, sizeof text, "doubled", groups);
        params.strategy = "1=own";
        params.texts = texts;
        FREED_BY(nf_test_release)
        struct nf_setup *const setup = nf_test_prepare(&cirno_game, &params);
        assert_int_equal(cirno_byte_plans_only(&cirno_avx2, setup) == NULL, groups + 2 <= 8);
        assert_int_equal(cirno_planned_only(&cirno_avx512, setup) == NULL, groups + 2 <= 10);
        nf_test_compare_games(&cirno_game, &params, 0, 150);
    }
}

/* A line of the transcript for each round and turn: by another strategy there would be others. */
TEST(test_a_replayed_transcript_has_the_turns_of_the_run)
{
    static const char *const lists[] = {"random", "1=random,2=lowest", "keep-e", "2=last-e"};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
        const struct nf_params params = {
            .players = 3, .rounds = 5, .profile = "uniform", .strategy = lists[l], .seed = 11};
        FREED_BY(nf_test_release)
        struct nf_setup *const setup = nf_test_prepare(&cirno_game, &params);
        for (uint32_t i = 0; i < 40; i++) {
            uint32_t rounds[NF_MAX_ROUNDS], rejected[NF_REJECT_KINDS], lines = params.rounds;
            FREED_BY(nf_text_free) struct nf_text transcript = {0};
            assert_ok(cirno_game.deals->deal, setup, i, NULL, &transcript);
            assert_ok(cirno_play_index, (struct cirno_setup *)setup, i, rounds, rejected);
            for (uint32_t round = 0; round < params.rounds; round++)
                lines += rounds[round] >> NF_SEAT_BITS;
            for (size_t at = 0; at < transcript.size; at++)
                lines -= transcript.data[at] == '\n';
            assert_int_equal(lines, 0);
        }
    }
}
