/* Saved runs: files of any bytes; and files with some members changed, which alone and joined with
 * another one are refused or come to what they say. */
#include "fuzz_saved.h"
#include "fuzz_target.h"
#include "sim/runs/merge.h"

#include <string.h>

/* Joins runs in their order. */
static enum nf_status join(const struct nf_text *const *runs, size_t count, struct nf_text *joined,
                           struct nf_error *err)
{
    FREED_BY(nf_merge_close) struct nf_merge merge = {.count = 0};
    struct nf_report report;
    enum nf_status status = NF_OK;
    for (size_t i = 0; i < count && status == NF_OK; i++) {
        const struct nf_input input = nf_fuzz_reread(runs[i]);
        status = nf_merge_add(&merge, &input, err);
    }
    if (status == NF_OK)
        status = nf_merge_finish(&merge, &report, err);
    if (status == NF_OK)
        status = nf_saved_write(joined, &report, err);
    nf_fuzz_require(status == NF_OK || status == NF_INVALID, "joining ends with %d: %s", status,
                    err->text);
    if (status != NF_OK)
        nf_fuzz_message(err);
    return status;
}

/* A run joined with nothing can be read; with itself it is refused if it has games. */
static void check_alone(const struct nf_text *run)
{
    const struct nf_text *const twice[] = {run, run};
    FREED_BY(nf_text_free) struct nf_text whole = {0}, both = {0};
    struct nf_error err;
    if (join(twice, 1, &whole, &err) == NF_OK) {
        FREED_BY(nf_saved_close) struct nf_saved saved;
        const struct nf_input input = nf_fuzz_reread(&whole);
        nf_fuzz_require(nf_saved_read(&input, &saved, &err) == NF_OK,
                        "joined alone, but not read: %s", err.text);
        nf_fuzz_require(join(twice, 2, &both, &err) != NF_OK || saved.tally.games == 0,
                        "joined with itself");
    }
}

/* The bytes as they are; then, where they are JSON, under the checksum they need. */
void nf_fuzz_saved(const char *bytes, size_t size)
{
    const struct nf_input input = nf_fuzz_input(bytes, size);
    nf_fuzz_check_saved(&input);
    json_auto_t *document = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(document)) {
        FREED_BY(nf_text_free) struct nf_text text = {0};
        nf_fuzz_seal(document, &text);
        const struct nf_input sealed = nf_fuzz_reread(&text);
        if (nf_fuzz_check_saved(&sealed))
            check_alone(&text);
    }
}

/* Takes the next line off the bytes; false at their end. */
static bool next_line(const char **bytes, size_t *size, const char **line, size_t *length)
{
    if (*size == 0)
        return false;
    const char *const end = memchr(*bytes, '\n', *size);
    *line = *bytes;
    *length = end != NULL ? (size_t)(end - *bytes) : *size;
    *bytes += *length + (end != NULL);
    *size -= *length + (end != NULL);
    return true;
}

/* The first byte says which run, a line each what is changed. */
void nf_fuzz_saved_edits(const char *bytes, size_t size)
{
    const char *line;
    size_t length;
    if (!next_line(&bytes, &size, &line, &length) || length == 0)
        return;
    json_auto_t *document = nf_fuzz_run((unsigned char)line[0], 0);
    while (next_line(&bytes, &size, &line, &length))
        nf_fuzz_edit(document, line, length);
    FREED_BY(nf_text_free) struct nf_text text = {0};
    nf_fuzz_seal(document, &text);
    const struct nf_input input = nf_fuzz_reread(&text);
    nf_fuzz_check_saved(&input);
}

/* Ranges that were joined follow each other: they hold every game from the first to the last. */
static void check_whole(const struct nf_text parts[2])
{
    uint64_t games = 0, first = UINT64_MAX, past = 0;
    for (unsigned part = 0; part < 2; part++) {
        const struct nf_input input = nf_fuzz_reread(&parts[part]);
        FREED_BY(nf_saved_close) struct nf_saved saved;
        struct nf_error err;
        nf_fuzz_require(nf_saved_read(&input, &saved, &err) == NF_OK, "joined, but not read");
        for (size_t i = 0; i < saved.spans_count; i++) {
            const struct nf_span *const span = &saved.spans[i];
            games += span->games;
            first = span->first < first ? span->first : first;
            past = span->first + span->games > past ? span->first + span->games : past;
        }
    }
    nf_fuzz_require(games == 0 || past - first == games, "joined, although games are missing");
}

static void check_joined(const struct nf_text parts[2])
{
    const struct nf_text *const runs[] = {&parts[0], &parts[1], &parts[0]};
    FREED_BY(nf_text_free) struct nf_text one = {0}, other = {0};
    struct nf_error err;
    const enum nf_status status = join(runs, 2, &one, &err);
    nf_fuzz_require(join(runs + 1, 2, &other, &err) == status && nf_fuzz_same(&one, &other),
                    "joined the other way round it is another run");
    if (status == NF_OK) {
        check_whole(parts);
        const struct nf_input input = nf_fuzz_reread(&one);
        nf_fuzz_require(nf_fuzz_check_saved(&input), "joined, but no saved run");
    }
}

/* The first byte says which run; each line changes its first part after a '<', its second one after
 * a '>', both after any other byte. */
void nf_fuzz_merge_edits(const char *bytes, size_t size)
{
    const char *line;
    size_t length;
    if (!next_line(&bytes, &size, &line, &length) || length == 0)
        return;
    json_t *documents[2];
    struct nf_text texts[2] = {{0}, {0}};
    for (unsigned part = 0; part < 2; part++)
        documents[part] = nf_fuzz_run((unsigned char)line[0], part);
    while (next_line(&bytes, &size, &line, &length)) {
        if (length > 0 && line[0] != '>')
            nf_fuzz_edit(documents[0], line + 1, length - 1);
        if (length > 0 && line[0] != '<')
            nf_fuzz_edit(documents[1], line + 1, length - 1);
    }
    for (unsigned part = 0; part < 2; part++)
        nf_fuzz_seal(documents[part], &texts[part]);
    check_joined(texts);
    for (unsigned part = 0; part < 2; part++) {
        nf_text_free(&texts[part]);
        json_decref(documents[part]);
    }
}
