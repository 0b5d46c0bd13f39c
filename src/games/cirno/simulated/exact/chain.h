/* A round of Cirno's game between one or two players as a Markov chain.
 *
 * Cards are drawn independently of everything that happened, so a card that was drawn need not be
 * known before its owner moves. Between two turns everybody therefore holds a pair of cards and
 * one that is still to be decided: with the mover, p and DOUBLE these are all there is to know. Two
 * players have 171 x 171 pairs instead of 1,140 x 1,140 hands. */
#ifndef NF_CIRNO_CHAIN_H
#define NF_CIRNO_CHAIN_H

#include "base/error.h"
#include "games/cirno/rules/rules.h"
#include "gen/cirno/deal.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    CIRNO_CHAIN_SEATS = 2, /* most players whose states can be numbered */
    CIRNO_CHAIN_PAIRS = CIRNO_CARDS * (CIRNO_CARDS + 1) / 2,
    CIRNO_CHAIN_HANDS = CIRNO_CARDS * (CIRNO_CARDS + 1) * (CIRNO_CARDS + 2) / 6,
};

/* What becomes of a turn. */
enum cirno_step_end {
    CIRNO_STEP_LOST, /* she has lost the round */
    CIRNO_STEP_OTHER,
    CIRNO_STEP_SAME, /* she moves again: a second card, or she plays alone */
};

/* One way a turn can go on from a hand: she plays a card and keeps a pair. */
struct cirno_step {
    double chance; /* of this way, 1 but for strategies that throw dice */
    uint16_t hand;
    uint16_t level;   /* p - floor */
    uint8_t card;     /* what she plays, an enum cirno_card; CIRNO_LOSES */
    uint8_t pair;     /* what she keeps */
    uint8_t end;      /* enum cirno_step_end */
    bool fell : 1;    /* p would have fallen below the floor, and is put there */
    bool doubled : 1; /* DOUBLE is pending then */
};

/* A hand as a pair and the kind that completes it; where there are less than three ways to make it,
 * the rest have a kind that is never drawn. */
struct cirno_making {
    uint8_t count, pair[CIRNO_HAND], kind[CIRNO_HAND];
};

struct cirno_chain {
    uint32_t players, levels, kinds, pairs, hands;
    int32_t floor;                  /* the lowest p that is kept apart */
    bool alike;                     /* two players who play alike */
    uint8_t card[CIRNO_CARDS];      /* the kinds of cards that are drawn at all, */
    double chance[CIRNO_CARDS + 1]; /* and how likely each of them is; behind them 0 */
    cirno_hand pair[CIRNO_CHAIN_PAIRS], hand[CIRNO_CHAIN_HANDS];
    uint8_t kinds_of[CIRNO_CHAIN_PAIRS][2];             /* of a pair, */
    uint8_t joined[CIRNO_CARDS][CIRNO_CARDS];           /* and the pair of two kinds */
    double dealt[CIRNO_CHAIN_PAIRS];                    /* how likely two cards are that pair */
    uint16_t completed[CIRNO_CHAIN_PAIRS][CIRNO_CARDS]; /* the hand of a pair and a kind */
    struct cirno_making making[CIRNO_CHAIN_HANDS];
    /* The steps of a turn, by hand: steps[first[b]] .. steps[first[b + 1] - 1] for the block b of
     * cirno_chain_block. */
    struct cirno_step *steps;
    uint32_t *first;
};

/* The states of one mover at one p are a block. */
static inline uint32_t cirno_chain_block(const struct cirno_chain *chain, uint32_t mover,
                                         bool doubled, uint32_t level)
{
    return (mover * 2 + doubled) * chain->levels + level;
}

static inline uint32_t cirno_chain_blocks(const struct cirno_chain *chain)
{
    return chain->players * 2 * chain->levels;
}

/* Makes the chain of a setup of at most CIRNO_CHAIN_SEATS players from its cards, its strategies
 * and the rules. Where `free_seat` is a seat, she has a step for each card that she may play,
 * whatever her strategy says. floor: -CIRNO_P_BOUND < floor <= 0. Release with cirno_chain_free.
 * NF_IO without memory. Thread-safe. */
enum nf_status cirno_chain_make(struct cirno_chain *chain, const struct cirno_setup *setup,
                                int32_t floor, uint32_t free_seat, struct nf_error *err);
void cirno_chain_free(struct cirno_chain *chain);

/* Memory for tables that are read all over, in huge pages where there are any: to look up pages of
 * 4 KB takes a tenth to a sixth of the time. */

enum { CIRNO_PAGE = 1 << 21 };

/* Returns `bytes` zeros from the start of a page on. *block is to be freed. NULL without memory. */
static inline void *cirno_pages(void **block, size_t bytes)
{
    *block = calloc(1, CIRNO_PAGE + bytes);
    if (*block == NULL)
        return NULL;
    char *const first = (char *)*block + (CIRNO_PAGE - (uintptr_t)*block % CIRNO_PAGE);
    (void)madvise(first, bytes, MADV_HUGEPAGE); /* only a hint */
    return first;
}

#endif
