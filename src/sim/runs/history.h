/* The history of runs: an SQLite database that `run --db FILE` adds to and `stats --db FILE` reads.
 * It can be asked by the sqlite3 shell as well. Its application_id is 0x6e66686d ("nfhm"), its
 * user_version 1, and its tables are
 *
 *     runs    id         1, 2, 3, .. in the order of writing; never used again
 *             written    when, in UTC: '2025-03-01T12:30:00Z'
 *             version    of the program that wrote it
 *             game       its name
 *             players, rounds, deck (NULL: as many cards as the game uses)
 *             profile, weights, strategy   as given; NULL for what was not
 *             detail     1 if details were counted, else 0
 *             seed, first, games           the indices first .. of the seed (of several ranges the
 *                                          first index of all)
 *             rejected   candidates thrown away
 *             turns, digest, seconds, threads, kernel, machine
 *             saved      the whole run as run --save writes it, but on one line
 *     seats   run        runs.id
 *             seat       from 1
 *             what       'losses'
 *             times      how often
 *             share      of its chances, with its 95% interval
 *             low, high  NULL where there is none
 *     statistics  run        runs.id
 *                 statistic  a table of the run, as stats --csv names its file: 'turns'
 *                 row        what names its row: '2', of two keys '1, 2'; '' for the only one
 *                 measure    the name of a column of numbers: 'loss_rate'
 *                 value      shares from 0 to 1; NULL where it is not known
 *                 low, high  its 95% interval; NULL where there is none
 *
 * Histories of older versions have no statistics of their runs; the table is made when the first
 * new run is added.
 *
 * Any number of processes may write to it at a time: each run is one transaction that takes the
 * write lock first, and who finds it taken waits. The journal is SQLite's usual one, not WAL, which
 * would leave two more files and does not work over a network; a run a second is no load. */
#ifndef NF_HISTORY_H
#define NF_HISTORY_H

#include "sim/report/report.h"

enum { NF_HISTORY_WAIT_MS = 60000 }; /* for other writers */

/* Asked before a long job: whether `path` is such a database that can be written, or could be made.
 * Changes nothing. NF_USAGE, NF_INVALID if it is something else, NF_IO. */
enum nf_status nf_history_check(const char *path, struct nf_error *err);

/* Adds a run and reports its id; makes the database if there is none (or an empty file). Nothing
 * that is not such a database is touched. NF_INVALID, NF_IO. */
enum nf_status nf_history_add(const char *path, const struct nf_report *report, uint64_t *id,
                              struct nf_error *err);

/* Which runs. */
struct nf_history_filter {
    const char *game; /* or NULL: all */
    uint32_t players; /* or 0: any number */
};

/* All runs that `filter` lets through, in the order of id: *runs becomes a list of objects with the
 * columns of `runs`, `saved` aside. Released by the caller. NF_INVALID, NF_IO. */
enum nf_status nf_history_list(const char *path, const struct nf_history_filter *filter,
                               json_t **runs, struct nf_error *err);

/* Appends the saved run `id`. NF_USAGE if there is none, NF_INVALID, NF_IO. */
enum nf_status nf_history_load(const char *path, uint64_t id, struct nf_text *saved,
                               struct nf_error *err);

#endif
