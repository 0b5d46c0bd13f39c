/* Rows of words for an explanation: a label, then text that is wrapped at 80 columns. */
#ifndef NF_CIRNO_EXPLAIN_WORDS_H
#define NF_CIRNO_EXPLAIN_WORDS_H

#include "base/text.h"
#include "games/cirno/fuzz/explain_scene.h"

/* Append what a player at the table of `scene` has to know: the place in the game, her hand with
 * the p each card makes, and why the rules have her do what they do. Only for turns. */
void cirno_words_where(struct nf_text *why, const struct cirno_scene *scene,
                       const struct cirno_name *names);
void cirno_words_hand(struct nf_text *why, const struct cirno_scene *scene);
void cirno_words_rule(struct nf_text *why, const struct cirno_scene *scene);

/* Appends why it is the turn of the player that `scene` names. Only for turns. */
void cirno_words_turn(struct nf_text *why, const struct cirno_scene *scene,
                      const struct cirno_name *names);

/* Appends how `card` changes p. Only for turns. */
void cirno_words_sum(struct nf_text *why, const struct cirno_scene *scene, unsigned card);

#endif
