/* A file that is written again and again while a job goes on, so that the job can be taken up from
 * it after anything: a signal, a kill, a crash of the machine.
 *
 * Each state is written to a side file (see out_file.h), brought to the disk (fsync), and renamed
 * to FILE, and then the folder is brought to the disk; the state before it is kept as FILE.1. At
 * every moment FILE is a whole state, and after a crash of the machine it is one that was whole.
 *
 * The side files are .FILE.ninefold-new, the state being written, and .FILE.ninefold-lock, an empty
 * file that is locked as long as the job goes on, removed at its end, and keeps a second job off
 * the same file. What a killed job left under these names is recognised: an empty file, or the
 * beginning of a document that ninefold writes, with no other name. Anything else there is left
 * alone, and the job refused. A FILE.1 is replaced only if it is the one that was found when the
 * job began, or was made by it. */
#ifndef NF_CHECKPOINT_H
#define NF_CHECKPOINT_H

#include "base/text.h"

#include <sys/stat.h>

/* {0} can be closed. Belongs to one thread. */
struct nf_checkpoint {
    char *shown; /* as the user named the file, for messages */
    char *path;  /* where that leads; absolute, unless it is in_place */
    char *before, *temporary, *lock_path, *folder;
    int lock;              /* descriptor; -1: none */
    struct stat lock_file; /* what it is of */
    bool in_place;         /* standard output, a device, a pipe: nothing to write again and again */
    bool ours;             /* FILE was written by this job, or taken up by it */
    bool kept;             /* there is a FILE.1 that may be replaced: */
    struct stat kept_file; /* this one */
    bool open;
};

/* Gets ready to write to `path`, through symbolic links; "-" is standard output. NF_IO if that is a
 * directory, if it is write-protected, if its lock cannot be made, if another job holds it, or if a
 * file that is not ninefold's has the name of a side file. Release with nf_checkpoint_close. */
enum nf_status nf_checkpoint_open(struct nf_checkpoint *file, const char *path,
                                  struct nf_error *err);

/* Whether there is a FILE.1, `file->before`, which the first save will replace or remove; the
 * caller looks beforehand whether it belongs to FILE. */
bool nf_checkpoint_has_before(const struct nf_checkpoint *file);

/* Says that FILE holds this job's state already, so that the first save keeps it as FILE.1. */
void nf_checkpoint_take_up(struct nf_checkpoint *file);

/* Writes a state; not for what is in_place. What FILE holds becomes FILE.1 if it is a state of this
 * job; the FILE.1 of another one is removed. NF_IO; FILE is then as it was. */
enum nf_status nf_checkpoint_save(struct nf_checkpoint *file, const struct nf_text *state,
                                  struct nf_error *err);

/* Unlocks; the files stay. */
void nf_checkpoint_close(struct nf_checkpoint *file);

#endif
