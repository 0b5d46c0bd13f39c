/* The command line that is executed for a program: looked up in PATH, wrapped in bubblewrap,
 * checked for the fork server. */
#ifndef NF_CHILD_COMMAND_H
#define NF_CHILD_COMMAND_H

#include "base/error.h"
#include "judge/sandbox/child.h"

#include <stdbool.h>

struct nf_command {
    char *path;      /* the file to execute */
    char **argv;     /* its arguments, ended by NULL */
    char *preload;   /* the fork server's library, or NULL: no fork server */
    const char *why; /* why that is NULL although it was asked for; NULL: it was not */
    bool
        sandboxed; /* `path` is bubblewrap, which exits with 128+n if signal n killed the program */
};

/* Prepares the command of `options`. Returns NF_USAGE if the program does not exist or does not fit
 * the options; NF_IO if bubblewrap does not work here or memory runs out. Release it with
 * nf_command_free(). */
enum nf_status nf_command_prepare(const struct nf_child_options *options,
                                  struct nf_command *command, struct nf_error *err);
void nf_command_free(struct nf_command *command);

/* Returns copies of the words of `front` and, behind them, of those of `behind`, both ended by
 * NULL, as is the result; NULL without memory. Free with nf_words_free(). Thread-safe. */
char **nf_words_join(const char *const *front, char *const *behind);
void nf_words_free(char **words);

static inline void nf_owned_words(char ***words)
{
    nf_words_free(*words);
}
#define NF_OWNED_WORDS NF_FREED_BY(nf_owned_words)

/* Finds `name` as the shell would: as a path if it contains a slash, else in PATH. Returns a path
 * that the caller frees, or NULL with errno. Thread-safe. */
char *nf_find_program(const char *name);

/* Wraps `command`, replacing its path and arguments. Inside there is no network, no other process
 * is visible, and of files only what the program needs to start, read-only: the system's programs
 * and libraries, the folders in PATH, the home of an interpreter that lies in one of these or that
 * the program is or names (pyenv, a virtual environment of Python, a JDK, Rust's compilers), the
 * program, and the files and folders that its arguments name, but neither /tmp nor a home as a
 * whole. Of the folder `hidden` only what an argument names in it is visible. /tmp and /dev/shm are
 * private; only the folder `writable` can be written to, too. Checks that the program is visible
 * inside. Returns NF_IO, with the reason, if bubblewrap is missing or not permitted. */
enum nf_status nf_sandbox_wrap(struct nf_command *command, const struct nf_child_options *options,
                               struct nf_error *err);

#endif
