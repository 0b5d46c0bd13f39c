/* Fuzz targets: a function for each parser that is given any bytes and ends the program where the
 * parser breaks its word. The same functions run under libFuzzer (libfuzzer.c), which invents
 * bytes, and in the unit test test_fuzz_targets.c, which reads those of corpus/. */
#ifndef NF_FUZZ_TARGET_H
#define NF_FUZZ_TARGET_H

#include "cli/options.h"
#include "core/contract/game.h"

struct nf_fuzz_target {
    const char *name; /* of its folder below corpus/, and of its dictionary, if there is one */
    size_t largest;   /* an input longer than this tells nothing more */
    /* Returns if all is as it should be. The bytes are not terminated and end where they end: one
     * byte more is not to be read. */
    void (*test)(const char *bytes, size_t size);
};

/* The one of a number from 0, those of the games first; NULL behind the last. */
const struct nf_fuzz_target *nf_fuzz_target_at(size_t number);

/* The one of that name, or NULL. */
const struct nf_fuzz_target *nf_fuzz_find(const char *name);

/* What is being tested, for the message of a failure: a file's name, borrowed; NULL: unknown. */
void nf_fuzz_name(const char *name);

/* Ends the program by abort() unless `good`, after saying in what `format` tells. */
__attribute__((format(printf, 2, 3))) void nf_fuzz_require(bool good, const char *format, ...);

/* The bytes as an input of the name "input". */
struct nf_input nf_fuzz_input(const char *bytes, size_t size);

/* A copy up to the first zero byte, terminated, of exactly the size it needs; the caller frees it.
 */
char *nf_fuzz_string(const char *bytes, size_t size);

/* Numbers that follow from the bytes: a state for nf_fuzz_random (splitmix64). */
uint64_t nf_fuzz_hash(const char *bytes, size_t size);
uint64_t nf_fuzz_random(uint64_t *state);

/* Reads the digits of `base` (up to 16) at `*at`, which moves behind them. False if there is none,
 * or if they exceed 64 bits. */
bool nf_fuzz_digits(const char **at, unsigned base, uint64_t *number);

/* nf_cli_run with nothing on standard output. */
enum nf_status nf_fuzz_quietly(const struct nf_command *command, char **arguments,
                               struct nf_error *err);

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

/* ---- the functions of the targets of no game ---- */

void nf_fuzz_saved(const char *bytes, size_t size);
void nf_fuzz_saved_edits(const char *bytes, size_t size);
void nf_fuzz_merge_edits(const char *bytes, size_t size);
void nf_fuzz_bench_file(const char *bytes, size_t size);

void nf_fuzz_values(const char *bytes, size_t size);
void nf_fuzz_parts(const char *bytes, size_t size);
void nf_fuzz_lists(const char *bytes, size_t size);
void nf_fuzz_commands(const char *bytes, size_t size);

#endif
