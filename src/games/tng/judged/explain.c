#include "games/tng/judged/fuzzing.h"
#include "judge/compare.h"

#include "base/lang.h"
#include "games/tng/rules/format.h"
#include "games/tng/rules/replay.h"
#include "games/tng/rules/transcript.h"

#include <string.h>

static bool is_tng_outcome(const struct nf_explanation *explanation)
{
    return explanation->found.line != NF_NO_LINE &&
           explanation->found.values[0] == (int64_t)explanation->mismatch.expected_line;
}

static void describe_tng_game(const struct nf_explanation *explanation, bool full)
{
    const struct tng_game *const games = explanation->match->game;
    (void)full;
    if (explanation->mismatch.has_expected)
        tng_describe_rows(explanation->why, &games[explanation->mismatch.expected_line - 1]);
}

static void explain_tng_line(const struct nf_explanation *explanation)
{
    if (is_tng_outcome(explanation))
        nf_explanation_headline(explanation, "other-outcome", N_("wrong outcome"));
    else
        nf_explanation_headline(explanation, "game-number", N_("wrong number of the game"));
    describe_tng_game(explanation, true);
}

/* A wrong number shows no decision. */
static const char *decision(const char *kind)
{
    return strcmp(kind, "game-number") == 0 ? "" : kind;
}

const struct nf_comparer tng_comparer = {.transcript = &tng_transcript,
                                         .is_deed = is_tng_outcome,
                                         .explain = explain_tng_line,
                                         .describe = describe_tng_game,
                                         .decision = decision};
