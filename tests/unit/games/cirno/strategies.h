/* Cards, setups and random strategies of Cirno's game, as texts. */
#ifndef NF_TEST_STRATEGIES_H
#define NF_TEST_STRATEGIES_H

#include "base/text.h"
#include "games/cirno/rules/cirno.h"
#include "sim/game.h"
#include "tests/unit/games/cirno/naive.h"

#include <stdint.h>

struct cirno_setup;
struct cirno_strategy;

/* The card of that name. */
uint8_t cirno_test_card(const char *name);

/* The same card in the naive player's table. */
cirno_naive_card cirno_test_naive_card(unsigned card);

/* Fills `setup` for dealt games: a profile, or weights like "A1=3,PASS=2" where not NULL; deck 0
 * for as many cards as a game uses. The strings are borrowed and must outlive it. Unlike
 * cirno_game.prepare it allocates nothing, so a test may make many. Fails the test if the weights
 * are wrong. */
void cirno_test_setup(struct cirno_setup *setup, uint32_t players, uint32_t rounds, uint32_t deck,
                      const char *profile, const char *weights, uint64_t seed);

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
