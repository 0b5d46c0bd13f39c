/* What fuzz, check and pages need of the pig game. */
#ifndef NF_PIGS_FUZZING_H
#define NF_PIGS_FUZZING_H

#include "judge/problem.h"

/* The game as the tester sees it (problem.c). */
extern const struct nf_problem pigs_problem;

/* nf_fuzz_ops.write_story and players, and how frames are drawn. */
extern const struct nf_panel pigs_panels[];
enum { PIGS_MAX_FRAMES = 1000 };
bool pigs_write_story(const struct nf_match *match, struct nf_narration *narration);
json_t *pigs_players(const struct nf_match *match);

/* nf_fuzz_ops.comparer. */
extern const struct nf_comparer pigs_comparer;

/* nf_fuzz_ops.mistakes, points and play_as. The player is written as contestants write such
 * programs, and shares nothing with the rules: without mistakes it is a second opinion on them. A
 * game that does not come to an end prints nothing. tests/mutants makes programs of it. */
extern const struct nf_mistake pigs_mistakes[];
extern const struct nf_point pigs_points[];
size_t pigs_play_as(uint64_t mistakes, const struct nf_input *instance, FILE *out);

#endif
