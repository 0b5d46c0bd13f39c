#include "gen/cirno/deal.h"

#include "base/lang.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The four draws of a word, by two products of two chunks each: of 32 bits, since total <= 2^16. */
void cirno_deal_words(struct cirno_dealer *dealer, const struct cirno_setup *setup, uint8_t *cards,
                      uint32_t words)
{
    const uint64_t low_halves = 0x0000ffff0000ffff, carries = 0x0001000000010000;
    const uint64_t total = setup->total;
    const uint64_t not_below = (65536 - setup->reject_below) * UINT64_C(0x0000000100000001);
    const uint8_t *const ticket_card = setup->ticket_card;
    struct nf_rng rng = dealer->rng;
    assert(dealer->position % 4 == 0);
    for (uint32_t i = 0; i < words; i++, cards += 4) {
        const uint64_t word = nf_rng_next(&rng);
        const uint64_t a = (word & low_halves) * total, b = (word >> 16 & low_halves) * total;
        /* A sum carries where the chunk is not rejected, see nf_draw(). */
        const uint64_t accepted = ((a & low_halves) + not_below) & ((b & low_halves) + not_below);
        cards[0] = ticket_card[a >> 16 & 0xffff];
        cards[1] = ticket_card[b >> 16 & 0xffff];
        cards[2] = ticket_card[a >> 48];
        cards[3] = ticket_card[b >> 48];
        if (__builtin_expect((accepted & carries) == carries, 1))
            continue;
        for (uint32_t draw = 0; draw < 4; draw++) {
            uint32_t ticket;
            if (!nf_draw(word >> 16 * draw & 0xffff, setup->total, setup->reject_below, &ticket))
                cards[draw] = ticket_card[nf_redraw(
                    &dealer->key, dealer->position + 4 * (uint64_t)i + draw, setup->total)];
        }
    }
    dealer->position += 4 * (uint64_t)words;
    dealer->rng = rng;
}

/* No attempt has bits above the lowest 32, and the highest is that of dice. */
struct nf_key cirno_pile_key(const struct nf_key *key, uint32_t pile)
{
    assert(key->attempt >> 32 == 0 && pile < CIRNO_MAX_PILES);
    return (struct nf_key){key->seed, key->index, key->attempt | (uint64_t)(pile + 1) << 32};
}

void cirno_deal_piles(struct cirno_dealer *piles, const struct cirno_setup *setup,
                      const struct nf_key *key, uint8_t *hands)
{
    for (uint32_t pile = 0; pile < 2 * setup->base.params.players; pile++) {
        const struct nf_key own = cirno_pile_key(key, pile);
        piles[pile] = (struct cirno_dealer){.key = own, .rng = nf_rng_start(&own)};
    }
    for (uint32_t seat = 0; seat < setup->base.params.players; seat++)
        for (uint32_t i = 0; i < CIRNO_HAND; i++)
            *hands++ = cirno_deal_card(&piles[cirno_pile_of(seat, true)], setup);
}

void cirno_deal_hands(struct cirno_dealer *dealer, const struct cirno_setup *setup,
                      const struct nf_key *key, uint8_t *hands)
{
    const uint32_t players = setup->base.params.players;
    const uint32_t words = (CIRNO_HAND * players + 3) / 4; /* the deck starts with a new one */
    uint8_t cards[(CIRNO_HAND * CIRNO_MAX_PLAYERS + 3) / 4 * 4];
    *dealer = (struct cirno_dealer){.key = *key, .rng = nf_rng_start(key)};
    cirno_deal_words(dealer, setup, cards, words);
    for (uint32_t seat = 0; seat < players; seat++)
        for (uint32_t round = 0; round < CIRNO_HAND; round++)
            *hands++ = cards[round * players + seat];
}

/* ---- profiles and weights ---- */

/* The values of --profile. The three after `uniform` are the statement's subtasks. */
const struct nf_profile cirno_profiles[] = {
    {"uniform", N_("all 18 card types equally likely"), 0, 0, 0},
    {"basic", N_("subtask 1: basic cards only, 3 players"), 3, 0, 0},
    {"no-turn-pass", N_("subtask 2: neither TURN nor PASS"), 0, 0, 0},
    {"no-double", N_("subtask 3: no DOUBLE"), 0, 0, 0},
    {"max", N_("long rounds that use up nearly 300,000 cards"), 30, 100, CIRNO_MAX_DECK},
    {NULL, NULL, 0, 0, 0},
};

/* Their weights, in the order of the card list. Those of `max` were found by a search: with 30
 * players and 100 rounds, valid games use 88% of 300,000 cards on average, and 15% of the
 * candidates are rejected (measured over 3,000 candidates; a test checks it). They add up to 64, so
 * that no draw is rejected. */
static const uint8_t profile_weights[][CIRNO_CARDS] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0},
    {3, 2, 1, 1, 1, 1, 2, 6, 9, 7, 1, 8, 6, 3, 1, 8, 3, 1},
};

static uint32_t greatest_common_divisor(uint32_t a, uint32_t b)
{
    while (b != 0) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Divides the weights by their greatest common divisor. Returns NF_USAGE for invalid weights. */
static enum nf_status reduce(uint32_t weights[CIRNO_CARDS], struct nf_error *err)
{
    uint32_t divisor = 0;
    for (int card = 0; card < CIRNO_CARDS; card++)
        divisor = greatest_common_divisor(divisor, weights[card]);
    if (divisor == 0)
        return nf_fail(err, NF_USAGE, "--weights: all weights are 0, expected at least one card");
    uint64_t total = 0;
    for (int card = 0; card < CIRNO_CARDS; card++) {
        weights[card] /= divisor;
        total += weights[card];
    }
    if (total > NF_MAX_TOTAL)
        return nf_fail(err, NF_USAGE,
                       "--weights: they add up to %llu in lowest terms, expected at most %d",
                       (unsigned long long)total, NF_MAX_TOTAL);
    return NF_OK;
}

/* Parses "CARD=NUMBER", the `length` bytes at `item`, which start at `column` of the text. */
static enum nf_status parse_item(const char *item, size_t length, size_t column,
                                 uint32_t weights[CIRNO_CARDS], bool given[CIRNO_CARDS],
                                 struct nf_error *err)
{
    const char *const equals = memchr(item, '=', length);
    const int shown = length < 30 ? (int)length : 30;
    if (equals == NULL)
        return nf_fail(err, NF_USAGE, "--weights: column %zu: found '%.*s', expected CARD=NUMBER",
                       column, shown, item);
    const size_t name_length = (size_t)(equals - item);
    const int card = cirno_find_card(item, name_length);
    if (card < 0)
        return nf_fail(err, NF_USAGE,
                       "--weights: column %zu: found '%.*s', expected a card (A1 A2 A5 A9 A19 A49"
                       " A99 B1 B9 B19 C2 D2 E0 E49 E99 PASS TURN DOUBLE)",
                       column, name_length < 30 ? (int)name_length : 30, item);
    if (given[card])
        return nf_fail(err, NF_USAGE, "--weights: column %zu: %s is given twice", column,
                       cirno_cards[card].name);
    const char *const digits = equals + 1;
    const size_t digit_count = length - name_length - 1;
    uint64_t value = 0;
    bool good = digit_count >= 1 && digit_count <= 10;
    for (size_t i = 0; good && i < digit_count; i++) {
        good = digits[i] >= '0' && digits[i] <= '9';
        value = value * 10 + (uint64_t)(digits[i] - '0');
    }
    if (!good || value > 1000000000)
        return nf_fail(err, NF_USAGE,
                       "--weights: column %zu: found '%.*s', expected an integer from 0 to 1G",
                       column + name_length + 1, digit_count < 30 ? (int)digit_count : 30, digits);
    weights[card] = (uint32_t)value;
    given[card] = true;
    return NF_OK;
}

static enum nf_status parse_weights(const char *text, uint32_t weights[CIRNO_CARDS],
                                    struct nf_error *err)
{
    bool given[CIRNO_CARDS] = {false};
    memset(weights, 0, CIRNO_CARDS * sizeof *weights);
    for (const char *item = text;;) {
        const size_t length = strcspn(item, ",");
        NF_TRY(parse_item(item, length, (size_t)(item - text) + 1, weights, given, err));
        if (item[length] == '\0')
            return reduce(weights, err);
        item += length + 1;
    }
}

enum nf_status cirno_find_weights(const char *profile, const char *text,
                                  uint32_t weights[CIRNO_CARDS], struct nf_error *err)
{
    if (text != NULL)
        return parse_weights(text, weights, err);
    for (size_t i = 0; cirno_profiles[i].name != NULL; i++)
        if (strcmp(cirno_profiles[i].name, profile) == 0) {
            for (int card = 0; card < CIRNO_CARDS; card++)
                weights[card] = profile_weights[i][card];
            return NF_OK;
        }
    return nf_fail(err, NF_USAGE, "--profile: '%s' is not a profile of cirno", profile);
}

void cirno_set_weights(struct cirno_setup *setup, const uint32_t weights[CIRNO_CARDS])
{
    setup->total = 0;
    for (int card = 0; card < CIRNO_CARDS; card++) {
        setup->weights[card] = weights[card];
        memset(setup->ticket_card + setup->total, card, weights[card]);
        setup->total += weights[card];
    }
    setup->reject_below = nf_reject_below(setup->total);
}
