#include "gen/pigs/deal.h"

#include "base/lang.h"
#include "base/suggest.h"

#include <string.h>

const struct nf_profile pigs_profiles[PIGS_PROFILES + 1] = {
    [PIGS_UNIFORM] = {.name = "uniform", .help = N_("eight cards equally likely")},
    [PIGS_SHORT] = {.name = "short", .help = N_("decks of 1 to 30 cards, whose last one repeats")},
    [PIGS_JJ] = {.name = "jj", .help = N_("many J and tricks: J against J")},
    [PIGS_DUELS] = {.name = "duels", .help = N_("many F and K")},
    [PIGS_WEAPONS] = {.name = "weapons", .help = N_("many Z and K")},
    [PIGS_KILLS_LOYAL] = {.name = "loyal",
                          .help = N_("one rebel, many N and W: the main pig kills loyal ones")},
    [PIGS_KILLS_REBELS] = {.name = "rebels",
                           .help = N_("no loyal pig, many N and W: rebels kill rebels")},
    [PIGS_MAX] = {.name = "max",
                  .help = N_("ten pigs, 2,000 cards, many P and D: long games"),
                  .players = PIGS_SEATS,
                  .deck = PIGS_DECK},
};

/* Sixteen cards of each profile. */
static const char letters[PIGS_PROFILES][17] = {
    [PIGS_UNIFORM] = "DDPPKKZZJJFFNNWW",      [PIGS_SHORT] = "DDPPKKZZJJFFNNWW",
    [PIGS_JJ] = "JJJJJJJFFFNNWWKP",           [PIGS_DUELS] = "FFFFKKKKKKPPJDNZ",
    [PIGS_WEAPONS] = "ZZZKKKKKKKDDPFNW",      [PIGS_KILLS_LOYAL] = "NNNNWWWWKKFPPDZJ",
    [PIGS_KILLS_REBELS] = "NNNWWWDDDKKKPPFJ", [PIGS_MAX] = "PPPDDDDDDKKJZNFW",
};

enum nf_status pigs_find_profile(const char *name, enum pigs_profile *profile, struct nf_error *err)
{
    struct nf_nearest nearest = {.typed = name};
    for (int i = 0; i < PIGS_PROFILES; i++) {
        if (strcmp(pigs_profiles[i].name, name) == 0) {
            *profile = (enum pigs_profile)i;
            return NF_OK;
        }
        nf_nearest_offer(&nearest, pigs_profiles[i].name);
    }
    char question[64];
    return nf_fail(err, NF_USAGE, "--profile: '%.100s' is not a profile of this game%s", name,
                   nf_nearest_question(&nearest, "", question));
}

/* Returns a number below `total` from chunk `position` of the first word. */
static uint32_t below(const struct nf_key *key, uint64_t word, unsigned position, uint32_t total)
{
    uint32_t ticket;
    const uint32_t chunk = (uint32_t)(word >> 16 * position & 0xffff);
    if (!nf_draw(chunk, total, nf_reject_below(total), &ticket))
        ticket = nf_redraw(key, position, total);
    return ticket;
}

/* The rebels among the pigs but the first, by bits. */
static uint32_t draw_rebels(const struct pigs_deal *deal, const struct nf_key *key, uint64_t word)
{
    const uint32_t others = deal->seats - 1, all = (1u << others) - 1;
    switch (deal->profile) {
    case PIGS_KILLS_LOYAL: return 1u << below(key, word, 0, others);
    case PIGS_KILLS_REBELS: return all;
    default: return 1 + below(key, word, 0, all);
    }
}

void pigs_deal(const struct pigs_deal *deal, const struct nf_key *key,
               struct pigs_instance *instance)
{
    enum { A_WORD = 16, MOST_SHORT = 30 };
    struct nf_rng rng = nf_rng_start(key);
    const uint64_t first = nf_rng_next(&rng);
    const uint32_t rebels = draw_rebels(deal, key, first), seats = deal->seats;
    uint8_t kinds[A_WORD], cards[PIGS_SEATS * PIGS_DEALT + PIGS_DECK + A_WORD];
    instance->seats = seats;
    instance->cards = deal->cards > 0               ? deal->cards
                      : deal->profile == PIGS_SHORT ? 1 + below(key, first, 1, MOST_SHORT)
                                                    : PIGS_DECK;
    instance->roles[0] = PIGS_MAIN;
    for (uint32_t seat = 1; seat < seats; seat++)
        instance->roles[seat] = (rebels >> (seat - 1) & 1) != 0 ? PIGS_REBEL : PIGS_LOYAL;
    for (unsigned i = 0; i < A_WORD; i++)
        kinds[i] = (uint8_t)(strchr(PIGS_LETTERS, letters[deal->profile][i]) - PIGS_LETTERS);
    for (uint32_t i = 0; i < seats * PIGS_DEALT + instance->cards; i += A_WORD) {
        const uint64_t word = nf_rng_next(&rng);
        for (unsigned place = 0; place < A_WORD; place++)
            cards[i + place] = kinds[word >> 4 * place & 15];
    }
    memcpy(instance->hands, cards, seats * PIGS_DEALT);
    memcpy(instance->deck, cards + seats * PIGS_DEALT, instance->cards);
}

bool pigs_deal_valid(const struct pigs_deal *deal, struct nf_key *key,
                     struct pigs_instance *instance, struct pigs_game *game)
{
    const uint64_t last = key->attempt + PIGS_ATTEMPTS;
    for (; key->attempt < last; key->attempt++) {
        pigs_deal(deal, key, instance);
        if (!pigs_play(game, instance, NULL))
            continue;
        if (deal->cards == 0 && game->drawn < instance->cards)
            instance->cards = game->drawn;
        return true;
    }
    return false;
}
