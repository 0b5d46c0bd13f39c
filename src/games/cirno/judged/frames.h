/* What is seen of a game of Cirno's. All functions are thread-safe. */
#ifndef NF_CIRNO_FRAMES_H
#define NF_CIRNO_FRAMES_H

#include "games/cirno/judged/position.h"
#include "judge/story.h"

/* nf_fuzz_ops.panels. */
extern const struct nf_panel cirno_panels[];

/* Returns the frame of a line but the end: what happens there, and the table after it. The hands
 * are those before, with the card that is played, and `drawn` what she draws. A new reference. */
json_t *cirno_frame(const struct cirno_parsed *parsed, const struct cirno_position *position);

#endif
