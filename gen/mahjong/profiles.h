/* Named kinds of walls. */
#ifndef NF_MAHJONG_PROFILES_H
#define NF_MAHJONG_PROFILES_H

#include "gen/mahjong/deal.h"
#include "sim/game.h"

/* By enum mahjong_profile, ended by a NULL name; the first is the default. */
extern const struct nf_profile mahjong_profiles[MAHJONG_PROFILES + 1];

#endif
