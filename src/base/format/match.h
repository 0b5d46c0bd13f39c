/* What rules make of an instance: it is read by its format, its games are made and played. What a
 * game's rules bring for that, struct nf_rules, is all that its simulation and its problem share of
 * them. */
#ifndef NF_MATCH_H
#define NF_MATCH_H

#include "base/error.h"
#include "base/format/format.h"
#include "base/text.h"

#include <stddef.h>
#include <stdint.h>

/* An instance that was read, its game, or its games one after the other, and what playing leaves of
 * each. */
struct nf_match {
    const struct nf_input *input;
    struct nf_instance read;
    size_t games;
    void *game;   /* nf_rules.game_size bytes each */
    void *course; /* nf_rules.course_size bytes each */
};

enum { NF_MAX_EVENTS = 64 };

/* Something the rules let happen in a game, a rare thing often. */
struct nf_event {
    const char *name;  /* lower case words joined by '-': "tie-c2-a1" */
    const char *help;  /* a line without full stop, what happened when it is counted */
    const char *of[2]; /* what %s stands for in it */
};

/* Counts the events whose bits are set. */
static inline void nf_add_events(uint64_t *reached, uint64_t events)
{
    for (; events != 0; events &= events - 1)
        reached[__builtin_ctzll(events)]++;
}

/* Every function is thread-safe. */
struct nf_rules {
    const struct nf_format *format; /* what an instance looks like */

    /* The bytes of a game in memory, and of what playing it leaves. */
    size_t game_size, course_size;

    /* Makes the games of what was read. NF_INVALID for what the format does not say; NULL: a game
     * is the words that were read. */
    enum nf_status (*make)(struct nf_match *match, struct nf_error *err);

    /* The judge's program: plays the games by the reference, appends the transcript and adds to
     * `reached` how often each event happened, each where not NULL. A
     * transcript shows memory that ran out in its `failed`. NF_INVALID names line and column of
     * what only playing shows; the transcript is then worth nothing. NF_IO without memory. */
    enum nf_status (*play)(const struct nf_match *match, struct nf_text *transcript,
                           uint64_t *reached, struct nf_error *err);

    /* What verify and kernels want besides of games that were played. NF_INVALID. NULL: nothing. */
    enum nf_status (*check)(const struct nf_match *match, struct nf_error *err);
};

/* All functions below return NF_INVALID with line and column for an instance that is not valid, and
 * NF_IO without memory. Thread-safe. */

/* Reads an instance and makes its games, which borrow from `input`; the caller closes them. After a
 * failure there is nothing to close; closing once more does no harm. */
enum nf_status nf_match_open(struct nf_match *match, const struct nf_rules *rules,
                             const struct nf_input *input, struct nf_error *err);
void nf_match_close(struct nf_match *match);

/* Plays its games by nf_rules.play; transcript and counts of events may be NULL. */
enum nf_status nf_match_play(struct nf_match *match, const struct nf_rules *rules,
                             struct nf_text *transcript, uint64_t *reached, struct nf_error *err);

/* Does the same, and then nf_rules.check. */
enum nf_status nf_match_play_strictly(struct nf_match *match, const struct nf_rules *rules,
                                      struct nf_text *transcript, struct nf_error *err);

/* The judge's program: appends the transcript. */
enum nf_status nf_play(const struct nf_rules *rules, const struct nf_input *input,
                       struct nf_text *transcript, struct nf_error *err);

/* The same, for the fuzzer: adds to `reached` how often each event happened; both may be NULL. */
enum nf_status nf_cover(const struct nf_rules *rules, const struct nf_input *input,
                        struct nf_text *transcript, uint64_t *reached, struct nf_error *err);

#endif
