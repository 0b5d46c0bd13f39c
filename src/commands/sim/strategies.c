/* ninefold strategies: the strategies of players. */
#include "base/lang.h"
#include "base/shown.h"
#include "commands/commands.h"
#include "commands/parts/common.h"

#include <string.h>

static enum nf_status print_list(const struct nf_game *game, struct nf_error *err)
{
    struct nf_text text = {0};
    for (const struct nf_strategy *strategy = game->strategies->list; strategy->name != NULL;
         strategy++)
        nf_text_format(&text, "%-10s %s\n", strategy->name, _(strategy->help));
    return nf_common_print(&text, NF_OK, err);
}

static enum nf_status print_one(const struct nf_game *game, const char *name, struct nf_error *err)
{
    char question[64], quoted[NF_QUOTED];
    struct nf_text text = {0};
    struct nf_nearest nearest = {.typed = name};
    const char *const found = ninefold_strategy_text(game->name, name);
    if (found != NULL) {
        nf_text_string(&text, found);
        return nf_common_print(&text, NF_OK, err);
    }
    const char *known;
    for (size_t i = 0; (known = ninefold_strategy_name(game->name, i)) != NULL; i++)
        nf_nearest_offer(&nearest, known);
    nf_nearest_question(&nearest, "", question);
    return nf_fail(
        err, NF_USAGE, "%s: no strategy has that name%s", nf_quote(quoted, name, strlen(name)),
        question[0] != '\0' ? question : _(", expected one that `ninefold strategies` lists"));
}

static enum nf_status run_strategies(void *given, char **operands, struct nf_error *err)
{
    const struct nf_game *const game = nf_common_game(given);
    if (game->strategies == NULL)
        return nf_fail(err, NF_USAGE, "--game %s: its players have no choice of strategy",
                       game->name);
    return operands[0] != NULL ? print_one(game, operands[0], err) : print_list(game, err);
}

static const struct nf_option_group groups[] = {{N_("The game"), nf_rows_game}, {NULL, NULL}};

const struct nf_command nf_command_strategies = {
    .name = "strategies",
    .summary = N_("list the strategies of a game, or print one as a file"),
    .details = N_("Without NAME lists them. To make your own strategy, print one to a file, change "
                  "it, and give its path to --strategy."),
    .operand = "NAME",
    .operands = 1,
    .page = nf_manual_strategies,
    .groups = groups,
    .options_size = sizeof(struct nf_common),
    .run = run_strategies,
};
