/* The judge's program and the validator: transcripts to the byte, and every way in which a game
 * that can be read is still not valid. */
#include "core/format/judge.h"
#include "games/cirno/judge/judge.h"
#include "games/cirno/module.h"
#include "gen/cirno/setup.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

/* A game as text: `head`, then `count` times `card`, then `tail`. */
static struct nf_text game_text(const char *head, int count, const char *card, const char *tail)
{
    struct nf_text text = {0};
    nf_text_string(&text, head);
    for (int i = 0; i < count; i++)
        nf_text_string(&text, card);
    nf_text_string(&text, tail);
    return text;
}

static void check_text(struct nf_text *text, const char *expected)
{
    nf_text_bytes(text, "", 1);
    assert_string_equal(text->data, expected);
}

typedef enum nf_status judge_function(const struct nf_game *, const struct nf_input *,
                                      struct nf_text *, struct nf_error *);

static void accept(judge_function *judge, const char *game, const char *expected)
{
    struct nf_text text = game_text(game, 0, "", ""), answer = {0};
    const struct nf_input input = nf_text_input(&text, "deck.in");
    struct nf_error err;
    if (judge(&cirno_game, &input, &answer, &err) != NF_OK)
        fail_msg("%s", err.text);
    check_text(&answer, expected);
    nf_text_free(&answer);
    nf_text_free(&text);
}

static void refuse(judge_function *judge, const char *game, const char *message)
{
    struct nf_text text = game_text(game, 0, "", ""), answer = {0};
    const struct nf_input input = nf_text_input(&text, "deck.in");
    struct nf_error err;
    assert_int_equal(judge(&cirno_game, &input, &answer, &err), NF_INVALID);
    assert_string_equal(err.text, message);
    nf_text_free(&answer);
    nf_text_free(&text);
}

/* ---- against the rules ---- */

/* A game told turn by turn, as the statement words it. */
struct plain {
    struct cirno_source source; /* first: see cirno_test_walk() */
    const struct nf_name *names;
    struct nf_text text;
    uint32_t turns;
    int32_t lowest_p;
};

static bool tell(void *client, const struct cirno_walk *walk, unsigned card)
{
    struct plain *const plain = client;
    const struct nf_name *const name = &plain->names[walk->table.seat];
    if (walk->turn == 1)
        nf_text_format(&plain->text, "Round %u:\n", walk->round + 1);
    plain->turns++;
    nf_text_bytes(&plain->text, name->text, name->length);
    if (card == CIRNO_LOSES) {
        nf_text_string(&plain->text, " lost the game.\n");
        return true;
    }
    const int32_t p = cirno_apply(card, walk->table.p);
    nf_text_format(&plain->text, " used %s,now p=%d.\n", cirno_cards[card].name, p);
    plain->lowest_p = p < plain->lowest_p ? p : plain->lowest_p;
    return true;
}

/* Plays one random game both ways; returns its lowest p, or 1 if it was not valid. */
static int compare_with_rules(const struct cirno_instance *game)
{
    static const struct nf_name longest = {"ABCDEFGHIJKLMNOPQRST", CIRNO_MAX_NAME};
    struct nf_name names[CIRNO_MAX_PLAYERS];
    struct plain plain = {.names = names};
    struct cirno_course course;
    struct nf_text answer = {0};
    for (uint32_t seat = 0; seat < CIRNO_MAX_PLAYERS; seat++)
        names[seat] = seat % 4 == 3 ? longest : cirno_seat_names[seat];
    const enum cirno_end wanted = cirno_test_walk(game, &plain.source, tell);
    const enum cirno_end end = cirno_narrate(game, names, &answer, &course);
    assert_int_equal(course.lowest_p, plain.lowest_p);
    assert_int_equal(course.turns, plain.turns);
    /* The last hand drawn is in no line. */
    const bool last_draw = course.missing > 0 && course.round == game->rounds;
    assert_int_equal(end, last_draw ? CIRNO_COMPLETE : wanted);
    if (wanted == CIRNO_COMPLETE)
        assert_true(nf_test_same(&answer, &plain.text));
    nf_text_free(&answer);
    nf_text_free(&plain.text);
    return wanted == CIRNO_COMPLETE ? course.lowest_p : 1;
}

/* Compares `games` random games of the given weights (NULL: uniform), of which at least
 * `complete` must be valid and be played to their end; returns the lowest p of those. */
static int compare_games(uint64_t *random, const char *weights, int games, int complete)
{
    enum { DECK = 20000 };
    static uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND], deck[DECK];
    static struct cirno_setup setup;
    int lowest = 0;
    for (int i = 0; i < games; i++) {
        const struct cirno_instance game = {
            .players = nf_test_between(random, 1, CIRNO_MAX_PLAYERS),
            .rounds = nf_test_between(random, 1, 5),
            .deck_size = DECK,
            .hands = hands,
            .deck = deck,
        };
        cirno_test_setup(&setup, game.players, game.rounds, DECK, "uniform", weights,
                         nf_test_random(random));
        cirno_test_deal(&setup, 0, 0, hands, deck, DECK);
        const int low = compare_with_rules(&game);
        complete -= low <= 0;
        lowest = low < lowest ? low : lowest;
    }
    assert_true(complete <= 0);
    return lowest;
}

TEST(transcripts_tell_the_game_as_the_rules_go)
{
    uint64_t random = nf_test_seed();
    compare_games(&random, NULL, 1000, 950);
    compare_games(&random, "A99=40,C2=10,DOUBLE=20,B19=10,PASS=10,TURN=10", 500, 450);
    /* Few cards that add: p falls to where neither numbers nor choices are tabulated, and in three
     * games of four past the bound or till the deck is used up. */
    const char *const falling = "A1=1,A9=1,B19=1,C2=1,D2=1,E0=1,PASS=1,TURN=2,DOUBLE=3";
    assert_true(compare_games(&random, falling, 300, 20) < -1000);
}

/* ---- games that are not valid ---- */

TEST(a_deck_that_runs_out_says_where)
{
    static const char message[] =
        "deck.in:4:9: round 1 of 1, turn 4: the deck of 3 cards runs out: player 2 (Reimu) played "
        "B1 and draws; expected more cards";
    static const char game[] = "2 1 3\nCirno A1 B1 B1\nReimu A1 B9 B9\nB1 B1 B9  \n\n";
    refuse(nf_play, game, message);
    refuse(nf_verify, game, message);
}

/* The loser of the only round draws three: `missing` of them are not there. */
TEST(only_the_last_draw_may_be_missing_and_only_for_play)
{
    static const char transcript[] = "Round 1:\nCirno used A99,now p=99.\nCirno lost the game.\n";
    static const char *const decks[] = {"A99", "A99 A99", "A99 A99 A99"};
    for (int missing = 3; missing > 0; missing--) {
        char game[128], message[256];
        const char *const deck = decks[3 - missing];
        snprintf(game, sizeof game, "1 1 %d\nCirno A99 A99 A99\n%s\n", 4 - missing, deck);
        accept(nf_play, game, transcript);
        snprintf(message, sizeof message,
                 "deck.in:3:%zu: round 1 of 1, turn 2: the deck of %d cards runs out: player 1 "
                 "(Cirno) lost and draws 3, found %d left; expected %d more",
                 strlen(deck) + 1, 4 - missing, 3 - missing, missing);
        refuse(nf_verify, game, message);
    }
    accept(nf_play, "1 1 4\nCirno A99 A99 A99\nA99 A99 A99 A99\n", transcript);
    accept(nf_verify, "1 1 4\nCirno A99 A99 A99\nA99 A99 A99 A99\n",
           "deck.in: valid: n = 1, m = 1, k = 4\n"
           "turns 2, cards used 4, cards left over 0, lowest p 0\n");
}

TEST(a_draw_missing_before_the_last_round_is_refused)
{
    static const char game[] = "1 2 3\nCirno A99 A99 A99\nA99 A99 A99\n";
    static const char message[] =
        "deck.in:3:12: round 1 of 2, turn 2: the deck of 3 cards runs out: player 1 (Cirno) lost "
        "and draws 3, found 2 left; expected 1 more";
    refuse(nf_play, game, message);
    refuse(nf_verify, game, message);
}

TEST(p_stays_above_minus_10000)
{
    /* p falls by 9 a turn: to -9999 on turn 1111, which is valid, and below on turn 1112. */
    struct nf_text short_deck = game_text("1 1 1110\nCirno B9 B9 B9\n", 1110, "B9 ", "\n");
    struct nf_text long_deck = game_text("1 1 1111\nCirno B9 B9 B9\n", 1111, "B9 ", "\n");
    nf_text_bytes(&short_deck, "", 1);
    nf_text_bytes(&long_deck, "", 1);
    refuse(nf_play, short_deck.data,
           "deck.in:3:3330: round 1 of 1, turn 1111: the deck of 1110 cards runs out: player 1 "
           "(Cirno) played B9 and draws; expected more cards");
    static const char message[] =
        "deck.in:3:3333: round 1, turn 1112: p becomes -10008 when player 1 (Cirno) plays B9, "
        "after 1111 cards of the deck; expected |p| below 10000 at all times";
    refuse(nf_play, long_deck.data, message);
    refuse(nf_verify, long_deck.data, message);
    nf_text_free(&short_deck);
    nf_text_free(&long_deck);
}

TEST(equal_names_are_a_warning_of_verify_only)
{
    static const char game[] =
        "3 1 5\nCirno A99 A99 A99\nReimu A99 A99 A99\nCirno A99 A99 A99\nA1 A1 A1 A1 A1\n";
    accept(nf_play, game, "Round 1:\nCirno used A99,now p=99.\nReimu lost the game.\n");
    accept(nf_verify, game,
           "deck.in:4:1: warning: player 3 has the name of player 1, 'Cirno'\n"
           "deck.in: valid: n = 3, m = 1, k = 5\n"
           "turns 2, cards used 4, cards left over 1, lowest p 0\n");
}

TEST(what_cannot_be_read_is_refused_by_both)
{
    static const char message[] = "deck.in:1:1: found end of input, expected the number of players "
                                  "n, an integer from 1 to 30";
    refuse(nf_play, "", message);
    refuse(nf_verify, "", message);
}
