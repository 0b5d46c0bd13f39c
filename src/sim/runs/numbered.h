/* Folders of files 1.json, 2.json and so on, as shards save them. */
#ifndef NF_NUMBERED_H
#define NF_NUMBERED_H

#include "base/error.h"

#include <stddef.h>

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
