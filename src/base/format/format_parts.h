/* What readers, printers, validators and shrinkers of formats share. */
#ifndef NF_FORMAT_INTERNAL_H
#define NF_FORMAT_INTERNAL_H

#include "base/format/format.h"

/* Makes room for `more` values of a kind behind those there are; false, and `failed`, without
 * memory. */
bool nf_instance_reserve(struct nf_instance *instance, enum nf_value_kind kind, size_t more);

/* Removes the values but keeps their memory. */
void nf_instance_clear(struct nf_instance *instance);

/* Makes the values of `to` those of `from`, whose names still own their letters; `failed` without
 * memory. */
void nf_instance_copy(struct nf_instance *to, const struct nf_instance *from);

/* What the names in braces of a template stand for. */
struct nf_blanks {
    size_t item, items, row, first;
    const char *value;
};

enum { NF_FILLED = 400 };

/* Translates a template, fills it in and returns it: `to`. */
const char *nf_fill(char to[NF_FILLED], const char *form, const struct nf_blanks *blanks);

/* The words of a vocabulary by hash, so that they are found at once. */
enum { NF_SLOT_BITS = 8 };
struct nf_slots {
    const struct nf_vocabulary *words; /* NULL: not filled yet */
    uint64_t multiplier;
    uint64_t key[1 << NF_SLOT_BITS]; /* the bytes of a word, first byte lowest */
    uint8_t word[1 << NF_SLOT_BITS];
};

/* Fills the slots with the words, which are borrowed. */
void nf_slots_fill(struct nf_slots *slots, const struct nf_vocabulary *words);

/* Returns the number of the word that `length` bytes are, or -1. */
int nf_slots_find(const struct nf_slots *slots, const char *bytes, size_t length);

/* Reads words in blocks from `*at` on, where a word or white space begins, as long as they are
 * known, white space follows each, there is room to look ahead, and more words are wanted than a
 * block can hold. Stops before anything else, and moves `*at` there. Returns how many words it
 * read, fewer than `count`. */
size_t nf_slots_read(const struct nf_slots *slots, const struct nf_input *input, size_t *at,
                     uint8_t *words, size_t count);

/* Returns whether readers pass over a byte: a blank, tab, LF or CR. */
static inline bool nf_is_space(char byte)
{
    const uint64_t set =
        (uint64_t)1 << ' ' | (uint64_t)1 << '\t' | (uint64_t)1 << '\n' | (uint64_t)1 << '\r';
    const unsigned char code = (unsigned char)byte;
    return code <= ' ' && (set >> code & 1) != 0;
}

#endif
