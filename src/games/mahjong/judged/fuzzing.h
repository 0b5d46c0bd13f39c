/* What fuzz, check and pages need of mahjong: nf_problem.fuzz. All functions are thread-safe. */
#ifndef NF_MAHJONG_FUZZING_H
#define NF_MAHJONG_FUZZING_H

#include "judge/problem.h"

/* The game as the tester sees it (problem.c). */
extern const struct nf_problem mahjong_problem;

/* nf_fuzz_ops.write_story, players and panels. */
bool mahjong_write_story(const struct nf_match *match, struct nf_narration *narration);
json_t *mahjong_players(const struct nf_match *match);
extern const struct nf_panel mahjong_panels[];

/* nf_fuzz_ops.comparer. The explanation has the player, the turn, her hand and the rule that
 * applies. */
extern const struct nf_comparer mahjong_comparer;

/* nf_fuzz_ops.mistakes, points and play_as. The player is written as contestants write such
 * programs, and shares nothing with the rules: without mistakes it is a second opinion on them.
 * tests/mutants makes programs of it. */
extern const struct nf_mistake mahjong_mistakes[];
extern const struct nf_point mahjong_points[];
size_t mahjong_play_as(uint64_t mistakes, const struct nf_input *instance, FILE *out);

#endif
