/* A folder of its own for a test, and the files in it. */
#ifndef NF_TEST_FOLDER_H
#define NF_TEST_FOLDER_H

#include <stddef.h>
#include <sys/types.h>

/* Make a folder the working directory for each test, and remove it; for nf_run_tests. */
int nf_folder_begin(void **state);
int nf_folder_end(void **state);

/* The whole path of a name in it; of the folder itself for "". One of some static buffers. */
const char *nf_folder_path(const char *name);

/* Makes a file, or replaces it. */
void nf_folder_put(const char *name, const char *content, mode_t mode);

/* A file has this content. */
void nf_folder_has(const char *name, const char *content);

/* The folder has these entries, sorted and with a blank behind each; "" for `name`: the whole
 * folder, else one in it. */
void nf_folder_lists(const char *name, const char *entries);

#endif
