/* Regular expressions inside: the tree of one, of which texts are made, and the program that
 * matches.
 */
#ifndef NF_FORMS_REGEX_H
#define NF_FORMS_REGEX_H

#include "judge/forms/forms_internal.h"

/* A set of bytes. */
struct form_bytes {
    uint64_t words[4];
};

static inline bool form_bytes_has(const struct form_bytes *set, unsigned char byte)
{
    return (set->words[byte >> 6] >> (byte & 63) & 1) != 0;
}

static inline void form_bytes_add(struct form_bytes *set, unsigned char byte)
{
    set->words[byte >> 6] |= (uint64_t)1 << (byte & 63);
}

enum form_regex_kind {
    REGEX_SET,          /* a byte of set `first` */
    REGEX_SEQUENCE,     /* the nodes from `first` on by `next` */
    REGEX_ALTERNATIVES, /* one of them */
    REGEX_REPEAT,       /* `first` from `low` to `high` times; FORM_NONE: any number */
};

struct form_regex_node {
    uint8_t kind;
    uint32_t first, next, low, high;
};

enum form_regex_op { REGEX_BYTE, REGEX_SPLIT, REGEX_GO, REGEX_ACCEPT };

/* A byte of set `x`, then the next step; the next step or `y`; `y`. */
struct form_regex_step {
    uint8_t op;
    uint32_t x, y;
};

struct form_regex {
    struct form_regex_node *nodes;
    uint32_t node_count, root;
    struct form_bytes *sets;
    uint32_t set_count;
    uint8_t (*members)[256]; /* of each set, those that are printed where there are such */
    uint16_t *member_counts;
    struct form_regex_step *steps;
    uint32_t step_count;
    uint8_t classes[256];
    uint32_t class_count;
};

#endif
