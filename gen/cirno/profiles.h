/* The weights of cards in Cirno's game: named profiles and the user's weights. */
#ifndef NF_CIRNO_PROFILES_H
#define NF_CIRNO_PROFILES_H

#include "base/error.h"
#include "games/cirno/rules/cirno.h"
#include "gen/cirno/setup.h"

/* The profiles, ended by a NULL name; the first is the default. */
extern const struct nf_profile cirno_profiles[];

/* Fills `weights`, by enum cirno_card, from a profile or from a text like "A1=3,PASS=2" (other
 * cards get 0), divided by their greatest common divisor. If both are given, `text` is used.
 * Returns NF_USAGE for an unknown profile or card, an invalid number, no card at all, or a sum
 * above NF_MAX_TOTAL. Thread-safe. */
enum nf_status cirno_find_weights(const char *profile, const char *text,
                                  uint32_t weights[CIRNO_CARDS], struct nf_error *err);

/* Fills weights, total, reject_below and ticket_card of a setup from such weights. */
void cirno_set_weights(struct cirno_setup *setup, const uint32_t weights[CIRNO_CARDS]);

#endif
