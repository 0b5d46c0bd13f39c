#include "games/pigs/simulated/module.h"

#include "base/lang.h"
#include "base/owned.h"
#include "games/pigs/rules/format.h"
#include "games/pigs/simulated/kernels/kernels.h"
#include "games/pigs/simulated/stats/tallying.h"

#include <stdlib.h>

static enum nf_status prepare_pigs(struct nf_setup *setup, uint32_t profile, struct nf_error *err)
{
    struct pigs_setup *const made = (struct pigs_setup *)setup;
    (void)err;
    made->seed = setup->params.seed;
    made->deal =
        (struct pigs_deal){(enum pigs_profile)profile, setup->params.players, setup->params.deck};
    return NF_OK;
}

static enum nf_status deal_index(const struct nf_setup *setup, uint64_t index,
                                 struct nf_text *instance, struct nf_text *answer,
                                 struct nf_error *err)
{
    uint32_t rejected;
    NF_OWNED struct pigs_match *match = malloc(sizeof *match);
    NF_TRY_MEMORY(match != NULL, err);
    NF_TRY(pigs_play_index((const struct pigs_setup *)setup, index, match, &rejected, err));
    if (instance != NULL)
        pigs_print(instance, &match->instance);
    if (answer != NULL)
        pigs_narrate(answer, &match->game);
    return NF_OK;
}

static void use_given_pigs(struct nf_setup *setup, const void *games, size_t count)
{
    (void)count;
    ((struct pigs_setup *)setup)->given = games;
}

static const struct nf_deal_ops deal_ops = {
    .deal = deal_index,
    .give = use_given_pigs,
};

static void sizes(const struct nf_params *params, struct nf_text *text)
{
    nf_text_format(text, "%u pigs", params->players);
    if (params->deck > 0)
        nf_text_format(text, ", %u cards", params->deck);
}

static const struct nf_words option_words = {
    .profile = N_("how likely each card and role is"),
    .players = N_("pigs, the main pig among them"),
    .deck = N_("cards of the deck, default: as many as the game uses"),
    .sizes = sizes,
};

static const char *const reject_reasons[NF_REJECT_KINDS] = {
    N_("go on for ever"),
    N_("(no other reason)"),
};

static const struct nf_bench_ops bench_ops = {.signature_factor = 10};

const struct nf_game pigs_game = {
    .name = "pigs",
    .title = N_("The Pig Game"),
    .players = {2, PIGS_SEATS, 5},
    .rounds = {1, 1, 1},
    .deck = {1, PIGS_DECK, 0},
    .words = &option_words,
    .profiles = pigs_profiles,
    .setup_size = sizeof(struct pigs_setup),
    .prepare = prepare_pigs,
    .kernels = pigs_kernels,
    .tally = &pigs_tally,
    .records = &pigs_records,
    .rules = &pigs_rules,
    .deals = &deal_ops,
    .reject_reasons = reject_reasons,
    .promises = &pigs_promises,
    .bench = &bench_ops,
};
