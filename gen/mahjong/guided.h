/* Mahjong walls that reach rare rules. */
#ifndef NF_MAHJONG_GUIDED_H
#define NF_MAHJONG_GUIDED_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"
#include "games/mahjong/rules/events.h"

/* Struct nf_fuzz_ops's guide. Index i stands for event i mod MAHJONG_EVENTS: walls of the profile
 * in which it is most frequent are dealt from (seed, i, attempt 1, 2, ...) until it happens. Those
 * whose outcome record rules it out are told by the fast player, so that even an event of one game
 * in 10,000 is found within some tens of milliseconds; after MAHJONG_GUIDED_ATTEMPTS the last wall
 * is taken as it is. NF_USAGE for limits other than 4 players, 148 tiles and at least 1 round, or
 * NF_IO. Thread-safe. */
enum nf_status mahjong_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                             struct nf_text *instance, struct nf_error *err);

enum { MAHJONG_GUIDED_ATTEMPTS = 200000 };

#endif
