/* Which strategy sits where: "1=keep-e,2..5=statement". */
#ifndef NF_CIRNO_SEATING_H
#define NF_CIRNO_SEATING_H

#include "base/error.h"
#include "games/cirno/strategy/strategy.h"

/* Makes the seating that `text` asks for at a table of `players`: a strategy for everybody, or a
 * list of SEAT=STRATEGY and FIRST..LAST=STRATEGY joined by commas, where seats not named play by
 * the statement's. A strategy is one of `texts` (ended by a NULL name, or NULL), a shipped one's
 * name, or a file. Returns it to be released with cirno_seating_free; strategies are read once
 * however many seats have them. NF_USAGE for a wrong list, NF_INVALID from a file, NF_IO. */
enum nf_status cirno_seating_make(const char *text, const struct nf_strategy *texts,
                                  uint32_t players, struct cirno_seating **seating,
                                  struct nf_error *err);

/* Those of its strategies that were in `texts` or in files, with their texts, ended by a NULL name;
 * NULL if there are none. They live as long as the seating. */
const struct nf_strategy *cirno_seating_texts(const struct cirno_seating *seating);

/* Whether all who sit at the table play exactly as the statement's strategy does, whatever theirs
 * is called. NF_IO without memory. */
enum nf_status cirno_seating_is_usual(const struct cirno_seating *seating, bool *usual,
                                      struct nf_error *err);

void cirno_seating_free(struct cirno_seating *seating);

#endif
