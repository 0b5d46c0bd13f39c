#include "base/format/format_parts.h"

#include <endian.h>
#include <string.h>

int nf_vocabulary_find(const struct nf_vocabulary *words, const char *bytes, size_t length)
{
    char padded[NF_WORD_ROOM] = {0};
    if (length == 0 || length >= sizeof padded || bytes[length - 1] == '\0')
        return -1;
    memcpy(padded, bytes, length);
    for (uint32_t number = 0; number < words->count; number++)
        if (memcmp(nf_vocabulary_word(words, number), padded, sizeof padded) == 0)
            return (int)number;
    return -1;
}

/* A word's key is the 64-bit number of its bytes. It is multiplied, and the top bits are its slot;
 * a multiplier is searched that gives every word a slot of its own. */

static size_t slot_of(const struct nf_slots *slots, uint64_t key)
{
    return (size_t)(key * slots->multiplier >> (64 - NF_SLOT_BITS));
}

static uint64_t load_bytes(const char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return le64toh(word);
}

/* Puts the words into their slots; false if two have the same. */
static bool place_words(struct nf_slots *slots)
{
    memset(slots->key, 0xff, sizeof slots->key); /* not a key of up to seven bytes */
    for (uint32_t i = 0; i < slots->words->count; i++) {
        const uint64_t key = load_bytes(nf_vocabulary_word(slots->words, i));
        const size_t slot = slot_of(slots, key);
        if (slots->key[slot] != UINT64_MAX)
            return false;
        slots->key[slot] = key;
        slots->word[slot] = (uint8_t)i;
    }
    return true;
}

void nf_slots_fill(struct nf_slots *slots, const struct nf_vocabulary *words)
{
    slots->words = words;
    /* The first one serves the games there are; any other odd step would do as well. */
    slots->multiplier = 0x64c371cfae7fba11u;
    while (!place_words(slots))
        slots->multiplier += 0x9e3779b97f4a7c16u;
}

int nf_slots_find(const struct nf_slots *slots, const char *bytes, size_t length)
{
    char padded[NF_WORD_ROOM] = {0};
    if (length == 0 || length >= sizeof padded)
        return -1;
    memcpy(padded, bytes, length);
    const uint64_t key = load_bytes(padded);
    const size_t slot = slot_of(slots, key);
    return slots->key[slot] == key && padded[length - 1] != '\0' ? slots->word[slot] : -1;
}

enum { BLOCK = 64 };

/* Returns a bit for each of the 64 bytes at `block` that is at most a space, first byte lowest.
 * Works on eight bytes at a time: sets the top bit of matching bytes, and gathers the top bits by a
 * multiplication. */
static uint64_t find_low_bytes(const char *block)
{
    const uint64_t each = 0x0101010101010101u, tops = each * 0x80;
    uint64_t found = 0;
    for (unsigned i = 0; i < BLOCK; i += 8) {
        const uint64_t word = load_bytes(block + i);
        const uint64_t low = ~(((word | tops) - each * (' ' + 1)) | word) & tops;
        found |= ((low >> 7) * 0x0102040810204080u >> 56) << i;
    }
    return found;
}

size_t nf_slots_read(const struct nf_slots *slots, const struct nf_input *input, size_t *at,
                     uint8_t *words, size_t count)
{
    const char *const data = input->data;
    const size_t size = input->size;
    size_t start = *at; /* of the next word */
    size_t done = 0;
    for (size_t block = start; size - block >= BLOCK + sizeof(uint64_t) && count - done >= BLOCK;
         block += BLOCK) {
        for (uint64_t low = find_low_bytes(data + block); low != 0; low &= low - 1) {
            const size_t end = block + (unsigned)__builtin_ctzll(low);
            const size_t length = end - start;
            if (!nf_is_space(data[end]) || length >= NF_WORD_ROOM)
                goto unusual;
            const uint64_t key = load_bytes(data + start) & (((uint64_t)1 << (8 * length)) - 1);
            const size_t slot = slot_of(slots, key);
            if (slots->key[slot] == key)
                words[done++] = slots->word[slot];
            else if (length > 0) /* otherwise another space */
                goto unusual;
            start = end + 1;
        }
    }
unusual:
    *at = start;
    return done;
}
