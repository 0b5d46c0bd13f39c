/* Makes a failing instance of Cirno's game small enough to read.
 *
 * What is small: an instance weighs 4 for each player, 4 for each round and 1 for each deck card,
 * about the tokens a reader has to take in. Of instances that weigh the same, the one with the
 * simpler cards is smaller, then the one with the simpler names. The simplest card is A99, which
 * ends a round soonest, then come A1 to A49, B, C2, D2, E, PASS, TURN and DOUBLE; the simplest
 * names are A, B, C, ... seat by seat. Each step makes the instance smaller in this sense, so
 * there is an end to it. */
#ifndef NF_CIRNO_SHRINK_H
#define NF_CIRNO_SHRINK_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"

/* struct nf_fuzz_ops's shrink. The instance must be valid, but its lines may be laid out anyhow;
 * where the program only fails on that layout the instance comes back as it was. No candidate is
 * tried twice, and none has more players or rounds than the instance. A hundred trials are usual, a
 * thousand rare; where nothing can be taken away from a game of 30 players and 100 rounds, some
 * thousands. NF_INVALID with line and column, or NF_IO without memory; `smallest` is then as
 * before. Thread-safe. */
enum nf_status cirno_shrink(const struct nf_input *instance, const struct nf_trier *trier,
                            struct nf_text *smallest, struct nf_error *err);

/* struct nf_fuzz_ops's size: appends "2 players, 1 round, 7 deck cards". NF_INVALID or NF_IO as
 * cirno_parse. Thread-safe. */
enum nf_status cirno_size(const struct nf_input *instance, struct nf_text *words,
                          struct nf_error *err);

#endif
