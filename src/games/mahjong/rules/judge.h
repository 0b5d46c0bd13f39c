/* The judge's program of the mahjong simulator and the validator of its input. */
#ifndef NF_MAHJONG_JUDGE_H
#define NF_MAHJONG_JUDGE_H

#include "base/text.h"
#include "games/mahjong/rules/format.h"
#include "games/mahjong/rules/reference.h"

/* An observer that writes the transcript. If memory runs out, it sets text->failed. */
struct mahjong_transcriber {
    struct mahjong_observer observer;
    struct nf_text *text;
};

/* Returns a transcriber that appends to `text`, which must outlive it. */
struct mahjong_transcriber mahjong_transcriber(struct nf_text *text);

/* Plays `wall` with the reference, appends the transcript (NULL: none) and fills `outcome`. Returns
 * NF_IO without memory. Thread-safe. */
enum nf_status mahjong_narrate(const uint8_t wall[MAHJONG_WALL], struct nf_text *transcript,
                               struct mahjong_outcome *outcome, struct nf_error *err);

/* nf_rules.play, summarise, measures and measure: what was read is the wall, the course of a
 * game is its outcome. Thread-safe. */
enum nf_status mahjong_judge(const struct nf_match *match, struct nf_text *transcript,
                             uint64_t *reached, struct nf_error *err);
void mahjong_summarise(const struct nf_match *match, struct nf_text *report);
extern const struct nf_measure mahjong_measures[];
void mahjong_measure(const struct nf_match *match, struct nf_measured ranges[NF_MAX_MEASURES]);

/* What an instance of the game looks like and how it is played. */
extern const struct nf_rules mahjong_rules;

#endif
