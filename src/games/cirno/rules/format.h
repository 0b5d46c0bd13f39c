/* The judge's format of Cirno's game: n, m, k; for each of n players a name and three hand cards; k
 * deck cards, top first. Tokens are separated by any run of spaces, tabs and line ends (LF or
 * CRLF). */
#ifndef NF_CIRNO_FORMAT_H
#define NF_CIRNO_FORMAT_H

#include "base/text.h"
#include "games/cirno/rules/cirno.h"

/* A player's name: 1 to CIRNO_MAX_NAME Latin letters, not terminated. */
struct cirno_name {
    const char *text;
    uint32_t length;
};

/* Default names of the players: distinct and valid in the format. */
extern const struct cirno_name cirno_seat_names[CIRNO_MAX_PLAYERS];

/* Returns the first seat with the same name as `seat`: `seat` itself unless an earlier one has
 * it. */
uint32_t cirno_first_of_name(const struct cirno_name *names, uint32_t seat);

/* A game as read. Do not copy it: `instance` points to the arrays below. */
struct cirno_parsed {
    struct cirno_instance instance;
    struct cirno_name names[CIRNO_MAX_PLAYERS]; /* by seat; point into the input */
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    uint8_t *deck;     /* allocated */
    size_t deck_start; /* offset of the first deck card in the input */
    size_t deck_end;   /* offset just past the last one */
};

/* Reads the game in `input`, which must outlive `parsed` (names point into it). Returns NF_INVALID
 * with `NAME:LINE:COLUMN: found X, expected Y`, or NF_IO without memory; then there is nothing to
 * free. Thread-safe. */
enum nf_status cirno_parse(const struct nf_input *input, struct cirno_parsed *parsed,
                           struct nf_error *err);

/* Frees the deck of a parsed game. */
void cirno_parsed_free(struct cirno_parsed *parsed);

/* Returns the offset in `input` just past deck card number `count`, from 1 (0: the start of the
 * deck). Scans the text, so use it for messages only. */
size_t cirno_deck_offset(const struct nf_input *input, const struct cirno_parsed *parsed,
                         uint32_t count);

/* nf_fuzz_ops.pad. The added cards are A99, which end a round soon. */
enum nf_status cirno_pad(const struct nf_input *instance, uint32_t cards, struct nf_text *padded,
                         uint32_t *added, struct nf_error *err);

/* Appends `instance` in the judge's format: n + 2 lines without trailing blanks. `names` has one
 * name per seat. */
void cirno_print(struct nf_text *text, const struct cirno_instance *instance,
                 const struct cirno_name *names);

#endif
