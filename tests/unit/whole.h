/* Whether a game has all parts that the simulator asks for, and a problem those of the tester. */
#ifndef NF_TESTS_WHOLE_H
#define NF_TESTS_WHOLE_H

#include "judge/problem.h"
#include "sim/game.h"

/* The name of a part that is asked for and not there, such as "rules->play"; NULL: none. Of an
 * optional part that is there, what it needs is asked for. Thread-safe. */
const char *nf_game_lacks(const struct nf_game *game);
const char *nf_problem_lacks(const struct nf_problem *problem);

#endif
