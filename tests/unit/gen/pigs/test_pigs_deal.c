/* Which pig games are drawn. */
#include "gen/pigs/deal.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

enum { SEED = 20201004 };

static struct pigs_instance deal(enum pigs_profile profile, uint32_t seats, uint32_t cards,
                                 uint64_t index)
{
    const struct pigs_deal what = {profile, seats, cards};
    const struct nf_key key = {SEED, index, 0};
    struct pigs_instance instance;
    pigs_deal(&what, &key, &instance);
    return instance;
}

TEST(there_is_one_main_pig_and_a_rebel)
{
    for (uint64_t index = 0; index < 2000; index++) {
        const enum pigs_profile profile = (enum pigs_profile)(index % PIGS_PROFILES);
        const uint32_t seats = 2 + (uint32_t)(index % 9);
        const struct pigs_instance made = deal(profile, seats, 20, index);
        unsigned rebels = 0;
        assert_int_equal(made.seats, seats);
        assert_int_equal(made.cards, 20);
        for (uint32_t seat = 0; seat < seats; seat++) {
            assert_int_equal(made.roles[seat] == PIGS_MAIN, seat == 0);
            rebels += made.roles[seat] == PIGS_REBEL;
        }
        assert_true(rebels >= 1);
        assert_true(profile != PIGS_KILLS_LOYAL || rebels == 1);
        assert_true(profile != PIGS_KILLS_REBELS || rebels == seats - 1);
    }
}

TEST(a_longer_deck_begins_with_the_shorter_one)
{
    for (uint64_t index = 0; index < 500; index++) {
        const struct pigs_instance few = deal(PIGS_UNIFORM, 5, 30, index);
        const struct pigs_instance many = deal(PIGS_UNIFORM, 5, 1000, index);
        assert_memory_equal(few.roles, many.roles, 5);
        assert_memory_equal(few.hands, many.hands, 5 * PIGS_DEALT);
        assert_memory_equal(few.deck, many.deck, 30);
    }
}

TEST(the_eight_cards_and_the_roles_are_equally_likely)
{
    enum { GAMES = 2000, CARDS = 100 };
    uint64_t cards[PIGS_CARDS] = {0}, rebels[16] = {0};
    for (uint64_t index = 0; index < GAMES; index++) {
        const struct pigs_instance made = deal(PIGS_UNIFORM, 5, CARDS, index);
        unsigned set = 0;
        for (unsigned i = 0; i < CARDS; i++)
            cards[made.deck[i]]++;
        for (unsigned seat = 1; seat < 5; seat++)
            set |= (unsigned)(made.roles[seat] == PIGS_REBEL) << (seat - 1);
        rebels[set]++;
    }
    assert_true(nf_test_chi_square(cards, NULL, PIGS_CARDS) <
                nf_test_chi_square_limit(PIGS_CARDS - 1));
    assert_int_equal(rebels[0], 0);
    assert_true(nf_test_chi_square(rebels + 1, NULL, 15) < nf_test_chi_square_limit(14));
}

TEST(decks_whose_length_was_not_asked_for_have_the_cards_that_are_drawn)
{
    static struct pigs_game game;
    for (uint64_t index = 0; index < 500; index++) {
        const struct pigs_deal what = {PIGS_UNIFORM, 4, 0};
        struct nf_key key = {SEED, index, 0};
        struct pigs_instance instance;
        assert_true(pigs_deal_valid(&what, &key, &instance, &game));
        assert_true(instance.cards == game.drawn || instance.cards == PIGS_DECK);
        const uint32_t turns = game.turns;
        assert_true(pigs_play(&game, &instance, NULL));
        assert_int_equal(game.turns, turns);
    }
}
