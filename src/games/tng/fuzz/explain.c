#include "games/tng/fuzz/explain.h"

#include "games/tng/judge/judge.h"
#include "games/tng/judge/replay.h"
#include "games/tng/kernels/kernel.h"
#include "games/tng/rules/format.h"
#include "games/tng/rules/reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lines of any output ---- */

/* A piece of text, without its line end. */
struct piece {
    const char *text;
    size_t size;
};

/* The line at `*at`, which moves behind it; false at the end of the output. */
static bool next_line(const struct nf_input *output, size_t *at, struct piece *line)
{
    if (*at >= output->size)
        return false;
    const char *const start = output->data + *at;
    const char *const found = memchr(start, '\n', output->size - *at);
    *line = (struct piece){start, found != NULL ? (size_t)(found - start) : output->size - *at};
    *at += line->size + 1;
    return true;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\v' || byte == '\f';
}

/* Takes the next word off `line`; size 0 at its end. */
static struct piece next_word(struct piece *line)
{
    while (line->size > 0 && is_blank(*line->text)) {
        line->text++;
        line->size--;
    }
    struct piece word = {line->text, 0};
    while (word.size < line->size && !is_blank(word.text[word.size]))
        word.size++;
    line->text += word.size;
    line->size -= word.size;
    return word;
}

static bool same_bytes(struct piece a, struct piece b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.text, b.text, a.size) == 0);
}

static bool same_words(struct piece a, struct piece b)
{
    for (;;) {
        const struct piece word_a = next_word(&a), word_b = next_word(&b);
        if (!same_bytes(word_a, word_b))
            return false;
        if (word_a.size == 0)
            return true;
    }
}

static bool is_empty(struct piece line)
{
    return next_word(&line).size == 0;
}

/* ---- where transcripts part ---- */

/* The game's line as it should be, in `text`. */
static struct piece wanted_line(struct nf_text *text, uint64_t number, const struct tng_game *game)
{
    text->size = 0;
    tng_print_outcome(text, number, tng_solve(game));
    return (struct piece){text->data, text->size > 0 ? text->size - 1 : 0};
}

/* Whether only empty lines are left from `at` on. */
static bool only_empty_left(const struct nf_input *output, size_t at)
{
    for (struct piece line; next_line(output, &at, &line);)
        if (!is_empty(line))
            return false;
    return true;
}

/* What was found in the place of a line: that line (or none), with what follows. */
struct parting {
    uint64_t line; /* from 1; 0: nowhere */
    bool there;    /* there is such a line in the output */
    struct piece found;
};

static struct parting find_parting(const struct tng_instance *games, const struct nf_input *output,
                                   bool strict, struct nf_text *text)
{
    size_t at = 0;
    struct parting parting = {0};
    for (size_t i = 0; i < games->count; i++) {
        const struct piece wanted = wanted_line(text, i + 1, &games->games[i]);
        parting.there = next_line(output, &at, &parting.found);
        parting.line = i + 1;
        if (!parting.there ||
            !(strict ? same_bytes(parting.found, wanted) : same_words(parting.found, wanted)))
            return parting;
    }
    if (strict ? at == output->size : only_empty_left(output, at))
        return (struct parting){0};
    if (at > output->size)
        return parting; /* the last line lacks its end */
    parting.line = games->count + 1;
    while ((parting.there = next_line(output, &at, &parting.found)) && !strict &&
           is_empty(parting.found))
        parting.line++;
    return parting;
}

/* ---- why ---- */

/* Quotes as much of a line as fits. */
static void tell_found(struct piece found, struct nf_text *why)
{
    enum { ROOM = 60, SHOWN = 24 };
    char quoted[NF_QUOTED];
    if (strlen(nf_quote(quoted, found.text, found.size)) <= ROOM) {
        nf_text_format(why, "%s\n", quoted);
        return;
    }
    size_t shown = found.size < SHOWN ? found.size : SHOWN;
    while (strlen(nf_quote(quoted, found.text, shown)) > ROOM)
        shown--;
    nf_text_format(why, "%s...\n", quoted);
}

static void tell_parting(const struct tng_instance *games, const struct parting *parting,
                         struct nf_text *text, struct nf_text *why)
{
    const bool known = parting->line <= games->count;
    const struct tng_game *const game = known ? &games->games[parting->line - 1] : NULL;
    struct piece wanted = {NULL, 0};
    if (known)
        wanted = wanted_line(text, parting->line, game);
    nf_text_format(why, "line %llu: expected ", (unsigned long long)parting->line);
    if (known)
        nf_text_format(why, "'%.*s'\n", (int)wanted.size, wanted.text);
    else
        nf_text_format(why, "end of output after %zu %s\n", games->count,
                       games->count == 1 ? "game" : "games");
    nf_text_format(why, "%*sfound ",
                   snprintf(NULL, 0, "line %llu: ", (unsigned long long)parting->line), "");
    if (parting->there)
        tell_found(parting->found, why);
    else
        nf_text_string(why, "end of output\n");
}

static void tell_game(uint64_t number, const struct tng_game *game, struct nf_text *why)
{
    nf_text_format(why, "Game %llu: ", (unsigned long long)number);
    tng_tell_game(why, game);
    nf_text_string(why, "\n");
    tng_tell_outcome(why, game);
    nf_text_string(why, ".\nBest play, with the value of each n and the other move:\n");
    tng_tell_line(why, game);
}

enum nf_exit tng_compare(const struct nf_input *instance, const struct nf_input *output,
                         bool strict, struct nf_difference *difference, struct nf_error *err)
{
    struct tng_instance games;
    const enum nf_exit end = tng_read_all(instance, &games, err);
    if (end != NF_OK)
        return end;
    struct nf_text text = {0};
    *difference = (struct nf_difference){0};
    struct parting parting = find_parting(&games, output, false, &text);
    if (parting.line == 0 && strict) {
        parting = find_parting(&games, output, true, &text);
        difference->only_blanks = parting.line != 0;
    }
    difference->line = parting.line;
    if (parting.line != 0) {
        tell_parting(&games, &parting, &text, &difference->why);
        if (difference->only_blanks)
            nf_text_string(&difference->why, "Only white space differs.\n");
        else if (parting.line <= games.count)
            tell_game(parting.line, &games.games[parting.line - 1], &difference->why);
    }
    const bool failed = text.failed || difference->why.failed;
    nf_text_free(&text);
    tng_instance_free(&games);
    if (!failed)
        return NF_OK;
    nf_text_free(&difference->why);
    return nf_fail(err, NF_IO, "%s: out of memory for the comparison", output->name);
}

/* ---- outcomes ---- */

static void append_record(struct nf_text *record, uint32_t word)
{
    const uint32_t told = word & (((uint32_t)1 << TNG_RECORD_MOVES) - 1);
    nf_text_bytes(record, (const char *)&told, sizeof told);
}

/* The outcome that a line tells of game `number`, or -1. */
static int told_outcome(struct piece line, uint64_t number)
{
    char wanted[64];
    for (int outcome = TNG_DRAW; outcome <= TNG_Y; outcome++) {
        const int size = snprintf(wanted, sizeof wanted, "Game %llu: %s",
                                  (unsigned long long)number, tng_outcome_words[outcome]);
        if (same_words(line, (struct piece){wanted, (size_t)size}))
            return outcome;
    }
    return -1;
}

static enum nf_exit read_lines(const struct tng_instance *games, const struct nf_input *transcript,
                               struct nf_text *record, struct nf_error *err)
{
    char quoted[NF_QUOTED];
    size_t at = 0;
    for (size_t i = 0; i < games->count; i++) {
        const struct tng_game *const game = &games->games[i];
        const size_t start = at < transcript->size ? at : transcript->size;
        struct piece line = {NULL, 0};
        const bool there = next_line(transcript, &at, &line);
        const int outcome = there ? told_outcome(line, i + 1) : -1;
        if (outcome < 0)
            return nf_fail_at(err, transcript, start,
                              "found %s, expected 'Game %zu:' with 'X wins', 'Y wins' or 'draw'",
                              there ? nf_quote(quoted, line.text, line.size) : "end of transcript",
                              i + 1);
        const uint32_t m = (uint32_t)__builtin_popcountll(tng_goal_set(game));
        append_record(record,
                      tng_record(tng_record_fields(game->p, game->e, m), game->n0, game->r, 0) |
                          (uint32_t)outcome);
    }
    if (!only_empty_left(transcript, at))
        return nf_fail_at(err, transcript, at,
                          "found more, expected end of transcript after %zu %s", games->count,
                          games->count == 1 ? "game" : "games");
    return NF_OK;
}

enum nf_exit tng_read_outcome(const struct nf_input *instance, const struct nf_input *transcript,
                              struct nf_text *record, struct nf_error *err)
{
    struct tng_instance games;
    enum nf_exit end = tng_read_all(instance, &games, err);
    if (end != NF_OK)
        return end;
    end = read_lines(&games, transcript, record, err);
    tng_instance_free(&games);
    return end == NF_OK && record->failed ? nf_fail(err, NF_IO, "out of memory") : end;
}

enum nf_exit tng_play_record(const char *kernel, const struct nf_input *instance,
                             struct nf_text *record, struct nf_error *err)
{
    const struct nf_kernel *const *found = tng_kernels;
    while (*found != NULL && (strcmp((*found)->name, kernel) != 0 || !(*found)->supported()))
        found++;
    if (*found == NULL)
        return nf_fail(err, NF_USAGE, "kernel '%s' does not exist or cannot run here", kernel);
    struct tng_instance games;
    enum nf_exit end = tng_read_all(instance, &games, err);
    if (end != NF_OK)
        return end;
    uint32_t *const records = malloc((games.count + 1) * sizeof *records);
    end = records == NULL ? nf_fail(err, NF_IO, "out of memory")
                          : tng_solve_games_by((const struct tng_kernel *)*found, games.games,
                                               games.count, records, err);
    for (size_t i = 0; i < games.count && end == NF_OK; i++)
        append_record(record, records[i]);
    free(records);
    tng_instance_free(&games);
    return end == NF_OK && record->failed ? nf_fail(err, NF_IO, "out of memory") : end;
}

void tng_tell_outcomes(const struct nf_text *ours, const struct nf_text *theirs,
                       struct nf_text *words)
{
    const size_t size = sizeof(uint32_t);
    const size_t most = ours->size > theirs->size ? ours->size : theirs->size;
    for (size_t at = 0; at < most; at += size) {
        const size_t number = at / size + 1;
        uint32_t our_word, their_word;
        if (at + size > ours->size || at + size > theirs->size) {
            nf_text_format(words, "game %zu: only one of them tells it\n", number);
            return;
        }
        memcpy(&our_word, ours->data + at, size);
        memcpy(&their_word, theirs->data + at, size);
        if (our_word == their_word)
            continue;
        nf_text_format(words, "game %zu: kernel says %s, program says %s\n", number,
                       tng_outcome_words[tng_record_outcome(our_word) % 3],
                       tng_outcome_words[tng_record_outcome(their_word) % 3]);
        return;
    }
}
