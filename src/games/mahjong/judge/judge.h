/* The judge's program of the mahjong simulator and the validator of its input. */
#ifndef NF_MAHJONG_JUDGE_H
#define NF_MAHJONG_JUDGE_H

#include "base/text.h"
#include "games/mahjong/rules/reference.h"

/* An observer that writes the transcript, line by line. Memory that runs out shows in
 * text->failed. */
struct mahjong_scribe {
    struct mahjong_observer observer;
    struct nf_text *text;
};

/* The scribe that appends to `text`, which must outlive it. */
struct mahjong_scribe mahjong_scribe(struct nf_text *text);

/* Plays `wall` by the reference and appends the transcript (where not NULL). NF_IO without memory.
 * Thread-safe. */
enum nf_status mahjong_narrate(const uint8_t wall[MAHJONG_WALL], struct nf_text *transcript,
                               struct mahjong_outcome *outcome, struct nf_error *err);

/* Instance in, transcript out: struct nf_judge_ops's play. */
enum nf_status mahjong_judge(const struct nf_input *input, struct nf_text *transcript,
                             struct nf_error *err);

/* Struct nf_judge_ops's verify: as mahjong_judge, but the input must be to the byte what
 * mahjong_print() writes; a valid game adds a summary of two lines to `report`. */
enum nf_status mahjong_verify(const struct nf_input *input, struct nf_text *report,
                              struct nf_error *err);

#endif
