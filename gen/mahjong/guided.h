/* Guided cases of mahjong: walls that reach rare rules. */
#ifndef NF_MAHJONG_GUIDED_H
#define NF_MAHJONG_GUIDED_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"
#include "games/mahjong/rules/events.h"

/* nf_fuzz_ops.guide. The target of index i is event i mod MAHJONG_EVENTS. Walls of the profile in
 * which it is most frequent are dealt from (seed, i, attempt 1, 2, ...) until it happens. The fast
 * player rejects walls whose outcome record excludes the event, so even an event of one game in
 * 10,000 is found within some tens of milliseconds. After MAHJONG_GUIDED_ATTEMPTS the last wall is
 * used. Returns NF_USAGE for limits other than 4 players, 148 tiles and at least 1 round, or NF_IO.
 * Thread-safe. */
enum nf_status mahjong_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                             struct nf_text *instance, struct nf_error *err);

enum { MAHJONG_GUIDED_ATTEMPTS = 200000 };

#endif
