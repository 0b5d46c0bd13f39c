/* The cards of dealt games: which draw goes where, and how often each card comes. */
#include "gen/cirno/deal.h"
#include "gen/cirno/profiles.h"
#include "gen/cirno/setup.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 20260103, DECK = 256, HANDS = CIRNO_MAX_PLAYERS * CIRNO_HAND };

/* Weights of a user's, besides the profiles: small, lopsided, a sum whose draws are often
 * rejected (65536 mod 40001 is 25535), and the largest sum there is. */
static const char *const user_weights[] = {
    "A1=3,PASS=2",
    "A1=1,A2=2,A5=3,A9=4,DOUBLE=200,TURN=1",
    "A1=20000,C2=20000,E0=1",
    "B1=65535,D2=1",
    "A19=1",
};

enum { USER_WEIGHTS = sizeof user_weights / sizeof *user_weights };

/* Calls `check` with a setup of every profile and of every one of the weights above. */
static void for_all_cards(uint32_t players, void (*check)(const struct cirno_setup *setup))
{
    static struct cirno_setup setup;
    const char *const normal = cirno_profiles[0].name;
    for (int i = 0; cirno_profiles[i].name != NULL; i++) {
        cirno_test_setup(&setup, players, 1, 0, cirno_profiles[i].name, NULL, SEED);
        check(&setup);
    }
    for (int i = 0; i < USER_WEIGHTS; i++) {
        cirno_test_setup(&setup, players, 1, 0, normal, user_weights[i], SEED);
        check(&setup);
    }
}

/* ---- which draw goes where ---- */

/* The card of draw `position` as rng.h and cirno_deal.h define it, found without a dealer: by
 * walking the generator from its start. */
static uint8_t card_at(const struct cirno_setup *setup, const struct nf_key *key, uint64_t position,
                       bool *rejected)
{
    struct nf_rng rng = nf_rng_start(key);
    uint64_t word = 0;
    for (uint64_t i = 0; i <= position / 4; i++)
        word = nf_rng_next(&rng);
    const uint64_t chunk = word >> 16 * (position % 4) & 0xffff;
    const uint64_t product = chunk * setup->total;
    *rejected = product % 65536 < 65536 % setup->total;
    uint64_t ticket = *rejected ? nf_redraw(key, position, setup->total) : product / 65536;
    /* Tickets go to the cards in the order of the card list, as many to each as it weighs. */
    uint8_t card = 0;
    while (ticket >= setup->weights[card])
        ticket -= setup->weights[card++];
    return card;
}

TEST(test_hands_are_dealt_round_the_table_and_the_deck_starts_at_a_fresh_word)
{
    static struct cirno_setup setup;
    unsigned rejections = 0;
    for (uint32_t players = 1; players <= CIRNO_MAX_PLAYERS; players++) {
        uint8_t hands[HANDS], deck[DECK];
        cirno_test_setup(&setup, players, 1, 0, "uniform",
                         players % 2 == 0 ? NULL : user_weights[2], SEED);
        const struct nf_key key = {SEED, 1000 + players, players % 3};
        cirno_test_deal(&setup, key.index, key.attempt, hands, deck, DECK);
        bool rejected;
        for (uint32_t draw = 0; draw < players * CIRNO_HAND; draw++) {
            const uint32_t seat = draw % players, card = draw / players;
            assert_int_equal(hands[seat * CIRNO_HAND + card],
                             card_at(&setup, &key, draw, &rejected));
            rejections += rejected;
        }
        const uint64_t base = (players * CIRNO_HAND + 3) / 4 * 4;
        for (uint32_t card = 0; card < DECK; card++) {
            assert_int_equal(deck[card], card_at(&setup, &key, base + card, &rejected));
            rejections += rejected;
        }
    }
    assert_true(rejections > 1000); /* or redraws were not tried */
}

/* ---- the same key, the same cards ---- */

struct cards {
    uint8_t hands[HANDS], deck[DECK];
};

static void deal(struct cards *cards, const struct cirno_setup *setup, uint64_t index,
                 uint64_t attempt)
{
    memset(cards, 0, sizeof *cards);
    cirno_test_deal(setup, index, attempt, cards->hands, cards->deck, DECK);
}

/* Dealt forwards, and again from the last index to the first. */
static void check_repeatable(const struct cirno_setup *setup)
{
    enum { GAMES = 64 };
    static struct cards first[GAMES];
    for (uint64_t index = 0; index < GAMES; index++)
        deal(&first[index], setup, index, index % 4);
    for (uint64_t index = GAMES; index-- > 0;) {
        struct cards again;
        deal(&again, setup, index, index % 4);
        assert_memory_equal(&again, &first[index], sizeof again);
    }
}

TEST(test_the_same_key_gives_the_same_cards_whatever_was_dealt_before)
{
    for_all_cards(7, check_repeatable);
}

/* In pieces of 1 to 8 words, and one of none. */
static void check_words(const struct cirno_setup *setup)
{
    const struct nf_key key = {SEED, 5, 2};
    uint8_t hands[HANDS], cards[DECK];
    struct cirno_dealer singly, by_words;
    cirno_deal_hands(&singly, setup, &key, hands);
    cirno_deal_hands(&by_words, setup, &key, hands);
    for (uint32_t words = 0; words <= 8; words++) {
        cirno_deal_words(&by_words, setup, cards, words);
        for (uint32_t card = 0; card < 4 * words; card++)
            assert_int_equal(cards[card], cirno_deal_card(&singly, setup));
    }
    assert_int_equal(cirno_deal_card(&by_words, setup), cirno_deal_card(&singly, setup));
}

TEST(test_cards_dealt_by_words_are_those_dealt_one_by_one)
{
    for (uint32_t players = 1; players <= 5; players++)
        for_all_cards(players, check_words);
}

TEST(test_another_seed_index_or_attempt_gives_other_cards)
{
    static struct cirno_setup setup, other_seed;
    struct cards cards, other;
    cirno_test_setup(&setup, 30, 1, 0, "uniform", NULL, SEED);
    cirno_test_setup(&other_seed, 30, 1, 0, "uniform", NULL, SEED + 1);
    for (uint64_t index = 0; index < 100; index++) {
        deal(&cards, &setup, index, 0);
        deal(&other, &setup, index + 1, 0);
        assert_memory_not_equal(&cards, &other, sizeof cards);
        deal(&other, &setup, index, 1);
        assert_memory_not_equal(&cards, &other, sizeof cards);
        deal(&other, &other_seed, index, 0);
        assert_memory_not_equal(&cards, &other, sizeof cards);
    }
}

TEST(test_the_length_of_a_game_does_not_change_its_cards)
{
    static struct cirno_setup few, many;
    struct cards cards, other;
    cirno_test_setup(&few, 9, 1, 100, "uniform", NULL, SEED);
    cirno_test_setup(&many, 9, 100, 0, "uniform", NULL, SEED);
    for (uint64_t index = 0; index < 100; index++) {
        deal(&cards, &few, index, 0);
        deal(&other, &many, index, 0);
        assert_memory_equal(&cards, &other, sizeof cards);
    }
}

/* ---- how often each card comes ---- */

static unsigned degrees_of_freedom(const struct cirno_setup *setup)
{
    unsigned cards = 0;
    for (int card = 0; card < CIRNO_CARDS; card++)
        cards += setup->weights[card] != 0;
    return cards - 1;
}

/* Nothing to test with a single card but that no other one comes. */
static void check_counts(const struct cirno_setup *setup, const uint64_t *counts, const char *what)
{
    const double statistic = nf_test_chi_square(counts, setup->weights, CIRNO_CARDS);
    const unsigned degrees = degrees_of_freedom(setup);
    const double limit = degrees == 0 ? 1e-9 : nf_test_chi_square_limit(degrees);
    const struct nf_params *const params = &setup->base.params;
    if (!(statistic < limit))
        fail_msg("%s of %s: chi-square %.1f, limit %.1f", what,
                 params->weights != NULL ? params->weights : params->profile, statistic, limit);
}

static void check_distribution(const struct cirno_setup *setup)
{
    enum { GAMES = 2000 };
    uint64_t in_hands[CIRNO_CARDS] = {0}, in_decks[CIRNO_CARDS] = {0};
    for (uint64_t index = 0; index < GAMES; index++) {
        struct cards cards;
        deal(&cards, setup, index, 0);
        for (uint32_t i = 0; i < setup->base.params.players * CIRNO_HAND; i++)
            in_hands[cards.hands[i]]++;
        for (int i = 0; i < DECK; i++)
            in_decks[cards.deck[i]]++;
    }
    check_counts(setup, in_hands, "hands");
    check_counts(setup, in_decks, "decks");
}

TEST(test_cards_come_in_proportion_to_their_weights_by_chi_square)
{
    for_all_cards(30, check_distribution);
    for_all_cards(1, check_distribution); /* here the deck starts with draw 4 */
}

/* One long deck as well: 300,000 cards of one stream. */
static void check_long_deck(const struct cirno_setup *setup)
{
    uint8_t hands[HANDS];
    static uint8_t deck[CIRNO_MAX_DECK];
    uint64_t counts[CIRNO_CARDS] = {0};
    cirno_test_deal(setup, 5, 0, hands, deck, CIRNO_MAX_DECK);
    for (int i = 0; i < CIRNO_MAX_DECK; i++)
        counts[deck[i]]++;
    check_counts(setup, counts, "a long deck");
}

TEST(test_a_long_deck_keeps_the_proportion_by_chi_square)
{
    for_all_cards(30, check_long_deck);
}

/* Cards `distance` apart in the uniform deck are independent: all 324 pairs equally often. */
TEST(test_pairs_of_cards_are_equally_likely_by_chi_square)
{
    static struct cirno_setup setup;
    static uint8_t deck[CIRNO_MAX_DECK];
    static uint64_t counts[CIRNO_CARDS * CIRNO_CARDS];
    uint32_t weights[CIRNO_CARDS * CIRNO_CARDS];
    uint8_t hands[HANDS];
    cirno_test_setup(&setup, 30, 1, 0, "uniform", NULL, SEED);
    cirno_test_deal(&setup, 6, 0, hands, deck, CIRNO_MAX_DECK);
    for (int i = 0; i < CIRNO_CARDS * CIRNO_CARDS; i++)
        weights[i] = 1;
    for (int distance = 1; distance <= 8; distance++) {
        memset(counts, 0, sizeof counts);
        for (int i = distance; i < CIRNO_MAX_DECK; i++)
            counts[deck[i - distance] * CIRNO_CARDS + deck[i]]++;
        const double statistic = nf_test_chi_square(counts, weights, CIRNO_CARDS * CIRNO_CARDS);
        assert_true(statistic < nf_test_chi_square_limit(CIRNO_CARDS * CIRNO_CARDS - 1));
    }
}

/* The measure itself: it passes what is even and sees one card in 18 come 3% too often. */
TEST(test_the_chi_square_test_sees_a_bias_of_three_per_cent)
{
    uint64_t counts[CIRNO_CARDS];
    uint32_t weights[CIRNO_CARDS];
    for (int card = 0; card < CIRNO_CARDS; card++) {
        counts[card] = 100000 + (uint64_t)(card * 53 % 17);
        weights[card] = 1;
    }
    const double limit = nf_test_chi_square_limit(CIRNO_CARDS - 1);
    assert_true(limit > 60.13 && limit < 61.5); /* exactly: 60.13 */
    assert_true(nf_test_chi_square(counts, weights, CIRNO_CARDS) < limit);
    counts[3] += 3000;
    assert_true(nf_test_chi_square(counts, weights, CIRNO_CARDS) > limit);
    weights[5] = 0; /* a card that must not come */
    assert_true(nf_test_chi_square(counts, weights, CIRNO_CARDS) > 1e300);
}

/* ---- weights ---- */

static void check_tickets(const struct cirno_setup *setup)
{
    uint32_t tickets[CIRNO_CARDS] = {0};
    uint32_t sum = 0;
    for (uint32_t ticket = 0; ticket < setup->total; ticket++)
        tickets[setup->ticket_card[ticket]]++;
    for (int card = 0; card < CIRNO_CARDS; card++)
        sum += setup->weights[card];
    assert_int_equal(sum, setup->total);
    assert_int_equal(setup->reject_below, 65536 % setup->total);
    assert_memory_equal(tickets, setup->weights, sizeof tickets);
}

TEST(test_each_card_has_as_many_tickets_as_it_weighs)
{
    for_all_cards(1, check_tickets);
}

/* The statement's subtasks, by name of card. */
TEST(test_the_subtasks_profiles_leave_out_what_the_statement_says)
{
    static const struct {
        const char *profile, *missing;
    } rows[] = {
        {"uniform", ""},
        {"basic", "PASS TURN DOUBLE"},
        {"no-turn-pass", "TURN PASS"},
        {"no-double", "DOUBLE"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct cirno_setup setup;
        uint8_t missing[CIRNO_CARDS];
        const uint32_t count = cirno_test_cards(rows[i].missing, missing, sizeof missing);
        cirno_test_setup(&setup, 3, 1, 0, rows[i].profile, NULL, SEED);
        assert_int_equal(setup.total, CIRNO_CARDS - count);
        for (int card = 0; card < CIRNO_CARDS; card++)
            assert_int_equal(setup.weights[card], memchr(missing, card, count) == NULL);
    }
    assert_int_equal(cirno_profiles[1].players, 3); /* "only basic cards, n <= 3" */
}

TEST(test_weights_in_the_same_proportion_deal_the_same_cards)
{
    static struct cirno_setup small, large;
    struct cards cards, other;
    cirno_test_setup(&small, 5, 1, 0, "uniform", "A1=3,PASS=2", SEED);
    cirno_test_setup(&large, 5, 1, 0, "uniform", "PASS=400000000,B1=0,A1=600000000", SEED);
    assert_int_equal(large.total, 5);
    for (uint64_t index = 0; index < 20; index++) {
        deal(&cards, &small, index, 0);
        deal(&other, &large, index, 0);
        assert_memory_equal(&cards, &other, sizeof cards);
    }
}

TEST(test_wrong_weights_are_refused_with_what_was_found)
{
    static const struct {
        const char *text, *found;
    } rows[] = {
        {"A3=1", "'A3'"},
        {"a1=1", "'a1'"},
        {"", "column 1"},
        {"A1", "CARD=NUMBER"},
        {"A1=", "integer"},
        {"A1=-1", "'-1'"},
        {"A1=1.5", "'1.5'"},
        {"A1=1,,PASS=1", "column 6"},
        {"A1=1,", "column 6"},
        {"PASS=1,A1=1,PASS=2", "PASS is given twice"},
        {"A1=0", "all weights"},
        {"A1=1000000001", "1000000001"},
        {"A1= 1", "' 1'"},
        {"PASSS=1", "'PASSS'"},
        {"A1=65536,PASS=1", "65537"},
        {"A1=99999999999999999999", "9999"},
        {"A1=00000000001", "'00000000001'"}, /* more digits than 1G has */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t weights[CIRNO_CARDS];
        struct nf_error err = {""};
        assert_int_equal(cirno_find_weights("uniform", rows[i].text, weights, &err), NF_USAGE);
        if (strstr(err.text, "--weights") == NULL || strstr(err.text, rows[i].found) == NULL)
            fail_msg("'%s': message '%s' lacks %s", rows[i].text, err.text, rows[i].found);
    }
    uint32_t weights[CIRNO_CARDS];
    struct nf_error err = {""};
    assert_int_equal(cirno_find_weights("unifrom", NULL, weights, &err), NF_USAGE);
    assert_non_null(strstr(err.text, "'unifrom'"));
    assert_int_equal(cirno_find_weights("uniform", "A1=65535,PASS=1", weights, &err), NF_OK);
}
