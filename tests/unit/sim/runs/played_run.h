/* Runs of Cirno's game that were played for a test, and the files of saved runs. */
#ifndef NF_TEST_PLAYED_RUN_H
#define NF_TEST_PLAYED_RUN_H

#include "sim/runner.h"
#include "sim/runs/saved.h"

/* A run and what there is to report of it. */
struct nf_played_run {
    struct nf_setup *setup;
    struct nf_run_result result;
    struct nf_span span;
    struct nf_report report; /* points into the others */
};

/* Plays games first .. first+games-1 by the reference on two threads; fails the test if they cannot
 * be played. In place, for the report points into it. Release with nf_close_played(). */
void nf_play_run(struct nf_played_run *run, const struct nf_params *params, uint64_t first,
                 uint64_t games);
void nf_close_played(struct nf_played_run *run);

/* The file of a run, which nf_text_free() releases; fails the test if it cannot be saved. */
struct nf_text nf_file_of_report(const struct nf_report *report);

/* The same of a run that is played for it. */
struct nf_text nf_file_of_run(const struct nf_params *params, uint64_t first, uint64_t games);

/* Reads a file, called "run" in messages. */
enum nf_status nf_read_run(const struct nf_text *file, struct nf_saved *saved,
                           struct nf_error *err);

/* The run in a file that must be read, to be closed. */
struct nf_saved nf_read_back(const struct nf_text *file);

/* A file of JSON with changes, a line each (nf_fuzz_edit), and a checksum that fits. */
struct nf_text nf_file_changed(const struct nf_text *file, const char *changes);

/* Fails the test unless both texts have the same bytes. */
void nf_assert_same(const struct nf_text *found, const struct nf_text *expected);

#endif
