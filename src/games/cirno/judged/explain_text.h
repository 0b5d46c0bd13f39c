/* Rows of an explanation: a label, then text wrapped at 80 columns. All functions are
 * thread-safe. */
#ifndef NF_CIRNO_EXPLAIN_TEXT_H
#define NF_CIRNO_EXPLAIN_TEXT_H

#include "base/text.h"
#include "games/cirno/judged/position.h"

/* Append the place in the game, the player's hand with the p that each card makes, and the rule
 * that decides her play. Only for turns. */
void cirno_explain_where(struct nf_text *why, const struct cirno_position *position,
                         const struct nf_name *names);
void cirno_explain_hand(struct nf_text *why, const struct cirno_position *position);
void cirno_explain_rule(struct nf_text *why, const struct cirno_position *position);

/* Appends why it is this player's turn. Only for turns. */
void cirno_explain_turn(struct nf_text *why, const struct cirno_position *position,
                        const struct nf_name *names);

/* Appends how `card` changes p. Only for turns. */
void cirno_explain_sum(struct nf_text *why, const struct cirno_position *position, unsigned card);

#endif
