/* Saved runs: a file with everything that is needed to report on a run again, to join it with
 * others and to replay its games. JSON, schema ninefold.saved/1:
 *
 *     schema, version            "ninefold.saved/1"; the program that wrote it
 *     game, layout               the game's name; tallying->layout, the meaning of the sums
 *     params {players, rounds, deck, profile or weights, strategy if any, strategies {name: text}
 *         of those that do not come with the program, detail: true if that was counted}, seed
 *     plan {first, games, until_width}   what was asked for: games is null where only time was to
 *                                end the run, until_width null or the text of --until-width
 *     ranges [[first, games]..]  the indices played: disjoint, in ascending order, of the plan
 *     games, rejected [..], digest
 *     extremes [{name, value, index}..]
 *     sums [..]
 *     blocks [..]                the digests of blocks of indices (sim/digest.h), from that of the
 *                                lowest index to that of the highest; runs of early versions have
 *                                none
 *     checksum                   XXH3-128 of all other members (compact, names sorted), 32 hex
 * digits
 *
 * All numbers are whole. Nothing in it depends on time, threads, kernel or machine: the same games
 * make the same bytes, however they were played, interrupted or joined. */
#ifndef NF_SAVED_H
#define NF_SAVED_H

#include "sim/report/report.h"
#include "sim/runs/document.h"

/* A saved run in memory. It may be moved, not copied. */
struct nf_saved {
    struct nf_setup *setup;
    struct nf_tally tally; /* settled; belongs to `setup` */
    struct nf_span *spans;
    size_t spans_count;
    struct nf_plan plan;
    json_t *document; /* the parsed file; it owns the strings */
};

/* What a run is, as its file says it in nf_saved_kind.job members: what nf_state_check_job()
 * compares. Of the setup, which need not be prepared, game and parameters. NULL without memory. */
json_t *nf_saved_job(const struct nf_setup *setup, const struct nf_plan *plan);

/* Appends the file of a run. Returns NF_IO without memory, NF_INVALID if a number is too large or a
 * strategy's name is not UTF-8. */
enum nf_status nf_saved_write(struct nf_text *text, const struct nf_report *report,
                              struct nf_error *err);

/* Reads and validates a file. Refuses a file that is truncated, altered or of another version, or
 * whose numbers no such run can have. Returns NF_INVALID, with the place in the file, or NF_IO
 * without memory. Release with nf_saved_close(); after a failure there is nothing to release. */
enum nf_status nf_saved_read(const struct nf_input *input, struct nf_saved *saved,
                             struct nf_error *err);

/* The same of the file `path`, - being standard input. Returns NF_IO as well if it cannot be
 * read. */
enum nf_status nf_saved_read_file(const char *path, struct nf_saved *saved, struct nf_error *err);
void nf_saved_close(struct nf_saved *saved);

/* Returns NF_INVALID unless this version of the program wrote the file. Required before games are
 * added to it. */
enum nf_status nf_saved_check_version(const struct nf_input *input, const struct nf_saved *saved,
                                      struct nf_error *err);

/* Returns NF_INVALID for a run that has games of its plan still to play. */
enum nf_status nf_saved_check_finished(const struct nf_input *input, const struct nf_saved *saved,
                                       struct nf_error *err);

/* Returns the run as a report, which borrows from `saved`. */
struct nf_report nf_saved_report(const struct nf_saved *saved);

extern const struct nf_document_kind nf_saved_kind;

/* Most games of a saved run, so that sums of a game, such as squared events per seat, do not
 * overflow. At a million games a second they take 29 years. */
extern const uint64_t nf_saved_most_games;

#endif
