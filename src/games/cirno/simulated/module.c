/* Cirno's game as the core sees it. */
#include "games/cirno/simulated/module.h"
#include "base/lang.h"
#include "base/owned.h"
#include "games/cirno/rules/format.h"
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/stats/tallying.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "gen/cirno/deal.h"

#include <stdlib.h>

/* Makes the seating of `params`: NULL if all play the default strategy, however it was given, so
 * that such runs are the same, with the same kernels and files. */
static enum nf_status seat_players(const struct nf_params *params, struct cirno_seating **seating,
                                   struct nf_error *err)
{
    bool usual = false;
    *seating = NULL;
    if (params->strategy == NULL)
        return NF_OK;
    enum nf_status status =
        cirno_seating_make(params->strategy, params->texts, params->players, seating, err);
    if (status != NF_OK)
        return status;
    status = cirno_seating_is_usual(*seating, &usual, err);
    if (usual || status != NF_OK) {
        cirno_seating_free(*seating);
        *seating = NULL;
    }
    return status;
}

static enum nf_status prepare_cirno(struct nf_setup *base, uint32_t profile, struct nf_error *err)
{
    struct cirno_setup *const setup = (struct cirno_setup *)base;
    struct nf_params *const params = &base->params;
    uint32_t weights[CIRNO_CARDS];
    (void)profile;
    if (params->paired && params->detail)
        return nf_fail(err, NF_USAGE,
                       "--detail: --paired runs have no details, expected one of both");
    NF_TRY(cirno_find_weights(params->profile, params->weights, weights, err));
    NF_TRY(seat_players(params, &setup->seating, err));
    params->strategy = setup->seating == NULL ? NULL : params->strategy;
    params->texts = setup->seating == NULL ? NULL : cirno_seating_texts(setup->seating);
    setup->deck_limit = params->deck != 0 ? params->deck : CIRNO_MAX_DECK;
    cirno_set_weights(setup, weights);
    return NF_OK;
}

static void release_cirno(struct nf_setup *setup)
{
    cirno_seating_free(((struct cirno_setup *)setup)->seating);
}

/* Returns the size of the deck: as requested, or as many cards as the game draws. */
static uint32_t deck_size(const struct nf_params *params, const uint32_t *rounds)
{
    if (params->deck != 0)
        return params->deck;
    uint32_t cards = 0;
    for (uint32_t round = 0; round < params->rounds; round++)
        cards += (rounds[round] >> NF_SEAT_BITS) + CIRNO_CARDS_PER_ROUND;
    return cards;
}

/* Appends the transcript of a dealt game, by the strategies at the table. */
static enum cirno_end narrate(const struct cirno_instance *dealt, const struct cirno_setup *setup,
                              const struct nf_key *key, struct nf_text *answer)
{
    struct cirno_course course;
    struct cirno_source source;
    const struct cirno_chooser chooser = {cirno_source_choose, &source};
    if (setup->seating != NULL)
        cirno_source_given(&source, dealt, setup->seating, key);
    return cirno_narrate(dealt, cirno_seat_names, setup->seating != NULL ? &chooser : NULL, answer,
                         &course);
}

static enum nf_status write_deal(const struct cirno_setup *setup, const struct nf_key *key,
                                 uint32_t cards, struct nf_text *instance, struct nf_text *answer,
                                 struct nf_error *err)
{
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    NF_OWNED uint8_t *deck = malloc(cards);
    NF_TRY_MEMORY(deck != NULL, err);
    struct cirno_dealer dealer;
    cirno_deal_hands(&dealer, setup, key, hands);
    for (uint32_t i = 0; i < cards; i++)
        deck[i] = cirno_deal_card(&dealer, setup);
    if (setup->base.params.paired)
        cirno_record_paired(setup, key->index, key->attempt, hands, deck);
    const struct cirno_instance dealt = {
        setup->base.params.players, setup->base.params.rounds, cards, hands, deck,
    };
    if (instance != NULL)
        cirno_print(instance, &dealt, cirno_seat_names);
    enum cirno_end end = CIRNO_COMPLETE;
    if (answer != NULL)
        end = narrate(&dealt, setup, key, answer);
    if (end != CIRNO_COMPLETE)
        return nf_fail(err, NF_INTERNAL, "game %llu is valid in the run but not as an instance",
                       (unsigned long long)key->index);
    return NF_OK;
}

static enum nf_status deal_cirno(const struct nf_setup *base, uint64_t index,
                                 struct nf_text *instance, struct nf_text *answer,
                                 struct nf_error *err)
{
    const struct cirno_setup *const setup = (const struct cirno_setup *)base;
    uint32_t rounds[CIRNO_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
    NF_TRY(cirno_play_index(setup, index, rounds, rejected, err));
    const struct nf_key key = {base->params.seed, index,
                               (uint64_t)rejected[CIRNO_REJECT_DECK] +
                                   rejected[CIRNO_REJECT_VALUE]};
    return write_deal(setup, &key, deck_size(&base->params, rounds), instance, answer, err);
}

static const struct nf_deal_ops deal_ops = {
    .deal = deal_cirno,
    .prepare_instances = cirno_prepare_instances,
};

static const struct nf_strategy_ops strategy_ops = {
    .list = cirno_shipped,
    .mutate = cirno_mutate_strategy,
    .drop = cirno_drop,
};

static const struct nf_bench_ops bench_ops = {
    .cards_per_turn = 1,
    .cards_per_round = CIRNO_CARDS_PER_ROUND,
    .predeal = cirno_predeal,
    .redeal = cirno_redeal,
};

static const char *const reject_reasons[NF_REJECT_KINDS] = {
    [CIRNO_REJECT_DECK] = N_("ran out of cards"),
    [CIRNO_REJECT_VALUE] = N_("had |p| reach 10,000"),
};

const struct nf_game cirno_game = {
    .name = "cirno",
    .title = N_("Cirno's Arithmetic Game"),
    .players = {1, CIRNO_MAX_PLAYERS, CIRNO_MAX_PLAYERS},
    .rounds = {1, CIRNO_MAX_ROUNDS, CIRNO_MAX_ROUNDS},
    .deck = {1, CIRNO_MAX_DECK, 0},
    .profiles = cirno_profiles,
    .setup_size = sizeof(struct cirno_setup),
    .prepare = prepare_cirno,
    .release = release_cirno,
    .kernels = cirno_kernels,
    .tally = &cirno_tally,
    .records = &cirno_records,
    .rules = &cirno_rules,
    .deals = &deal_ops,
    .reject_reasons = reject_reasons,
    .details = &cirno_detail_ops,
    .promises = &cirno_promises,
    .strategies = &strategy_ops,
    .bench = &bench_ops,
    .exact = &cirno_exact_ops,
};
