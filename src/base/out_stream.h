/* An output that is written piece by piece, too large for memory; otherwise as nf_text_save()
 * writes it: a file appears whole under its name or not at all, devices and pipes are written in
 * place, "-" is standard output. */
#ifndef NF_OUT_STREAM_H
#define NF_OUT_STREAM_H

#include "base/text.h"

/* {0} can be closed. One thread at a time. */
struct nf_out_stream {
    const char *path; /* NULL: not open */
    int fd;
    char *side, *target; /* NULL: written in place */
};

/* Opens the output. `path` is borrowed. The caller holds signals (base/signals.h) until it is
 * closed, so that none ends the program while the side file is there. Returns NF_IO on failure;
 * `stream` is then {0}. */
enum nf_status nf_out_stream_open(struct nf_out_stream *stream, const char *path,
                                  struct nf_error *err);

/* Writes all of `text`. Returns NF_IO on failure. */
enum nf_status nf_out_stream_write(const struct nf_out_stream *stream, const struct nf_text *text,
                                   struct nf_error *err);

/* Closes the output and gives the file its name; unless `status`, the result so far, is a failure:
 * then the file is removed. Returns `status`, or NF_IO. */
enum nf_status nf_out_stream_close(struct nf_out_stream *stream, enum nf_status status,
                                   struct nf_error *err);

#endif
