#include "tests/unit/games/cirno/fuzz/shrunk.h"

#include "core/format/judge.h"
#include "games/cirno/judge/judge.h"
#include "games/cirno/module.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct nf_input cirno_test_input(const struct nf_text *text)
{
    return (struct nf_input){.name = "t", .data = text->data, .size = text->size};
}

/* The game is valid, in whatever form it stands. */
static void assert_valid(const struct nf_text *text)
{
    const struct nf_input input = cirno_test_input(text);
    struct nf_text printed = {0}, report = {0};
    struct nf_match match;
    struct nf_error err;
    if (nf_match_open(&match, &cirno_game, &input, &err) != NF_OK)
        fail_msg("%s", err.text);
    cirno_print(&printed, &cirno_parsed_of(&match)->instance, cirno_parsed_of(&match)->names);
    nf_match_close(&match);
    const struct nf_input in_form = cirno_test_input(&printed);
    if (nf_verify(&cirno_game, &in_form, &report, &err) != NF_OK)
        fail_msg("%s\n%.*s", err.text, (int)text->size, text->data);
    nf_text_free(&printed);
    nf_text_free(&report);
}

bool cirno_test_has(cirno_property property, const struct nf_text *text)
{
    const struct nf_input input = cirno_test_input(text);
    struct nf_text transcript = {0};
    struct nf_error err;
    struct nf_match match;
    if (nf_play(&cirno_game, &input, &transcript, &err) != NF_OK ||
        nf_match_open(&match, &cirno_game, &input, &err) != NF_OK)
        fail_msg("%s", err.text);
    nf_text_bytes(&transcript, "", 1);
    const bool holds =
        property(&(struct cirno_test_judged){cirno_parsed_of(&match), transcript.data, text});
    nf_text_free(&transcript);
    nf_match_close(&match);
    return holds;
}

static struct nf_instance read_back(const struct nf_text *text)
{
    const struct nf_input input = cirno_test_input(text);
    struct nf_instance read;
    struct nf_error err;
    if (nf_instance_read(&read, &cirno_format, &input, &err) != NF_OK)
        fail_msg("%s", err.text);
    return read;
}

struct nf_text cirno_test_longer(const struct nf_text *text, uint32_t deck, uint8_t card)
{
    struct nf_instance read = read_back(text);
    struct nf_text longer = {0};
    for (uint32_t size = cirno_instance_of(&read).deck_size; size < deck; size++)
        nf_instance_words(&read, &card, 1);
    read.numbers[2] = deck;
    nf_instance_print(&longer, &read);
    nf_instance_free(&read);
    return longer;
}

static bool smaller(const struct nf_text *a, const struct nf_text *b)
{
    struct nf_instance read_a = read_back(a), read_b = read_back(b);
    const struct nf_size of_a = nf_instance_size(&read_a), of_b = nf_instance_size(&read_b);
    nf_instance_free(&read_a);
    nf_instance_free(&read_b);
    return nf_size_less(&of_a, &of_b);
}

enum nf_trial cirno_test_try(void *owner, const struct nf_text *candidate)
{
    struct cirno_test_judge *const judge = owner;
    assert_false(judge->stopped); /* nothing is tried after STOP */
    assert_valid(candidate);
    judge->stopped = judge->trials == judge->limit;
    if (judge->stopped)
        return NF_TRIAL_STOP;
    judge->trials++;
    if (!cirno_test_has(judge->has, candidate))
        return NF_TRIAL_PASSES;
    if (judge->last.size > 0)
        assert_true(smaller(candidate, &judge->last)); /* so there is an end to it */
    judge->last.size = 0;
    nf_text_bytes(&judge->last, candidate->data, candidate->size);
    return NF_TRIAL_FAILS;
}

static void assert_not_larger(const struct nf_text *small, const struct nf_text *large)
{
    uint32_t players, rounds, deck, most_players, most_rounds, most_deck;
    cirno_test_size(small, &players, &rounds, &deck);
    cirno_test_size(large, &most_players, &most_rounds, &most_deck);
    assert_false(smaller(large, small));
    assert_true(players <= most_players && rounds <= most_rounds);
}

uint32_t cirno_test_shrink(cirno_property property, uint32_t limit, const struct nf_text *text,
                           struct nf_text *small)
{
    struct cirno_test_judge judge = {.has = property, .limit = limit};
    const struct nf_trier trier = {cirno_test_try, &judge, NULL};
    const struct nf_input input = cirno_test_input(text);
    struct nf_error err;
    *small = (struct nf_text){0};
    if (nf_shrink(&cirno_game, &input, &trier, small, &err) != NF_OK)
        fail_msg("%s", err.text);
    assert_valid(small);
    assert_true(cirno_test_has(property, small));
    assert_not_larger(small, text);
    const struct nf_text *const last = judge.last.size > 0 ? &judge.last : text;
    assert_int_equal(small->size, last->size);
    assert_memory_equal(small->data, last->data, last->size);
    nf_text_free(&judge.last);
    return judge.trials;
}

bool cirno_test_same(const struct nf_text *a, const struct nf_text *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

void cirno_test_size(const struct nf_text *text, uint32_t *players, uint32_t *rounds,
                     uint32_t *deck)
{
    struct nf_instance read = read_back(text);
    const struct cirno_instance game = cirno_instance_of(&read);
    *players = game.players;
    *rounds = game.rounds;
    *deck = game.deck_size;
    nf_instance_free(&read);
}

struct nf_text cirno_test_text(const char *string)
{
    struct nf_text text = {0};
    nf_text_string(&text, string);
    return text;
}

struct nf_text cirno_test_dealt(uint32_t players, uint32_t rounds, const char *weights,
                                uint64_t seed)
{
    const struct nf_params params = {.players = players,
                                     .rounds = rounds,
                                     .profile = "uniform",
                                     .weights = weights,
                                     .seed = seed >> 1};
    struct nf_setup *setup;
    struct nf_text text = {0};
    struct nf_error err;
    if (nf_prepare(&cirno_game, &params, &setup, &err) != NF_OK ||
        cirno_game.judge->deal(setup, 0, &text, NULL, &err) != NF_OK)
        fail_msg("%s", err.text);
    nf_release(setup);
    return text;
}

void cirno_test_shrinks_to(cirno_property property, const struct nf_text *text,
                           const char *expected)
{
    struct nf_text small;
    cirno_test_shrink(property, CIRNO_TEST_TRIALS, text, &small);
    nf_text_bytes(&small, "", 1);
    assert_string_equal(small.data, expected);
    nf_text_free(&small);
}
