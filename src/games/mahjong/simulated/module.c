#include "base/lang.h"
#include "games/mahjong/simulated/kernels/kernels.h"

#include "games/mahjong/rules/fast.h"
#include "games/mahjong/rules/format.h"
#include "games/mahjong/simulated/module.h"
#include "games/mahjong/simulated/stats/tallying.h"
#include "gen/mahjong/deal.h"

/* ---- setups ---- */

static enum nf_status prepare_mahjong(struct nf_setup *setup, uint32_t profile,
                                      struct nf_error *err)
{
    const struct mahjong_tables *const tables = mahjong_shared_tables();
    NF_TRY_MEMORY(tables != NULL, err);
    ((struct mahjong_setup *)setup)->run = (struct mahjong_run){
        .seed = setup->params.seed, .profile = (enum mahjong_profile)profile, .tables = tables};
    return NF_OK;
}

static enum nf_status deal_mahjong(const struct nf_setup *setup, uint64_t index,
                                   struct nf_text *instance, struct nf_text *answer,
                                   struct nf_error *err)
{
    uint8_t wall[MAHJONG_WALL];
    struct mahjong_outcome outcome;
    mahjong_wall(&((const struct mahjong_setup *)setup)->run, index, wall);
    if (instance != NULL)
        mahjong_print(instance, wall);
    return answer != NULL ? mahjong_narrate(wall, answer, &outcome, err) : NF_OK;
}

static void sizes(const struct nf_params *params, struct nf_text *text)
{
    nf_text_format(text, "%u players", params->players);
}

static const struct nf_words option_words = {
    .profile = N_("how likely each order of the wall is"),
    .players = N_("players at the table"),
    .detail = N_("also count the distances of hands from winning after each discard; takes about "
                 "twice as long"),
    .sizes = sizes,
};

static void use_given_walls(struct nf_setup *setup, const void *games, size_t count)
{
    (void)count;
    ((struct mahjong_setup *)setup)->run.walls = (const uint8_t(*)[MAHJONG_WALL])games;
}

static const struct nf_deal_ops deal_ops = {
    .deal = deal_mahjong,
    .give = use_given_walls,
};

const struct nf_game mahjong_game = {
    .name = "mahjong",
    .title = N_("Mahjong simulator"),
    .players = {MAHJONG_SEATS, MAHJONG_SEATS, MAHJONG_SEATS},
    .rounds = {1, 1, 1},
    .deck = {MAHJONG_WALL, MAHJONG_WALL, 0},
    .words = &option_words,
    .profiles = mahjong_profiles,
    .setup_size = sizeof(struct mahjong_setup),
    .prepare = prepare_mahjong,
    .kernels = mahjong_kernels,
    .tally = &mahjong_tally,
    .records = &mahjong_records,
    .rules = &mahjong_rules,
    .deals = &deal_ops,
    .details = &mahjong_detail_ops,
    .promises = &mahjong_promises,
};
