/* The words of a form, and how what is wrong with one is reported. */
#include "base/lang.h"
#include "judge/forms/parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- failures ---- */

bool nf_form_parser_memory(struct form_parser *p)
{
    p->status = nf_fail_memory(p->err);
    return false;
}

/* "found X, expected Y" at the next word; `expected` is translated. */
bool nf_form_parser_expected(struct form_parser *p, const char *expected)
{
    char quoted[NF_QUOTED];
    const struct form_word *const word = &p->word;
    const char *const bytes = p->form->source.data + word->at;
    p->wrong = word->at;
    p->status = nf_fail_at(p->err, &p->form->source, word->at, "found %s, expected %s",
                           word->kind == WORD_END ? _("the end of the form")
                                                  : nf_quote(quoted, bytes, word->end - word->at),
                           expected);
    return false;
}

bool nf_form_parser_fails(struct form_parser *p, uint32_t at, const char *message)
{
    p->wrong = at;
    p->status = nf_fail_at(p->err, &p->form->source, at, "%s", message);
    return false;
}

bool nf_form_parser_too_deep(struct form_parser *p, uint32_t at)
{
    p->wrong = at;
    p->status =
        nf_fail_at(p->err, &p->form->source, at,
                   "nested more deeply than %d levels, the most that are read", FORM_MAX_DEPTH);
    return false;
}

/* ---- words ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Moves over the digits at `at`. */
static uint32_t parser_digits(const struct form_parser *p, uint32_t at)
{
    while (at < p->form->source.size && is_digit(p->form->source.data[at]))
        at++;
    return at;
}

static char parser_byte(const struct form_parser *p, uint32_t at)
{
    return at < p->form->source.size ? p->form->source.data[at] : '\0';
}

/* Where the exponent at `at` ends, or `at`. */
static uint32_t parser_exponent(const struct form_parser *p, uint32_t at)
{
    uint32_t digits = at + 1;
    if (parser_byte(p, at) != 'e' && parser_byte(p, at) != 'E')
        return at;
    if (parser_byte(p, digits) == '+' || parser_byte(p, digits) == '-')
        digits++;
    const uint32_t end = parser_digits(p, digits);
    return end > digits ? end : at;
}

static void parser_number(struct form_parser *p, struct form_word *word)
{
    uint32_t end = parser_digits(p, word->at);
    word->kind = WORD_INTEGER;
    if (parser_byte(p, end) == '.') {
        word->kind = WORD_FLOAT;
        end = parser_digits(p, end + 1);
    }
    word->end = parser_exponent(p, end);
    if (word->end > end)
        word->kind = WORD_FLOAT;
}

static bool parser_string(struct form_parser *p, struct form_word *word)
{
    uint32_t at = word->at + 1;
    word->kind = WORD_STRING;
    while (at < p->form->source.size && p->form->source.data[at] != '"')
        at += p->form->source.data[at] == '\\' ? 2 : 1;
    if (at >= p->form->source.size)
        return nf_form_parser_fails(p, word->at, _("this string has no end: expected '\"'"));
    word->end = at + 1;
    return true;
}

/* Reads the next word. */
bool nf_form_parser_next(struct form_parser *p)
{
    const char *const data = p->form->source.data;
    const uint32_t size = (uint32_t)p->form->source.size;
    static const char marks[][3] = {"&&", "||", "<=", ">=", "==", "!=", ""};
    struct form_word word = {.at = p->word.end};
    p->last = p->word;
    while (word.at < size && strchr(" \t\r\n#", data[word.at]) != NULL && data[word.at] != '\0') {
        if (data[word.at] == '#')
            while (word.at + 1 < size && data[word.at + 1] != '\n')
                word.at++;
        word.at++;
    }
    word.end = word.at;
    if (word.at >= size) {
        p->word = word;
        return true;
    }
    const char c = data[word.at];
    if (is_upper(c)) {
        word.kind = WORD_COMMAND;
        while (is_upper(parser_byte(p, word.end)))
            word.end++;
    } else if (is_lower(c)) {
        word.kind = WORD_NAME;
        while (is_lower(parser_byte(p, word.end)) || is_digit(parser_byte(p, word.end)))
            word.end++;
    } else if (is_digit(c)) {
        parser_number(p, &word);
    } else if (c == '"') {
        if (!parser_string(p, &word))
            return false;
    } else {
        word.kind = WORD_MARK;
        word.mark[0] = c;
        word.end++;
        for (int i = 0; marks[i][0] != '\0'; i++)
            if (c == marks[i][0] && parser_byte(p, word.end) == marks[i][1])
                word.mark[1] = marks[i][1];
        word.end += word.mark[1] != '\0';
    }
    p->word = word;
    return true;
}

bool nf_form_word_is(const struct form_parser *p, const char *text)
{
    const struct form_word *const word = &p->word;
    return (word->kind == WORD_COMMAND || word->kind == WORD_MARK) &&
           word->end - word->at == strlen(text) &&
           memcmp(p->form->source.data + word->at, text, strlen(text)) == 0;
}

/* Reads the next word if the present one is `text`. */
bool nf_form_parser_takes(struct form_parser *p, const char *text)
{
    return nf_form_word_is(p, text) && nf_form_parser_next(p);
}

/* The same; anything else is wrong, and `expected` was. */
bool nf_form_parser_needs(struct form_parser *p, const char *text, const char *expected)
{
    return nf_form_word_is(p, text) ? nf_form_parser_next(p) : nf_form_parser_expected(p, expected);
}

bool nf_form_parser_opens(struct form_parser *p)
{
    return nf_form_parser_needs(p, "(", "'('");
}
