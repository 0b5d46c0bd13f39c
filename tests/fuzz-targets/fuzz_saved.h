/* Saved runs for fuzz targets: made here, changed member by member and sealed again, since no
 * changed file has the right checksum by chance. */
#ifndef NF_FUZZ_SAVED_H
#define NF_FUZZ_SAVED_H

#include "sim/runs/saved.h"

enum { NF_FUZZ_RUN_GAMES = 4 };

/* A copy of the document of run `kind` of those of the games, which are counted round and round,
 * whose games begin with `part` * NF_FUZZ_RUN_GAMES; `part` is 0 or 1. The
 * caller releases it. */
json_t *nf_fuzz_run(unsigned kind, unsigned part);

/* Changes a document as one line tells: "PATH VALUE" puts VALUE, any JSON, in the place of the
 * member PATH, such as "plan.games" or "sums.3", or behind the last one of a list; "PATH" takes it
 * away. What makes no sense changes nothing. */
void nf_fuzz_edit(json_t *document, const char *line, size_t length);

/* The file of a document with the checksum it needs. */
void nf_fuzz_seal(json_t *document, struct nf_text *text);

/* Reads a file: what is accepted can be written, read again and reported on; what is not is refused
 * with a place. Returns whether it is accepted. */
bool nf_fuzz_check_saved(const struct nf_input *input);

#endif
