/* The built-in strategies. */
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "sim/game.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define BASIC_LARGEST     "  max basic\n"
#define BASIC_SMALLEST    "  min basic\n"
#define COUNTERS          "  first PASS TURN DOUBLE\n"
#define STATEMENT_NORMAL  "normal\n" BASIC_LARGEST COUNTERS
#define STATEMENT_DOUBLED "doubled\n" COUNTERS BASIC_SMALLEST

const struct nf_strategy cirno_shipped[] = {
    {"statement", N_("the statement's: largest p, counter cards only if necessary"),
     "# The statement's strategy.\n" STATEMENT_NORMAL STATEMENT_DOUBLED},
    {"counters", N_("PASS, TURN and DOUBLE before anything else"),
     "# Counter cards first, as long as there are any.\n"
     "normal\n" COUNTERS BASIC_LARGEST STATEMENT_DOUBLED},
    {"keep-e", N_("keeps E cards until no other basic card can be played"),
     "# E cards save from any p, so they are kept for need.\n"
     "normal\n"
     "  max A B C D\n"
     "  max E\n" COUNTERS STATEMENT_DOUBLED},
    {"last-e", N_("keeps E cards even longer: counter cards go first"),
     "# E cards last of all.\n"
     "normal\n"
     "  max A B C D\n" COUNTERS "  max E\n"
     "doubled\n" COUNTERS "  min A B C D\n"
     "  min E\n"},
    {"lowest", N_("always makes p as small as possible"),
     "# Safe for her, and for everybody after her.\n"
     "normal\n" BASIC_SMALLEST COUNTERS STATEMENT_DOUBLED},
    {"hold-bd", N_("keeps B and D cards until nothing else is left"),
     "# B and D always can be played, so they are a reserve.\n"
     "normal\n"
     "  max A C E\n" COUNTERS "  max B D\n" STATEMENT_DOUBLED},
    {"ambush", N_("DOUBLE if p is 80 or more, else like the statement"),
     "# Doubles the next player when she has little room.\n"
     "normal\n"
     "  first DOUBLE, when p >= 80\n" BASIC_LARGEST COUNTERS STATEMENT_DOUBLED},
    {"stubborn", N_("under DOUBLE prefers two basic cards to a counter card"),
     "# Saves counter cards when DOUBLE lies on her.\n" STATEMENT_NORMAL
     "doubled\n" BASIC_SMALLEST COUNTERS},
    {"leap", N_("E99 first, so that the next player must answer at 99"),
     "# Straight to the edge.\n"
     "normal\n"
     "  first E99\n" BASIC_LARGEST COUNTERS STATEMENT_DOUBLED},
    {"random", N_("a random card, all playable types in hand equally likely"),
     "# No plan at all.\n"
     "normal\n"
     "  random all\n"
     "doubled\n"
     "  random all\n"},
    {NULL, NULL, NULL},
};

static const struct nf_strategy *find_shipped(const char *name)
{
    for (const struct nf_strategy *shipped = cirno_shipped; shipped->name != NULL; shipped++)
        if (strcmp(shipped->name, name) == 0)
            return shipped;
    return NULL;
}

/* Returns the name of a strategy file: its path without folders. */
/* Checks that a file is UTF-8, because saved runs store it as JSON. */
static enum nf_status check_text(const struct nf_input *input, struct nf_error *err)
{
    const char *const zero = memchr(input->data, 0, input->size);
    if (zero != NULL)
        return nf_fail_at(err, input, (size_t)(zero - input->data),
                          "found a zero byte, expected text");
    const size_t valid = nf_shown_valid(input->data, input->size);
    return valid == input->size ? NF_OK : nf_fail_at(err, input, valid, "expected text in UTF-8");
}

static enum nf_status file_text(const char *name, struct nf_text *text, struct nf_error *err)
{
    NF_OWNED_INPUT struct nf_input input = {0};
    if (access(name, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return nf_fail(err, NF_USAGE,
                       "strategy '%.100s': expected a strategy file or one of those that `ninefold "
                       "strategies` lists (%.200s: %s)",
                       name, name, strerror(errno));
    NF_TRY(nf_input_open(&input, name, err));
    NF_TRY(check_text(&input, err));
    nf_text_bytes(text, input.data, input.size);
    return NF_OK;
}

enum nf_status cirno_strategy_text(const char *name, struct nf_text *text, bool *shipped,
                                   struct nf_error *err)
{
    const struct nf_strategy *const found = find_shipped(name);
    *shipped = found != NULL;
    if (found == NULL)
        return file_text(name, text, err);
    nf_text_string(text, found->text);
    return NF_OK;
}
