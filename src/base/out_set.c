#include "base/out_set.h"

#include "base/out_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum nf_status check_output_path(const char *path, struct nf_error *err)
{
    struct stat found;
    if (lstat(path, &found) != 0)
        return errno == ENOENT ? NF_OK : nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
    if (S_ISLNK(found.st_mode))
        return nf_fail(err, NF_IO, "%.400s: found a symbolic link, expected a file or none", path);
    return nf_out_permitted(path, &found, err);
}

/* Makes room for a member; false without memory. */
static bool grow_out_set(struct nf_out_set *set)
{
    if (set->count < set->capacity)
        return true;
    const size_t capacity = set->capacity > 0 ? 2 * set->capacity : 16;
    struct nf_out_member *const members = realloc(set->members, capacity * sizeof *members);
    if (members == NULL)
        return false;
    if (set->members == NULL)
        nf_out_shield(&set->signals);
    set->members = members;
    set->capacity = capacity;
    return true;
}

static void free_out_member(struct nf_out_member *member)
{
    free(member->shown);
    free(member->side);
    free(member->target);
}

enum nf_status nf_out_set_add(struct nf_out_set *set, const char *path, const struct nf_text *text,
                              struct nf_error *err)
{
    NF_TRY(check_output_path(path, err));
    struct nf_out_member member = {.shown = strdup(path)};
    if (text->failed || member.shown == NULL || !grow_out_set(set)) {
        free(member.shown);
        return nf_fail(err, NF_IO, "%s: out of memory for the output", path);
    }
    member.target = nf_out_target(path);
    const int fd = member.target == NULL ? -1 : nf_out_unique(member.target, &member.side);
    const enum nf_status status =
        fd < 0 ? nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno))
               : nf_out_fill(fd, member.side, member.target, text, path, err);
    if (status == NF_OK)
        set->members[set->count++] = member;
    else
        free_out_member(&member);
    return status;
}

enum nf_status nf_out_set_close(struct nf_out_set *set, enum nf_status status, struct nf_error *err)
{
    for (size_t i = 0; i < set->count; i++) {
        struct nf_out_member *const member = &set->members[i];
        if (status == NF_OK)
            status = nf_out_name(member->side, member->target, member->shown, err);
        else
            unlink(member->side);
        free_out_member(member);
    }
    if (set->members != NULL)
        nf_out_unshield(&set->signals);
    free(set->members);
    *set = (struct nf_out_set){0};
    return status;
}
