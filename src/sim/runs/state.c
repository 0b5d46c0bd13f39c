#include "sim/runs/state.h"

#include "base/owned.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether it is a state of this job. */
static enum nf_status check_job(const struct nf_state *state, const struct nf_document_kind *kind,
                                json_t *job, struct nf_error *err)
{
    const char *name;
    json_t *value;
    json_object_foreach(job, name, value)
    {
        if (!json_equal(json_object_get(state->document, name), value))
            return nf_document_fail_at(&state->input, name, err,
                                       "\"%s\" is not that of this %s; expected a file that it has "
                                       "saved, by the same options",
                                       name, kind->what);
    }
    return NF_OK;
}

static enum nf_status read_path(struct nf_state *state, const struct nf_document_kind *kind,
                                json_t *job, struct nf_error *err)
{
    if (access(state->path, F_OK) != 0 && errno == ENOENT)
        return NF_OK;
    NF_TRY(nf_input_open(&state->input, state->path, err));
    NF_TRY(nf_document_read(&state->input, kind, &state->document, err));
    return check_job(state, kind, job, err);
}

static enum nf_status name_state(struct nf_state *state, const char *folder, size_t number,
                                 struct nf_error *err)
{
    *state = (struct nf_state){.path = nf_numbered_path(folder, number)};
    return state->path != NULL ? NF_OK : nf_fail(err, NF_IO, "out of memory for %.400s", folder);
}

enum nf_status nf_state_read(struct nf_state *state, const char *folder, size_t number,
                             const struct nf_document_kind *kind, json_t *job, struct nf_error *err)
{
    NF_TRY(name_state(state, folder, number, err));
    return read_path(state, kind, job, err);
}

void nf_state_close(struct nf_state *state)
{
    nf_input_close(&state->input);
    json_decref(state->document);
    free(state->path);
    *state = (struct nf_state){0};
}

/* Saving replaces the state before, so it must be one. */
static enum nf_status check_before(const struct nf_checkpoint *file, const struct nf_state *state,
                                   const struct nf_document_kind *kind, json_t *job,
                                   struct nf_error *err)
{
    struct nf_state before = {.path = strdup(file->before)};
    struct nf_error why = {""};
    if (before.path == NULL)
        return nf_fail(err, NF_IO, "out of memory for %.400s", state->path);
    enum nf_status status = read_path(&before, kind, job, &why);
    nf_state_close(&before);
    if (status == NF_INVALID)
        status = nf_fail(err, NF_INVALID,
                         "%.200s: found a file that is not the state before %.200s, which is saved "
                         "under this name: rename or remove it",
                         file->before, state->path);
    else if (status == NF_OK && state->document == NULL)
        status = nf_fail(err, NF_IO,
                         "%.200s: %s; its previous state exists: copy %.200s to that name to "
                         "continue from it",
                         state->path, strerror(ENOENT), file->before);
    else if (status != NF_OK)
        *err = why;
    return status;
}

enum nf_status nf_state_open(struct nf_checkpoint *file, struct nf_state *state, const char *folder,
                             size_t number, const struct nf_document_kind *kind, json_t *job,
                             struct nf_error *err)
{
    NF_TRY(name_state(state, folder, number, err));
    NF_TRY(nf_checkpoint_open(file, state->path, err));
    NF_TRY(read_path(state, kind, job, err));
    if (nf_checkpoint_has_before(file))
        NF_TRY(check_before(file, state, kind, job, err));
    if (state->document != NULL)
        nf_checkpoint_take_up(file, state->path);
    return NF_OK;
}

enum nf_status nf_state_save(struct nf_checkpoint *file, json_t *document, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text text = {0};
    NF_TRY(nf_document_write(&text, document, err));
    return nf_checkpoint_save(file, &text, err);
}

/* ---- folders ---- */

long nf_numbered_read(const char *text, const char *rest)
{
    const size_t digits = strspn(text, "0123456789");
    return digits > 0 && digits < 10 && (text[0] != '0' || digits == 1) &&
                   strcmp(text + digits, rest) == 0
               ? strtol(text, NULL, 10)
               : -1;
}

char *nf_numbered_path(const char *folder, size_t number)
{
    char *path;
    return asprintf(&path, "%s/%zu.json", folder, number) < 0 ? NULL : path;
}

static int ascending(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* The same with the folder open. */
static enum nf_status list_open(DIR *folder, size_t **numbers, size_t *count, struct nf_error *err)
{
    size_t room = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const long number = nf_numbered_read(entry->d_name, ".json");
        if (number < 0)
            continue;
        if (*count == room) {
            room = 2 * room + 16;
            size_t *const more = realloc(*numbers, room * sizeof *more);
            NF_TRY_MEMORY(more != NULL, err);
            *numbers = more;
        }
        (*numbers)[(*count)++] = (size_t)number;
    }
    if (*count > 0)
        qsort(*numbers, *count, sizeof **numbers, ascending);
    return NF_OK;
}

enum nf_status nf_numbered_list(const char *folder, size_t **numbers, size_t *count,
                                struct nf_error *err)
{
    *numbers = NULL;
    *count = 0;
    DIR *const opened = opendir(folder);
    if (opened == NULL)
        return nf_fail(err, NF_IO, "%.400s: %s", folder, strerror(errno));
    const enum nf_status status = list_open(opened, numbers, count, err);
    closedir(opened);
    return status;
}
