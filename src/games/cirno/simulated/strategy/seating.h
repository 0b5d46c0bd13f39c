/* The strategy of each seat: "1=keep-e,2..5=statement". */
#ifndef NF_CIRNO_SEATING_H
#define NF_CIRNO_SEATING_H

#include "base/error.h"
#include "games/cirno/simulated/strategy/strategy.h"

/* Makes the seating described by `text` for a table of `players`: one strategy for everybody, or a
 * comma-separated list of SEAT=STRATEGY and FIRST..LAST=STRATEGY; other seats play the statement's
 * strategy. A strategy is one of `texts` (ended by a NULL name; may be NULL), a built-in one, or a
 * file. Each strategy is read once. Release it with cirno_seating_free(). Returns NF_USAGE for an
 * invalid list, NF_INVALID for an invalid file, NF_IO. Thread-safe. */
enum nf_status cirno_seating_make(const char *text, const struct nf_strategy *texts,
                                  uint32_t players, struct cirno_seating **seating,
                                  struct nf_error *err);

/* Returns the strategies of the seating that came from `texts` or files, ended by a NULL name; NULL
 * if there are none. The seating owns them. */
const struct nf_strategy *cirno_seating_texts(const struct cirno_seating *seating);

/* Sets `*usual` to whether every strategy at the table makes the same choices as the statement's,
 * whatever its name. Returns NF_IO without memory. */
enum nf_status cirno_seating_is_usual(const struct cirno_seating *seating, bool *usual,
                                      struct nf_error *err);

/* Frees a seating. NULL is allowed. */
void cirno_seating_free(struct cirno_seating *seating);

#endif
