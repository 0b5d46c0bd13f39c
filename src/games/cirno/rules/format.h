/* The judge's format of Cirno's game: n, m, k; for each of n players a name and three hand cards; k
 * deck cards, top first. Tokens are separated by any run of spaces, tabs and line ends (LF or
 * CRLF). */
#ifndef NF_CIRNO_FORMAT_H
#define NF_CIRNO_FORMAT_H

#include "base/format/match.h"
#include "base/format/transcript.h"
#include "games/cirno/rules/cirno.h"

/* nf_rules.format and nf_problem.measures. */
extern const struct nf_format cirno_format;
extern const struct nf_measure cirno_measures[];

/* Those of the measures that need the game played. */
enum cirno_measured { CIRNO_MEASURED_P = 4, CIRNO_MEASURED_ROUND, CIRNO_MEASURED_LEFT };

/* Default names of the players: distinct and valid in the format. */
extern const struct nf_name cirno_seat_names[CIRNO_MAX_PLAYERS];

/* Returns the first seat with the same name as `seat`: `seat` itself unless an earlier one has
 * it. */
uint32_t cirno_first_of_name(const struct nf_name *names, uint32_t seat);

/* A game as read; all is borrowed. */
struct cirno_parsed {
    struct cirno_instance instance;
    const struct nf_name *names; /* by seat */
};
static inline const struct cirno_parsed *cirno_parsed_of(const struct nf_match *match)
{
    return match->game;
}

/* The cards from simple to complicated: A99 ends a round soonest. */
extern const uint8_t cirno_simple[CIRNO_CARDS];

/* Returns the game of values in the format, which it borrows. Thread-safe. */
struct cirno_instance cirno_instance_of(const struct nf_instance *read);

/* nf_rules.make, of a struct cirno_parsed. Thread-safe. */
enum nf_status cirno_make(struct nf_match *match, struct nf_error *err);

/* Returns the offset in the text just past deck card number `count`, from 1 (0: the start of the
 * deck). Scans the text, so use it for messages only. */
size_t cirno_deck_offset(const struct nf_match *match, uint32_t count);

/* Appends `instance` in the judge's format: n + 2 lines without trailing blanks. `names` has one
 * name per seat. */
void cirno_print(struct nf_text *text, const struct cirno_instance *instance,
                 const struct nf_name *names);

/* ---- the transcript ----
 *
 * Its slots are looked up in a struct nf_match. The judge's program writes its lines from pieces
 * instead (play.c), because it writes up to 300,000. */

/* The numbers of its lines. */
enum cirno_line {
    CIRNO_LINE_ROUND, /* the number of the round */
    CIRNO_LINE_USED,  /* the first seat with that name, the card, p; -1: there is none */
    CIRNO_LINE_LOST,  /* the first seat with that name; -1: there is none */
};

extern const struct nf_transcript cirno_transcript;

#endif
