/* The judge's format of Cirno's game: numbers n, m, k; n times a name and three hand cards; k deck
 * cards, top first. Tokens are separated by any run of spaces, tabs and line ends (LF or CRLF). */
#ifndef NF_CIRNO_FORMAT_H
#define NF_CIRNO_FORMAT_H

#include "base/text.h"
#include "games/cirno/rules/cirno.h"

/* A player's name: 1 to CIRNO_MAX_NAME Latin letters, not terminated. */
struct cirno_name {
    const char *text;
    uint32_t length;
};

/* Names for games that come without: different ones, each valid in the format. */
extern const struct cirno_name cirno_seat_names[CIRNO_MAX_PLAYERS];

/* The first seat that has the name of `seat`: itself where no earlier one has it. */
uint32_t cirno_first_of_name(const struct cirno_name *names, uint32_t seat);

/* A game as read. Not to be copied: `instance` points to the arrays below. */
struct cirno_parsed {
    struct cirno_instance instance;
    struct cirno_name names[CIRNO_MAX_PLAYERS]; /* seat by seat, within the input */
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    uint8_t *deck;     /* allocated */
    size_t deck_start; /* offset of the first deck card in the input */
    size_t deck_end;   /* offset just past the last one */
};

/* Reads the game in `input`, which must outlive `parsed` (names point into it). One pass, one
 * allocation. NF_INVALID with `NAME:LINE:COLUMN: found X, expected Y`, or NF_IO without memory;
 * then there is nothing to free. Thread-safe. */
enum nf_status cirno_parse(const struct nf_input *input, struct cirno_parsed *parsed,
                           struct nf_error *err);

/* Frees what cirno_parse allocated. */
void cirno_parsed_free(struct cirno_parsed *parsed);

/* The offset in `input` just past deck card `count` from 1 of a game parsed from it (0: where the
 * deck starts). Counts through the text, so only for messages. */
size_t cirno_deck_offset(const struct nf_input *input, const struct cirno_parsed *parsed,
                         uint32_t count);

/* struct nf_fuzz_ops's pad: the cards are A99, with which a round that goes on is soon over. */
enum nf_status cirno_pad(const struct nf_input *instance, uint32_t cards, struct nf_text *padded,
                         uint32_t *added, struct nf_error *err);

/* Appends `instance` in the judge's format: n + 2 lines, no blanks at their ends. `names` holds a
 * name a seat. */
void cirno_print(struct nf_text *text, const struct cirno_instance *instance,
                 const struct cirno_name *names);

#endif
