#include "sim/runs/numbered.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
            if (more == NULL)
                return nf_fail(err, NF_IO, "out of memory for the shards");
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
