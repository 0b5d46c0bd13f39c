/* The kernels keep hands in other forms than counts of cards. Converted to their form and back, a
 * hand is the same multiset of cards. */
/* valgrind: quick enough to be run under it as well */
#include "games/cirno/kernels/avx512/hand.h"
#include "games/cirno/kernels/bytes/hand.h"
#include "gen/cirno/setup.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

static struct cirno_setup setup;
static uint64_t random_state;

static void set_up(const char *weights)
{
    cirno_test_setup(&setup, 5, 10, 0, "uniform", weights, 1);
}

/* Calls `check` with every hand of three cards, in every order; of cards that `setup` deals, if
 * told.
 */
static void every_hand(bool dealt, void (*check)(const uint8_t *cards, const void *of),
                       const void *of)
{
    for (uint32_t number = 0; number < CIRNO_CARDS * CIRNO_CARDS * CIRNO_CARDS; number++) {
        const uint8_t cards[CIRNO_HAND] = {(uint8_t)(number % CIRNO_CARDS),
                                           (uint8_t)(number / CIRNO_CARDS % CIRNO_CARDS),
                                           (uint8_t)(number / CIRNO_CARDS / CIRNO_CARDS)};
        if (!dealt || (setup.weights[cards[0]] > 0 && setup.weights[cards[1]] > 0 &&
                       setup.weights[cards[2]] > 0))
            check(cards, of);
    }
}

static void same_hand(cirno_hand found, cirno_hand expected, uint64_t packed, const char *form)
{
    if (found != expected)
        fail_msg("%s: the counts %#llx became %#llx through %#llx", form,
                 (unsigned long long)expected, (unsigned long long)found,
                 (unsigned long long)packed);
}

/* ---- codes of the AVX-512 kernel ---- */

static void check_codes(const uint8_t *cards, const void *of)
{
    const struct cirno_codes *const codes = of;
    const uint16_t word = cirno_pack_codes(codes, cards);
    assert_true(word < 1 << CIRNO_HAND * CIRNO_CODE_BITS);
    same_hand(cirno_unpack_codes(codes, word), cirno_hand_of(cards), word, "codes");
}

/* Sums of weights that make codes of tickets, of tickets several of which are one card, and of
 * cards: too many tickets, tickets that a byte shuffle would confuse, or explicit games. */
static const struct {
    const char *weights;
    bool tickets;
} sets[] = {
    {NULL, true},
    {"A99=1", true},
    {"A99=1,DOUBLE=1,PASS=1,TURN=1", true},
    {"A1=16,B1=15", true},
    {"A1=3,A2=2,A5=4,A99=4,B1=3,PASS=8,DOUBLE=8", true},
    {"A1=16,D2=15", false},
    {"A99=17,B19=8,C2=4,DOUBLE=3", false},
    {"A99=16,B19=9,TURN=8", false},
    {"A1=3,A2=2,A5=1,A9=1,A19=1,A49=1,A99=2,B1=6,B9=9,B19=7,C2=1,D2=8,E0=6,E49=3,E99=1,PASS=8,TURN="
     "3,DOUBLE=1",
     false},
    {"A99=65520,DOUBLE=15,TURN=1", false},
};
enum { SETS = sizeof sets / sizeof *sets };

TEST(hands_become_codes_and_back_for_any_weights)
{
    for (int i = 0; i < SETS; i++) {
        set_up(sets[i].weights);
        const struct cirno_codes codes = cirno_codes_of(&setup);
        assert_int_equal(codes.tickets, sets[i].tickets);
        every_hand(codes.tickets, check_codes, &codes);
    }
}

TEST(explicit_games_have_codes_for_all_cards)
{
    static const uint8_t none[3 * 5];
    const struct cirno_instance instance = {5, 10, 0, none, none};
    cirno_test_explicit(&setup, &instance);
    const struct cirno_codes codes = cirno_codes_of(&setup);
    assert_false(codes.tickets);
    every_hand(false, check_codes, &codes);
}

/* What the kernel does where it deals: tickets go into a hand as they are. */
TEST(a_hand_of_tickets_holds_their_cards)
{
    for (int i = 0; i < SETS; i++) {
        set_up(sets[i].weights);
        const struct cirno_codes codes = cirno_codes_of(&setup);
        for (int repeat = 0; codes.tickets && repeat < 20000; repeat++) {
            uint32_t word = nf_test_between(&random_state, 0, 1) << 15; /* means nothing */
            uint8_t cards[CIRNO_HAND];
            for (int place = 0; place < CIRNO_HAND; place++) {
                const uint32_t ticket = nf_test_between(&random_state, 0, setup.total - 1);
                word |= ticket << place * CIRNO_CODE_BITS;
                cards[place] = setup.ticket_card[ticket];
            }
            same_hand(cirno_unpack_codes(&codes, (uint16_t)word), cirno_hand_of(cards), word,
                      "tickets");
        }
    }
}

/* Or else shifts would be looked up wrongly, for a byte shuffle sees the low four bits alone. */
TEST(codes_with_the_same_low_bits_share_their_shift)
{
    for (int i = 0; i < SETS; i++) {
        set_up(sets[i].weights);
        const struct cirno_codes codes = cirno_codes_of(&setup);
        const uint32_t count = codes.tickets ? setup.total : CIRNO_CARDS;
        for (uint32_t code = 16; code < count; code++)
            assert_int_equal(cirno_code_shift(codes.card[code]),
                             cirno_code_shift(codes.card[code - 16]));
    }
}

/* ---- bytes of the byte-lane kernels ---- */

static void check_bytes(const uint8_t *cards, const void *of)
{
    uint8_t bytes[CIRNO_HAND];
    (void)of;
    cirno_pack_bytes(cards, bytes);
    same_hand(cirno_unpack_bytes(bytes), cirno_hand_of(cards), bytes[0], "bytes");
}

TEST(hands_become_bytes_and_back)
{
    every_hand(false, check_bytes, NULL);
}

/* What the kernel does by the ranges of bytes, see bytes/step.h. */
TEST(bytes_tell_what_cards_do)
{
    for (unsigned card = 0; card < CIRNO_CARDS; card++) {
        const uint8_t byte = cirno_byte_of(card);
        const unsigned class = cirno_cards[card].class;
        assert_int_equal(byte > BYTE_COUNTER, class == CIRNO_COUNTER);
        assert_int_equal(byte >= 0x80, class == CIRNO_COUNTER || class == CIRNO_FIX);
        assert_int_equal(byte < BYTE_FIXED, class == CIRNO_MULTIPLY || class == CIRNO_DIVIDE);
        if (class == CIRNO_FIX)
            assert_int_equal(byte - BYTE_FIXED, cirno_apply(card, 0) + BYTE_ZERO);
        for (unsigned other = 0; other < card; other++)
            if (byte < 0x80 && cirno_byte_of(other) < 0x80)
                assert_int_not_equal(byte & 15, cirno_byte_of(other) & 15);
    }
}

/* The rules' order, of every pair of basic cards at every p that a byte holds. */
TEST(ties_of_bytes_are_ordered_as_by_the_rules)
{
    int ties = 0;
    for (int32_t p = BYTE_DEEP - BYTE_ZERO; p <= CIRNO_LIMIT; p++)
        for (unsigned a = 0; a < CIRNO_PASS; a++)
            for (unsigned b = 0; b < CIRNO_PASS; b++) {
                if (a == b || cirno_apply(a, p) != cirno_apply(b, p) ||
                    cirno_apply(a, p) > CIRNO_LIMIT)
                    continue;
                const uint8_t x = cirno_byte_of(a), y = cirno_byte_of(b);
                assert_int_equal((x ^ BYTE_LARGEST) > (y ^ BYTE_LARGEST),
                                 cirno_preference(a, p, false) > cirno_preference(b, p, false));
                assert_int_equal((x ^ BYTE_SMALLEST) > (y ^ BYTE_SMALLEST),
                                 cirno_preference(a, p, true) > cirno_preference(b, p, true));
                ties++;
            }
    assert_true(ties > 100);
}

TEST(counter_cards_are_ordered_by_their_bytes)
{
    for (unsigned a = CIRNO_PASS; a < CIRNO_CARDS; a++)
        for (unsigned b = CIRNO_PASS; b < CIRNO_CARDS; b++)
            for (int doubled = 0; doubled < 2; doubled++)
                assert_int_equal(cirno_byte_of(a) > cirno_byte_of(b),
                                 cirno_preference(a, 0, doubled) > cirno_preference(b, 0, doubled));
}

int main(void)
{
    random_state = nf_test_seed();
    return nf_run_tests(NULL, NULL);
}
