/* Folders of small files in memory: to set one up again and again, and to see what became of it. */
#ifndef NF_FAULTS_FOLDER_H
#define NF_FAULTS_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

struct nf_file {
    char *name; /* relative to the folder */
    char *data; /* terminated; NULL for a folder */
    size_t size;
};

struct nf_folder {
    struct nf_file *files; /* in order of names */
    size_t count, capacity;
};

/* Reads all files below `path`. With `meaning`, of a database (NAME.db) not the bytes are taken but
 * what it tells, after whatever has to be recovered in it: its rows but for times, and whether it
 * is sound. Ends the program where it cannot. */
void nf_folder_read(struct nf_folder *folder, const char *path, bool meaning);

/* Makes `path`, which must not exist, have these files. */
void nf_folder_write(const struct nf_folder *folder, const char *path);

/* Removes `path` with all that is in it, if it exists. */
void nf_folder_remove(const char *path);

/* The file of that name, or NULL. */
const struct nf_file *nf_folder_find(const struct nf_folder *folder, const char *name);

void nf_folder_free(struct nf_folder *folder);

/* Reads a descriptor from its beginning; the result is terminated. Free it. */
char *nf_read_whole(int file, size_t *size);

/* Prints a message and ends the program with 2. */
__attribute__((noreturn, format(printf, 1, 2))) void nf_die(const char *format, ...);

#endif
