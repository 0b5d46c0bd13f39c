/* The walls that mahjong can be dealt from, by name. */
#ifndef NF_MAHJONG_PROFILES_H
#define NF_MAHJONG_PROFILES_H

#include "base/error.h"
#include "core/contract/game.h"
#include "gen/mahjong/deal.h"

/* By enum mahjong_profile, ended by a NULL name; the first is the default. */
extern const struct nf_profile mahjong_profiles[MAHJONG_PROFILES + 1];

/* The profile of that name. NF_USAGE for an unknown one, with the nearest name. Thread-safe. */
enum nf_status mahjong_find_profile(const char *name, enum mahjong_profile *profile,
                                    struct nf_error *err);

#endif
