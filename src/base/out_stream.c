#include "base/out_stream.h"

#include "base/out_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum nf_status fail(const char *path, struct nf_error *err)
{
    return nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
}

static enum nf_status open_side(struct nf_out_stream *stream, const struct stat *there,
                                struct nf_error *err)
{
    if (there != NULL) {
        const enum nf_status status = nf_out_permitted(stream->path, there, err);
        if (status != NF_OK)
            return status;
    }
    stream->target = nf_out_target(stream->path);
    stream->fd = stream->target == NULL ? -1 : nf_out_unique(stream->target, &stream->side);
    return stream->fd < 0 ? fail(stream->path, err) : NF_OK;
}

enum nf_status nf_out_stream_open(struct nf_out_stream *stream, const char *path,
                                  struct nf_error *err)
{
    struct stat there;
    enum nf_status status = NF_OK;
    *stream = (struct nf_out_stream){.path = path, .fd = STDOUT_FILENO};
    if (strcmp(path, "-") == 0)
        return NF_OK;
    if (stat(path, &there) != 0)
        status = errno == ENOENT ? open_side(stream, NULL, err) : fail(path, err);
    else if (S_ISREG(there.st_mode))
        status = open_side(stream, &there, err);
    else if ((stream->fd = open(path, O_WRONLY | O_CLOEXEC)) < 0) /* also a directory */
        status = fail(path, err);
    if (status != NF_OK) {
        free(stream->target);
        *stream = (struct nf_out_stream){0};
    }
    return status;
}

enum nf_status nf_out_stream_write(const struct nf_out_stream *stream, const struct nf_text *text,
                                   struct nf_error *err)
{
    const char *const name = stream->fd == STDOUT_FILENO ? "standard output" : stream->path;
    return nf_text_write(text, stream->fd, name, err);
}

enum nf_status nf_out_stream_close(struct nf_out_stream *stream, enum nf_status status,
                                   struct nf_error *err)
{
    if (stream->side != NULL) {
        status = nf_out_finish(stream->fd, stream->side, stream->target, status, stream->path, err);
        if (status == NF_OK)
            status = nf_out_name(stream->side, stream->target, stream->path, err);
    } else if (stream->path != NULL && stream->fd != STDOUT_FILENO) {
        if (close(stream->fd) != 0 && status == NF_OK)
            status = fail(stream->path, err);
    }
    free(stream->side);
    free(stream->target);
    *stream = (struct nf_out_stream){0};
    return status;
}
