/* The judge's program of the mahjong simulator and the validator of its input. */
#ifndef NF_MAHJONG_JUDGE_H
#define NF_MAHJONG_JUDGE_H

#include "base/text.h"
#include "core/contract/judge_ops.h"
#include "core/contract/suite.h"
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

/* nf_judge_ops.play: appends the transcript of the instance `input`. Thread-safe. */
enum nf_status mahjong_judge(const struct nf_input *input, struct nf_text *transcript,
                             struct nf_error *err);

/* nf_judge_ops.verify: like mahjong_judge(), but the input must be exactly what mahjong_print()
 * writes. Appends a summary of two lines to `report` for a valid game. Thread-safe. */
enum nf_status mahjong_verify(const struct nf_input *input, struct nf_text *report,
                              struct nf_error *err);

/* nf_judge_ops.measures and measure. */
extern const struct nf_measure mahjong_measures[];
enum nf_status mahjong_measure(const struct nf_input *instance,
                               struct nf_measured ranges[NF_MAX_MEASURES], struct nf_error *err);

/* nf_game.suite, see suite.c; and what the problem package has besides. */
extern const struct nf_suite mahjong_suite;
extern const struct nf_package mahjong_package;

#endif
