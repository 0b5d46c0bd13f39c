#include "gen/mahjong/profiles.h"

#include "base/lang.h"

const struct nf_profile mahjong_profiles[MAHJONG_PROFILES + 1] = {
    [MAHJONG_UNIFORM] = {.name = "uniform", .help = N_("every order of the wall equally likely")},
    [MAHJONG_CLUSTERED] = {.name = "clustered", .help = N_("equal tiles dealt to the same player")},
    [MAHJONG_SPECIALS_EARLY] = {.name = "specials", .help = N_("special tiles among the first 64")},
    [MAHJONG_ORPHANS] = {.name = "orphans", .help = N_("hands of honours, 1 and 9: long games")},
    [MAHJONG_SPREAD] = {.name = "spread",
                        .help = N_("equal tiles far apart: four walls in ten run out")},
};
