/* Writes the outcomes of a run to a file, in the order of their indices, while it is played: a part
 * of the games is played and kept (nf_run_options.kept), then written by all threads. So the bytes
 * depend on the games alone, and the memory on the number of threads. */
#ifndef NF_RUNS_RECORDS_H
#define NF_RUNS_RECORDS_H

#include "base/out_file.h"
#include "sim/report/records.h"

/* {0} can be closed. One thread. */
struct nf_records {
    struct nf_out_stream out;
    struct nf_record_style style;
    uint32_t threads, words; /* of a record */
    uint64_t most;           /* games of a part */
    uint32_t *kept;          /* their records */
};

/* Finds the form by the ending of `path`: .csv, .ndjson, or "-" for CSV. NF_USAGE for another. */
enum nf_status nf_records_form(const char *path, enum nf_record_form *form, struct nf_error *err);

/* Opens the file for games of `setup`; both are borrowed. Signals are held as
 * nf_out_stream_open() says. NF_USAGE, NF_IO. Close it with nf_records_close() after success. */
enum nf_status nf_records_open(struct nf_records *records, const char *path,
                               const struct nf_setup *setup, uint32_t threads,
                               struct nf_error *err);

/* Writes the games first .. first+games-1, games <= records->most, whose records are kept. NF_IO
 * if the file cannot be written, or without memory or threads. */
enum nf_status nf_records_write(const struct nf_records *records, uint64_t first, uint64_t games,
                                struct nf_error *err);

/* Completes the file if `status`, the result of the run, is NF_OK, and removes it if not. Returns
 * `status`, or NF_IO. */
enum nf_status nf_records_close(struct nf_records *records, enum nf_status status,
                                struct nf_error *err);

#endif
