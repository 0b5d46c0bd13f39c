#include "commands/sim/outputs.h"

#include "base/json_text.h"
#include "base/out_file.h"
#include "base/owned.h"
#include "base/shown.h"
#include "commands/parts/common.h"
#include "sim/report/page.h"
#include "sim/runs/history.h"
#include "sim/runs/saved.h"
#include "table/forms.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The content of the outputs. */
struct job {
    struct nf_report *reports; /* copies, which get the tables */
    const char *const *names;
    size_t count;
    struct nf_made *made;     /* NULL: write the reports */
    struct nf_tables *tables; /* of each report, made once for all forms that need them; or NULL */
};

static void free_tables(struct job *job)
{
    for (size_t i = 0; job->tables != NULL && i < job->count; i++)
        nf_tables_free(&job->tables[i]);
    free(job->tables);
    job->tables = NULL;
}

/* Makes the tables of the reports if there are none yet. Where memory is missing the next form
 * tries again. */
static enum nf_status need_tables(struct job *job, struct nf_error *err)
{
    if (job->made != NULL || job->tables != NULL)
        return NF_OK;
    job->tables = calloc(job->count, sizeof *job->tables);
    bool failed = job->tables == NULL;
    for (size_t i = 0; !failed && i < job->count; i++) {
        nf_report_tables(&job->reports[i], &job->tables[i]);
        failed = job->tables[i].failed;
    }
    if (failed) {
        free_tables(job);
        return nf_fail_memory(err);
    }
    for (size_t i = 0; i < job->count; i++)
        job->reports[i].tables = &job->tables[i];
    return NF_OK;
}

/* The tables of all that is written, borrowed. */
struct set {
    struct nf_tables *tables;
    const char *const *names;
    size_t count;
};

static enum nf_status open_set(struct job *job, struct set *set, struct nf_error *err)
{
    NF_TRY(need_tables(job, err));
    *set = job->made != NULL ? (struct set){&job->made->tables, &job->made->name, 1}
                             : (struct set){job->tables, job->names, job->count};
    return NF_OK;
}

/* Appends a line with the name of a run, which may be a file name. */
static void put_name(struct nf_text *text, const char *before, const char *name)
{
    nf_text_string(text, before);
    nf_shown(text, name);
    nf_text_string(text, "\n");
}

static enum nf_status make_tables(struct job *job, struct nf_text *text, struct nf_error *err)
{
    NF_TRY(need_tables(job, err));
    if (job->made != NULL)
        nf_text_bytes(text, job->made->table.data, job->made->table.size);
    for (size_t i = 0; i < job->count; i++) {
        if (job->count > 1)
            put_name(text, i > 0 ? "\n" : "", job->names[i]);
        nf_report_table(text, &job->reports[i]);
    }
    return NF_OK;
}

static enum nf_status make_json(struct job *job, struct nf_text *text, struct nf_error *err)
{
    if (job->made != NULL)
        return nf_text_json(text, json_incref(job->made->document), err);
    NF_TRY(need_tables(job, err));
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

static enum nf_status make_markdown(struct job *job, struct nf_text *text, struct nf_error *err)
{
    struct set set;
    NF_TRY(open_set(job, &set, err));
    for (size_t i = 0; i < set.count; i++) {
        nf_text_string(text, text->size > 0 ? "\n# " : "# ");
        nf_markdown_text(text, set.names[i]);
        nf_text_string(text, "\n");
        nf_tables_markdown(text, &set.tables[i]);
    }
    return NF_OK;
}

static enum nf_status make_html(struct job *job, struct nf_text *text, struct nf_error *err)
{
    const struct nf_made *const made = job->made;
    NF_TRY(need_tables(job, err));
    if (made != NULL && made->title != NULL)
        return nf_html_tables(text, made->title, made->name,
                              made->page.count > 0 ? &made->page : &made->tables, err);
    return made != NULL
               ? nf_html_report(text, made->reports, made->names, made->count, &made->tables, err)
               : nf_html_report(text, job->reports, job->names, job->count, NULL, err);
}

static enum nf_status make_saved(struct job *job, struct nf_text *text, struct nf_error *err)
{
    return nf_saved_write(text, &job->reports[0], err);
}

/* The CSV of the table `name` of all runs. Of several each row begins with its run; where all
 * tables go to one place, with its table. */
static void put_csv(struct nf_text *text, const struct set *set, const char *name, bool together)
{
    bool head = true;
    for (size_t i = 0; i < set->count; i++) {
        const struct nf_table *const table = nf_tables_find(&set->tables[i], name);
        const struct nf_lead lead[] = {{"table", name}, {"run", set->names[i]}, {NULL, NULL}};
        const struct nf_lead only_table[] = {lead[0], lead[2]};
        if (table == NULL)
            continue;
        nf_table_csv(text, table, set->count == 1 ? &only_table[!together] : &lead[!together],
                     head);
        head = false;
    }
}

/* Adds a table to the files of the folder. */
static enum nf_status add_csv(struct nf_out_set *files, const struct nf_text *text,
                              const char *folder, const char *name, struct nf_error *err)
{
    char *path;
    NF_TRY_MEMORY(asprintf(&path, "%s/%s.csv", folder, name) >= 0, err);
    const enum nf_status status = nf_out_set_add(files, path, text, err);
    free(path);
    return status;
}

/* Writes each table once, with the rows of all runs that have it. */
static enum nf_status write_csv_set(const struct set *set, const char *path, struct nf_error *err)
{
    const bool together = nf_common_is_stream(path);
    struct nf_text text = {0};
    struct nf_out_set files = {0};
    enum nf_status status = together ? NF_OK : nf_common_make_folder(path, err);
    for (size_t i = 0; i < set->count; i++)
        for (size_t t = 0; status == NF_OK && t < set->tables[i].count; t++) {
            const char *const name = set->tables[i].list[t].about.name;
            bool before = false;
            for (size_t j = 0; j < i; j++)
                before |= nf_tables_find(&set->tables[j], name) != NULL;
            if (before)
                continue;
            text.size = together ? text.size : 0;
            nf_text_string(&text, text.size > 0 ? "\n" : "");
            put_csv(&text, set, name, together);
            if (!together)
                status = add_csv(&files, &text, path, name, err);
        }
    status = together ? nf_text_save(&text, path, err) : nf_out_set_close(&files, status, err);
    nf_text_free(&text);
    return status;
}

/* Adds to the tables what only CSV has, so it is the last of the forms. */
static enum nf_status write_csv(struct job *job, const char *path, struct nf_error *err)
{
    struct set set;
    NF_TRY(open_set(job, &set, err));
    for (size_t i = 0; i < set.count; i++) {
        nf_tables_about(&set.tables[i]);
        NF_TRY_MEMORY(!set.tables[i].failed, err);
    }
    return write_csv_set(&set, path, err);
}

static enum nf_status add_to_history(struct job *job, const char *path, struct nf_error *err)
{
    uint64_t id;
    NF_TRY(need_tables(job, err));
    return nf_history_add(path, &job->reports[0], &id, err);
}

/* An output: its text is made and then written, or it writes itself. */
struct form {
    size_t path; /* where in struct nf_outputs it is */
    enum nf_path_use use;
    enum nf_status (*make)(struct job *job, struct nf_text *text, struct nf_error *err);
    enum nf_status (*write)(struct job *job, const char *path, struct nf_error *err);
};

static const struct form table_form = {.make = make_tables}, saved_form = {.make = make_saved},
                         history_form = {.write = add_to_history};

/* The forms besides the table, in the order in which they are written; CSV is the last. */
static const struct form forms[] = {
    {offsetof(struct nf_outputs, html), NF_PATH_WRITTEN, make_html, NULL},
    {offsetof(struct nf_outputs, json), NF_PATH_WRITTEN, make_json, NULL},
    {offsetof(struct nf_outputs, markdown), NF_PATH_WRITTEN, make_markdown, NULL},
    {offsetof(struct nf_outputs, csv), NF_PATH_FOLDER, NULL, write_csv},
};
enum { FORMS = sizeof forms / sizeof *forms };

static const char *path_of(const struct nf_outputs *outputs, const struct form *form)
{
    const char *path;
    memcpy(&path, (const char *)outputs + form->path, sizeof path);
    return path;
}

bool nf_outputs_forms(const struct nf_outputs *outputs)
{
    for (size_t i = 0; i < FORMS; i++)
        if (path_of(outputs, &forms[i]) != NULL)
            return true;
    return false;
}

enum nf_status nf_outputs_check(const struct nf_outputs *outputs, const struct nf_path *others,
                                size_t count, const char *const *read, struct nf_error *err)
{
    struct nf_path all[FORMS + 3 + NF_OTHER_PATHS] = {{outputs->save, NF_PATH_JOINED},
                                                      {outputs->db, NF_PATH_DATABASE},
                                                      {outputs->records, NF_PATH_WRITTEN}};
    size_t used = 3;
    assert(count <= NF_OTHER_PATHS);
    for (size_t i = 0; i < FORMS; i++)
        all[used++] = (struct nf_path){path_of(outputs, &forms[i]), forms[i].use};
    for (size_t i = 0; i < count; i++)
        all[used++] = others[i];
    bool any = read != NULL;
    for (size_t i = 0; i < used; i++)
        any |= all[i].path != NULL;
    if (!any)
        return NF_OK;
    NF_TRY(nf_paths_check(all, used, read, err));
    return outputs->db != NULL ? nf_history_check(outputs->db, err) : NF_OK;
}

/* Writes an output, if it has a path. Its failure is not reported if an earlier one was. */
static enum nf_status write_form(const struct form *form, struct job *job, const char *path,
                                 enum nf_status before, struct nf_error *err)
{
    struct nf_error later = {""};
    struct nf_error *const failure = before == NF_OK ? err : &later;
    struct nf_text text = {0};
    if (path == NULL)
        return before;
    const enum nf_status status =
        form->write != NULL ? form->write(job, path, failure)
                            : nf_common_save(&text, form->make(job, &text, failure), path, failure);
    return before != NF_OK ? before : status;
}

static enum nf_status write_all(const struct nf_outputs *outputs, struct job *job,
                                struct nf_error *err)
{
    bool table = !nf_common_is_stream(outputs->save) && !nf_common_is_stream(outputs->records);
    for (size_t i = 0; i < FORMS; i++)
        table &= !nf_common_is_stream(path_of(outputs, &forms[i]));
    table &= !(outputs->chosen && nf_outputs_forms(outputs));
    /* If the table cannot be printed, the files are still written. */
    enum nf_status status = write_form(&table_form, job, table ? "-" : NULL, NF_OK, err);
    if (job->made == NULL) {
        status = write_form(&saved_form, job, outputs->save, status, err);
        status = write_form(&history_form, job, outputs->db, status, err);
    }
    for (size_t i = 0; i < FORMS; i++)
        status = write_form(&forms[i], job, path_of(outputs, &forms[i]), status, err);
    return status;
}

enum nf_status nf_outputs_write(const struct nf_outputs *outputs, const struct nf_report *reports,
                                const char *const *names, size_t count, struct nf_error *err)
{
    NF_OWNED struct nf_report *copies = calloc(count, sizeof *copies);
    NF_TRY_MEMORY(copies != NULL, err);
    memcpy(copies, reports, count * sizeof *copies);
    NF_FREED_BY(free_tables) struct job job = {.reports = copies, .names = names, .count = count};
    return write_all(outputs, &job, err);
}

void nf_made_close(struct nf_made *made)
{
    nf_text_free(&made->table);
    json_decref(made->document);
    nf_tables_free(&made->tables);
    nf_tables_free(&made->page);
    *made = (struct nf_made){0};
}

enum nf_status nf_outputs_write_made(const struct nf_outputs *outputs, struct nf_made *made,
                                     struct nf_error *err)
{
    struct job job = {.made = made};
    const enum nf_status status = made->table.failed || made->tables.failed || made->page.failed
                                      ? nf_fail_memory(err)
                                      : write_all(outputs, &job, err);
    nf_made_close(made);
    return status;
}
