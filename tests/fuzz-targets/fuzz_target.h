/* Fuzz targets: a function for each parser that is given any bytes and ends the program where the
 * parser breaks its word. The same functions run under libFuzzer (libfuzzer.c), which invents
 * bytes, and in the unit test test_fuzz_targets.c, which reads those of corpus/. */
#ifndef NF_FUZZ_TARGET_H
#define NF_FUZZ_TARGET_H

#include "sim/game.h"
#include "tests/freed.h"

/* A target; tables end with a NULL name. */
struct nf_fuzz_target {
    const char *name; /* of its folder below corpus/ */
    size_t largest;   /* an input longer than this tells nothing more */
    /* Returns if all is as it should be. The bytes are not terminated and end where they end: one
     * byte more is not to be read. */
    void (*test)(const char *bytes, size_t size);
    /* NULL, or which game it is of, and then the function. */
    const struct nf_game *game;
    void (*test_game)(const struct nf_game *game, const char *bytes, size_t size);
};

/* The one of a number from 0, those of the games first; NULL behind the last. */
const struct nf_fuzz_target *nf_fuzz_target_at(size_t number);

/* The one of that name, or NULL. */
const struct nf_fuzz_target *nf_fuzz_find(const char *name);

/* Gives a target some bytes. */
void nf_fuzz_try(const struct nf_fuzz_target *target, const char *bytes, size_t size);

/* What a game has besides what all have, in a folder of its own; games.c lists them. */
struct nf_fuzz_more {
    const struct nf_game *game;
    const struct nf_fuzz_target *targets;
    const struct nf_params *runs; /* in place of those of any game, see nf_fuzz_run; up to one
                                     without players */
};

/* All of them, ended by NULL. */
extern const struct nf_fuzz_more *const nf_fuzz_more[];

/* What is being tested, for the message of a failure: a file's name, borrowed; NULL: unknown. */
void nf_fuzz_name(const char *name);

/* Ends the program by abort() unless `good`, after saying in what `format` tells. */
__attribute__((format(printf, 2, 3))) void nf_fuzz_require(bool good, const char *format, ...);

/* The bytes as an input of the name "input". */
struct nf_input nf_fuzz_input(const char *bytes, size_t size);

/* A copy up to the first zero byte, terminated, of exactly the size it needs; the caller frees it.
 */
char *nf_fuzz_string(const char *bytes, size_t size);

/* Reads the digits at `*at`, which moves behind them. False if there is none, or if they exceed 64
 * bits. */
bool nf_fuzz_digits(const char **at, uint64_t *number);

/* Requires that a message is one line of text, not empty, and was not cut. */
void nf_fuzz_message(const struct nf_error *err);

/* Requires that a message begins with "input:LINE:COLUMN: " of a place in `input`, or just behind
 * its last byte or a line's last one. */
void nf_fuzz_place(const struct nf_input *input, const struct nf_error *err);

/* Requires lines of at most 80 columns of printable ASCII, each ended; none are right, too. */
void nf_fuzz_lines(const struct nf_text *text, const char *what);

/* Whether two texts have the same bytes. */
bool nf_fuzz_same(const struct nf_text *a, const struct nf_text *b);

/* The text as an input, valid as long as it is. */
struct nf_input nf_fuzz_reread(const struct nf_text *text);

/* ---- the functions of the targets ---- */

/* Plays an instance in every way there is, and requires one end, and that it is the same when it is
 * printed and read again. */
void nf_fuzz_instance(const struct nf_game *game, const char *bytes, size_t size);

/* An instance, a line "====", and a transcript: where that parts from the rules is found a second
 * time by comparing words. */
void nf_fuzz_answer(const struct nf_game *game, const char *bytes, size_t size);

void nf_fuzz_saved(const char *bytes, size_t size);
void nf_fuzz_saved_edits(const char *bytes, size_t size);
void nf_fuzz_merge_edits(const char *bytes, size_t size);
void nf_fuzz_bench_file(const char *bytes, size_t size);

void nf_fuzz_parts(const char *bytes, size_t size);
void nf_fuzz_lists(const char *bytes, size_t size);
void nf_fuzz_commands(const char *bytes, size_t size);
void nf_fuzz_form(const char *bytes, size_t size);

#endif
