/* The judge's format of Cirno's game: n, m, k; for each of n players a name and three hand cards; k
 * deck cards, top first. Tokens are separated by any run of spaces, tabs and line ends (LF or
 * CRLF). */
#ifndef NF_CIRNO_FORMAT_H
#define NF_CIRNO_FORMAT_H

#include "base/format/match.h"
#include "base/format/transcript.h"
#include "base/text.h"
#include "games/cirno/rules/rules.h"

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

/* ---- the judge's program, and verify (play.c) ---- */

/* The course of a game, up to its end or to the fault that makes it invalid. */
struct cirno_course {
    uint32_t round, turn; /* the last ones, from 1 */
    uint32_t seat;        /* the player of that turn */
    unsigned card;        /* the card she played, or CIRNO_LOSES */
    int32_t p;            /* p after that turn */
    int32_t lowest_p;
    uint32_t turns;             /* turns of the whole game */
    uint32_t shortest, longest; /* turns of a round */
    uint32_t used;              /* deck cards drawn */
    uint32_t missing;           /* cards missing for the loser's draw after the last round, 0..3 */
};

/* Who chooses otherwise than the statement's strategy: struct cirno_callbacks's choose, with
 * `owner` as its client. */
struct cirno_walk;
struct cirno_chooser {
    unsigned (*choose)(void *owner, const struct cirno_walk *walk);
    void *owner;
};

/* Plays `instance` by the reference rules and appends the transcript to `transcript` (NULL: none),
 * with the players' `names`, one per seat. `chooser` chooses everybody's cards; NULL: the
 * statement's strategy does. Fills `course`. CIRNO_DECK_OUT means that the deck ran out before the
 * loser's draw after the last round; if only cards of that draw are missing, the game is
 * CIRNO_COMPLETE, with `course->missing` set. The transcript is only valid if the game is complete.
 * If memory runs out, sets transcript->failed. Thread-safe. */
enum cirno_end cirno_narrate(const struct cirno_instance *instance, const struct nf_name *names,
                             const struct cirno_chooser *chooser, struct nf_text *transcript,
                             struct cirno_course *course);

/* nf_problem.summarise and measure. */
void cirno_summarise(const struct nf_match *match, struct nf_text *report);
void cirno_measure(const struct nf_match *match, struct nf_measured ranges[NF_MAX_MEASURES]);

/* What an instance of the game looks like and how it is played. */
extern const struct nf_rules cirno_rules;

#endif
