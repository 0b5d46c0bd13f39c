/* Transcripts that others print, any bytes, held against what the rules say. An input is an
 * instance, a line "====", and the transcript. Where two transcripts part is found here the plain
 * way: letter by letter. */
#include "core/format/judge.h"
#include "fuzz_game.h"

#include <ctype.h>
#include <string.h>

static bool is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* A text read line by line. */
struct lines {
    const char *at, *end;
};

struct line {
    const char *start, *end;
};

static bool next_line(struct lines *lines, struct line *line)
{
    if (lines->at == lines->end)
        return false;
    line->start = lines->at;
    while (lines->at < lines->end && *lines->at != '\n')
        lines->at++;
    line->end = lines->at;
    lines->at += lines->at < lines->end;
    return true;
}

/* The offset of the next byte from `at` on that is no white space. */
static size_t skip(const struct nf_input *text, size_t at)
{
    while (at < text->size && is_blank(text->data[at]))
        at++;
    return at;
}

/* Whether two texts are the same but for white space that does not part words. */
static bool same_letters(const struct nf_input *a, const struct nf_input *b)
{
    size_t i = skip(a, 0), j = skip(b, 0);
    while (i < a->size && j < b->size && a->data[i] == b->data[j]) {
        const size_t m = i + 1, n = j + 1;
        i = skip(a, m);
        j = skip(b, n);
        if (i < a->size && j < b->size && (i > m) != (j > n) &&
            isalnum((unsigned char)a->data[m - 1]) && isalnum((unsigned char)a->data[i]))
            return false;
    }
    return i == a->size && j == b->size;
}

/* Whether one line is, without white space, the beginning of the other. */
static bool is_beginning(struct line a, struct line b)
{
    for (;; a.start++, b.start++) {
        while (a.start < a.end && is_blank(*a.start))
            a.start++;
        while (b.start < b.end && is_blank(*b.start))
            b.start++;
        if (a.start == a.end || b.start == b.end)
            return true;
        if (*a.start != *b.start)
            return false;
    }
}

/* The line, from 1, in which two texts part by a letter each, if the lines before it are the same;
 * 0: there is none, or lines are longer, shorter, more or fewer at first. */
static uint64_t mismatch_line(const struct nf_input *expected, const struct nf_input *found)
{
    struct lines left = {expected->data, expected->data + expected->size};
    struct lines right = {found->data, found->data + found->size};
    struct line one, other;
    for (uint64_t number = 1; next_line(&left, &one) && next_line(&right, &other); number++) {
        const struct nf_input a = {"", one.start, (size_t)(one.end - one.start)};
        const struct nf_input b = {"", other.start, (size_t)(other.end - other.start)};
        if (!same_letters(&a, &b))
            return is_beginning(one, other) ? 0 : number;
    }
    return 0;
}

static void check_difference(const struct nf_game *game, const struct nf_input *instance,
                             const struct nf_input *expected, const struct nf_input *found,
                             bool strict)
{
    struct nf_difference difference;
    struct nf_error err;
    nf_fuzz_require(nf_check_output(game, instance, found, strict, &difference, &err) == NF_OK,
                    "compare refuses a valid instance: %s", err.text);
    const bool letters = !same_letters(expected, found);
    const bool same_bytes =
        expected->size == found->size && memcmp(expected->data, found->data, found->size) == 0;
    const bool differs = letters || (strict && !same_bytes);
    const uint64_t line = mismatch_line(expected, found);
    nf_fuzz_require((difference.line != 0) == differs, "line %llu of %s",
                    (unsigned long long)difference.line, strict ? "all bytes" : "letters");
    nf_fuzz_require(difference.only_blanks == (differs && !letters), "only blanks differ: %d",
                    difference.only_blanks);
    nf_fuzz_require(line == 0 || difference.line == line, "line %llu, the plain way %llu",
                    (unsigned long long)difference.line, (unsigned long long)line);
    nf_fuzz_require((difference.why.size > 0) == differs, "words for no difference, or none");
    nf_fuzz_lines(&difference.why, "the explanation");
    nf_text_free(&difference.why);
}

void nf_fuzz_check_answer(const struct nf_game *game, const char *bytes, size_t size)
{
    static const char between[] = "\n====\n";
    const char *const gap = size > 0 ? memmem(bytes, size, between, sizeof between - 1) : NULL;
    const size_t first = gap != NULL ? (size_t)(gap - bytes) + 1 : size;
    const size_t second = gap != NULL ? first + sizeof between - 2 : size;
    const struct nf_input instance = nf_fuzz_input(bytes, first);
    const struct nf_input found = nf_fuzz_input(bytes + second, size - second);
    struct nf_text transcript = {0};
    struct nf_error err;
    if (nf_play(game, &instance, &transcript, &err) == NF_OK) {
        const struct nf_input expected = nf_fuzz_reread(&transcript);
        check_difference(game, &instance, &expected, &found, false);
        check_difference(game, &instance, &expected, &found, true);
    }
    nf_text_free(&transcript);
}
