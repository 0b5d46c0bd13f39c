/* Games with their transcripts, and the comparison of an output with what is promised of every
 * explanation. */
#ifndef NF_TEST_EXPLAINED_H
#define NF_TEST_EXPLAINED_H

#include "core/contract/game.h"

#include <stdbool.h>
#include <stdint.h>

/* A game and its transcript. */
struct explained_game {
    struct nf_text instance, transcript;
};

/* A valid dealt game of up to six players and four rounds, from the random state (see
 * nf_test_random). */
struct explained_game explained_deal(uint64_t *random);

/* The game of an instance as text; fails the test unless it is valid. */
struct explained_game explained_read(const char *instance);

void explained_free(struct explained_game *game);

/* The text under that name, borrowed. */
struct nf_input explained_input(const char *name, const struct nf_text *text);

/* Fails the test unless the transcript tells the rounds of an outcome record. */
void explained_tells(const struct explained_game *game, const struct nf_text *record);

/* Compares `size` bytes with the game's rules. Fails the test unless there are 3 to 12 printable
 * lines of at most 80 columns to explain a difference, and nothing where there is none. Free the
 * difference's `why`. */
struct nf_difference explained_compare(const struct explained_game *game, const char *bytes,
                                       size_t size, bool strict);

#endif
