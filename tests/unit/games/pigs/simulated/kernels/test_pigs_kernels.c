/* Games of the pig game that a kernel may find hard, against the rules in plain C. */
#include "games/pigs/simulated/kernels/kernels.h"
#include "games/pigs/simulated/module.h"
#include "sim/instances.h"
#include "tests/unit/kernels.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

/* Candidates are thrown away, and the last card of a deck comes again. */
TEST(kernels_agree_on_decks_that_run_out)
{
    static const uint32_t decks[] = {1, 2, 15, 16, 17, 44, 100};
    struct nf_params params = {.rounds = 1, .seed = nf_test_seed() >> 1};
    for (size_t i = 0; i < sizeof decks / sizeof *decks; i++)
        for (params.players = 2; params.players <= PIGS_SEATS; params.players += 4) {
            params.deck = decks[i];
            params.profile = pigs_profiles[i % PIGS_MAX].name;
            nf_test_compare_games(&pigs_game, &params, 0, nf_test_often(100, 100, 300));
        }
}

/* Hands of D, and of J, with more cards than `portable` has places for. */
TEST(kernels_agree_on_hands_of_many_cards)
{
    static const char letters[] = "DJ";
    for (size_t i = 0; i < 2; i++) {
        FREED_BY(nf_text_free) struct nf_text text = {0}, expected = {0};
        const char card = letters[i];
        nf_text_format(&text, "2 301\nMP %c %c %c %c\nFP %c %c %c %c\n", card, card, card, card,
                       card, card, card, card);
        for (int cards = 0; cards < 300; cards++)
            nf_text_format(&text, "%c ", card);
        nf_text_string(&text, "W\n");
        const struct nf_input input = nf_text_input(&text, "many");
        assert_ok(nf_play_instances, &pigs_game, pigs_kernels[0], &input, 1, &expected);
        for (size_t k = 1; pigs_kernels[k] != NULL; k++) {
            FREED_BY(nf_text_free) struct nf_text found = {0};
            assert_ok(nf_play_instances, &pigs_game, pigs_kernels[k], &input, 1, &found);
            assert_int_equal(found.size, PIGS_WORDS * sizeof(uint32_t));
            assert_memory_equal(expected.data, found.data, found.size);
        }
    }
}

/* In these no candidate has an end: D alone. */
TEST(kernels_say_so_where_no_game_has_an_end)
{
    static const char text[] = "2 1\nMP D D D D\nFP D D D D\nD\n";
    const struct nf_input input = {"endless", text, sizeof text - 1};
    for (size_t k = 0; pigs_kernels[k] != NULL; k++) {
        FREED_BY(nf_text_free) struct nf_text record = {0};
        struct nf_error err;
        assert_int_equal(nf_play_instances(&pigs_game, pigs_kernels[k], &input, 1, &record, &err),
                         NF_INVALID);
        assert_memory_equal(err.text, "endless:1:1: the game goes on for ever", 38);
    }
}
