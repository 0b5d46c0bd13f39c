#include "games/tng/fuzz/explain.h"

#include "base/lang.h"
#include "core/parting.h"
#include "games/tng/judge/judge.h"
#include "games/tng/judge/replay.h"
#include "games/tng/kernels/kernels.h"
#include "games/tng/rules/format.h"
#include "games/tng/rules/reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- parsing a line ---- */

/* The number of the game and the outcome on a line, whatever its white space. */
struct outcome_line {
    uint64_t number; /* 0: not a line of a transcript */
    enum tng_outcome outcome;
};

/* Advances `*at` past `word`, ignoring blanks, if it comes next. */
static bool take_word(const struct nf_line *line, size_t *at, const char *word)
{
    size_t now = *at;
    for (; *word != '\0'; word++) {
        if (*word == ' ')
            continue;
        while (now < line->length && nf_is_blank(line->text[now]))
            now++;
        if (now == line->length || line->text[now++] != *word)
            return false;
    }
    *at = now;
    return true;
}

static struct outcome_line read_line(const struct nf_line *line)
{
    enum { MOST = 100000000 };
    struct outcome_line parsed = {0, TNG_DRAW};
    uint64_t number = 0;
    size_t at = 0;
    if (!take_word(line, &at, "Game"))
        return parsed;
    while (at < line->length && nf_is_blank(line->text[at]))
        at++;
    if (at < line->length && line->text[at] == '0')
        return parsed;
    while (at < line->length && line->text[at] >= '0' && line->text[at] <= '9' && number < MOST)
        number = number * 10 + (uint64_t)(line->text[at++] - '0');
    if (!take_word(line, &at, ":"))
        return parsed;
    for (int outcome = TNG_DRAW; outcome <= TNG_Y; outcome++) {
        size_t end = at;
        if (!take_word(line, &end, tng_outcome_words[outcome]))
            continue;
        const struct nf_line rest = {line->text + end, line->length - end, false};
        if (nf_line_is_blank(&rest))
            return (struct outcome_line){number, (enum tng_outcome)outcome};
    }
    return parsed;
}

/* ---- why ---- */

/* A difference and its context. */
struct finding {
    const struct tng_instance *games;
    struct nf_parting parting;
    struct nf_difference *difference;
};

/* Sets the kind of the difference; appends the headline and the two lines. */
static void put_headline(const struct finding *finding, const char *kind, const char *what)
{
    snprintf(finding->difference->kind, sizeof finding->difference->kind, "%s", kind);
    nf_parting_tell(&finding->parting, what, &finding->difference->why);
}

static void explain_ended(const struct finding *finding)
{
    char what[NF_HEADLINE];
    put_headline(finding, finding->parting.expected_line == 1 ? "empty" : "too-short",
                 nf_parting_lines(what, &finding->parting));
}

static void explain_longer(const struct finding *finding)
{
    char what[NF_HEADLINE];
    const size_t count = finding->games->count;
    snprintf(what, sizeof what,
             P_("the output goes on after %zu game", "the output goes on after %zu games", count),
             count);
    put_headline(finding, "too-long", what);
}

static void explain(const struct finding *finding)
{
    const struct nf_parting *const parting = &finding->parting;
    const struct outcome_line parsed =
        parting->has_found ? read_line(&parting->found) : (struct outcome_line){0, TNG_DRAW};
    finding->difference->unclear = parsed.number == 0;
    if (!parting->has_expected)
        explain_longer(finding);
    else if (!parting->has_found)
        explain_ended(finding);
    else if (parting->cut)
        put_headline(finding, "cut", N_("the output ends in the middle of the line"));
    else if (parsed.number == 0)
        put_headline(finding, "form", N_("not a line of a transcript"));
    else if (parsed.number != parting->expected_line)
        put_headline(finding, "game-number", N_("wrong number of the game"));
    else
        put_headline(finding, "other-outcome", N_("wrong outcome"));
    if (parting->has_expected && !parting->cut && parsed.number == parting->expected_line)
        memcpy(finding->difference->decision, finding->difference->kind,
               sizeof finding->difference->decision);
    if (parting->has_expected)
        tng_tell_rows(&finding->difference->why,
                      &finding->games->games[parting->expected_line - 1]);
}

enum nf_status tng_compare(const struct nf_input *instance, const struct nf_input *output,
                           bool strict, struct nf_difference *difference, struct nf_error *err)
{
    struct tng_instance games;
    const enum nf_status status = tng_read_all(instance, &games, err);
    if (status != NF_OK)
        return status;
    struct nf_text right = {0};
    struct finding finding = {.games = &games, .difference = difference};
    *difference = (struct nf_difference){0};
    for (size_t i = 0; i < games.count; i++)
        tng_print_outcome(&right, i + 1, tng_solve(&games.games[i]));
    const struct nf_input transcript = {"the rules", right.data, right.size};
    if (!right.failed && nf_parting_find(&finding.parting, &transcript, output, strict)) {
        difference->line = finding.parting.line;
        difference->only_blanks = finding.parting.only_blanks;
        if (difference->only_blanks) {
            strcpy(difference->kind, "white-space");
            nf_parting_tell_blanks(&finding.parting, &difference->why);
        } else {
            explain(&finding);
        }
    }
    const bool failed = right.failed || difference->why.failed;
    nf_text_free(&right);
    tng_instance_free(&games);
    if (!failed)
        return NF_OK;
    nf_text_free(&difference->why);
    return nf_fail(err, NF_IO, "%s: out of memory for the comparison", output->name);
}

/* ---- outcomes ---- */

static void append_record(struct nf_text *record, uint32_t word)
{
    const uint32_t record_word = tng_record_in_transcript(word);
    nf_text_bytes(record, (const char *)&record_word, sizeof record_word);
}

/* Whether only empty lines follow from `at` on. */
static bool only_empty_left(const struct nf_input *text, size_t at)
{
    for (struct nf_line line; nf_next_line(text, &at, &line);)
        if (!nf_line_is_blank(&line))
            return false;
    return true;
}

static enum nf_status read_lines(const struct tng_instance *games,
                                 const struct nf_input *transcript, struct nf_text *record,
                                 struct nf_error *err)
{
    char quoted[NF_QUOTED];
    size_t at = 0;
    for (size_t i = 0; i < games->count; i++) {
        const struct tng_game *const game = &games->games[i];
        const size_t start = at < transcript->size ? at : transcript->size;
        struct nf_line line = {NULL, 0, false};
        const bool there = nf_next_line(transcript, &at, &line);
        const struct outcome_line parsed =
            there ? read_line(&line) : (struct outcome_line){0, TNG_DRAW};
        if (parsed.number != i + 1)
            return nf_fail_at(
                err, transcript, start,
                "found %s, expected 'Game %zu:' with 'X wins', 'Y wins' or 'draw'",
                there ? nf_quote(quoted, line.text, line.length) : _("end of transcript"), i + 1);
        const uint32_t m = (uint32_t)__builtin_popcountll(tng_goal_set(game));
        append_record(record,
                      tng_record(tng_record_fields(game->p, game->e, m), game->n0, game->r, 0) |
                          (uint32_t)parsed.outcome);
    }
    if (!only_empty_left(transcript, at))
        return nf_fail_at(err, transcript, at,
                          P_("found more, expected end of transcript after %zu game",
                             "found more, expected end of transcript after %zu games",
                             games->count),
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
