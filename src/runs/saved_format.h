/* What writing and reading saved runs share; see saved.h for the files themselves. */
#ifndef NF_SAVED_FORMAT_H
#define NF_SAVED_FORMAT_H

#include "core/digest.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* The member "schema". */
extern const char nf_saved_schema[];

/* So many that the sums of a game, such as squares of a seat's events in each round, do not
 * overflow. At a million games a second they take 29 years. */
extern const uint64_t nf_saved_most_games;

/* The checksum of a document without the member "checksum", as text with a terminator. False
 * without memory. */
bool nf_saved_checksum(const json_t *document, char text[NF_DIGEST_TEXT]);

#endif
