/* The judge's program of Cirno's game and the validator of its input. */
#ifndef NF_CIRNO_JUDGE_H
#define NF_CIRNO_JUDGE_H

#include "base/format/match.h"
#include "base/text.h"
#include "games/cirno/rules/format.h"
#include "games/cirno/rules/rules.h"
#include "games/cirno/rules/walk.h"

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
