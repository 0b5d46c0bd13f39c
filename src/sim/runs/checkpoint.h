/* A file to which a job writes its state repeatedly, so that it can be resumed after a signal, a
 * kill or a crash of the machine.
 *
 * Each state is written to a side file (see out_file.h), synced to disk and renamed to FILE; then
 * the folder is synced. The previous state is kept as FILE.1. At every moment FILE is a complete
 * state, also after a crash of the machine.
 *
 * The side files are .FILE.ninefold-new, the state being written, and .FILE.ninefold-lock, an empty
 * file that the job locks against other jobs and removes at its end. Remains of a killed job under
 * these names are recognised: an empty file, or the start of a document of ninefold, without
 * further hard links. Any other file of these names is left alone, and the job is refused. FILE.1
 * is replaced only if it is the file found at the start of the job, or was made by the job. */
#ifndef NF_CHECKPOINT_H
#define NF_CHECKPOINT_H

#include "sim/runs/document.h"

#include <sys/stat.h>

/* Start with {0}. Used by one thread. */
struct nf_checkpoint {
    char *shown; /* path as typed, for messages */
    char *path;  /* its real path, absolute unless in_place */
    char *before, *temporary, *lock_path, *folder;
    int lock;              /* descriptor; -1: none */
    struct stat lock_file; /* status of the lock file */
    bool in_place;         /* standard output: cannot be written repeatedly */
    bool ours;             /* FILE was written or resumed by this job */
    bool kept;             /* FILE.1 exists and may be replaced: */
    struct stat kept_file; /* its status */
    bool open;
};

/* Prepares writing to `path`, following symbolic links; "-" is standard output. As long as the lock
 * is held, so are the signals (nf_signals_hold()); so only the main thread may call it. Returns
 * NF_IO if it is no regular file or write-protected, if it cannot be locked or another job holds
 * the lock, or if a foreign file has the name of a side file. Release with nf_checkpoint_close().
 */
enum nf_status nf_checkpoint_open(struct nf_checkpoint *file, const char *path,
                                  struct nf_error *err);

/* Whether a job is writing to the file `path` now, as its lock shows; false where the file system
 * has no locks. A job that begins meanwhile waits for the moment that this takes. */
bool nf_checkpoint_held(const char *path);

/* Declares that the job goes on from the state in `from`: if that is FILE, by any name, the first
 * save keeps it as FILE.1. */
void nf_checkpoint_take_up(struct nf_checkpoint *file, const char *from);

/* Writes a state; not allowed if in_place. FILE becomes FILE.1 if it is a state of this job;
 * otherwise FILE.1 is removed. On failure returns NF_IO and leaves FILE unchanged. */
enum nf_status nf_checkpoint_save(struct nf_checkpoint *file, const struct nf_text *state,
                                  struct nf_error *err);

/* Removes the lock, if it is held, after the last save. */
void nf_checkpoint_unlock(struct nf_checkpoint *file);

/* Unlocks and releases memory; the files stay. */
void nf_checkpoint_close(struct nf_checkpoint *file);

/* ---- states of jobs ---- */

/* What is played of a job that can be stopped, resumed and cut: a document (document.h) whose first
 * members, kind->job of them, say what the job is. A file of another job is refused, not replaced;
 * nor is one that has the name of the state before and is none. */

/* Whether the user has typed what a member of the job says. */
typedef bool nf_state_typed(const void *owner, const char *member);

/* The one rule for what goes on: checks that `saved`, read from `input`, is a state of `job`, an
 * object of the members that say what that is. With `typed`, values that typed(owner, member) is
 * false for are left to the file. Returns NF_INVALID with the place in the file, what the job was
 * started with and what is asked for. NF_IO without memory. */
enum nf_status nf_state_check_job(const struct nf_input *input, const struct nf_document_kind *kind,
                                  const json_t *saved, const json_t *job, nf_state_typed *typed,
                                  const void *owner, struct nf_error *err);

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
                             const struct nf_document_kind *kind, const json_t *job,
                             struct nf_error *err);
void nf_state_close(struct nf_state *state);

/* Opens the same file to be written by nf_state_save(), and reads it. Returns NF_INVALID, too, if
 * what has the name of the state before is none of this job. Close both, also after a failure. */
enum nf_status nf_state_open(struct nf_checkpoint *file, struct nf_state *state, const char *folder,
                             size_t number, const struct nf_document_kind *kind, const json_t *job,
                             struct nf_error *err);

/* Checks that FILE.1, which saving replaces or removes, is a state of `job`, an object of the
 * members that tell it; NULL: of the job in FILE. NF_INVALID if it is not, or if there is no such
 * job; NF_IO. */
enum nf_status nf_state_check_before(const struct nf_checkpoint *file,
                                     const struct nf_document_kind *kind, const json_t *job,
                                     struct nf_error *err);

/* Fails with NF_IO for a state that is not there, and says so if the state before is. */
enum nf_status nf_state_fail_missing(const char *path, struct nf_error *err);

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
