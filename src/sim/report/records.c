#include "sim/report/records.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 20 }; /* of the largest number */

static struct nf_piece piece(const char *before, const char *text, const char *after)
{
    struct nf_piece made = {{0}, 0};
    const int length = snprintf(made.text, NF_PIECE, "%s%s%s", before, text, after);
    assert(length < NF_PIECE);
    made.length = (uint32_t)length;
    return made;
}

/* A fixed number of bytes is copied faster than a few. */
static inline char *put_piece(char *to, const struct nf_piece *piece)
{
    memcpy(to, piece->text, NF_PIECE);
    return to + piece->length;
}

static const char pairs[] = "00010203040506070809"
                            "10111213141516171819"
                            "20212223242526272829"
                            "30313233343536373839"
                            "40414243444546474849"
                            "50515253545556575859"
                            "60616263646566676869"
                            "70717273747576777879"
                            "80818283848586878889"
                            "90919293949596979899";

static char *put_large(char *to, uint64_t number)
{
    char digits[DIGITS];
    int at = DIGITS;
    for (; number >= 100; number /= 100)
        memcpy(&digits[at -= 2], &pairs[number % 100 * 2], 2);
    if (number >= 10)
        memcpy(&digits[at -= 2], &pairs[number * 2], 2);
    else
        digits[--at] = (char)('0' + number);
    memcpy(to, digits + at, (size_t)(DIGITS - at));
    return to + DIGITS - at;
}

/* Most numbers have one or two digits. */
static inline char *print_record_number(char *to, uint64_t number)
{
    if (number >= 100)
        return put_large(to, number);
    const unsigned small = number < 10;
    memcpy(to, &pairs[number * 2 + small], 2);
    return to + 2 - small;
}

static size_t largest(const struct nf_piece *pieces, size_t count)
{
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        most = pieces[i].length > most ? pieces[i].length : most;
    return most;
}

/* Makes the pieces of a column, its words at `words`; returns the most bytes that it takes. */
static size_t make_column(struct nf_record_style *style, uint32_t place,
                          const struct nf_record_column *column, struct nf_piece *words)
{
    const bool csv = style->form == NF_RECORDS_CSV;
    style->before[place] = csv ? piece(",", "", "") : piece(",\"", column->name, "\":");
    style->words[place] = column->words == NULL ? NULL : words;
    for (uint32_t i = 0; i < column->count; i++)
        words[i] = csv ? piece("", column->words[i], "") : piece("\"", column->words[i], "\"");
    return style->before[place].length + style->none.length +
           (column->words == NULL ? DIGITS : largest(words, column->count));
}

enum nf_status nf_record_style_make(struct nf_record_style *style, const struct nf_setup *setup,
                                    enum nf_record_form form, struct nf_error *err)
{
    const struct nf_record_ops *const ops = setup->game->records;
    const bool csv = form == NF_RECORDS_CSV;
    *style = (struct nf_record_style){.setup = setup, .form = form, .rows = nf_rows_of(setup)};
    assert(style->rows >= 1 && style->rows <= NF_MAX_RECORD_ROWS);
    style->index = csv ? piece("", "", "") : piece("{\"", "index", "\":");
    style->none = csv ? piece("", "", "") : piece("", "null", "");
    style->end = csv ? piece("", "\n", "") : piece("}", "\n", "");
    size_t words = 0, row = style->index.length + DIGITS + style->end.length;
    for (; ops->columns[style->columns].name != NULL; style->columns++)
        words += ops->columns[style->columns].count;
    assert(style->columns <= NF_MAX_RECORD_COLUMNS);
    style->owned = malloc((words + 1) * sizeof *style->owned);
    if (style->owned == NULL)
        return nf_fail(err, NF_IO, "out of memory for the records");
    struct nf_piece *next = style->owned;
    for (uint32_t i = 0; i < style->columns; next += ops->columns[i++].count)
        row += make_column(style, i, &ops->columns[i], next);
    style->most = row * style->rows + NF_PIECE;
    return NF_OK;
}

void nf_record_style_free(struct nf_record_style *style)
{
    free(style->owned);
    *style = (struct nf_record_style){0};
}

void nf_record_head(const struct nf_record_style *style, struct nf_text *text)
{
    if (style->form != NF_RECORDS_CSV)
        return;
    nf_text_string(text, "index");
    for (uint32_t i = 0; i < style->columns; i++)
        nf_text_format(text, ",%s", style->setup->game->records->columns[i].name);
    nf_text_string(text, "\n");
}

char *nf_record_put(const struct nf_record_style *style, uint64_t index, const uint32_t *words,
                    char *to)
{
    uint32_t values[NF_MAX_RECORD_ROWS * NF_MAX_RECORD_COLUMNS];
    struct nf_piece head = style->index;
    head.length = (uint32_t)(print_record_number(head.text + head.length, index) - head.text);
    assert(head.length <= NF_PIECE);
    style->setup->game->records->fill(style->setup, words, values);
    const uint32_t *value = values;
    for (uint32_t row = 0; row < style->rows; row++) {
        to = put_piece(to, &head);
        for (uint32_t i = 0; i < style->columns; i++, value++) {
            to = put_piece(to, &style->before[i]);
            if (*value == NF_RECORD_NONE)
                to = put_piece(to, &style->none);
            else if (style->words[i] != NULL)
                to = put_piece(to, &style->words[i][*value]);
            else
                to = print_record_number(to, *value);
        }
        to = put_piece(to, &style->end);
    }
    return to;
}
