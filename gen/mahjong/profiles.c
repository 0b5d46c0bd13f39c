#include "gen/mahjong/profiles.h"

#include "base/lang.h"
#include "base/suggest.h"

#include <string.h>

const struct nf_profile mahjong_profiles[MAHJONG_PROFILES + 1] = {
    [MAHJONG_UNIFORM] = {.name = "uniform", .help = N_("every order of the wall equally likely")},
    [MAHJONG_CLUSTERED] = {.name = "clustered", .help = N_("equal tiles dealt to the same player")},
    [MAHJONG_SPECIALS_EARLY] = {.name = "specials", .help = N_("special tiles among the first 64")},
    [MAHJONG_ORPHANS] = {.name = "orphans", .help = N_("hands of honours, 1 and 9: long games")},
    [MAHJONG_SPREAD] = {.name = "spread",
                        .help = N_("equal tiles far apart: four walls in ten run out")},
};

enum nf_status mahjong_find_profile(const char *name, enum mahjong_profile *profile,
                                    struct nf_error *err)
{
    struct nf_nearest nearest = {.typed = name};
    for (int i = 0; i < MAHJONG_PROFILES; i++) {
        if (strcmp(mahjong_profiles[i].name, name) == 0) {
            *profile = (enum mahjong_profile)i;
            return NF_OK;
        }
        nf_nearest_offer(&nearest, mahjong_profiles[i].name);
    }
    char question[64];
    return nf_fail(err, NF_USAGE, "--profile: '%.100s' is not a profile of mahjong%s", name,
                   nf_nearest_question(&nearest, "", question));
}
