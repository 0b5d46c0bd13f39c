/* Guided cases of mahjong: walls that reach rare rules. */
#ifndef NF_MAHJONG_GUIDED_H
#define NF_MAHJONG_GUIDED_H

#include "base/rng.h"
#include "base/text.h"
#include "games/mahjong/rules/events.h"
#include "judge/fuzz_ops.h"

#include <stdbool.h>

/* What a wall is to reach. */
struct mahjong_wish {
    enum mahjong_event event; /* its profile and its end are looked for */
    enum mahjong_event also;  /* a second one, or the same again */
    bool specials_last;       /* the special tiles lie below all others */
};

/* Deals walls from `*key`, with attempt after attempt, until one has what is wished for; `*key`
 * becomes that of the next attempt. After MAHJONG_GUIDED_ATTEMPTS the last wall is used. NF_IO
 * without memory. Thread-safe. */
enum nf_status mahjong_search(const struct mahjong_wish *wish, struct nf_key *key,
                              uint8_t wall[MAHJONG_WALL], struct nf_error *err);

/* nf_fuzz_ops.guide. The target of index i is event i mod MAHJONG_EVENTS. Walls of the profile in
 * which it is most frequent are dealt from (seed, i, attempt 1, 2, ...), for some events with some
 * tiles exchanged, until it happens; the fast player plays them. It takes 0.1 ms on average. After
 * MAHJONG_GUIDED_ATTEMPTS the last wall is used. Returns NF_USAGE for limits other than 4 players,
 * 148 tiles and at least 1 round, or NF_IO. Thread-safe. */
enum nf_status mahjong_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                             struct nf_text *instance, struct nf_error *err);

/* nf_fuzz_ops.stages: walls that are drawn to their last tile, and the longest of many games. */
extern const struct nf_stage mahjong_stages[];

enum { MAHJONG_GUIDED_ATTEMPTS = 200000 };

#endif
