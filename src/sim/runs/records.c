#include "sim/runs/records.h"

#include "base/owned.h"
#include "base/threads.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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
    struct nf_text head = {0};
    nf_record_head(&records->style, &head);
    const enum nf_status status = nf_out_stream_write(&records->out, &head, err);
    nf_text_free(&head);
    return status;
}

enum nf_status nf_records_open(struct nf_records *records, const char *path,
                               const struct nf_setup *setup, uint32_t threads, struct nf_error *err)
{
    enum nf_record_form form;
    *records = (struct nf_records){.threads = threads, .words = nf_words_of(setup)};
    enum nf_status status = nf_records_form(path, &form, err);
    if (status != NF_OK)
        return status;
    const size_t each = records->words * sizeof *records->kept;
    records->most = (uint64_t)threads * (KEPT_BYTES / each);
    records->kept = malloc(records->most * each);
    status = nf_record_style_make(&records->style, setup, form, err);
    if (status == NF_OK && records->kept == NULL)
        status = nf_fail(err, NF_IO, "out of memory for the records");
    if (status == NF_OK)
        status = nf_out_stream_open(&records->out, path, err);
    if (status == NF_OK)
        status = write_head(records, err);
    return status == NF_OK ? NF_OK : nf_records_close(records, status, err);
}

/* A part is cut into chunks of games, the jobs of a pool. Each worker waits for its turn to write;
 * so the worker with the lowest chunk never waits, and all others for it alone. */
struct part {
    struct nf_pool pool;
    const struct nf_records *records;
    uint64_t first, games, chunk; /* games of a chunk */
    pthread_mutex_t lock;         /* guards the following members */
    pthread_cond_t written_one;
    uint64_t written; /* chunks */
    bool failed;
};

static void make_chunk(const struct part *part, uint64_t number, struct nf_text *text)
{
    const struct nf_records *const records = part->records;
    uint64_t game = number * part->chunk;
    const uint64_t end = part->games - game < part->chunk ? part->games : game + part->chunk;
    char *to = text->data;
    for (; game < end; game++)
        to = nf_record_put(&records->style, part->first + game,
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

enum nf_status nf_records_write(const struct nf_records *records, uint64_t first, uint64_t games,
                                struct nf_error *err)
{
    const uint64_t fits = CHUNK_BYTES / records->style.most, chunk = fits > 0 ? fits : 1;
    struct part part = {.pool = {.workers = records->threads,
                                 .work = write_records,
                                 .end = (games + chunk - 1) / chunk},
                        .records = records,
                        .first = first,
                        .games = games,
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
