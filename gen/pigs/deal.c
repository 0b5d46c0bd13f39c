#include "gen/pigs/deal.h"

#include "base/lang.h"

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
static const char letters[PIGS_PROFILES][PIGS_STREAM_WORD + 1] = {
    [PIGS_UNIFORM] = "DDPPKKZZJJFFNNWW",      [PIGS_SHORT] = "DDPPKKZZJJFFNNWW",
    [PIGS_JJ] = "JJJJJJJFFFNNWWKP",           [PIGS_DUELS] = "FFFFKKKKKKPPJDNZ",
    [PIGS_WEAPONS] = "ZZZKKKKKKKDDPFNW",      [PIGS_KILLS_LOYAL] = "NNNNWWWWKKFPPDZJ",
    [PIGS_KILLS_REBELS] = "NNNWWWDDDKKKPPFJ", [PIGS_MAX] = "PPPDDDDDDKKJZNFW",
};

const uint8_t pigs_numbers['Z' + 1] = {
    ['D'] = PIGS_D, ['P'] = PIGS_P, ['K'] = PIGS_K, ['Z'] = PIGS_Z,
    ['J'] = PIGS_J, ['F'] = PIGS_F, ['N'] = PIGS_N, ['W'] = PIGS_W,
};

/* Returns a number below `total` from chunk `position` of the first word. */
static uint32_t chunk_below(const struct nf_key *key, uint64_t word, unsigned position,
                            uint32_t total)
{
    uint32_t ticket;
    const uint32_t chunk = (uint32_t)(word >> 16 * position & 0xffff);
    if (!nf_draw(chunk, total, nf_reject_below(total), &ticket))
        ticket = nf_redraw(key, position, total);
    return ticket;
}

/* The rebels, by seat. */
static uint32_t draw_rebels(const struct pigs_deal *deal, const struct nf_key *key, uint64_t word)
{
    const uint32_t others = deal->seats - 1, all = (1u << others) - 1;
    switch (deal->profile) {
    case PIGS_KILLS_LOYAL: return 2u << chunk_below(key, word, 0, others);
    case PIGS_KILLS_REBELS: return all << 1;
    default: return (1 + chunk_below(key, word, 0, all)) << 1;
    }
}

struct pigs_stream pigs_stream_start(const struct pigs_deal *deal, const struct nf_key *key)
{
    enum { MOST_SHORT = 30 };
    struct pigs_stream stream = {.rng = nf_rng_start(key), .letters = letters[deal->profile]};
    const uint64_t first = nf_rng_next(&stream.rng);
    stream.rebels = draw_rebels(deal, key, first);
    stream.cards = deal->cards > 0               ? deal->cards
                   : deal->profile == PIGS_SHORT ? 1 + chunk_below(key, first, 1, MOST_SHORT)
                                                 : PIGS_DECK;
    return stream;
}

void pigs_deal(const struct pigs_deal *deal, const struct nf_key *key,
               struct pigs_instance *instance)
{
    struct pigs_stream stream = pigs_stream_start(deal, key);
    instance->seats = deal->seats;
    instance->cards = stream.cards;
    for (uint32_t seat = 0; seat < deal->seats; seat++) {
        instance->roles[seat] = seat == 0                          ? PIGS_MAIN
                                : (stream.rebels >> seat & 1) != 0 ? PIGS_REBEL
                                                                   : PIGS_LOYAL;
        for (unsigned place = 0; place < PIGS_DEALT; place++)
            instance->hands[seat][place] = pigs_stream_next(&stream);
    }
    for (uint32_t i = 0; i < stream.cards; i++)
        instance->deck[i] = pigs_stream_next(&stream);
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
