/* Guided cases of Cirno's game for the fuzzer: small valid games, each steered towards one rule
 * event. The cards are settled while the game is played: a card that nobody has looked at yet is
 * nothing in particular, and when its holder's turn comes it becomes the one that brings the
 * wished event nearest. Most choices keep some chance, so that no two cases are much alike.
 *
 * A case is a pure function of (seed, index). Its random numbers come from the streams of the keys
 * (seed, index, CIRNO_GUIDE_STREAM + attempt). Dealt games have attempts below 1,000 (see
 * cirno_attempts), dice the highest bit set (cirno_dice.h), suites the one below it
 * (cirno_suite.h); so guided cases share no number with any of them. */
#ifndef NF_CIRNO_GUIDED_H
#define NF_CIRNO_GUIDED_H

#include "base/text.h"
#include "games/cirno/rules/events.h"

#define CIRNO_GUIDE_STREAM (UINT64_C(1) << 61) /* first attempt of guided cases */
#define CIRNO_ORDER_STREAM (UINT64_C(3) << 60) /* the order of events; index: which run of them */

/* struct nf_fuzz_ops's guide. Without limits cases have 1 to 6 players, 1 to 4 rounds and seldom
 * more than 60 cards; one in sixteen has up to 30 players, 12 rounds and 400 cards. Limits beyond
 * what the statement allows count as what it allows. NF_USAGE for a deck limit below 4, which no
 * game can do with. Appends to `instance`; thread-safe. */
enum nf_status cirno_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                           struct nf_text *instance, struct nf_error *err);

/* Cases until every event has had its turn; ties and CIRNO_RARE_OTHERS more, which seldom come
 * about by themselves, have two. */
enum {
    CIRNO_RARE_OTHERS = 6,
    CIRNO_GUIDE_ROUND = CIRNO_EVENTS + CIRNO_SMALLEST_TIES_END + CIRNO_RARE_OTHERS
};

/* The event (enum cirno_event) that case `index` of `seed` is steered towards. From each multiple
 * of CIRNO_GUIDE_ROUND on, as many indices have all events, in an order of their own. */
unsigned cirno_guide_target(uint64_t seed, uint64_t index);

#endif
