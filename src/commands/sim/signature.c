/* ninefold signature: digests of a fixed small run, to compare builds and machines. */
#include "base/lang.h"
#include "base/owned.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "sim/runner.h"

#include <stdlib.h>

/* The fixed run: every profile at each of these tables. A change here changes the signatures, also
 * the recorded ones. */
static const struct {
    uint32_t players, rounds, games;
} tables[] = {{1, 100, 8}, {2, 100, 8}, {5, 100, 8}, {30, 100, 16}, {30, 3, 16}};
static const uint64_t signature_seed = 9;

enum { TABLES = sizeof tables / sizeof *tables };

/* Table number `table`, limited to what the game allows. */
static struct nf_params params_of(const struct nf_game *game, size_t table)
{
    const struct nf_range *const players = &game->players, *const rounds = &game->rounds;
    struct nf_params params = {.players = tables[table].players, .rounds = tables[table].rounds};
    params.players = params.players < players->low    ? players->low
                     : params.players > players->high ? players->high
                                                      : params.players;
    params.rounds = params.rounds < rounds->low    ? rounds->low
                    : params.rounds > rounds->high ? rounds->high
                                                   : params.rounds;
    return params;
}

/* Whether an earlier table is the same for this game. */
static bool is_repeated(const struct nf_game *game, size_t table)
{
    const struct nf_params params = params_of(game, table);
    for (size_t i = 0; i < table; i++) {
        const struct nf_params before = params_of(game, i);
        if (before.players == params.players && before.rounds == params.rounds)
            return true;
    }
    return false;
}

/* Plays one table of a profile and adds its games to `digest`. Each table has its own range of
 * indices, so that the sum is over distinct games. */
static enum nf_status play_table(const struct nf_common *common, const struct nf_kernel *kernel,
                                 const char *profile, size_t table, struct nf_digest *digest,
                                 struct nf_error *err)
{
    const struct nf_game *const game = nf_common_game(common);
    const uint64_t factor = game->bench != NULL && game->bench->signature_factor != 0
                                ? game->bench->signature_factor
                                : 1;
    struct nf_params params = params_of(game, table);
    params.profile = profile;
    params.seed = signature_seed;
    NF_OWNED_SETUP struct nf_setup *setup = NULL;
    NF_TRY(nf_prepare(game, &params, &setup, err));
    const struct nf_run_options job = {
        .setup = setup,
        .kernel = kernel,
        .span = {table * 1000 * factor, tables[table].games * factor},
        .threads = common->threads};
    NF_FREED_BY(nf_run_result_close) struct nf_run_result result;
    NF_TRY(nf_run(&job, &result, err));
    if (result.signal != 0)
        return nf_fail(err, (enum nf_status)(128 + result.signal), "stopped by signal %d",
                       result.signal);
    nf_digest_merge(digest, &result.tally.digest);
    return NF_OK;
}

static void append_line(struct nf_text *text, const struct nf_digest *digest, const char *name)
{
    char hex[NF_DIGEST_TEXT];
    nf_digest_print(digest, hex);
    nf_text_format(text, "%s  %s\n", hex, name);
}

static enum nf_status play_profiles(const struct nf_common *common, struct nf_text *text,
                                    struct nf_error *err)
{
    const struct nf_game *const game = nf_common_game(common);
    const struct nf_kernel *kernel;
    struct nf_digest total = {0};
    NF_TRY(nf_choose_kernel(game, common->kernel, &kernel, err));
    for (const struct nf_profile *profile = game->profiles; profile->name != NULL; profile++) {
        struct nf_digest digest = {0};
        for (size_t table = 0; table < TABLES; table++)
            if (!is_repeated(game, table))
                NF_TRY(play_table(common, kernel, profile->name, table, &digest, err));
        append_line(text, &digest, profile->name);
        nf_digest_merge(&total, &digest);
    }
    append_line(text, &total, "total");
    return NF_OK;
}

static enum nf_status run_signature(void *given, char **operands, struct nf_error *err)
{
    struct nf_text text = {0};
    (void)operands;
    return nf_common_print(&text, play_profiles(given, &text, err), err);
}

static const struct nf_option_group groups[] = {
    {N_("Options"), nf_rows_game}, {N_("Speed"), nf_rows_speed}, {NULL, NULL}};

const struct nf_command nf_command_signature = {
    .name = "signature",
    .summary = N_("print the digest of a fixed small run, to compare builds"),
    .details =
        N_("One line for each profile and one for their sum: 32 hex digits and a name. Builds "
           "that play the same games print the same, with any kernel and number of threads."),
    .groups = groups,
    .options_size = sizeof(struct nf_common),
    .run = run_signature,
};
