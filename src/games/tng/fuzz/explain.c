#include "games/tng/fuzz/explain.h"

#include "base/lang.h"
#include "games/tng/judge/judge.h"
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

/* ---- outcomes ---- */

static void append_record(struct nf_text *record, uint32_t word)
{
    const uint32_t record_word = tng_record_in_transcript(word);
    nf_text_bytes(record, (const char *)&record_word, sizeof record_word);
}

static enum nf_status read_lines(const struct tng_instance *games,
                                 const struct nf_input *transcript, struct nf_text *record,
                                 struct nf_error *err)
{
    struct nf_told_reader reader = {.transcript = &tng_transcript, .input = transcript, .err = err};
    for (size_t i = 0; i < games->count; i++) {
        const struct tng_game *const game = &games->games[i];
        if (!nf_told_next(&reader) || reader.told.line == NF_NO_LINE ||
            reader.told.values[0] != (int64_t)i + 1)
            return nf_told_fail(&reader, N_("'Game %zu:' with 'X wins', 'Y wins' or 'draw'"),
                                i + 1);
        const uint32_t m = (uint32_t)__builtin_popcountll(tng_goal_set(game));
        append_record(record,
                      tng_record(tng_record_fields(game->p, game->e, m), game->n0, game->r, 0) |
                          (uint32_t)reader.told.line);
    }
    if (nf_told_next(&reader))
        return nf_told_fail(&reader,
                            P_("end of transcript after %zu game",
                               "end of transcript after %zu games", games->count),
                            games->count);
    return NF_OK;
}

enum nf_status tng_read_outcome(const struct nf_input *instance, const struct nf_input *transcript,
                                struct nf_text *record, struct nf_error *err)
{
    struct tng_instance games;
    enum nf_status status = tng_read_all(instance, &games, err);
    if (status != NF_OK)
        return status;
    status = read_lines(&games, transcript, record, err);
    tng_instance_free(&games);
    return status == NF_OK && record->failed ? nf_fail(err, NF_IO, "out of memory") : status;
}

void tng_tell_records(const struct nf_text *ours, const struct nf_text *theirs,
                      struct nf_text *words)
{
    const size_t size = sizeof(uint32_t);
    const size_t most = ours->size > theirs->size ? ours->size : theirs->size;
    for (size_t at = 0; at < most; at += size) {
        const size_t number = at / size + 1;
        uint32_t our_word, their_word;
        if (at + size > ours->size || at + size > theirs->size) {
            nf_text_format(words, _("game %zu: only one of them has it\n"), number);
            return;
        }
        memcpy(&our_word, ours->data + at, size);
        memcpy(&their_word, theirs->data + at, size);
        if (our_word == their_word)
            continue;
        nf_text_format(words, _("game %zu: kernel says %s, program says %s\n"), number,
                       tng_outcome_words[tng_record_outcome(our_word) % 3],
                       tng_outcome_words[tng_record_outcome(their_word) % 3]);
        return;
    }
}
