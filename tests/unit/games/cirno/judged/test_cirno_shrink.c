/* Shrinking Cirno's game: what is known to be smallest is found, what matters stays, and what
 * people's mistakes get wrong becomes small enough to read. What holds of every game is in
 * tests/unit/judge/format/test_shrink.c. */
/* both: it is dealt by the simulator */
#include "games/cirno/judged/fuzzing.h"
#include "games/cirno/rules/format.h"
#include "games/cirno/simulated/module.h"
#include "judge/format/shrink.h"
#include "judge/judge.h"
#include "tests/unit/judged.h"
#include "tests/unit/played.h"
#include "tests/unit/said.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- games ---- */

static struct nf_instance read_back(const struct nf_text *text)
{
    const struct nf_input input = nf_text_input(text, "t");
    struct nf_instance read;
    assert_ok(nf_instance_read, &read, &cirno_format, &input);
    return read;
}

/* A dealt game, to be freed; `weights` may be NULL. */
static struct nf_text dealt(uint32_t players, uint32_t rounds, const char *weights, uint64_t seed)
{
    const struct nf_params params = {.players = players,
                                     .rounds = rounds,
                                     .profile = "uniform",
                                     .weights = weights,
                                     .seed = seed >> 1};
    FREED_BY(nf_test_release) struct nf_setup *const setup = nf_test_prepare(&cirno_game, &params);
    struct nf_text text = {0};
    assert_ok(cirno_game.deals->deal, setup, 0, &text, NULL);
    return text;
}

/* Ties, DOUBLE and negative p are frequent. */
static struct nf_text dealt_of(uint64_t *random, uint32_t players, uint32_t rounds)
{
    return dealt(nf_test_between(random, 1, players), nf_test_between(random, 1, rounds),
                 "A1=3,A9=2,A19=1,A49=1,A99=2,B1=4,B9=3,B19=2,C2=3,D2=4,E0=2,E49=1,E99=2,PASS=1,"
                 "TURN=1,DOUBLE=3",
                 nf_test_random(random));
}

/* One player and one round, with so many cards in a deck that ends with A99. To be freed. */
static struct nf_text alone(const char *hand, uint32_t deck, const char *cards, uint32_t of_these)
{
    struct nf_text text = {0};
    nf_text_format(&text, "1 1 %u\nA %s\n", deck, hand);
    for (uint32_t i = 1; i <= deck; i++)
        nf_text_format(&text, "%s%s", i <= of_these ? cards : "A99", i < deck ? " " : "\n");
    return text;
}

/* ---- programs that fail where a game has a property ---- */

/* What a game must have at the least, words of its texts (NULL: any), and on whom it shows. */
struct wanted {
    uint32_t players, rounds, deck, plays;
    const char *in_instance, *in_transcript;
    uint32_t mistake; /* a program with this mistake prints something else; 0: whatever that does */
};

static bool fits(const struct wanted *wanted, const struct nf_text *text)
{
    const struct nf_input input = nf_text_input(text, "t");
    FREED_BY(nf_text_free) struct nf_text answer = {0};
    assert_ok(nf_play, cirno_problem.rules, &input, &answer);
    FREED_BY(nf_instance_free) struct nf_instance read = read_back(text);
    const struct cirno_instance problem = cirno_instance_of(&read);
    uint32_t plays = 0;
    nf_text_bytes(&answer, "", 1);
    for (const char *at = answer.data; (at = strstr(at, " used ")) != NULL; at++)
        plays++;
    bool is = problem.players >= wanted->players && problem.rounds >= wanted->rounds &&
              problem.deck_size >= wanted->deck && plays >= wanted->plays &&
              (wanted->in_instance == NULL ||
               memmem(text->data, text->size, wanted->in_instance, strlen(wanted->in_instance))) &&
              (wanted->in_transcript == NULL || strstr(answer.data, wanted->in_transcript));
    if (is && wanted->mistake > 0) {
        FREED_BY(nf_text_free)
        struct nf_text printed =
            nf_test_play_as(&cirno_problem, UINT64_C(1) << wanted->mistake, text, NULL);
        is = strcmp(printed.data, answer.data) != 0;
    }
    return is;
}

struct judge {
    const struct wanted *wanted;
    uint32_t limit, trials;
};

static enum nf_trial try_candidate(void *owner, const struct nf_text *candidate)
{
    struct judge *const judge = owner;
    if (judge->trials == judge->limit)
        return NF_TRIAL_STOP;
    judge->trials++;
    return fits(judge->wanted, candidate) ? NF_TRIAL_FAILS : NF_TRIAL_PASSES;
}

/* Shrinks `text` by at most `limit` trials, of which it returns the number. Free `small`. */
static uint32_t shrink(const struct wanted *wanted, uint32_t limit, const struct nf_text *text,
                       struct nf_text *small)
{
    struct judge judge = {.wanted = wanted, .limit = limit};
    const struct nf_trier trier = {try_candidate, &judge, NULL, NULL};
    *small = nf_test_shrink(&cirno_problem, text, &trier);
    return judge.trials;
}

static void shrinks_to(const struct wanted *wanted, const struct nf_text *text,
                       const char *expected)
{
    struct nf_text small;
    shrink(wanted, UINT32_MAX, text, &small);
    assert_text(&small, expected);
}

/* ---- fewer players ---- */

/* An array for so many turns, or a buffer for so many letters of the deck: one player is enough. */
TEST(what_needs_a_long_game_shrinks_to_one_player_and_one_round)
{
    static const struct wanted turns = {.players = 1, .rounds = 1, .deck = 1, .plays = 400};
    FREED_BY(nf_text_free) struct nf_text text = dealt(30, 60, NULL, nf_test_seed()), small = {0};
    assert_true(fits(&turns, &text));
    shrink(&turns, UINT32_MAX, &text, &small);
    FREED_BY(nf_instance_free) struct nf_instance read = read_back(&small);
    const struct cirno_instance game = cirno_instance_of(&read);
    assert_int_equal(game.players, 1);
    assert_int_equal(game.rounds, 1);
    assert_int_equal(game.deck_size, turns.plays + CIRNO_HAND);
}

/* ---- another p ---- */

/* Ties and limits that are met sooner at another p than the one at which they were found. */
TEST(a_decision_is_dealt_anew_at_the_p_that_takes_the_fewest_cards)
{
    static const struct {
        uint32_t mistake, deck;
        const char *found;
    } rows[] = {
        {7, 7, "1 1 8\nA A99 DOUBLE A99\nDOUBLE B9 B1 A99 A99 A99 A99 A99\n"},
        {14, 5, "1 1 8\nA B1 E0 A1\nA99 A99 A99 A99 A99 A99 A99 A99\n"},
        {16, 7, "2 1 10\nA B19 B19 B19\nB A9 A1 D2\nA99 A99 A99 A99 A99 A99 A99 A99 A99 A99\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct wanted wanted = {.mistake = rows[i].mistake};
        const struct nf_text text = nf_words_text(rows[i].found);
        FREED_BY(nf_text_free) struct nf_text small = {0};
        shrink(&wanted, UINT32_MAX, &text, &small);
        FREED_BY(nf_instance_free) struct nf_instance read = read_back(&small);
        const struct cirno_instance game = cirno_instance_of(&read);
        assert_int_equal(game.players, 1);
        assert_int_equal(game.deck_size, rows[i].deck);
    }
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
        FREED_BY(nf_text_free)
        struct nf_text text = dealt(3 + seed % 4, 3 + seed % 5, NULL, 2 * seed);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            if (rows[i].wanted.in_transcript == NULL || fits(&rows[i].wanted, &text))
                shrinks_to(&rows[i].wanted, &text, rows[i].expected);
    }
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
        const struct nf_text text = nf_words_text(rows[i].instance);
        shrinks_to(&rows[i].wanted, &text, rows[i].expected);
    }
}

/* ---- large games ---- */

/* Not one play more than it takes, even if a deck that long is not changed card by card. */
TEST(test_a_long_game_is_cut_to_the_turns_it_takes)
{
    static const struct wanted wanted = {.plays = 256};
    FREED_BY(nf_text_free) struct nf_text text = alone("B1 B1 B1", 470, "B1", 450), small;
    char beginning[20];
    shrink(&wanted, UINT32_MAX, &text, &small);
    snprintf(beginning, sizeof beginning, "1 1 %d\n", 256 + CIRNO_HAND);
    assert_memory_equal(small.data, beginning, strlen(beginning));
}

/* There is no room for turns before such a game, nor for any card. */
TEST(test_the_largest_deck_stays_within_its_bounds)
{
    static const struct wanted wanted = {.deck = CIRNO_MAX_DECK};
    FREED_BY(nf_text_free)
    struct nf_text small, text = alone("A2 B1 C2", CIRNO_MAX_DECK, "A1", CIRNO_MAX_DECK);
    FREED_BY(nf_text_free) struct nf_text expected = alone("A99 A99 A99", CIRNO_MAX_DECK, NULL, 0);
    shrink(&wanted, 15, &text, &small);
    assert_true(nf_test_same(&small, &expected));
}

/* ---- what is not for it ---- */

TEST(test_a_deck_that_is_too_short_is_refused)
{
    static const char *const rows[][2] = {
        {"1 2 4\nA A99 A99 A99\nA99 A99 A99 A99\n", "the deck of 4 cards runs out"},
        {"1 1 3\nA A99 A99 A99\nA99 A99 A99\n", "expected 1 more"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct nf_input input = {"t", rows[i][0], strlen(rows[i][0])};
        const struct nf_trier trier = {NULL, NULL, NULL, NULL};
        struct nf_text small = {0};
        assert_ends_saying(NF_INVALID, rows[i][1], nf_shrink, &cirno_problem, &input, &trier,
                           &small);
    }
}

TEST(test_the_size_is_told_in_words)
{
    nf_test_describes_size(&cirno_problem, "1 1 4\nA A99 A99 A99\nA99 A99 A99 A99\n",
                           "1 player, 1 round, 4 deck cards");
    nf_test_describes_size(&cirno_problem, "2 3 1\nA A1 A1 A1\nB A1 A1 A1\nA1\n",
                           "2 players, 3 rounds, 1 deck card");
}

/* ---- the cards a game takes ---- */

/* p = -1 and then its doubles: -8192 after 13 of them, -16384 after 14. */
TEST(test_a_game_takes_what_it_draws_and_fillers_unless_p_leaves_its_bounds)
{
    static const struct {
        const char *text;
        uint32_t cards; /* UINT32_MAX: it is not valid */
    } rows[] = {
        {"1 1 1\nA A99 A99 A99\nA99\n", 4},
        {"1 1 4\nA A99 A99 A99\nA99 A99 A99 A99\n", 4},
        {"1 1 6\nA A99 A99 A99\nA99 A99 A99 A99 B1 C2\n", 4},
        {"1 1 14\nA B1 PASS PASS\nC2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 E99\n", 20},
        {"1 1 15\nA B1 PASS PASS\nC2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 E99\n", UINT32_MAX},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct nf_text text = nf_words_text(rows[i].text);
        FREED_BY(nf_instance_free) struct nf_instance read = read_back(&text);
        assert_int_equal(cirno_smaller.takes(&read), rows[i].cards);
    }
}

/* ---- games that programs with the mistakes of the catalogue get wrong ---- */

enum { MISTAKES = 51, SIZES = 4 }; /* numbered from 1; players, rounds, deck, trials */

/* Shrinks a game, until the limit of trials. */
static void note_sizes(const struct wanted *wanted, uint32_t limit, const struct nf_text *text,
                       uint32_t sizes[SIZES])
{
    FREED_BY(nf_text_free) struct nf_text small;
    sizes[3] = shrink(wanted, limit, text, &small);
    FREED_BY(nf_instance_free) struct nf_instance read = read_back(&small);
    const struct cirno_instance problem = cirno_instance_of(&read);
    sizes[0] = problem.players, sizes[1] = problem.rounds, sizes[2] = problem.deck_size;
}

TEST(test_games_that_show_a_mistake_become_small_enough_to_read)
{
    static const uint32_t most[SIZES] = {2, 1, 8, 700}; /* of half of them */
    uint64_t random = nf_test_seed();
    uint32_t larger[SIZES] = {0};
    assert_null(cirno_mistakes[MISTAKES + 1].name);
    for (uint32_t i = 0; i < MISTAKES; i++) {
        const struct wanted wanted = {.mistake = i + 1};
        FREED_BY(nf_text_free) struct nf_text text = dealt_of(&random, 5, 4);
        for (uint32_t tries = 0; !fits(&wanted, &text); tries++) {
            assert_in_range(tries, 0, 20000);
            nf_text_free(&text);
            text = dealt_of(&random, 5, 4);
        }
        uint32_t sizes[SIZES];
        note_sizes(&wanted, UINT32_MAX, &text, sizes);
        assert_in_range(sizes[2], 4, 25);
        for (int size = 0; size < SIZES; size++)
            larger[size] += sizes[size] > most[size];
    }
    for (int size = 0; size < SIZES; size++)
        assert_in_range(larger[size], 0, MISTAKES / 2);
}

TEST(test_games_of_thirty_players_shrink_within_a_budget_of_trials)
{
    static const uint32_t some[] = {1, 4, 5, 13, 24, 33, 37, 39}, most[SIZES] = {3, 2, 12, 1999};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        const struct wanted wanted = {.mistake = some[i]};
        uint64_t seed = 0;
        uint32_t sizes[SIZES];
        FREED_BY(nf_text_free) struct nf_text text = dealt(30, 100, NULL, ++seed);
        while (!fits(&wanted, &text)) {
            nf_text_free(&text);
            text = dealt(30, 100, NULL, ++seed);
        }
        note_sizes(&wanted, most[3] + 1, &text, sizes);
        for (int size = 0; size < SIZES; size++)
            assert_in_range(sizes[size], 1, most[size]);
    }
}
