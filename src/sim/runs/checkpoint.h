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

#include "base/text.h"

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

/* Whether FILE.1, `file->before`, exists. The first save will replace or remove it, so the caller
 * should check that it belongs to FILE. */
bool nf_checkpoint_has_before(const struct nf_checkpoint *file);

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

#endif
