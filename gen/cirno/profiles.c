#include "gen/cirno/profiles.h"
#include "base/lang.h"
#include "gen/cirno/setup.h"

#include <stdlib.h>
#include <string.h>

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
