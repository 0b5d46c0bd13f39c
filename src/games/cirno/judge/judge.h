/* The judge's program of Cirno's game and the validator of its input. */
#ifndef NF_CIRNO_JUDGE_H
#define NF_CIRNO_JUDGE_H

#include "base/rng.h"
#include "base/text.h"
#include "games/cirno/rules/format.h"
#include "games/cirno/rules/rules.h"
#include "games/cirno/strategy/seating.h"

/* How a game went, up to its end or up to the fault that makes it invalid. */
struct cirno_course {
    uint32_t round, turn; /* the last ones, from 1 */
    uint32_t seat;        /* whose turn that was */
    unsigned card;        /* what she played, or CIRNO_LOSES */
    int32_t p;            /* after it */
    int32_t lowest_p;
    uint32_t turns;   /* of the whole game */
    uint32_t used;    /* deck cards drawn */
    uint32_t missing; /* cards that the loser of the last round could not draw, 0..3 */
};

/* Plays `instance` by the reference rules and appends the transcript to `transcript` (NULL: none)
 * under the players' `names`, one a seat. CIRNO_DECK_OUT means that the deck ran out before the
 * draw of the last round's loser; cards missing in that draw alone still make a CIRNO_COMPLETE
 * game, with `course->missing` set. Unless it is complete, nothing of the transcript is worth
 * printing. Thread-safe; memory that runs out shows in transcript->failed. */
enum cirno_end cirno_narrate(const struct cirno_instance *instance, const struct cirno_name *names,
                             struct nf_text *transcript, struct cirno_course *course);

/* The same with a strategy for each seat of `seating` (NULL: the statement's everywhere). `key` is
 * that of the deck, for strategies that roll. */
enum cirno_end cirno_narrate_seated(const struct cirno_instance *instance,
                                    const struct cirno_name *names,
                                    const struct cirno_seating *seating, const struct nf_key *key,
                                    struct nf_text *transcript, struct cirno_course *course);

/* Fills `err` with why the game `parsed` from `input` is not valid, from the `course` that ended
 * with `end` (or complete, with cards missing). Returns NF_INVALID. */
enum nf_status cirno_fail_course(const struct nf_input *input, const struct cirno_parsed *parsed,
                                 enum cirno_end end, const struct cirno_course *course,
                                 struct nf_error *err);

/* struct nf_judge_ops's play: instance in, transcript out. The deck may lack what the loser of the
 * last round draws, for that does not show in the transcript. */
enum nf_status cirno_play(const struct nf_input *input, struct nf_text *transcript,
                          struct nf_error *err);

/* struct nf_judge_ops's verify: as cirno_play, but the last draw must be covered as well, and the
 * input must be to the byte what cirno_print() writes. Equal names are warned of in `report`, one
 * line each; a valid game adds a summary of two lines. */
enum nf_status cirno_verify(const struct nf_input *input, struct nf_text *report,
                            struct nf_error *err);

#endif
