#include "sim/runs/shards.h"

#include "base/owned.h"
#include "sim/runs/checkpoint.h"
#include "sim/runs/state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- how many ---- */

/* Reads FOLDER/shards; 0: it is not there. */
static enum nf_status read_count(const char *folder, size_t *count, struct nf_error *err)
{
    char *path, line[16] = "";
    *count = 0;
    if (asprintf(&path, "%s/shards", folder) < 0)
        return nf_fail(err, NF_IO, "out of memory for the shards");
    FILE *const file = fopen(path, "re");
    enum nf_status status = NF_OK;
    if (file != NULL) {
        const long found =
            fgets(line, sizeof line, file) != NULL ? nf_numbered_read(line, "\n") : 0;
        if (found <= 0)
            status = nf_fail(err, NF_INVALID, "%.400s: expected the number of shards", path);
        else
            *count = (size_t)found;
        fclose(file);
    } else if (errno != ENOENT) {
        status = nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
    }
    free(path);
    return status;
}

/* Finds the highest number of a file. */
static enum nf_status find_count(const char *folder, size_t *count, struct nf_error *err)
{
    size_t *numbers, files;
    const enum nf_status status = nf_numbered_list(folder, &numbers, &files, err);
    *count = files > 0 ? numbers[files - 1] : 0;
    free(numbers);
    return status;
}

/* ---- a shard ---- */

/* Whether a file begins as a document of another kind than runs. */
static bool is_foreign(const struct nf_input *input)
{
    static const char ours[] = "{\n  \"schema\": \"ninefold.", runs[] = "saved/";
    return input->size > sizeof ours + sizeof runs &&
           memcmp(input->data, ours, sizeof ours - 1) == 0 &&
           memcmp(input->data + sizeof ours - 1, runs, sizeof runs - 1) != 0;
}

/* Reads the file of a shard and adds it to those that can be used. */
static enum nf_status read_file(struct nf_shards *shards, struct nf_shard_file *file,
                                const char *path, struct nf_error *err)
{
    struct nf_input input;
    struct nf_saved saved;
    enum nf_status status = nf_input_open(&input, path, err);
    if (status != NF_OK)
        return status; /* that of a file which is there, and may be whole: not damaged */
    status = nf_saved_read(&input, &saved, err);
    if (status == NF_OK) {
        file->asked = nf_merge_asked(&saved);
        file->played = saved.tally.games;
        file->state =
            nf_plan_unfinished(&saved.plan, file->played) ? NF_SHARD_STOPPED : NF_SHARD_FINISHED;
        status = nf_merge_take(&shards->merge, &input, &saved, err);
    }
    file->foreign = status == NF_INVALID && is_foreign(&input);
    nf_input_close(&input);
    return status;
}

static enum nf_status look_at(struct nf_shards *shards, struct nf_shard_file *file,
                              const char *path, struct nf_error *err)
{
    struct stat found;
    const bool there = stat(path, &found) == 0;
    struct nf_error why = {""};
    const enum nf_status status = there ? read_file(shards, file, path, &why) : NF_OK;
    if (status == NF_OK && file->state != NF_SHARD_FINISHED && nf_checkpoint_held(path))
        file->state = NF_SHARD_RUNNING;
    file->saved = there ? found.st_mtim.tv_sec : 0;
    if (status == NF_INVALID) {
        file->state = NF_SHARD_DAMAGED;
        file->why = strdup(why.text);
    }
    if (status == NF_IO)
        *err = why;
    return status == NF_INVALID && file->why == NULL
               ? nf_fail(err, NF_IO, "out of memory for the shards")
           : status == NF_IO ? status
                             : NF_OK;
}

enum nf_status nf_shards_read(struct nf_shards *shards, const char *folder, size_t count,
                              struct nf_error *err)
{
    *shards = (struct nf_shards){.merge.partial = true};
    if (count == 0)
        NF_TRY(read_count(folder, &count, err));
    if (count == 0)
        NF_TRY(find_count(folder, &count, err));
    if (count == 0 || count > NF_MOST_SHARDS)
        return nf_fail(err, NF_INVALID,
                       "%.400s: found %zu shards, expected 1 to %d, 1.json and so on", folder,
                       count, NF_MOST_SHARDS);
    shards->files = calloc(count, sizeof *shards->files);
    if (shards->files == NULL)
        return nf_fail(err, NF_IO, "out of memory for the shards");
    shards->count = count;
    for (size_t i = 0; i < count; i++) {
        NF_OWNED char *path = nf_numbered_path(folder, i + 1);
        if (path == NULL)
            return nf_fail(err, NF_IO, "out of memory for the shards");
        shards->files[i].state = NF_SHARD_MISSING;
        NF_TRY(look_at(shards, &shards->files[i], path, err));
    }
    return NF_OK;
}

void nf_shards_close(struct nf_shards *shards)
{
    for (size_t i = 0; i < shards->count; i++)
        free(shards->files[i].why);
    free(shards->files);
    nf_merge_close(&shards->merge);
    *shards = (struct nf_shards){0};
}
