/* Random strategies, as texts. */
#ifndef NF_TEST_STRATEGIES_H
#define NF_TEST_STRATEGIES_H

#include "base/text.h"
#include "core/contract/game.h"

#include <stdint.h>

struct cirno_strategy;

enum { STRATEGIES_MOST = 30 };

/* Reads a strategy; fails the test with what is wrong in `text`. */
void must_read_strategy(const char *text, struct cirno_strategy *strategy);

/* Strategies and who plays by which. */
struct random_seats {
    struct nf_text texts[STRATEGIES_MOST];
    char names[STRATEGIES_MOST][4];
    struct nf_strategy strategies[STRATEGIES_MOST + 1]; /* ended by a NULL name */
    char list[512];                                     /* of a --strategy option */
};

/* Makes up to `kinds` strategies and gives each of `players` one of them. They have up to `groups`
 * groups a section of any aims, cards, ties and conditions, `random` among the aims where `rolls`.
 */
void random_seats_make(struct random_seats *seats, uint64_t *random, uint32_t players,
                       uint32_t kinds, uint32_t groups, bool rolls);
void random_seats_free(struct random_seats *seats);

#endif
