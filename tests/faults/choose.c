#include "choose.h"

#include "folder.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is made of a call of each kind: what fails once, and what then goes on failing. */
static const struct {
    const char *kind, *once[5], *for_good[3];
} ways[] = {
    {"memory", {"ENOMEM"}, {"ENOMEM"}},
    {"open", {"EMFILE", "EIO"}, {"ENOSPC"}},
    {"read", {"EIO", "EINTR", "short"}, {"EIO"}},
    {"write", {"ENOSPC", "EIO", "EINTR", "short"}, {"ENOSPC"}},
    {"sync", {"EIO"}, {"ENOSPC"}},
    {"close", {"EIO"}, {"EIO"}},
    {"name", {"ENOSPC"}, {"EROFS"}},
    {"remove", {"EIO"}, {"EROFS"}},
    {"look", {"EIO", "ENOMEM"}, {"EIO"}},
    {"adjust", {"EIO"}, {"ENOSPC"}},
    {"thread", {"EAGAIN"}, {"EAGAIN"}},
    {"process", {"EAGAIN", "EMFILE"}, {"EAGAIN"}},
    {"wait", {"EINTR", "ENOMEM"}, {NULL}},
};

struct call {
    size_t way;
    unsigned long number;
    uint64_t site;
    bool first, last; /* of its site */
};

struct calls {
    struct call *list;
    size_t count;
};

static size_t way_of(const char *kind)
{
    size_t i = 0;
    while (i < sizeof ways / sizeof *ways && strcmp(ways[i].kind, kind) != 0)
        i++;
    if (i == sizeof ways / sizeof *ways)
        nf_die("unknown kind of call in the log: %s", kind);
    return i;
}

static void read_log(struct calls *calls, const char *log)
{
    size_t lines = 0;
    for (const char *at = log; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    calls->list = calloc(lines + 1, sizeof *calls->list);
    if (calls->list == NULL)
        nf_die("out of memory");
    for (const char *line = log; *line != '\0'; line = strchr(line, '\n') + 1) {
        struct call *const call = &calls->list[calls->count++];
        char kind[16], function[32];
        unsigned long site;
        if (sscanf(line, "%15s %lu %31s %lx", kind, &call->number, function, &site) != 4)
            nf_die("a line of the log that is none: %.60s", line);
        call->way = way_of(kind);
        call->site = site;
    }
}

static int by_site(const void *left, const void *right)
{
    const struct call *const a = left, *const b = right;
    if (a->way != b->way)
        return a->way < b->way ? -1 : 1;
    if (a->site != b->site)
        return a->site < b->site ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static int by_number(const void *left, const void *right)
{
    const struct call *const a = left, *const b = right;
    if (a->way != b->way)
        return a->way < b->way ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static size_t mark_sites(const struct calls *calls)
{
    size_t sites = 0;
    qsort(calls->list, calls->count, sizeof *calls->list, by_site);
    for (size_t i = 0; i < calls->count; i++) {
        struct call *const call = &calls->list[i];
        call->first = i == 0 || call[-1].site != call->site || call[-1].way != call->way;
        call->last =
            i + 1 == calls->count || call[1].site != call->site || call[1].way != call->way;
        sites += call->first;
    }
    return sites;
}

static void add(struct nf_faults *faults, const struct call *call, const char *how, bool for_good)
{
    if (faults->count == faults->capacity) {
        faults->capacity = 2 * faults->capacity + 64;
        faults->list = reallocarray(faults->list, faults->capacity, sizeof *faults->list);
        if (faults->list == NULL)
            nf_die("out of memory");
    }
    snprintf(faults->list[faults->count++], sizeof *faults->list, "%s:%lu%s:%s",
             ways[call->way].kind, call->number, for_good ? "+" : "", how);
}

/* The faults of a call. Where it has happened in the same way before, one is enough. */
static void strike(struct nf_faults *faults, const struct call *call)
{
    for (size_t i = 0; i < 5 && ways[call->way].once[i] != NULL; i++)
        if (i == 0 || call->first)
            add(faults, call, ways[call->way].once[i], false);
    for (size_t i = 0; i < 3 && ways[call->way].for_good[i] != NULL && call->first; i++)
        add(faults, call, ways[call->way].for_good[i], true);
    faults->struck++;
}

/* Evenly as many as are wanted of what there is. */
static bool falls_on(size_t i, size_t wanted, size_t count)
{
    return wanted >= count || (i + 1) * wanted / count != i * wanted / count;
}

static void thin_out(struct nf_faults *faults, size_t most)
{
    size_t kept = 0;
    for (size_t i = 0; i < faults->count; i++)
        if (falls_on(i, most, faults->count))
            memmove(faults->list[kept++], faults->list[i], sizeof *faults->list);
    faults->count = kept;
}

void nf_choose(struct nf_faults *faults, const char *log, const struct nf_choice *choice)
{
    struct calls calls = {0};
    *faults = (struct nf_faults){0};
    read_log(&calls, log);
    faults->calls = calls.count;
    faults->sites = mark_sites(&calls);
    qsort(calls.list, calls.count, sizeof *calls.list, by_number);
    for (size_t begin = 0, end; begin < calls.count; begin = end) {
        for (end = begin; end < calls.count && calls.list[end].way == calls.list[begin].way;)
            end++;
        for (size_t i = begin; i < end; i++) {
            const struct call *const call = &calls.list[i];
            if (call->first || (choice->last && call->last) || i - begin < choice->first ||
                falls_on(i - begin, choice->spread, end - begin))
                strike(faults, call);
        }
    }
    if (choice->most > 0)
        thin_out(faults, choice->most);
    free(calls.list);
}
