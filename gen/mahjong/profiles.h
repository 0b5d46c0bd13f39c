/* Named kinds of walls. */
#ifndef NF_MAHJONG_PROFILES_H
#define NF_MAHJONG_PROFILES_H

#include "base/error.h"
#include "core/contract/game.h"
#include "gen/mahjong/deal.h"

/* By enum mahjong_profile, ended by a NULL name; the first is the default. */
extern const struct nf_profile mahjong_profiles[MAHJONG_PROFILES + 1];

/* Finds the profile of that name. Returns NF_USAGE for an unknown one, with the nearest name.
 * Thread-safe. */
enum nf_status mahjong_find_profile(const char *name, enum mahjong_profile *profile,
                                    struct nf_error *err);

#endif
