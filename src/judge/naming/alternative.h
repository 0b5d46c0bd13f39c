/* Alternatives of rule points in words. */
#ifndef NF_ALTERNATIVE_H
#define NF_ALTERNATIVE_H

#include "base/text.h"
#include "judge/points.h"

/* Appends its name, "limit-97" or "largest-tie-ecabd", and what a player does who makes it, in the
 * chosen language. */
void nf_alternative_name(struct nf_text *text, const struct nf_alternative *alternative);
void nf_alternative_does(struct nf_text *text, const struct nf_alternative *alternative);

#endif
