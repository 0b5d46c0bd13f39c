/* Guided cases of Cirno's game for the fuzzer: small valid games, each steered towards one rule
 * event. Cards are decided while the game is played: a card stays undecided until its holder's
 * turn, and then becomes the one that leads best to the event. Most choices keep some randomness,
 * so that cases differ.
 *
 * A case is a pure function of (seed, index). Its random numbers come from the streams of the keys
 * (seed, index, CIRNO_GUIDE_STREAM + attempt). Dealt games have attempts below 1,000 (see
 * cirno_attempts), dice the highest bit set (cirno_dice_start), suites the one below it
 * (judge/suite.h); so guided cases share no random numbers with any of them. */
#ifndef NF_CIRNO_GUIDED_H
#define NF_CIRNO_GUIDED_H

#include "base/rng.h"
#include "base/text.h"
#include "games/cirno/rules/events.h"
#include "judge/fuzz_ops.h"

#define CIRNO_GUIDE_STREAM (UINT64_C(1) << 61) /* first attempt of guided cases */
#define CIRNO_STAGE_STREAM (UINT64_C(5) << 60) /* first attempt of other cases of the fuzzer */
#define CIRNO_ORDER_STREAM                                                                         \
    (UINT64_C(3) << 60) /* the order of targets; index: number of the block */

/* nf_fuzz_ops.guide: appends a case to `instance`. Without limits cases have 1 to 6 players, 1 to 4
 * rounds and rarely more than 60 cards; one in sixteen has up to 30 players, 12 rounds and 400
 * cards. Limits are cut to those of the statement. Returns NF_USAGE for a deck limit below 4, with
 * which no game is possible, or NF_IO without memory. Thread-safe. */
enum nf_status cirno_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                           struct nf_text *instance, struct nf_error *err);

/* What a guided case has besides its target. */
struct cirno_guide_shape {
    bool full_table; /* as many players as the limits allow */
    bool exact;      /* the deck has the cards that are drawn and no more */
    uint32_t more;   /* cards appended to the deck, at most CIRNO_GUIDE_MORE */
};

enum { CIRNO_GUIDE_MORE = 4000 };

/* The number of cases in which every event is a target: once, but twice for ties and
 * CIRNO_RARE_OTHERS other rare events. */
enum {
    CIRNO_RARE_OTHERS = 6,
    CIRNO_GUIDE_ROUND = CIRNO_EVENTS + CIRNO_SMALLEST_TIES_END + CIRNO_RARE_OTHERS
};

/* Cases of Cirno's game at the bounds of its sizes, for the fuzzer. */

/* nf_fuzz_ops.stages: guided cases with all players, with exact and with long decks, the two
 * largest games, of which one draws nearly all of its deck, that deck in a single round by players
 * with the longest names, and one player with equal cards who brings p to its bound. */
extern const struct nf_stage cirno_stages[];

/* Deals dense games: every turn is steered towards the rule events that were rarest in the game so
 * far. As in guided cases, a card is decided only in its holder's turn. The games may have the
 * statement's largest sizes, and every rule of the subtask occurs many times. */
/* A set of cards: bit c is card c. */
typedef uint32_t cirno_card_set;
#define CIRNO_CARD_BIT(card) ((cirno_card_set)1 << CIRNO_##card)

struct cirno_dense_plan {
    uint32_t players, rounds;
    uint32_t deck;    /* maximum deck size */
    uint32_t longest; /* turns after which a round is steered to its end; 0: as the deck allows */
    uint32_t steered; /* percentage of cards that are chosen; the others are random */
    bool full;        /* the deck has plan->deck cards, else only those drawn */
    cirno_card_set absent; /* cards that the subtask does not have */
};

/* A dealt game; the caller owns the arrays. */
struct cirno_dense {
    uint8_t *hands; /* players * CIRNO_HAND cards */
    uint8_t *deck;  /* room for plan->deck cards */
    uint32_t deck_size;
    uint32_t seen[CIRNO_EVENTS]; /* how often each event happened */
};

/* Deals a game for `plan`. Returns false if the deck was too short or p fell too low; try again
 * with other dice. Thread-safe. */
bool cirno_dense_deal(const struct cirno_dense_plan *plan, struct nf_dice *dice,
                      struct cirno_dense *dense);

#endif
