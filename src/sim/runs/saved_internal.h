/* Shared by writing and reading saved runs. See saved.h for the format. */
#ifndef NF_SAVED_INTERNAL_H
#define NF_SAVED_INTERNAL_H

#include "sim/runs/document.h"

extern const struct nf_document_kind nf_saved_kind;

/* Most games of a saved run, so that sums of a game, such as squared events per seat, do not
 * overflow. At a million games a second they take 29 years. */
extern const uint64_t nf_saved_most_games;

#endif
