/* Shrinking Cirno's game: what is known to be smallest is found; what matters stays. What holds of
 * every game is in core/format/test_shrink.c. */
#include "core/format/judge.h"
#include "games/cirno/fuzz/shrink.h"
#include "games/cirno/module.h"
#include "tests/unit/games/cirno/fuzz/shrunk.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <string.h>

/* What a game must have at the least, and words of its texts (NULL: any). */
struct wanted {
    uint32_t players, rounds, deck;
    const char *in_instance, *in_transcript;
};
static struct wanted wanted;

static bool is_wanted(const struct cirno_test_judged *judged)
{
    const struct cirno_instance *const game = &judged->parsed->instance;
    const struct nf_text *const text = judged->text;
    return game->players >= wanted.players && game->rounds >= wanted.rounds &&
           game->deck_size >= wanted.deck &&
           (wanted.in_instance == NULL || memmem(text->data, text->size, wanted.in_instance,
                                                 strlen(wanted.in_instance)) != NULL) &&
           (wanted.in_transcript == NULL ||
            strstr(judged->transcript, wanted.in_transcript) != NULL);
}

/* ---- a minimum known by hand ---- */

/* One A99 makes p = 99, and whoever is next loses and draws three: nothing ends a round sooner,
 * since at p = 0 every card can be played. */
TEST(test_what_is_known_to_be_smallest_is_found)
{
    static const struct {
        struct wanted wanted;
        const char *expected;
    } rows[] = {
        {{0}, "1 1 4\nA A99 A99 A99\nA99 A99 A99 A99\n"},
        {{.players = 3}, "3 1 4\nA A99 A99 A99\nB A99 A99 A99\nC A99 A99 A99\nA99 A99 A99 A99\n"},
        {{.rounds = 3}, "1 3 12\nA A99 A99 A99\nA99 A99 A99 A99 A99 A99 A99 A99 A99 A99 A99 A99\n"},
        {{.deck = 9}, "1 1 9\nA A99 A99 A99\nA99 A99 A99 A99 A99 A99 A99 A99 A99\n"},
        {{.in_transcript = "Marisa lost"}, "1 1 4\nMarisa A99 A99 A99\nA99 A99 A99 A99\n"},
    };
    for (uint32_t seed = 1; seed <= 20; seed++) {
        struct nf_text text = cirno_test_dealt(3 + seed % 4, 3 + seed % 5, NULL, 2 * seed);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            wanted = rows[i].wanted;
            if (wanted.in_transcript == NULL || cirno_test_has(is_wanted, &text))
                cirno_test_shrinks_to(is_wanted, &text, rows[i].expected);
        }
        nf_text_free(&text);
    }
}

/* A game of one player and one round all of whose cards are A99. Free it. */
static struct nf_text only_a99(uint32_t deck)
{
    struct nf_text text = {0};
    nf_text_format(&text, "1 1 %" PRIu32 "\nA A99 A99 A99\n", deck);
    for (uint32_t i = 1; i <= deck; i++)
        nf_text_string(&text, i < deck ? "A99 " : "A99\n");
    return text;
}

/* ---- what stays ---- */

TEST(test_names_stay_as_far_as_they_matter_and_else_become_simple_by_themselves)
{
    static const struct {
        struct wanted wanted;
        const char *instance, *expected;
    } rows[] = {
        {{.players = 2, .in_instance = "\nMar"},
         "2 1 4\nReimu A99 A99 A99\nMarisa A99 A99 A99\nA99 A99 A99 A99\n",
         "2 1 4\nA A99 A99 A99\nMar A99 A99 A99\nA99 A99 A99 A99\n"},
        /* The second one is called A: not two of that name. */
        {{.players = 2, .in_instance = "\nA A99 A99 A99\nA99"},
         "2 1 4\nReimu A99 A99 A99\nA A99 A99 A99\nA99 A99 A99 A99\n",
         "2 1 4\nR A99 A99 A99\nA A99 A99 A99\nA99 A99 A99 A99\n"},
        {{.in_instance = "Reimu"},
         "3 1 9\nReimu A1 A1 A1\nMari C2 C2 C2\nRan A99 A99 A99\n"
         "A99 A99 A99 A99 A99 A99 A99 A99 A99\n",
         "1 1 4\nReimu A99 A99 A99\nA99 A99 A99 A99\n"},
        {{.players = 2, .in_instance = "\nRan A99 A99 A99\nRan A99"},
         "2 1 5\nRan A99 A99 A99\nRan A99 A99 A99\nA1 A1 A1 A1 A1\n",
         "2 1 4\nRan A99 A99 A99\nRan A99 A99 A99\nA99 A99 A99 A99\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct nf_text text = cirno_test_text(rows[i].instance);
        wanted = rows[i].wanted;
        cirno_test_shrinks_to(is_wanted, &text, rows[i].expected);
        nf_text_free(&text);
    }
}

TEST(test_cards_left_over_stay_as_far_as_they_matter)
{
    struct nf_text text = cirno_test_dealt(3, 1, NULL, 2);
    struct nf_text longer = cirno_test_longer(&text, 90, CIRNO_DOUBLE);
    struct nf_text expected = only_a99(30);
    wanted = (struct wanted){.deck = 30};
    nf_text_bytes(&expected, "", 1);
    cirno_test_shrinks_to(is_wanted, &longer, expected.data);
    nf_text_free(&text);
    nf_text_free(&longer);
    nf_text_free(&expected);
}

/* ---- large games ---- */

static bool plays_256(const struct cirno_test_judged *judged)
{
    uint32_t plays = 0;
    for (const char *at = judged->transcript; (at = strstr(at, " used ")) != NULL; at++)
        plays++;
    return plays >= 256;
}

/* Not one play more than it takes, even if a deck that long is not changed card by card. */
TEST(test_a_long_game_is_cut_to_the_turns_it_takes)
{
    struct nf_text text = {0}, small;
    uint32_t players, rounds, deck;
    nf_text_string(&text, "1 1 470\nA B1 B1 B1\n");
    for (int i = 0; i < 470; i++)
        nf_text_string(&text, i < 450 ? "B1 " : i < 469 ? "A99 " : "A99\n");
    cirno_test_shrink(plays_256, UINT32_MAX, &text, &small);
    cirno_test_size(&small, &players, &rounds, &deck);
    assert_int_equal(players, 1);
    assert_int_equal(rounds, 1);
    assert_int_equal(deck, 256 + CIRNO_HAND);
    nf_text_free(&text);
    nf_text_free(&small);
}

/* There is no room for turns before such a game, nor for any card. */
TEST(test_the_largest_deck_stays_within_its_bounds)
{
    struct nf_text small, short_one = cirno_test_dealt(1, 1, NULL, 2);
    struct nf_text text = cirno_test_longer(&short_one, CIRNO_MAX_DECK, CIRNO_A1);
    struct nf_text expected = only_a99(CIRNO_MAX_DECK);
    wanted = (struct wanted){.deck = CIRNO_MAX_DECK};
    cirno_test_shrink(is_wanted, 15, &text, &small);
    assert_true(nf_test_same(&small, &expected));
    nf_text_free(&text);
    nf_text_free(&small);
    nf_text_free(&short_one);
    nf_text_free(&expected);
}

/* ---- what is not for it ---- */

TEST(test_a_deck_that_is_too_short_is_refused)
{
    static const char *const rows[][2] = {
        {"1 2 4\nA A99 A99 A99\nA99 A99 A99 A99\n", "the deck of 4 cards runs out"},
        {"1 1 3\nA A99 A99 A99\nA99 A99 A99\n", "expected 1 more"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct nf_text text = cirno_test_text(rows[i][0]), small = {0};
        const struct nf_input input = nf_text_input(&text, "t");
        const struct nf_trier trier = {NULL, NULL, NULL};
        struct nf_error err;
        assert_int_equal(nf_shrink(&cirno_game, &input, &trier, &small, &err), NF_INVALID);
        if (strstr(err.text, rows[i][1]) == NULL)
            fail_msg("'%s' does not say %s", err.text, rows[i][1]);
        nf_text_free(&text);
    }
}

TEST(test_the_size_is_told_in_words)
{
    static const char *const rows[][2] = {
        {"1 1 4\nA A99 A99 A99\nA99 A99 A99 A99\n", "size: 1 player, 1 round, 4 deck cards"},
        {"2 3 1\nA A1 A1 A1\nB A1 A1 A1\nA1\n", "size: 2 players, 3 rounds, 1 deck card"},
    };
    struct nf_error err;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct nf_text text = cirno_test_text(rows[i][0]), words = cirno_test_text("size: ");
        const struct nf_input input = nf_text_input(&text, "t");
        assert_int_equal(nf_tell_size(&cirno_game, &input, &words, &err), NF_OK);
        nf_text_bytes(&words, "", 1);
        assert_string_equal(words.data, rows[i][1]);
        nf_text_free(&text);
        nf_text_free(&words);
    }
}

/* ---- the cards a game takes ---- */

static void assert_takes(uint32_t cards, const char *text)
{
    const struct nf_input input = {"t", text, strlen(text)};
    struct nf_instance read;
    struct nf_error err;
    if (nf_instance_read(&read, &cirno_format, &input, &err) != NF_OK)
        fail_msg("%s", err.text);
    assert_int_equal(cirno_smaller.takes(&read), cards);
    nf_instance_free(&read);
}

TEST(test_a_game_takes_what_it_draws_and_fillers_where_its_deck_ends)
{
    assert_takes(4, "1 1 1\nA A99 A99 A99\nA99\n");
    assert_takes(4, "1 1 4\nA A99 A99 A99\nA99 A99 A99 A99\n");
    assert_takes(4, "1 1 6\nA A99 A99 A99\nA99 A99 A99 A99 B1 C2\n");
}

TEST(test_a_deck_that_takes_p_out_of_its_bounds_is_not_valid)
{
    /* p = -1 and then its doubles: -8192 after 13 of them, -16384 after 14. */
    assert_takes(20, "1 1 14\nA B1 PASS PASS\nC2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 E99\n");
    assert_takes(UINT32_MAX,
                 "1 1 15\nA B1 PASS PASS\nC2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 E99\n");
}
