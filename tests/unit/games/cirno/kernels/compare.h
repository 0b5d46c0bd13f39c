/* Compares all kernels of Cirno's game with the reference, game by game and field by field. */
#ifndef NF_TEST_COMPARE_H
#define NF_TEST_COMPARE_H

#include "games/cirno/rules/cirno.h"
#include "gen/cirno/setup.h"

enum { COMPARE_MOST = 1000 }; /* games a comparison can have */

/* What is compared next: dealt games, or explicit ones if `instances` is set. With a seating, its
 * list and texts are in the parameters for messages, and kernels that cannot play it are left out.
 */
extern struct cirno_setup compare_setup;

/* The state of all random choices, see nf_test_random(). */
extern uint64_t compare_random;

/* A random number from low to high, both included. */
uint32_t compare_between(uint32_t low, uint32_t high);

/* Compares all kernels this machine can run on the games first .. first+games-1: each index comes
 * exactly once, with the reference's record of every round and its counts of rejected candidates.
 * Indices are fed in pieces of random size; a kernel's memory ends at a guard page and starts as
 * rubbish. Where the reference refuses an index because all its candidates were thrown away, every
 * kernel has to refuse it, and those before it are compared. Fails the test at the first
 * difference, after a line that describes it. */
void compare_games(uint64_t first, uint32_t games);

/* The reference refuses index `first`: every kernel does, in the same words. */
void compare_refusal(uint64_t first);

/* Turns compared so far, of each kernel. */
uint64_t compare_turns(void);

/* Prints a note for each kernel: how much of it was compared, or that it was skipped. */
void compare_report(void);

#endif
