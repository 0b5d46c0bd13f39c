/* The groups of a strategy: the form between text and ranks. */
#ifndef NF_CIRNO_STRATEGY_TEXT_H
#define NF_CIRNO_STRATEGY_TEXT_H

#include "base/text.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "sim/game.h"

enum {
    CIRNO_MAX_GROUPS = 64, /* per section */
};

enum cirno_aim { CIRNO_AIM_MAX, CIRNO_AIM_MIN, CIRNO_AIM_FIRST, CIRNO_AIM_RANDOM };

struct cirno_group {
    enum cirno_aim aim;
    uint8_t place[CIRNO_CARDS]; /* 1, 2, ... in the order of the text; 0: not in the group */
    uint8_t tie[CIRNO_CLASSES]; /* higher is preferred for equal p */
    int32_t low, high;          /* the range of p for which it applies */
};

/* The groups for one kind of turn. */
struct cirno_section {
    struct cirno_group groups[CIRNO_MAX_GROUPS + 2]; /* two more for cards in no group */
    uint32_t count;
    bool given;
};

/* Reads a text into its sections: [0] for normal turns, [1] for turns under DOUBLE. Both are zeroed
 * first. Returns the errors of cirno_strategy_read(). Thread-safe. */
enum nf_status cirno_sections_read(const struct nf_input *input, struct cirno_section sections[2],
                                   struct nf_error *err);

/* Appends the sections as a text; reading it gives the same strategy. */
void cirno_sections_print(struct nf_text *text, const struct cirno_section sections[2]);

/* Sets group->tie to the statement's order of classes for its aim: C, A, B, D, E for the largest p,
 * D, B, A, C, E for the smallest; counter cards last. */
void cirno_usual_ties(struct cirno_group *group);

/* nf_strategy_ops.mutate. Makes one to three small changes: swaps groups, gives a card its own
 * group, perhaps with a condition, moves a condition, changes an aim, a tie order or a set of
 * cards, drops or adds a group. */
enum nf_status cirno_mutate_strategy(const struct nf_text *text, uint64_t *random,
                                     struct nf_text *mutated, struct nf_error *err);

/* nf_strategy_ops.drop. A part is a group or the condition of a group; normal turns come first. */
enum nf_status cirno_drop(const struct nf_text *text, uint32_t part, struct nf_text *shorter,
                          struct nf_error *err);

#endif
