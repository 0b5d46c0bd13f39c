/* What fuzz, check and pages need of The Number Game: nf_problem.fuzz. All functions are
 * thread-safe.
 */
#ifndef NF_TNG_FUZZING_H
#define NF_TNG_FUZZING_H

#include "games/tng/rules/tng.h"
#include "judge/problem.h"

/* The game as the tester sees it (problem.c). */
extern const struct nf_problem tng_problem;

/* nf_fuzz_ops.write_story, players, panels and frames. */
enum { TNG_MAX_FRAMES = TNG_MAX_MOVES + 2 };
extern const struct nf_panel tng_panels[];
bool tng_write_story(const struct nf_match *match, struct nf_narration *narration);
json_t *tng_players(const struct nf_match *match);

/* nf_fuzz_ops.comparer. The explanation has the line expected and the line found, the game, and
 * best play: at most 19 lines of 80 columns. */
extern const struct nf_comparer tng_comparer;

/* nf_fuzz_ops.mistakes, points and play_as. The player is written as contestants write such
 * programs, and shares nothing with the rules: without mistakes it is a second opinion on them.
 * tests/mutants makes programs of it. */
extern const struct nf_mistake tng_mistakes[];
extern const struct nf_point tng_points[];
size_t tng_play_as(uint64_t mistakes, const struct nf_input *instance, FILE *out);

#endif
