#include "commands/parts/outputs.h"

#include "base/json_text.h"
#include "base/shown.h"
#include "commands/parts/common.h"
#include "core/tables.h"
#include "report/html/page.h"
#include "runs/history.h"
#include "runs/saved.h"

#include <assert.h>
#include <string.h>

static bool is_stdout(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

enum nf_status nf_outputs_check(const struct nf_outputs *outputs, const struct nf_path *others,
                                size_t count, const char *const *read, struct nf_error *err)
{
    const struct nf_path own[] = {
        {outputs->json, NF_PATH_WRITTEN},     {outputs->csv, NF_PATH_WRITTEN},
        {outputs->markdown, NF_PATH_WRITTEN}, {outputs->html, NF_PATH_WRITTEN},
        {outputs->save, NF_PATH_JOINED},      {outputs->db, NF_PATH_DATABASE},
    };
    enum { OWN = sizeof own / sizeof *own };
    struct nf_path all[OWN + NF_OTHER_PATHS];
    assert(count <= NF_OTHER_PATHS);
    memcpy(all, own, sizeof own);
    for (size_t i = 0; i < count; i++)
        all[OWN + i] = others[i];
    const enum nf_status status = nf_paths_check(all, OWN + count, read, err);
    return status == NF_OK && outputs->db != NULL ? nf_history_check(outputs->db, err) : status;
}

/* What is written, and what each part needs to know. */
struct job {
    const struct nf_report *reports;
    const char *const *names;
    size_t count;
    const struct nf_made *made; /* or NULL, and then the reports are written */
};

/* A line with the name of a run, which may be that of a file. */
static void put_name(struct nf_text *text, const char *before, const char *name)
{
    nf_text_string(text, before);
    nf_shown(text, name);
    nf_text_string(text, "\n");
}

static enum nf_status make_tables(const struct job *job, struct nf_text *text, struct nf_error *err)
{
    (void)err;
    if (job->made != NULL)
        nf_text_bytes(text, job->made->table.data, job->made->table.size);
    for (size_t i = 0; i < job->count; i++) {
        if (job->count > 1)
            put_name(text, i > 0 ? "\n" : "", job->names[i]);
        nf_report_table(text, &job->reports[i]);
    }
    return NF_OK;
}

static enum nf_status make_json(const struct job *job, struct nf_text *text, struct nf_error *err)
{
    if (job->made != NULL)
        return nf_text_json(text, json_incref(job->made->document), err);
    if (job->count == 1)
        return nf_report_json(text, job->reports, err);
    json_t *const list = json_array();
    for (size_t i = 0; i < job->count; i++)
        if (json_array_append_new(list, nf_report_document(&job->reports[i])) != 0) {
            json_decref(list);
            return nf_text_json(text, NULL, err);
        }
    return nf_text_json(text, list, err);
}

static enum nf_status put_tables(const json_t *tables, const char *name, bool csv,
                                 struct nf_text *text, struct nf_error *err)
{
    if (tables == NULL || nf_json_failed())
        return nf_fail(err, NF_IO, "out of memory for the tables");
    if (csv) {
        nf_tables_csv(text, tables, name);
    } else {
        nf_text_string(text, text->size > 0 ? "\n# " : "# ");
        nf_tables_markdown_text(text, name);
        nf_text_string(text, "\n");
        nf_tables_markdown(text, tables);
    }
    return NF_OK;
}

/* CSV or Markdown of all tables. */
static enum nf_status make_from_tables(const struct job *job, bool csv, struct nf_text *text,
                                       struct nf_error *err)
{
    enum nf_status status = NF_OK;
    if (job->made != NULL)
        status = put_tables(job->made->tables, job->made->name, csv, text, err);
    for (size_t i = 0; status == NF_OK && i < job->count; i++) {
        json_t *const tables = nf_report_tables(&job->reports[i]);
        status = put_tables(tables, job->names[i], csv, text, err);
        json_decref(tables);
    }
    return status;
}

static enum nf_status make_csv(const struct job *job, struct nf_text *text, struct nf_error *err)
{
    return make_from_tables(job, true, text, err);
}

static enum nf_status make_markdown(const struct job *job, struct nf_text *text,
                                    struct nf_error *err)
{
    return make_from_tables(job, false, text, err);
}

static enum nf_status make_html(const struct job *job, struct nf_text *text, struct nf_error *err)
{
    return nf_html_report(text, job->reports, job->names, job->count, err);
}

static enum nf_status make_saved(const struct job *job, struct nf_text *text, struct nf_error *err)
{
    return nf_saved_write(text, &job->reports[0], err);
}

/* Makes one document and writes it. After an earlier failure its own is not told. */
static enum nf_status
write_one(enum nf_status (*make)(const struct job *, struct nf_text *, struct nf_error *),
          const struct job *job, const char *path, enum nf_status before, struct nf_error *err)
{
    if (path == NULL)
        return before;
    struct nf_error later = {""};
    struct nf_error *const told = before == NF_OK ? err : &later;
    struct nf_text text = {0};
    enum nf_status status = make(job, &text, told);
    if (status == NF_OK)
        status = nf_text_save(&text, path, told);
    nf_text_free(&text);
    return before != NF_OK ? before : status;
}

/* Adds the run to the database. After an earlier failure its own is not told. */
static enum nf_status add_to_history(const struct job *job, const char *path, enum nf_status before,
                                     struct nf_error *err)
{
    struct nf_error later = {""};
    uint64_t id;
    if (path == NULL)
        return before;
    const enum nf_status status =
        nf_history_add(path, &job->reports[0], &id, before == NF_OK ? err : &later);
    return before != NF_OK ? before : status;
}

static enum nf_status write_all(const struct nf_outputs *outputs, const struct job *job,
                                struct nf_error *err)
{
    const bool other = outputs->json != NULL || outputs->csv != NULL || outputs->markdown != NULL ||
                       outputs->html != NULL;
    const bool table = !(outputs->chosen && other) && !is_stdout(outputs->json) &&
                       !is_stdout(outputs->csv) && !is_stdout(outputs->markdown) &&
                       !is_stdout(outputs->html) && !is_stdout(outputs->save);
    /* A table that could not be printed is no reason to lose the files. */
    enum nf_status status = write_one(make_tables, job, table ? "-" : NULL, NF_OK, err);
    if (job->made == NULL) {
        status = write_one(make_saved, job, outputs->save, status, err);
        status = add_to_history(job, outputs->db, status, err);
        status = write_one(make_html, job, outputs->html, status, err);
    }
    status = write_one(make_json, job, outputs->json, status, err);
    status = write_one(make_csv, job, outputs->csv, status, err);
    return write_one(make_markdown, job, outputs->markdown, status, err);
}

enum nf_status nf_outputs_write(const struct nf_outputs *outputs, const struct nf_report *reports,
                                const char *const *names, size_t count, struct nf_error *err)
{
    const struct job job = {reports, names, count, NULL};
    return write_all(outputs, &job, err);
}

void nf_made_close(struct nf_made *made)
{
    nf_text_free(&made->table);
    json_decref(made->document);
    json_decref(made->tables);
    *made = (struct nf_made){0};
}

enum nf_status nf_outputs_write_made(const struct nf_outputs *outputs, struct nf_made *made,
                                     struct nf_error *err)
{
    const struct job job = {.made = made};
    const enum nf_status status = made->table.failed
                                      ? nf_fail(err, NF_IO, "out of memory for the table")
                                      : write_all(outputs, &job, err);
    nf_made_close(made);
    return status;
}
