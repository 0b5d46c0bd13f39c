/* The judge's format of The Number Game: one game per line, `n0 r e p m g1 .. gm`, then a line with
 * -1. Numbers are decimal, separated by spaces and tabs; lines end with LF or CRLF. */
#ifndef NF_TNG_FORMAT_H
#define NF_TNG_FORMAT_H

#include "base/format/match.h"
#include "base/format/transcript.h"
#include "games/tng/rules/tng.h"

/* The fields of a game, in their order; tng_format.fields[] has them. */
enum tng_field { TNG_FIELD_N0, TNG_FIELD_R, TNG_FIELD_E, TNG_FIELD_P, TNG_FIELD_M, TNG_FIELD_G };

/* nf_rules.format and nf_problem.measures. */
extern const struct nf_format tng_format;
extern const struct nf_measure tng_measures[];

/* nf_rules.make: of each game a struct tng_game. Thread-safe. */
enum nf_status tng_make(struct nf_match *match, struct nf_error *err);

/* nf_fuzz_ops.size: appends "1 game, p 11, 2 rounds, 1 goal", or "2 games, p up to 11, up to 2
 * rounds, up to 3 goals". Thread-safe. */
void tng_size(const struct nf_instance *read, struct nf_text *words);

/* Appends `count` games and the line with -1. */
void tng_print(struct nf_text *text, const struct tng_game *games, size_t count);

/* The transcript: a line for each game. */

/* By enum tng_outcome; the slot is the number of the game, from 1. */
extern const struct nf_transcript tng_transcript;

/* Appends the transcript line of game `number`, from 1. */
static inline void tng_print_outcome(struct nf_text *text, uint64_t number,
                                     enum tng_outcome outcome)
{
    const struct nf_transcript_line line = {(int)outcome, {(int64_t)number}, {{NULL, 0, false}}};
    nf_transcript_print_line(&tng_transcript, &line, text);
}

/* What an instance of the game looks like and how it is played: simulated/judge.c. */
extern const struct nf_rules tng_rules;

#endif
