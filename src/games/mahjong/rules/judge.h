/* The judge's program of the mahjong simulator and the validator of its input. */
#ifndef NF_MAHJONG_JUDGE_H
#define NF_MAHJONG_JUDGE_H

#include "base/text.h"
#include "games/mahjong/rules/format.h"
#include "games/mahjong/rules/reference.h"

/* Plays `wall` with the reference, appends the transcript (NULL: none) and fills `outcome`. Returns
 * NF_IO without memory. Thread-safe. */
enum nf_status mahjong_narrate(const uint8_t wall[MAHJONG_WALL], struct nf_text *transcript,
                               struct mahjong_outcome *outcome, struct nf_error *err);

/* nf_problem.summarise, measures and measure: what was read is the wall, the course of a game is
 * its outcome. Thread-safe. */
void mahjong_summarise(const struct nf_match *match, struct nf_text *report);
extern const struct nf_measure mahjong_measures[];
void mahjong_measure(const struct nf_match *match, struct nf_measured ranges[NF_MAX_MEASURES]);

/* What an instance of the game looks like and how it is played. */
extern const struct nf_rules mahjong_rules;

#endif
