/* Transcripts that others print, any bytes, held against what the rules say. An input is an
 * instance, a line "====", and the transcript. Where two transcripts part is found here the plain
 * way: letter by letter. tests/unit/base/format/test_mismatch.c makes such inputs at random. */
#include "fuzz_target.h"
#include "judge/judge.h"

#include <string.h>

static bool is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* A byte of a text that is no white space, or its end, and the lines of it and of the one before.
 */
struct spot {
    size_t at;
    uint64_t line, last;
    bool space; /* there is white space before it */
};

/* Goes on from behind the byte at `spot` to the next one. */
static struct spot next_spot(const struct nf_input *text, struct spot spot)
{
    const size_t from = spot.at;
    spot.last = spot.line;
    for (; spot.at < text->size && is_blank(text->data[spot.at]); spot.at++)
        spot.line += text->data[spot.at] == '\n';
    spot.space = spot.at > from;
    return spot;
}

/* The line of the output `b` that differs first from `a`, found byte by byte; 0: none. A line that
 * ends too early differs itself, not the one after it; where the output ends with a line, it is the
 * next one of `a`. */
static uint64_t differing_line(const struct nf_input *a, const struct nf_input *b)
{
    struct spot x = next_spot(a, (struct spot){0, 1, 0, false});
    struct spot y = next_spot(b, (struct spot){0, 1, 0, false});
    while (x.at < a->size && y.at < b->size && a->data[x.at] == b->data[y.at]) {
        x.at++, y.at++;
        x = next_spot(a, x), y = next_spot(b, y);
        if (x.at < a->size && y.at < b->size && x.space != y.space)
            break;
    }
    if (x.at == a->size && y.at == b->size)
        return 0;
    const bool within = x.at < a->size && x.line == x.last;
    const bool ended = y.at == b->size, out_within = !ended && y.line == y.last;
    if (within && !out_within)
        return y.last;
    return ended ? x.line : y.line;
}

/* White space that a transcript has nowhere: what it parts may be told of another line. */
static bool has_odd_blanks(const struct nf_input *text)
{
    for (size_t i = 0; i < text->size; i++) {
        const char last = i > 0 ? text->data[i - 1] : '\n';
        const char next = i + 1 < text->size ? text->data[i + 1] : '\n';
        if (is_blank(text->data[i]) && text->data[i] != ' ' && text->data[i] != '\n')
            return true;
        if (text->data[i] == ' ' && (last == ' ' || last == '\n' || next == '\n'))
            return true;
        if (text->data[i] == '\n' && last == '\n')
            return true;
    }
    return false;
}

static void check_difference(const struct nf_problem *problem, const struct nf_input *instance,
                             const struct nf_input *expected, const struct nf_input *found)
{
    struct nf_difference difference;
    struct nf_error err;
    nf_fuzz_require(nf_check_output(problem, instance, NULL, found, &difference, &err) == NF_OK,
                    "compare refuses a valid instance: %s", err.text);
    const uint64_t line = differing_line(expected, found);
    const bool letters = line != 0;
    const bool same_bytes =
        expected->size == found->size && memcmp(expected->data, found->data, found->size) == 0;
    const bool differs = letters || !same_bytes;
    nf_fuzz_require((difference.line != 0) == differs, "line %llu",
                    (unsigned long long)difference.line);
    nf_fuzz_require(difference.only_blanks == (differs && !letters), "only blanks differ: %d",
                    difference.only_blanks);
    nf_fuzz_require(!letters || has_odd_blanks(found) || difference.line == line,
                    "line %llu, the plain way %llu", (unsigned long long)difference.line,
                    (unsigned long long)line);
    nf_fuzz_require((difference.why.size > 0) == differs, "words for no difference, or none");
    nf_fuzz_lines(&difference.why, "the explanation");
    size_t lines = 0;
    for (size_t i = 0; i < difference.why.size; i++)
        lines += difference.why.data[i] == '\n';
    nf_fuzz_require(!differs || (lines >= 3 && lines <= 20), "explained in %zu lines", lines);
    const size_t kind = strspn(difference.kind, "abcdefghijklmnopqrstuvwxyz-");
    nf_fuzz_require(difference.kind[kind] == '\0' && (kind > 0) == differs, "of the kind '%s'",
                    difference.kind);
    nf_text_free(&difference.why);
}

void nf_fuzz_answer(const struct nf_game *game, const char *bytes, size_t size)
{
    const struct nf_problem *const problem = nf_find_problem(game->name);
    static const char between[] = "\n====\n";
    const char *const gap = size > 0 ? memmem(bytes, size, between, sizeof between - 1) : NULL;
    const size_t first = gap != NULL ? (size_t)(gap - bytes) + 1 : size;
    const size_t second = gap != NULL ? first + sizeof between - 2 : size;
    const struct nf_input instance = nf_fuzz_input(bytes, first);
    const struct nf_input found = nf_fuzz_input(bytes + second, size - second);
    FREED_BY(nf_text_free) struct nf_text transcript = {0};
    struct nf_error err;
    if (nf_play(problem->rules, &instance, &transcript, &err) == NF_OK) {
        const struct nf_input expected = nf_fuzz_reread(&transcript);
        check_difference(problem, &instance, &expected, &found);
    }
}
