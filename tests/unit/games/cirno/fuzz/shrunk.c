#include "tests/unit/games/cirno/fuzz/shrunk.h"

#include "core/format/judge.h"
#include "games/cirno/judge/judge.h"
#include "games/cirno/module.h"
#include "tests/unit/test.h"

#include <string.h>

bool cirno_test_has(cirno_property property, const struct nf_text *text)
{
    const struct nf_input input = nf_text_input(text, "t");
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
    const struct nf_input input = nf_text_input(text, "t");
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

struct judge {
    cirno_property has;
    uint32_t limit, trials;
};

static enum nf_trial try_candidate(void *owner, const struct nf_text *candidate)
{
    struct judge *const judge = owner;
    if (judge->trials == judge->limit)
        return NF_TRIAL_STOP;
    judge->trials++;
    return cirno_test_has(judge->has, candidate) ? NF_TRIAL_FAILS : NF_TRIAL_PASSES;
}

uint32_t cirno_test_shrink(cirno_property property, uint32_t limit, const struct nf_text *text,
                           struct nf_text *small)
{
    struct judge judge = {.has = property, .limit = limit};
    const struct nf_trier trier = {try_candidate, &judge, NULL};
    const struct nf_input input = nf_text_input(text, "t");
    struct nf_error err;
    *small = (struct nf_text){0};
    if (nf_shrink(&cirno_game, &input, &trier, small, &err) != NF_OK)
        fail_msg("%s", err.text);
    return judge.trials;
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
    cirno_test_shrink(property, UINT32_MAX, text, &small);
    nf_text_bytes(&small, "", 1);
    assert_string_equal(small.data, expected);
    nf_text_free(&small);
}
