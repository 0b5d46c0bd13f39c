/* The words a game knows: cards, tiles. A word's number is its place here. */
#ifndef NF_VOCABULARY_H
#define NF_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>

enum { NF_WORD_ROOM = 8, NF_MAX_VOCABULARY = 64 };

/* A word has at most NF_WORD_ROOM - 1 bytes and is filled up with NULs to NF_WORD_ROOM. */
struct nf_vocabulary {
    const char *words; /* the first word; the others follow every `stride` bytes */
    size_t stride;
    uint32_t count;
    const char *list;      /* all of them, for messages */
    const char *name;      /* what validators call them: "CARDS" */
    const uint8_t *simple; /* all of them from simple to complicated, for smaller instances; NULL:
                              by their numbers */
};

/* Returns the bytes of a word, NF_WORD_ROOM of them. */
static inline const char *nf_vocabulary_word(const struct nf_vocabulary *words, uint32_t number)
{
    return words->words + number * words->stride;
}

/* Returns the number of the word of these `length` bytes, -1 if there is none. Thread-safe. */
int nf_vocabulary_find(const struct nf_vocabulary *words, const char *bytes, size_t length);

#endif
