/* A kernel is a file and a line here. */
#include "games/cirno/simulated/kernels/kernels.h"

#include "base/lang.h"

#include <assert.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

const struct nf_kernel *const cirno_kernels[] = {
    &cirno_reference.base, &cirno_portable, &cirno_wasm, &cirno_neon,
    &cirno_avx2,           &cirno_avx512,   NULL,
};

enum cirno_end cirno_play_candidate(const struct cirno_setup *setup, uint64_t index,
                                    uint64_t attempt, uint32_t *rounds)
{
    static const struct cirno_callbacks callbacks = {cirno_source_choose, cirno_source_draw, NULL};
    struct cirno_source source;
    struct cirno_walk walk = cirno_source_open(&source, setup, index, attempt);
    for (; walk.round < setup->base.params.rounds; walk.round++) {
        const enum cirno_end end = cirno_walk_round(&callbacks, &source, &walk);
        if (end != CIRNO_COMPLETE)
            return end;
        rounds[walk.round] = cirno_round_word(&walk);
    }
    return CIRNO_COMPLETE;
}

struct recorder {
    struct cirno_source source; /* first: see cirno_source_draw() */
    uint8_t *deck;
};

static unsigned record(void *client, const struct cirno_walk *walk)
{
    struct recorder *const recorder = client;
    const unsigned card = cirno_source_draw(&recorder->source, walk);
    if (card < CIRNO_CARDS)
        recorder->deck[walk->used] = (uint8_t)card;
    return card;
}

void cirno_record_paired(const struct cirno_setup *setup, uint64_t index, uint64_t attempt,
                         uint8_t *hands, uint8_t *deck)
{
    static const struct cirno_callbacks callbacks = {cirno_source_choose, record, NULL};
    const struct nf_key key = {setup->base.params.seed, index, attempt};
    struct recorder recorder = {.deck = deck};
    struct cirno_walk walk = cirno_source_open(&recorder.source, setup, index, attempt);
    enum cirno_end end = CIRNO_COMPLETE;
    for (; walk.round < setup->base.params.rounds && end == CIRNO_COMPLETE; walk.round++)
        end = cirno_walk_round(&callbacks, &recorder, &walk);
    assert(end == CIRNO_COMPLETE);
    cirno_deal_piles(recorder.source.piles, setup, &key, hands);
}

/* Fills `err` for an index none of whose candidates were valid, with the parameter to change.
 * Returns NF_INVALID. */
static enum nf_status hopeless(const struct cirno_setup *setup, uint64_t index,
                               const uint32_t rejected[NF_REJECT_KINDS], struct nf_error *err)
{
    const char *const cards = setup->base.params.weights != NULL ? "--weights" : "--profile";
    if (rejected[CIRNO_REJECT_VALUE] > rejected[CIRNO_REJECT_DECK])
        return nf_fail(err, NF_INVALID,
                       "game %" PRIu64 ": in %u of %u candidates p fell to -%d, which no valid game"
                       " does: change %s to more addition cards or fewer DOUBLE",
                       index, rejected[CIRNO_REJECT_VALUE], cirno_attempts(setup->deck_limit),
                       CIRNO_P_BOUND, cards);
    char fewer_rounds[80] = "";
    if (setup->base.params.rounds > 1)
        snprintf(fewer_rounds, sizeof fewer_rounds, _("lower --rounds (now %u), "),
                 setup->base.params.rounds);
    return nf_fail(err, NF_INVALID,
                   "game %" PRIu64 ": %u of %u candidates ran out of %u %s: %s%schange %s to"
                   " cards that end rounds sooner",
                   index, rejected[CIRNO_REJECT_DECK], cirno_attempts(setup->deck_limit),
                   setup->deck_limit, setup->deck_limit == 1 ? _("card") : _("cards"),
                   setup->deck_limit == CIRNO_MAX_DECK ? "" : _("raise --deck, "), fewer_rounds,
                   cards);
}

enum nf_status cirno_first_valid(const struct cirno_setup *setup, uint64_t index,
                                 cirno_candidate *play, void *client,
                                 uint32_t rejected[NF_REJECT_KINDS], struct nf_error *err)
{
    rejected[CIRNO_REJECT_DECK] = rejected[CIRNO_REJECT_VALUE] = 0;
    for (uint64_t attempt = 0; attempt < cirno_attempts(setup->deck_limit); attempt++) {
        const enum cirno_end end = play(client, setup, index, attempt);
        if (end == CIRNO_COMPLETE)
            return NF_OK;
        if (end == CIRNO_STOPPED)
            return NF_INTERNAL;
        rejected[end == CIRNO_DECK_OUT ? CIRNO_REJECT_DECK : CIRNO_REJECT_VALUE]++;
        if (setup->instances != NULL)
            return nf_fail(err, NF_INVALID, "instance %" PRIu64 ": %s", index,
                           end == CIRNO_DECK_OUT ? "the deck runs out" : "p leaves its bounds");
    }
    return hopeless(setup, index, rejected, err);
}

static enum cirno_end play_candidate(void *rounds, const struct cirno_setup *setup, uint64_t index,
                                     uint64_t attempt)
{
    return cirno_play_candidate(setup, index, attempt, rounds);
}

enum nf_status cirno_play_index(const struct cirno_setup *setup, uint64_t index, uint32_t *rounds,
                                uint32_t rejected[NF_REJECT_KINDS], struct nf_error *err)
{
    return cirno_first_valid(setup, index, play_candidate, rounds, rejected, err);
}

static enum nf_status play_cirno_reference(const struct nf_setup *setup, void *rounds,
                                           struct nf_outcome *outcome, struct nf_error *err)
{
    outcome->words = rounds;
    return cirno_play_index((const struct cirno_setup *)setup, outcome->index, rounds,
                            outcome->rejected, err);
}

const struct nf_each_kernel cirno_reference = {
    {"reference", nf_everywhere, nf_each_memory, nf_each_play, .unfit = NULL},
    {NF_MAX_ROUNDS * sizeof(uint32_t), play_cirno_reference},
};
