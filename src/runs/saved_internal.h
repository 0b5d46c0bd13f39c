/* Shared by writing and reading saved runs. See saved.h for the format. */
#ifndef NF_SAVED_INTERNAL_H
#define NF_SAVED_INTERNAL_H

#include "core/digest.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* The member "schema". */
extern const char nf_saved_schema[];

/* Most games of a saved run, so that sums of a game, such as squared events per seat, do not
 * overflow. At a million games a second they take 29 years. */
extern const uint64_t nf_saved_most_games;

/* Writes the checksum of a document without the member "checksum", as NUL-terminated text. Returns
 * false if memory runs out. Thread-safe. */
bool nf_saved_checksum(const json_t *document, char text[NF_DIGEST_TEXT]);

#endif
