#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void nf_die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "faults: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(2);
}

char *nf_read_whole(int file, size_t *size)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        nf_die("fstat: %s", strerror(errno));
    char *const data = malloc((size_t)status.st_size + 1);
    if (data == NULL)
        nf_die("out of memory");
    size_t done = 0;
    ssize_t got;
    while (done < (size_t)status.st_size &&
           (got = pread(file, data + done, (size_t)status.st_size - done, (off_t)done)) > 0)
        done += (size_t)got;
    data[done] = '\0';
    *size = done;
    return data;
}

/* ---- databases ---- */

/* All that matters of the rows; times and machine are left out. */
static const char *const questions[] = {
    "PRAGMA integrity_check",
    "SELECT sql FROM sqlite_master ORDER BY name",
    ("SELECT id, game, players, rounds, deck, profile, seed, first, games, rejected, turns, digest,"
     " saved FROM runs ORDER BY id"),
    "SELECT * FROM seats ORDER BY run, seat",
    "SELECT * FROM statistics ORDER BY run, statistic, row, measure",
};

static int print_row(void *owner, int count, char **values, char **names)
{
    FILE *const to = owner;
    (void)names;
    for (int i = 0; i < count; i++)
        fprintf(to, "%s|", values[i] != NULL ? values[i] : "");
    fprintf(to, "\n");
    return 0;
}

static char *database_meaning(const char *path, size_t *size)
{
    char *text = NULL;
    FILE *const to = open_memstream(&text, size);
    sqlite3 *database;
    if (to == NULL || sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        nf_die("%s: cannot be opened", path);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        char *why = NULL;
        if (sqlite3_exec(database, questions[i], print_row, to, &why) != SQLITE_OK)
            fprintf(to, "%s\n", why); /* such as: no such table */
        sqlite3_free(why);
    }
    sqlite3_close(database);
    fclose(to);
    return text;
}

static bool is_database(const char *name)
{
    const size_t length = strlen(name);
    return length > 3 && strcmp(name + length - 3, ".db") == 0;
}

/* ---- reading ---- */

static void add(struct nf_folder *folder, const char *name, char *data, size_t size)
{
    if (folder->count == folder->capacity) {
        folder->capacity = 2 * folder->capacity + 16;
        folder->files = reallocarray(folder->files, folder->capacity, sizeof *folder->files);
        if (folder->files == NULL)
            nf_die("out of memory");
    }
    folder->files[folder->count++] = (struct nf_file){strdup(name), data, size};
}

static void read_below(struct nf_folder *folder, const char *root, const char *below, bool meaning)
{
    struct dirent **entries;
    char path[2 * PATH_MAX + 2], name[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", root, below);
    const int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0)
        nf_die("%s: %s", path, strerror(errno));
    for (int i = 0; i < count; i++) {
        const char *const last = entries[i]->d_name;
        if (strcmp(last, ".") != 0 && strcmp(last, "..") != 0) {
            snprintf(name, sizeof name, "%s%s%s", below, below[0] != '\0' ? "/" : "", last);
            snprintf(path, sizeof path, "%s/%s", root, name);
            struct stat status;
            size_t size = 0;
            if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
                add(folder, name, NULL, 0);
                read_below(folder, root, name, meaning);
            } else if (meaning && is_database(name)) {
                char *const text = database_meaning(path, &size);
                add(folder, name, text, size);
            } else {
                const int file = open(path, O_RDONLY | O_CLOEXEC);
                if (file >= 0) { /* else it was a database's journal, which is no more */
                    char *const data = nf_read_whole(file, &size);
                    add(folder, name, data, size);
                    close(file);
                }
            }
        }
        free(entries[i]);
    }
    free(entries);
}

void nf_folder_read(struct nf_folder *folder, const char *path, bool meaning)
{
    *folder = (struct nf_folder){0};
    read_below(folder, path, "", meaning);
}

const struct nf_file *nf_folder_find(const struct nf_folder *folder, const char *name)
{
    for (size_t i = 0; i < folder->count; i++)
        if (strcmp(folder->files[i].name, name) == 0)
            return &folder->files[i];
    return NULL;
}

void nf_folder_free(struct nf_folder *folder)
{
    for (size_t i = 0; i < folder->count; i++) {
        free(folder->files[i].name);
        free(folder->files[i].data);
    }
    free(folder->files);
    *folder = (struct nf_folder){0};
}

/* ---- writing ---- */

void nf_folder_write(const struct nf_folder *folder, const char *path)
{
    char name[PATH_MAX];
    if (mkdir(path, 0777) != 0)
        nf_die("%s: %s", path, strerror(errno));
    for (size_t i = 0; i < folder->count; i++) {
        const struct nf_file *const file = &folder->files[i];
        snprintf(name, sizeof name, "%s/%s", path, file->name);
        if (file->data == NULL) {
            if (mkdir(name, 0777) != 0)
                nf_die("%s: %s", name, strerror(errno));
            continue;
        }
        const int made = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0777);
        /* From tomorrow, so that what tells how old a file is says the same at every trial. */
        const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = time(NULL) + 86400}};
        if (made < 0 || write(made, file->data, file->size) != (ssize_t)file->size ||
            futimens(made, times) != 0)
            nf_die("%s: %s", name, strerror(errno));
        close(made);
    }
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

void nf_folder_remove(const char *path)
{
    if (nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) != 0 && errno != ENOENT)
        nf_die("%s: %s", path, strerror(errno));
}
