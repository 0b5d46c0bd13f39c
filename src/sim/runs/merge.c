#include "sim/runs/merge.h"

#include "base/owned.h"
#include "sim/runs/checkpoint.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static enum nf_status check_alike(const struct nf_merge *merge, const struct nf_input *input,
                                  const struct nf_saved *saved, struct nf_error *err)
{
    static const char *const names[] = {"game", "seed", "params"};
    struct nf_document_difference other = {.counts = NULL};
    if (!nf_document_differs(names, 3, saved->document, merge->whole.document, &other))
        return NF_OK;
    return nf_document_fail_at(input, other.place, err,
                               "\"%.40s\": found %.80s, expected %.80s as in %.160s", other.member,
                               other.found, other.expected, merge->whole_name);
}

/* Notes the ranges of a run, under its name; all of them or none. */
static enum nf_status note_parts(struct nf_merge *merge, const struct nf_saved *saved,
                                 const char *name, struct nf_error *err)
{
    const size_t before = merge->count;
    bool failed = false;
    if (merge->room - merge->count < saved->spans_count) {
        const size_t room = 2 * merge->room + saved->spans_count;
        struct nf_merge_part *const parts = realloc(merge->parts, room * sizeof *parts);
        NF_TRY_MEMORY(parts != NULL, err);
        merge->parts = parts;
        merge->room = room;
    }
    for (size_t i = 0; !failed && i < saved->spans_count; i++) {
        merge->parts[merge->count] = (struct nf_merge_part){saved->spans[i], strdup(name)};
        failed = merge->parts[merge->count++].name == NULL;
    }
    while (failed && merge->count > before)
        free(merge->parts[--merge->count].name);
    return failed ? nf_fail_memory(err) : NF_OK;
}

struct nf_span nf_merge_asked(const struct nf_saved *saved)
{
    const struct nf_plan *const plan = &saved->plan;
    if (nf_plan_unfinished(plan, saved->tally.games))
        return plan->span;
    if (saved->spans_count == 0)
        return (struct nf_span){plan->span.first, 0};
    const uint64_t first = saved->spans[0].first;
    return (struct nf_span){first, nf_span_end(saved->spans[saved->spans_count - 1]) - first};
}

/* Empty shards count only if there are no others. */
static struct nf_span hull(struct nf_span a, struct nf_span b)
{
    if (a.games > 0 && b.games == 0)
        return a;
    if (a.games == 0 && b.games > 0)
        return b;
    const uint64_t a_end = nf_span_end(a), b_end = nf_span_end(b);
    const uint64_t first = a.first < b.first ? a.first : b.first;
    const uint64_t end = a_end > b_end ? a_end : b_end;
    return (struct nf_span){first, a.games > 0 ? end - first : 0};
}

/* Checks that a run can be joined to the ones before it. */
static enum nf_status check_joined(const struct nf_merge *merge, const struct nf_input *input,
                                   const struct nf_saved *saved, struct nf_error *err)
{
    NF_TRY(check_alike(merge, input, saved, err));
    if (!nf_tally_fits(&merge->whole.tally, &saved->tally))
        return nf_document_fail_at(input, "sums", err,
                                   "\"sums\": found numbers whose sum with the earlier files, from "
                                   "%.160s on, exceeds 64 bits; expected numbers of played games",
                                   merge->whole_name);
    return NF_OK;
}

enum nf_status nf_merge_take(struct nf_merge *merge, const struct nf_input *input,
                             struct nf_saved *given, struct nf_error *err)
{
    NF_FREED_BY(nf_saved_close) struct nf_saved saved = *given;
    *given = (struct nf_saved){0};
    const bool first = merge->whole.setup == NULL;
    const struct nf_span asked = nf_merge_asked(&saved);
    /* The joined file will have this version. */
    NF_TRY(nf_saved_check_version(input, &saved, err));
    if (!merge->partial)
        NF_TRY(nf_saved_check_finished(input, &saved, err));
    if (!first)
        NF_TRY(check_joined(merge, input, &saved, err));
    NF_TRY(note_parts(merge, &saved, input->name, err));
    merge->asked = first ? asked : hull(merge->asked, asked);
    if (first) {
        merge->whole = saved;
        saved = (struct nf_saved){0};
        snprintf(merge->whole_name, sizeof merge->whole_name, "%s", input->name);
    } else {
        nf_tally_merge(&merge->whole.tally, &saved.tally);
    }
    return NF_OK;
}

enum nf_status nf_merge_add(struct nf_merge *merge, const struct nf_input *input,
                            struct nf_error *err)
{
    struct nf_saved saved;
    NF_TRY(nf_saved_read(input, &saved, err));
    return nf_merge_take(merge, input, &saved, err);
}

static int by_first(const void *a, const void *b)
{
    const struct nf_span *const x = &((const struct nf_merge_part *)a)->span;
    const struct nf_span *const y = &((const struct nf_merge_part *)b)->span;
    return (x->first > y->first) - (x->first < y->first);
}

static enum nf_status check_neighbours(bool partial, const struct nf_merge_part *before,
                                       const struct nf_merge_part *after, struct nf_error *err)
{
    const uint64_t end = nf_span_end(before->span), next = after->span.first;
    if (next == end || (partial && next > end))
        return NF_OK;
    if (next > end)
        return nf_fail(err, NF_INVALID,
                       "no file has the games %" PRIu64 " to %" PRIu64
                       ", between those of %.200s and %.200s",
                       end, next - 1, before->name, after->name);
    const uint64_t after_end = nf_span_end(after->span);
    return nf_fail(err, NF_INVALID, "both %.200s and %.200s have the games %" PRIu64 " to %" PRIu64,
                   before->name, after->name, next, (end < after_end ? end : after_end) - 1);
}

/* The ranges without the bounds between neighbours; returns how many. The parts are sorted. */
static size_t join_spans(const struct nf_merge *merge)
{
    size_t count = 0;
    for (size_t i = 0; i < merge->count; i++) {
        const struct nf_span span = merge->parts[i].span;
        struct nf_span *const last = count > 0 ? &merge->spans[count - 1] : NULL;
        if (last != NULL && nf_span_end(*last) == span.first)
            last->games += span.games;
        else
            merge->spans[count++] = span;
    }
    return count;
}

enum nf_status nf_merge_finish(struct nf_merge *merge, struct nf_report *report,
                               struct nf_error *err)
{
    if (merge->count > 0)
        qsort(merge->parts, merge->count, sizeof *merge->parts, by_first);
    for (size_t i = 1; i < merge->count; i++)
        NF_TRY(check_neighbours(merge->partial, &merge->parts[i - 1], &merge->parts[i], err));
    merge->spans = calloc(merge->count + 1, sizeof *merge->spans);
    NF_TRY_MEMORY(merge->spans != NULL, err);
    merge->whole.plan = (struct nf_plan){.span = merge->asked};
    *report = nf_saved_report(&merge->whole);
    report->spans = merge->spans;
    report->spans_count = join_spans(merge);
    return NF_OK;
}

void nf_merge_close(struct nf_merge *merge)
{
    nf_saved_close(&merge->whole);
    for (size_t i = 0; i < merge->count; i++)
        free(merge->parts[i].name);
    free(merge->parts);
    free(merge->spans);
    *merge = (struct nf_merge){0};
}

/* ---- a folder of shards ---- */

/* ---- how many ---- */

/* Reads FOLDER/shards; 0: it is not there. */
static enum nf_status read_count(const char *folder, size_t *count, struct nf_error *err)
{
    char *path, line[16] = "";
    *count = 0;
    NF_TRY_MEMORY(asprintf(&path, "%s/shards", folder) >= 0, err);
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
    NF_OWNED_INPUT struct nf_input input = {0};
    struct nf_saved saved;
    NF_TRY(nf_input_open(&input, path, err)); /* the file may be whole: it is not damaged */
    enum nf_status status = nf_saved_read(&input, &saved, err);
    if (status == NF_OK) {
        file->asked = nf_merge_asked(&saved);
        file->played = saved.tally.games;
        file->state =
            nf_plan_unfinished(&saved.plan, file->played) ? NF_SHARD_STOPPED : NF_SHARD_FINISHED;
        status = nf_merge_take(&shards->merge, &input, &saved, err);
    }
    file->foreign = status == NF_INVALID && is_foreign(&input);
    return status;
}

static enum nf_status look_at(struct nf_shards *shards, struct nf_shard_file *file,
                              const char *path, struct nf_error *err)
{
    struct stat found;
    const bool there = stat(path, &found) == 0;
    struct nf_error why = {""};
    if (!there && errno != ENOENT)
        return nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
    const enum nf_status status = there ? read_file(shards, file, path, &why) : NF_OK;
    file->saved = there ? found.st_mtim.tv_sec : 0;
    if (status == NF_INVALID) {
        file->state = NF_SHARD_DAMAGED;
        file->why = strdup(why.text);
        NF_TRY_MEMORY(file->why != NULL, err);
    } else if (status != NF_OK) {
        *err = why;
    } else if (file->state != NF_SHARD_FINISHED && nf_checkpoint_held(path)) {
        file->state = NF_SHARD_RUNNING;
    }
    return status == NF_INVALID ? NF_OK : status;
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
    NF_TRY_MEMORY(shards->files != NULL, err);
    shards->count = count;
    for (size_t i = 0; i < count; i++) {
        NF_OWNED char *path = nf_numbered_path(folder, i + 1);
        NF_TRY_MEMORY(path != NULL, err);
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
