/* What is played of a job that can be stopped, resumed and cut: the file FOLDER/NUMBER.json, a
 * checkpoint (checkpoint.h). It is a document (document.h) whose first members say what the job is.
 * A file of another job is refused, not replaced. */
#ifndef NF_STATE_H
#define NF_STATE_H

#include "base/error.h"
#include "sim/runs/checkpoint.h"
#include "sim/runs/document.h"

#include <stddef.h>

/* A state that was read. {0} can be closed. */
struct nf_state {
    char *path;
    struct nf_input input;
    json_t *document; /* NULL: there is no such file */
};

/* Reads FOLDER/NUMBER.json if it is there: a state of `job`, an object of the members that tell
 * it. Returns NF_INVALID for a file that is damaged or of another job, with the place in it; NF_IO.
 * Release with nf_state_close(), also after a failure. */
enum nf_status nf_state_read(struct nf_state *state, const char *folder, size_t number,
                             const struct nf_document_kind *kind, json_t *job,
                             struct nf_error *err);
void nf_state_close(struct nf_state *state);

/* Opens the same file to be written by nf_state_save(), and reads it. Returns NF_INVALID, too, if
 * what has the name of the state before is none of this job. Close both, also after a failure. */
enum nf_status nf_state_open(struct nf_checkpoint *file, struct nf_state *state, const char *folder,
                             size_t number, const struct nf_document_kind *kind, json_t *job,
                             struct nf_error *err);

/* Saves a document, the job's members first, and releases it. NF_IO. */
enum nf_status nf_state_save(struct nf_checkpoint *file, json_t *document, struct nf_error *err);

/* ---- folders of files 1.json, 2.json and so on ---- */

/* The number that `text` begins with, if that is the rest of it: without leading zeros, below 10^9.
 * -1 for anything else. */
long nf_numbered_read(const char *text, const char *rest);

/* The path FOLDER/NUMBER.json, which the caller frees; NULL without memory. */
char *nf_numbered_path(const char *folder, size_t number);

/* Lists the numbers of such files in a folder, in ascending order. The caller frees `*numbers`,
 * also after a failure. NF_IO for a folder that cannot be read, or without memory. */
enum nf_status nf_numbered_list(const char *folder, size_t **numbers, size_t *count,
                                struct nf_error *err);

#endif
