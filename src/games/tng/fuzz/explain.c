#include "games/tng/fuzz/fuzzing.h"

#include "base/lang.h"
#include "games/tng/judge/replay.h"
#include "games/tng/kernels/kernels.h"
#include "games/tng/rules/format.h"
#include "games/tng/rules/reference.h"
#include "games/tng/rules/transcript.h"

#include <string.h>

/* ---- comparing ---- */

static bool is_deed(const struct nf_explanation *explanation)
{
    return explanation->found.line != NF_NO_LINE &&
           explanation->found.values[0] == (int64_t)explanation->mismatch.expected_line;
}

static void tell(const struct nf_explanation *explanation, bool full)
{
    const struct tng_instance *const games = explanation->owner;
    (void)full;
    if (explanation->mismatch.has_expected)
        tng_tell_rows(explanation->why, &games->games[explanation->mismatch.expected_line - 1]);
}

static void explain(const struct nf_explanation *explanation)
{
    if (is_deed(explanation))
        nf_explanation_headline(explanation, "other-outcome", N_("wrong outcome"));
    else
        nf_explanation_headline(explanation, "game-number", N_("wrong number of the game"));
    tell(explanation, true);
}

/* A wrong number shows no decision. */
static const char *decision(const char *kind)
{
    return strcmp(kind, "game-number") == 0 ? "" : kind;
}

static const struct nf_comparer comparer = {&tng_transcript, NULL, is_deed,
                                            explain,         tell, decision};

enum nf_status tng_compare(const struct nf_input *instance, const struct nf_input *output,
                           bool strict, struct nf_difference *difference, struct nf_error *err)
{
    struct tng_instance games;
    enum nf_status status = tng_read_all(instance, &games, err);
    if (status != NF_OK)
        return status;
    struct nf_text right = {0};
    for (size_t i = 0; i < games.count; i++)
        tng_print_outcome(&right, i + 1, tng_solve(&games.games[i]));
    status =
        nf_transcript_compare(&comparer, &games, NULL, &right, output, strict, difference, err);
    nf_text_free(&right);
    tng_instance_free(&games);
    return status;
}
