/* Which cards Cirno's decks are made of: named profiles and the user's own weights. */
#ifndef NF_CIRNO_PROFILES_H
#define NF_CIRNO_PROFILES_H

#include "base/error.h"
#include "games/cirno/rules/cirno.h"
#include "gen/cirno/setup.h"

/* Ended by a NULL name; the first is the default. */
extern const struct nf_profile cirno_profiles[];

/* The weights of a profile, or those of a text like "A1=3,PASS=2" (cards not named get 0), by
 * enum cirno_card, divided by their greatest common divisor. `text` wins where both are given.
 * NF_USAGE for an unknown profile or card, a bad number, no card at all, or a sum above
 * NF_MAX_TOTAL. */
enum nf_status cirno_find_weights(const char *profile, const char *text,
                                  uint32_t weights[CIRNO_CARDS], struct nf_error *err);

/* Fills a setup's weights, total, reject_below and ticket_card from such weights. */
void cirno_set_weights(struct cirno_setup *setup, const uint32_t weights[CIRNO_CARDS]);

#endif
