/* The groups of a strategy's text: what is between the text and the ranks. */
#ifndef NF_CIRNO_STRATEGY_TEXT_H
#define NF_CIRNO_STRATEGY_TEXT_H

#include "base/text.h"
#include "games/cirno/strategy/strategy.h"

enum {
    CIRNO_MAX_GROUPS = 64, /* of a section */
};

enum cirno_aim { CIRNO_AIM_MAX, CIRNO_AIM_MIN, CIRNO_AIM_FIRST, CIRNO_AIM_RANDOM };

struct cirno_group {
    enum cirno_aim aim;
    uint8_t place[CIRNO_CARDS]; /* 1, 2, ... in the order the cards are named; 0: not in it */
    uint8_t tie[CIRNO_CLASSES]; /* higher is preferred at equal p */
    int32_t low, high;          /* the p it holds for */
};

/* What a player does on one kind of turn. */
struct cirno_section {
    struct cirno_group groups[CIRNO_MAX_GROUPS + 2]; /* two are left for cards of no group */
    uint32_t count;
    bool given;
};

/* Reads a text into its sections, [1] for turns under DOUBLE; both are zeroed first. Errors as
 * cirno_strategy_read. */
enum nf_status cirno_sections_read(const struct nf_input *input, struct cirno_section sections[2],
                                   struct nf_error *err);

/* Appends sections as a text that reads back as the same strategy. */
void cirno_sections_print(struct nf_text *text, const struct cirno_section sections[2]);

/* The statement's orders of classes: C, A, B, D, E where p is made largest, D, B, A, C, E where it
 * is made smallest; counter cards last. */
void cirno_usual_ties(struct cirno_group *group);

#endif
