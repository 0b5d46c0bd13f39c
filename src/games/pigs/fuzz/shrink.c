/* Makes a failing instance smaller: fewer pigs, a shorter deck, simpler cards. */
#include "core/format/shrink.h"
#include "base/lang.h"
#include "games/pigs/fuzz/fuzzing.h"
#include "games/pigs/rules/format.h"

#include <stdlib.h>
#include <string.h>

struct shrinker {
    struct nf_shrinker trials;
    struct pigs_match *match; /* its instance still fails; its game is for looking */
    struct pigs_instance next;
};

/* Tries `next`, if it is valid: it has a rebel and an end. */
static bool try_next(struct shrinker *shrinker)
{
    bool rebel = false;
    for (uint32_t seat = 1; seat < shrinker->next.seats; seat++)
        rebel = rebel || shrinker->next.roles[seat] == PIGS_REBEL;
    if (shrinker->trials.stopped || !rebel || shrinker->next.cards == 0 ||
        !pigs_play(&shrinker->match->game, &shrinker->next, NULL))
        return false;
    pigs_print(&shrinker->trials.text, &shrinker->next);
    if (!nf_shrinker_try(&shrinker->trials))
        return false;
    shrinker->match->instance = shrinker->next;
    return true;
}

static void drop_pig(struct shrinker *shrinker, uint32_t seat)
{
    struct pigs_instance *const next = &shrinker->next;
    *next = shrinker->match->instance;
    next->seats--;
    memmove(&next->roles[seat], &next->roles[seat + 1], next->seats - seat);
    memmove(next->hands[seat], next->hands[seat + 1], (next->seats - seat) * PIGS_DEALT);
}

/* Leaves out `count` cards of the deck from `first` on. */
static bool drop_cards(struct shrinker *shrinker, uint32_t first, uint32_t count)
{
    struct pigs_instance *const next = &shrinker->next;
    *next = shrinker->match->instance;
    if (first + count > next->cards)
        return false;
    next->cards -= count;
    memmove(next->deck + first, next->deck + first + count, next->cards - first);
    return try_next(shrinker);
}

/* Tries every simpler card at a place of a hand or the deck, the simplest first. */
static bool simplify(struct shrinker *shrinker, size_t offset)
{
    const uint8_t now = ((const uint8_t *)&shrinker->match->instance)[offset];
    for (uint8_t card = 0; card < now; card++) {
        shrinker->next = shrinker->match->instance;
        ((uint8_t *)&shrinker->next)[offset] = card;
        if (try_next(shrinker))
            return true;
    }
    return false;
}

static bool shrink_once(struct shrinker *shrinker)
{
    const struct pigs_instance *const best = &shrinker->match->instance;
    bool smaller = false;
    for (uint32_t seat = best->seats - 1; seat > 0 && best->seats > 2; seat--) {
        drop_pig(shrinker, seat);
        smaller |= try_next(shrinker);
    }
    for (uint32_t size = best->cards / 2; size > 0; size /= 2)
        for (uint32_t end = best->cards; end >= size;) {
            const bool dropped = drop_cards(shrinker, end - size, size);
            smaller |= dropped;
            end = dropped && end > best->cards ? best->cards : end - size;
        }
    for (uint32_t seat = 0; seat < best->seats; seat++)
        for (uint32_t place = 0; place < PIGS_DEALT; place++)
            smaller |= simplify(shrinker,
                                offsetof(struct pigs_instance, hands) + seat * PIGS_DEALT + place);
    for (uint32_t place = 0; place < best->cards; place++)
        smaller |= simplify(shrinker, offsetof(struct pigs_instance, deck) + place);
    return smaller;
}

enum nf_status pigs_shrink(const struct nf_input *instance, const struct nf_trier *trier,
                           struct nf_text *smallest, struct nf_error *err)
{
    struct shrinker shrinker = {.trials = {.trier = trier}};
    const enum nf_status status = pigs_read(instance, NULL, &shrinker.match, err);
    if (status != NF_OK)
        return status;
    pigs_print(&shrinker.trials.text, &shrinker.match->instance);
    if (nf_shrinker_start(&shrinker.trials, instance)) {
        while (!shrinker.trials.stopped && shrink_once(&shrinker))
            ;
        pigs_print(&shrinker.trials.text, &shrinker.match->instance);
    }
    free(shrinker.match);
    return nf_shrinker_end(&shrinker.trials, instance, smallest, err);
}

enum nf_status pigs_size(const struct nf_input *instance, struct nf_text *words,
                         struct nf_error *err)
{
    struct pigs_match *match;
    const enum nf_status status = pigs_read(instance, NULL, &match, err);
    if (status != NF_OK)
        return status;
    const unsigned cards = match->instance.cards;
    nf_text_format(words, _("%u pigs"), match->instance.seats);
    nf_text_format(words, P_(", %u card", ", %u cards", cards), cards);
    free(match);
    return NF_OK;
}
