/* What fuzz, check and pages need of Cirno's game: nf_problem.fuzz. All functions are thread-safe.
 */
#ifndef NF_CIRNO_FUZZING_H
#define NF_CIRNO_FUZZING_H

#include "judge/problem.h"

/* The game as the tester sees it (problem.c). */
extern const struct nf_problem cirno_problem;

/* nf_fuzz_ops.write_story, players and panels. */
bool cirno_write_story(const struct nf_match *match, struct nf_narration *narration);
json_t *cirno_players(const struct nf_match *match);
extern const struct nf_panel cirno_panels[];

/* nf_fuzz_ops.smaller, and size: "2 players, 1 round, 7 deck cards". */
extern const struct nf_smaller cirno_smaller;
void cirno_size(const struct nf_instance *read, struct nf_text *words);

/* nf_fuzz_ops.comparer. The explanation has at most 12 lines of at most 80 columns. */
extern const struct nf_comparer cirno_comparer;

/* nf_fuzz_ops.mistakes, points and play_as. The player is written as contestants write such
 * programs, and shares nothing with the rules: without mistakes it is a second opinion on them.
 * tests/mutants makes programs of it. */
extern const struct nf_mistake cirno_mistakes[];
extern const struct nf_point cirno_points[];
size_t cirno_play_as(uint64_t mistakes, const struct nf_input *instance, FILE *out);

#endif
