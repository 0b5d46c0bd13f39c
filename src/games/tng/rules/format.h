/* The judge's format of The Number Game: one game per line, `n0 r e p m g1 .. gm`, then a line with
 * -1. Numbers are decimal, separated by spaces and tabs; lines end with LF or CRLF. The transcript
 * has one line per game, "Game #: X wins", "Y wins" or "draw", # from 1. */
#ifndef NF_TNG_FORMAT_H
#define NF_TNG_FORMAT_H

#include "base/text.h"
#include "games/tng/rules/tng.h"

/* Reads an instance game by game, without allocating. Start with {.input = input}; the input must
 * outlive it. */
struct tng_reader {
    const struct nf_input *input;
    size_t at;                   /* start of the next line */
    uint64_t count;              /* games read */
    size_t line_start;           /* offset of the last game's line */
    size_t goals[TNG_MAX_GOALS]; /* offsets of its goals */
};

/* Reads the next game into `game`. After the last game, sets `*more` to false when the line with -1
 * and the end of the input have been read. Returns NF_INVALID with `NAME:LINE:COLUMN: found X,
 * expected Y` for invalid input. */
enum nf_status tng_read(struct tng_reader *reader, struct tng_game *game, bool *more,
                        struct nf_error *err);

/* A whole instance in memory. */
struct tng_instance {
    struct tng_game *games;
    size_t count;
};

/* Reads all of `input`, which may be closed afterwards. Release with tng_instance_free(). Returns
 * NF_INVALID like tng_read(), or NF_IO without memory; then there is nothing to free.
 * Thread-safe. */
enum nf_status tng_read_all(const struct nf_input *input, struct tng_instance *instance,
                            struct nf_error *err);
void tng_instance_free(struct tng_instance *instance);

/* Appends `count` games and the line with -1. */
void tng_print(struct nf_text *text, const struct tng_game *games, size_t count);

/* Appends the transcript line of game `number`, from 1. */
void tng_print_outcome(struct nf_text *text, uint64_t number, enum tng_outcome outcome);

#endif
