#include "tests/unit/games/cirno/strategies.h"

#include "games/cirno/simulated/module.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "gen/cirno/deal.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

uint8_t cirno_test_card(const char *name)
{
    uint8_t card;
    assert_int_equal(nf_test_words(&cirno_words, name, &card, 1), 1);
    return card;
}

cirno_naive_card cirno_test_naive_card(unsigned card)
{
    /* By name, and looked up once: the two tables may stand in any order. */
    static _Thread_local cirno_naive_card table[CIRNO_CARDS];
    if (table[card] == NULL)
        table[card] = cirno_naive_find(cirno_cards[card].name);
    assert_non_null(table[card]);
    return table[card];
}

void cirno_test_setup(struct cirno_setup *setup, uint32_t players, uint32_t rounds, uint32_t deck,
                      const char *profile, const char *weights, uint64_t seed)
{
    uint32_t parsed[CIRNO_CARDS];
    assert_ok(cirno_find_weights, profile, weights, parsed);
    memset(setup, 0, sizeof *setup);
    setup->base.game = &cirno_game;
    setup->base.params = (struct nf_params){.players = players,
                                            .rounds = rounds,
                                            .deck = deck,
                                            .profile = profile,
                                            .weights = weights,
                                            .seed = seed};
    setup->deck_limit = deck != 0 ? deck : CIRNO_MAX_DECK;
    cirno_set_weights(setup, parsed);
}

static uint32_t between(uint64_t *random, uint32_t low, uint32_t high)
{
    return nf_test_between(random, low, high);
}

static void put_cards(uint64_t *random, struct nf_text *text)
{
    static const char *const sets[] = {"A", "B", "C", "D", "E", "basic", "counter", "all"};
    for (uint32_t left = between(random, 1, 4); left > 0; left--)
        if (between(random, 0, 1) == 0)
            nf_text_format(text, " %s", sets[between(random, 0, 7)]);
        else
            nf_text_format(text, " %s", cirno_cards[between(random, 0, CIRNO_CARDS - 1)].name);
}

static void put_ties(uint64_t *random, struct nf_text *text)
{
    char classes[] = "ABCDE";
    const uint32_t count = between(random, 1, 5);
    nf_text_string(text, ", ties");
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t k = between(random, i, 4);
        const char class = classes[k];
        classes[k] = classes[i];
        classes[i] = class;
        nf_text_format(text, " %c", class);
    }
}

/* Near the edge, where it matters, or anywhere. */
static int bound(uint64_t *random)
{
    return between(random, 0, 1) == 0 ? 99 - (int)between(random, 0, 60)
                                      : (int)between(random, 0, 298) - 199;
}

static void put_condition(uint64_t *random, struct nf_text *text)
{
    const uint32_t kind = between(random, 0, 2);
    if (kind == 0)
        nf_text_format(text, ", when p >= %d", bound(random));
    else if (kind == 1)
        nf_text_format(text, ", when p <= %d", bound(random));
    else
        nf_text_format(text, ", when p >= %d and p <= %d", bound(random), bound(random));
}

/* Appends a strategy and ends the string. */
static void random_strategy(uint64_t *random, uint32_t groups, bool rolls, struct nf_text *text)
{
    static const char *const aims[] = {"max", "min", "first", "random"};
    for (int doubled = 0; doubled < 2; doubled++) {
        nf_text_string(text, doubled != 0 ? "doubled\n" : "normal\n");
        for (uint32_t left = between(random, 0, groups); left > 0; left--) {
            nf_text_format(text, "  %s", aims[between(random, 0, rolls ? 3 : 2)]);
            put_cards(random, text);
            if (between(random, 0, 2) == 0)
                put_ties(random, text);
            if (between(random, 0, 1) == 0)
                put_condition(random, text);
            nf_text_string(text, "\n");
        }
    }
    nf_text_bytes(text, "", 1); /* ends the string */
    text->size--;
    assert(!text->failed);
}

void must_read_strategy(const char *text, struct cirno_strategy *strategy)
{
    const struct nf_input input = {"s", text, strlen(text)};
    struct nf_error err = {""};
    if (cirno_strategy_read(&input, "s", strategy, &err) != NF_OK)
        fail_msg("%s\nin:\n%s", err.text, text);
}

void random_seats_make(struct random_seats *seats, uint64_t *random, uint32_t players,
                       uint32_t kinds, uint32_t groups, bool rolls)
{
    const uint32_t count = between(random, 1, kinds);
    size_t length = 0;
    memset(seats, 0, sizeof *seats);
    assert(count <= STRATEGIES_MOST);
    for (uint32_t i = 0; i < count; i++) {
        random_strategy(random, groups, rolls, &seats->texts[i]);
        snprintf(seats->names[i], sizeof seats->names[i], "s%u", i % 100);
        seats->strategies[i] = (struct nf_strategy){seats->names[i], "", seats->texts[i].data};
    }
    for (uint32_t seat = 1; seat <= players; seat++)
        length += (size_t)snprintf(seats->list + length, sizeof seats->list - length, "%s%u=s%u",
                                   seat > 1 ? "," : "", seat, between(random, 0, count - 1));
}

void random_seats_free(struct random_seats *seats)
{
    for (uint32_t i = 0; i < STRATEGIES_MOST; i++)
        nf_text_free(&seats->texts[i]);
}
