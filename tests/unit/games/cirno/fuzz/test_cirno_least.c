/* Shrinking is held against the least deck there is, found by search; and how many cards a game
 * takes, by which it works. */
#include "games/cirno/fuzz/shrink.h"
#include "tests/unit/games/cirno/fuzz/shrunk.h"
#include "tests/unit/support.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- properties with a minimum found by search ---- */

/* Whether a play from `hand` at `p` has the property searched for. */
typedef bool (*play_property)(cirno_hand hand, unsigned card, int32_t p, bool doubled);

static bool halves_negative(cirno_hand hand, unsigned card, int32_t p, bool doubled)
{
    (void)hand;
    (void)doubled;
    return card == CIRNO_D2 && p < 0;
}

/* Whether `winner` is played though a card of class `class` in the hand makes the same p. */
static bool wins_tie(cirno_hand hand, unsigned card, int32_t p, unsigned winner, unsigned class)
{
    if (card != winner)
        return false;
    for (uint64_t left = cirno_types(hand); left != 0;) {
        const unsigned other = cirno_next_type(&left);
        if (cirno_cards[other].class == class && cirno_apply(other, p) == cirno_apply(card, p))
            return true;
    }
    return false;
}

static bool multiplies_before_adding(cirno_hand hand, unsigned card, int32_t p, bool doubled)
{
    return !doubled && wins_tie(hand, card, p, CIRNO_C2, CIRNO_ADD);
}

static bool halves_before_subtracting(cirno_hand hand, unsigned card, int32_t p, bool doubled)
{
    return doubled && wins_tie(hand, card, p, CIRNO_D2, CIRNO_SUBTRACT);
}

static bool takes_double(cirno_hand hand, unsigned card, int32_t p, bool doubled)
{
    (void)hand;
    (void)p;
    return doubled && cirno_cards[card].class != CIRNO_COUNTER;
}

/* What a lone player may be faced with: three cards, the least first, p, DOUBLE on her, and whether
 * a play had the property. Values of p below P_LEAST are left out. */
enum {
    P_LEAST = -300,
    P_VALUES = CIRNO_LIMIT - P_LEAST + 1,
    HANDS = CIRNO_CARDS * CIRNO_CARDS * CIRNO_CARDS,
    FACED = HANDS * P_VALUES * 4,
};
static uint8_t faced_at[FACED]; /* the first turn it can be faced at, 0: none known */

static void face(const uint8_t hand[CIRNO_HAND], int32_t p, bool doubled, bool had, uint8_t turn)
{
    if (p < P_LEAST)
        return;
    uint8_t a = hand[0], b = hand[1], c = hand[2], swap;
    if (a > b)
        swap = a, a = b, b = swap;
    if (b > c)
        swap = b, b = c, c = swap;
    if (a > b)
        swap = a, a = b, b = swap;
    const int32_t cards = (a * CIRNO_CARDS + b) * CIRNO_CARDS + c;
    uint8_t *const at = &faced_at[((cards * P_VALUES + p - P_LEAST) * 2 + doubled) * 2 + had];
    *at = *at == 0 ? turn : *at;
}

/* Plays turn `turn` of one who faces `state`; true if she loses and a play had the property. */
static bool turn_over(play_property wanted, uint32_t state, uint8_t turn)
{
    const uint32_t cards = state / (4 * P_VALUES);
    uint8_t hand[CIRNO_HAND] = {(uint8_t)(cards / CIRNO_CARDS / CIRNO_CARDS),
                                (uint8_t)(cards / CIRNO_CARDS % CIRNO_CARDS),
                                (uint8_t)(cards % CIRNO_CARDS)};
    const int32_t p = (int32_t)(state / 4 % P_VALUES) + P_LEAST;
    const bool doubled = state / 2 % 2 != 0, had = state % 2 != 0;
    const unsigned card = cirno_choose(cirno_hand_of(hand), p, doubled);
    if (card == CIRNO_LOSES)
        return had;
    const bool has_now = had || wanted(cirno_hand_of(hand), card, p, doubled);
    const bool counter = cirno_cards[card].class == CIRNO_COUNTER;
    uint8_t *const place = hand[0] == card ? &hand[0] : hand[1] == card ? &hand[1] : &hand[2];
    for (uint8_t drawn = 0; drawn < CIRNO_CARDS; drawn++) {
        *place = drawn;
        face(hand, cirno_apply(card, p), counter && (doubled || card == CIRNO_DOUBLE), has_now,
             (uint8_t)(turn + 1));
    }
    return false;
}

/* The least number of deck cards of a round of one player that has the property. */
static uint32_t least_deck(play_property wanted)
{
    memset(faced_at, 0, sizeof faced_at);
    for (uint32_t cards = 0; cards < HANDS; cards++) {
        const uint8_t hand[CIRNO_HAND] = {(uint8_t)(cards / CIRNO_CARDS / CIRNO_CARDS),
                                          (uint8_t)(cards / CIRNO_CARDS % CIRNO_CARDS),
                                          (uint8_t)(cards % CIRNO_CARDS)};
        face(hand, 0, false, false, 1);
    }
    for (uint8_t turn = 1;; turn++)
        for (uint32_t state = 0; state < FACED; state++)
            if (faced_at[state] == turn && turn_over(wanted, state, turn))
                return turn - 1u + CIRNO_HAND;
}

static play_property searched;

/* The property of plays, for a whole game. */
static bool has_such_play(const struct cirno_test_judged *judged)
{
    const struct cirno_instance *const game = &judged->parsed->instance;
    struct cirno_table table = {.players = game->players};
    uint32_t used = 0;
    bool found = false;
    for (uint32_t seat = 0; seat < game->players; seat++)
        table.hands[seat] = cirno_hand_of(game->hands + seat * CIRNO_HAND);
    for (uint32_t round = 0; round < game->rounds && !found; round++)
        for (cirno_start_round(&table); !found; used++) {
            cirno_hand *const hand = &table.hands[table.seat];
            const cirno_hand held = *hand;
            const int32_t p_before = table.p;
            const bool doubled_before = table.doubled;
            const unsigned card = cirno_test_turn(&table);
            if (card == CIRNO_LOSES) {
                *hand = cirno_hand_of(game->deck + used);
                used += CIRNO_HAND;
                break;
            }
            found = searched(held, card, p_before, doubled_before);
            *hand += cirno_one(game->deck[used]);
        }
    return found;
}

/* Shrinks games that have the property searched for. Of the sizes, counted in deck cards and four
 * for each player after the first, none may be more than `slack` above the least, and seven in ten
 * at most 1.
 */
static void check_near_least(const char *name, uint32_t slack)
{
    const uint32_t least = least_deck(searched);
    uint32_t games = 0, met = 0, near = 0;
    for (uint32_t seed = 1; games < 15; seed++) {
        struct nf_text text = cirno_test_dealt(1 + seed % 5, 1 + seed % 4, CIRNO_TEST_WEIGHTS,
                                               2 * seed),
                       small;
        if (cirno_test_has(has_such_play, &text)) {
            uint32_t players, rounds, deck;
            cirno_test_shrink(has_such_play, CIRNO_TEST_TRIALS, &text, &small);
            cirno_test_size(&small, &players, &rounds, &deck);
            const uint32_t size = 4 * (players - 1) + deck;
            assert_int_equal(rounds, 1);
            assert_in_range(size, least, least + slack);
            games++;
            met += size == least;
            near += size <= least + 1;
            nf_text_free(&small);
        }
        nf_text_free(&text);
    }
    printf("note: %s: least deck %u, met in %u of %u games\n", name, least, met, games);
    assert_true(met > 0);
    assert_true(10 * near >= 7 * games);
}

static void test_rounds_come_near_the_least_deck_that_one_player_needs(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        play_property wanted;
    } rows[] = {
        {"D2 on a negative p", halves_negative},
        {"C2 before A for the largest p", multiplies_before_adding},
        {"D2 before B for the smallest p", halves_before_subtracting},
        {"a basic card under DOUBLE", takes_double},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        searched = rows[i].wanted;
        check_near_least(rows[i].name, 4);
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

static void test_a_game_takes_what_it_draws_and_fillers_where_its_deck_ends(void **state)
{
    (void)state;
    assert_takes(4, "1 1 1\nA A99 A99 A99\nA99\n");
    assert_takes(4, "1 1 4\nA A99 A99 A99\nA99 A99 A99 A99\n");
    assert_takes(4, "1 1 6\nA A99 A99 A99\nA99 A99 A99 A99 B1 C2\n");
}

static void test_a_deck_that_takes_p_out_of_its_bounds_is_not_valid(void **state)
{
    (void)state;
    /* p = -1 and then its doubles: -8192 after 13 of them, -16384 after 14. */
    assert_takes(20, "1 1 14\nA B1 PASS PASS\nC2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 E99\n");
    assert_takes(UINT32_MAX,
                 "1 1 15\nA B1 PASS PASS\nC2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 E99\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounds_come_near_the_least_deck_that_one_player_needs),
        cmocka_unit_test(test_a_game_takes_what_it_draws_and_fillers_where_its_deck_ends),
        cmocka_unit_test(test_a_deck_that_takes_p_out_of_its_bounds_is_not_valid),
    };
    return cmocka_run_group_tests_name("cirno_least", tests, NULL, NULL);
}
