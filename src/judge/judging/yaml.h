/* Reads the settings of a YAML file, from anybody: one call for each scalar, with the path to it.
 *
 * Files of settings need neither aliases nor depth, so both are refused: what is read costs no more
 * than the file is long. The function is thread-safe. */
#ifndef NF_YAML_H
#define NF_YAML_H

#include "base/text.h"

enum { NF_YAML_DEPTH = 32 };

/* A scalar. All pointers hold during the call. */
struct nf_yaml_value {
    const char *file;    /* the name of the input */
    const char *path;    /* keys joined by /, with [] behind those of sequences:
                            "limits/memory", "subtasks[]/time"; "" for a lone scalar */
    const char *text;    /* without NUL bytes */
    size_t line, column; /* where it stands, from 1 */
};

/* Calls `take` for each scalar of the first document of `input`, in order, until it fails. Returns
 * NF_INVALID with file, line and column for what is not YAML, for an alias, a key that is not a
 * scalar, a NUL byte, and more than NF_YAML_DEPTH levels; NF_IO if memory runs out; else the result
 * of the last call. */
enum nf_status nf_yaml_each(const struct nf_input *input,
                            enum nf_status (*take)(void *owner, const struct nf_yaml_value *value,
                                                   struct nf_error *err),
                            void *owner, struct nf_error *err);

/* Fills `err` with file, line and column of `value`, its text, and what was expected there, which
 * is translated. Returns NF_INVALID. */
enum nf_status nf_yaml_fail(struct nf_error *err, const struct nf_yaml_value *value,
                            const char *expected);

#endif
