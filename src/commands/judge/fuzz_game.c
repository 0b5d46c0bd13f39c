#include "commands/judge/shared.h"

#include "base/owned.h"
#include "sim/instances.h"
#include "sim/runner.h"

#include <string.h>

const char nf_profile_guided[] = "guided";

bool nf_fuzz_game_guided(const struct nf_common *common)
{
    const char *const profile = common->params.profile;
    return common->params.weights == NULL &&
           (profile == NULL || strcmp(profile, nf_profile_guided) == 0);
}

bool nf_fuzz_game_given(const struct nf_common *common)
{
    const struct nf_params *const params = &common->params;
    return !nf_fuzz_game_guided(common) || params->players != 0 || params->rounds != 0 ||
           params->deck != 0 || common->kernel != NULL;
}

/* nf_dealer.deal. */
static enum nf_status deal_case(const void *owner, uint64_t index, struct nf_text *instance,
                                struct nf_error *err)
{
    const struct nf_setup *const setup = owner;
    return setup->game->deals->deal(setup, index, instance, NULL, err);
}

/* nf_second_player.compare. */
static enum nf_status compare_kernel(const void *owner, const struct nf_input *instances,
                                     size_t count, struct nf_text *const *differs,
                                     struct nf_error *err)
{
    const struct nf_fuzz_game *const game = owner;
    return nf_compare_kernel(game->game, game->kernel, instances, count, differs, err);
}

/* Reports limits that no case fits before anything is started. */
static enum nf_status check_limits(const struct nf_trials *trials, uint64_t first,
                                   struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text instance = {0};
    return trials->problem->fuzz->guide(trials->seed, first, &trials->limits, &instance, err);
}

enum nf_status nf_fuzz_game_open(const struct nf_common *common, uint64_t first,
                                 struct nf_trials *trials, struct nf_fuzz_game *game,
                                 struct nf_error *err)
{
    const struct nf_params *const params = &common->params;
    trials->limits = (struct nf_case_limits){params->players, params->rounds, params->deck};
    game->game = nf_common_game(common);
    if (common->kernel != NULL) {
        NF_TRY(nf_choose_kernel(game->game, common->kernel, &game->kernel, err));
        game->player = (struct nf_second_player){game->kernel->name, game->game->kernels[0]->name,
                                                 compare_kernel, game};
        trials->other = &game->player;
    }
    if (nf_fuzz_game_guided(common))
        return check_limits(trials, first, err);
    NF_TRY(nf_common_prepare(common, &game->setup, err));
    game->dealer = (struct nf_dealer){deal_case, game->setup};
    trials->dealer = &game->dealer;
    return NF_OK;
}

void nf_fuzz_game_close(struct nf_fuzz_game *game)
{
    if (game->setup != NULL)
        nf_release(game->setup);
}

/* ---- options ---- */

static bool profile_word(const void *options, size_t i, struct nf_word *word)
{
    if (i == 0) {
        *word = (struct nf_word){nf_profile_guided, N_("small cases steered towards rare rules")};
        return true;
    }
    return nf_common_profile_word(options, i - 1, word);
}

/* Only guided cases where nobody simulates the game. */
static void adapt_dealt(struct nf_option *row, const void *options)
{
    if (!nf_common_simulated(options))
        row->absent = N_("the chosen --game is not simulated");
}

static void adapt_words(struct nf_option *row, const void *options)
{
    nf_common_words(row, options);
    adapt_dealt(row, options);
}

/* For guided cases the sizes are limits without a default; else the default is the profile's
 * size. */
static void adapt_size(struct nf_option *row, const struct nf_range *range, uint32_t of_profile,
                       const struct nf_common *common)
{
    adapt_words(row, common);
    row->low = range->low;
    row->high = range->high;
    row->normal = nf_fuzz_game_guided(common) ? 0 : of_profile != 0 ? of_profile : range->normal;
}

static void adapt_players(struct nf_option *row, const void *options)
{
    adapt_size(row, &nf_common_game(options)->players, nf_common_profile(options)->players,
               options);
}

static void adapt_rounds(struct nf_option *row, const void *options)
{
    adapt_size(row, &nf_common_game(options)->rounds, nf_common_profile(options)->rounds, options);
}

static void adapt_deck(struct nf_option *row, const void *options)
{
    adapt_size(row, &nf_common_game(options)->deck, nf_common_profile(options)->deck, options);
}

/* Without "auto": the kernel under test must be named. */
static bool kernel_word(const void *options, size_t i, struct nf_word *word)
{
    return nf_common_kernel_word(options, i + 1, word);
}

const struct nf_option nf_rows_fuzz_game[] = {
    {"profile", 0, NF_CHOICE, "NAME", NF_INTO(struct nf_common, params.profile),
     N_("how cases are made"), .normal_text = nf_profile_guided, .word = profile_word,
     .adapt = adapt_dealt},
    {"weights", 0, NF_STRING, "LIST", NF_INTO(struct nf_common, params.weights),
     N_("cards in exactly these proportions, such as A1=3,PASS=2,C2=1"), .adapt = adapt_words},
    {"players", 'n', NF_NUMBER, "N", NF_INTO(struct nf_common, params.players),
     N_("players at the table; for guided cases the maximum"), .adapt = adapt_players},
    {"rounds", 'm', NF_NUMBER, "M", NF_INTO(struct nf_common, params.rounds),
     N_("rounds of a game; for guided cases the maximum"), .adapt = adapt_rounds},
    {"deck", 'k', NF_NUMBER, "K", NF_INTO(struct nf_common, params.deck),
     N_("cards in the deck; for guided cases the maximum"), .adapt = adapt_deck},
    {"kernel", 0, NF_CHOICE, "NAME", NF_INTO(struct nf_common, kernel),
     N_("test a kernel with the program: play the cases in its lanes, too, and compare the "
        "outcomes with those of the reference"),
     .word = kernel_word, .adapt = adapt_dealt},
    {.name = NULL},
};
