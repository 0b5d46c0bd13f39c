#include "sim/runs/records.h"

#include "base/owned.h"
#include "base/threads.h"

#include <assert.h>
#include <pthread.h>
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
    NF_TRY_MEMORY(style->owned != NULL, err);
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

/* ---- the file of them ---- */

enum {
    KEPT_BYTES = 4 << 20,    /* of records, for each thread: so long parts that starting them is
                                cheap, and so are the lanes that idle at their ends */
    CHUNK_BYTES = 256 << 10, /* of text that a thread writes at once; fits its cache */
};

enum nf_status nf_records_form(const char *path, enum nf_record_form *form, struct nf_error *err)
{
    const char *const name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    const char *const dot = strrchr(name, '.');
    const char *const ending = dot == NULL ? "" : dot;
    *form = strcmp(ending, ".ndjson") == 0 ? NF_RECORDS_NDJSON : NF_RECORDS_CSV;
    if (strcmp(path, "-") == 0 || strcmp(ending, ".csv") == 0 || *form == NF_RECORDS_NDJSON)
        return NF_OK;
    char quoted[NF_QUOTED];
    return nf_fail(err, NF_USAGE,
                   "--records %s: expected a name that ends with .csv or .ndjson, or -",
                   nf_quote(quoted, path, strlen(path)));
}

static enum nf_status write_head(const struct nf_records *records, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text head = {0};
    nf_record_head(&records->style, &head);
    return nf_out_stream_write(&records->out, &head, err);
}

static enum nf_status open_records(struct nf_records *records, const char *path,
                                   const struct nf_setup *setup, enum nf_record_form form,
                                   struct nf_error *err)
{
    const size_t each = records->words * sizeof *records->kept;
    records->most = (uint64_t)records->threads * (KEPT_BYTES / each);
    records->kept = malloc(records->most * each);
    NF_TRY_MEMORY(records->kept != NULL, err);
    NF_TRY(nf_record_style_make(&records->style, setup, form, err));
    NF_TRY(nf_out_stream_open(&records->out, path, err));
    return write_head(records, err);
}

enum nf_status nf_records_open(struct nf_records *records, const char *path,
                               const struct nf_setup *setup, uint32_t threads, struct nf_error *err)
{
    enum nf_record_form form;
    *records = (struct nf_records){.threads = threads, .words = nf_words_of(setup)};
    NF_TRY(nf_records_form(path, &form, err));
    const enum nf_status status = open_records(records, path, setup, form, err);
    return status == NF_OK ? NF_OK : nf_records_close(records, status, err);
}

/* A part is cut into chunks of games, the jobs of a pool. Each worker waits for its turn to write;
 * so the worker with the lowest chunk never waits, and all others for it alone. */
struct part {
    struct nf_pool pool;
    const struct nf_records *records;
    struct nf_span span;
    uint64_t chunk;       /* games of a chunk */
    pthread_mutex_t lock; /* guards the following members */
    pthread_cond_t written_one;
    uint64_t written; /* chunks */
    bool failed;
};

static void make_chunk(const struct part *part, uint64_t number, struct nf_text *text)
{
    const struct nf_records *const records = part->records;
    uint64_t game = number * part->chunk;
    const uint64_t end =
        part->span.games - game < part->chunk ? part->span.games : game + part->chunk;
    char *to = text->data;
    for (; game < end; game++)
        to = nf_record_put(&records->style, part->span.first + game,
                           records->kept + game * records->words, to);
    text->size = (size_t)(to - text->data);
}

static enum nf_status write_chunk(struct part *part, uint64_t number, const struct nf_text *text,
                                  struct nf_error *err)
{
    pthread_mutex_lock(&part->lock);
    while (part->written != number && !part->failed)
        pthread_cond_wait(&part->written_one, &part->lock);
    const bool before = part->failed;
    pthread_mutex_unlock(&part->lock);
    /* Whose turn it is is alone. */
    const enum nf_status status =
        before ? NF_OK : nf_out_stream_write(&part->records->out, text, err);
    pthread_mutex_lock(&part->lock);
    part->failed |= status != NF_OK;
    part->written++;
    pthread_cond_broadcast(&part->written_one);
    pthread_mutex_unlock(&part->lock);
    return status;
}

static enum nf_status write_records(void *owner, uint32_t number, struct nf_error *err)
{
    struct part *const part = owner;
    NF_OWNED_TEXT struct nf_text text = {0};
    uint64_t chunk;
    (void)number;
    const bool room = nf_text_room(&text, part->chunk * part->records->style.most) != NULL;
    while (nf_pool_take_one(&part->pool, &chunk)) {
        if (room)
            make_chunk(part, chunk, &text);
        NF_TRY(write_chunk(part, chunk, &text, err));
    }
    return NF_OK;
}

enum nf_status nf_records_write(const struct nf_records *records, struct nf_span span,
                                struct nf_error *err)
{
    const uint64_t fits = CHUNK_BYTES / records->style.most, chunk = fits > 0 ? fits : 1;
    struct part part = {.pool = {.workers = records->threads,
                                 .work = write_records,
                                 .end = (span.games + chunk - 1) / chunk},
                        .records = records,
                        .span = span,
                        .chunk = chunk,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .written_one = PTHREAD_COND_INITIALIZER};
    part.pool.owner = &part;
    return nf_pool_run(&part.pool, err);
}

enum nf_status nf_records_close(struct nf_records *records, enum nf_status status,
                                struct nf_error *err)
{
    status = nf_out_stream_close(&records->out, status, err);
    nf_record_style_free(&records->style);
    free(records->kept);
    *records = (struct nf_records){0};
    return status;
}
