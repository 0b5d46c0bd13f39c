/* A file that is written again and again while a job goes on, so that the job can be taken up from
 * it after anything: a signal, a kill, a crash of the machine.
 *
 * Each state is written to FILE.tmp, brought to the disk (fsync), and renamed to FILE, and then the
 * folder is brought to the disk; the state before it is kept as FILE.1. At every moment FILE is a
 * whole state, and after a crash of the machine it is one that was whole. FILE.lock, which is
 * locked as long as the job goes on and removed at its end, keeps a second job off the same file.
 */
#ifndef NF_CHECKPOINT_H
#define NF_CHECKPOINT_H

#include "base/text.h"

/* {0} can be closed. Belongs to one thread. */
struct nf_checkpoint {
    char *path, *before, *spare, *temporary, *lock_path, *folder;
    int lock;      /* descriptor; -1: none */
    bool in_place; /* standard output, a device, a pipe: nothing to write again and again */
    bool ours;     /* FILE was written by this job, or taken up by it */
    bool open;
};

/* Gets ready to write to `path`, through symbolic links; "-" is standard output. NF_IO if that is a
 * directory, if its folder cannot be written, or if another job holds it. Release with
 * nf_checkpoint_close. */
enum nf_exit nf_checkpoint_open(struct nf_checkpoint *file, const char *path, struct nf_error *err);

/* Says that FILE holds this job's state already, so that the first save keeps it as FILE.1. */
void nf_checkpoint_take_up(struct nf_checkpoint *file);

/* Writes a state; not for what is in_place. With `last` it is the end of the job: then a file of
 * some other job that was there before the first save is not kept. NF_IO; FILE is then as it was.
 */
enum nf_exit nf_checkpoint_save(struct nf_checkpoint *file, const struct nf_text *state, bool last,
                                struct nf_error *err);

/* Unlocks; the files stay. */
void nf_checkpoint_close(struct nf_checkpoint *file);

#endif
