/* Shrinking steps on single cards. */
#include "games/cirno/fuzz/shrink_internal.h"

#include <string.h>

enum { FEW = 256 }; /* most parts into which a deck is divided */

static bool try_end(struct cirno_shrinker *shrinker, uint32_t keep)
{
    cirno_shrinker_copy(shrinker);
    shrinker->next.deck_size = keep;
    return cirno_shrinker_try(shrinker);
}

/* Replaces as much as possible of the end of the deck by fillers: after the failure the game only
 * has to end. */
void cirno_shrink_end(struct cirno_shrinker *shrinker)
{
    if (try_end(shrinker, 0))
        return;
    for (uint32_t passes = 0, fails = shrinker->best.deck_size; fails - passes > 1;) {
        const uint32_t keep = passes + (fails - passes) / 2;
        if (try_end(shrinker, keep))
            fails = keep;
        else
            passes = keep;
    }
}

static void remove_cards(struct cirno_draft *draft, uint32_t from, uint32_t count)
{
    const uint32_t end = from + count;
    memmove(draft->deck + from, draft->deck + end, draft->deck_size - end);
    draft->deck_size -= count;
}

/* Removes parts of the deck, or replaces them by fillers; large parts first, then smaller ones. */
static void cut_parts(struct cirno_shrinker *shrinker, bool fill)
{
    const uint32_t whole = shrinker->best.deck_size;
    for (uint32_t part = whole / 2; part > whole / FEW && !shrinker->trials.stopped; part /= 2)
        for (uint32_t from = 0;
             from + part <= shrinker->best.deck_size && !shrinker->trials.stopped;) {
            cirno_shrinker_copy(shrinker);
            if (fill)
                memset(shrinker->next.deck + from, CIRNO_FILLER, part);
            else
                remove_cards(&shrinker->next, from, part);
            if (!cirno_shrinker_try(shrinker) || fill)
                from += part;
        }
}

static uint8_t *card_at(struct cirno_draft *draft, cirno_origin origin)
{
    return origin < CIRNO_ALL_HANDS ? &draft->hands[origin]
                                    : &draft->deck[origin - CIRNO_ALL_HANDS];
}

/* Replaces a card that is played by the card drawn after it. */
static void skip_plays(struct cirno_shrinker *shrinker)
{
    for (uint32_t skipped = 0; skipped < FEW && !shrinker->trials.stopped; skipped++) {
        struct cirno_stand stand;
        struct cirno_step step;
        cirno_stand_open(&stand, &shrinker->best);
        for (uint32_t turn = 0; turn <= skipped; turn++)
            if (stand.round == shrinker->best.rounds ||
                !cirno_stand_turn(&stand, &shrinker->best, &step))
                return;
        if (step.card == CIRNO_LOSES)
            continue;
        cirno_shrinker_copy(shrinker);
        *card_at(&shrinker->next, step.origin) = shrinker->next.deck[step.drawn];
        remove_cards(&shrinker->next, step.drawn, 1);
        if (cirno_shrinker_try(shrinker))
            skipped--;
    }
}

void cirno_shrink_deck(struct cirno_shrinker *shrinker)
{
    cirno_shrink_end(shrinker);
    cut_parts(shrinker, false);
    cut_parts(shrinker, true);
    skip_plays(shrinker);
}

/* Tries other cards at `origin`, simplest first. A card that is not simpler may still end the game
 * sooner; others are not tried. */
static void change_card(struct cirno_shrinker *shrinker, cirno_origin origin)
{
    for (uint32_t rank = 0; rank < CIRNO_CARDS && !shrinker->trials.stopped; rank++) {
        cirno_shrinker_copy(shrinker);
        *card_at(&shrinker->next, origin) = cirno_card_of_rank(rank);
        if (cirno_shrinker_try(shrinker))
            return;
    }
}

void cirno_shrink_cards(struct cirno_shrinker *shrinker)
{
    for (uint32_t seat = 0; seat < shrinker->best.players; seat++) {
        cirno_shrinker_copy(shrinker);
        memset(shrinker->next.hands + seat * CIRNO_HAND, CIRNO_FILLER, CIRNO_HAND);
        cirno_shrinker_try(shrinker);
    }
    for (uint32_t place = 0; place < shrinker->best.players * CIRNO_HAND; place++)
        change_card(shrinker, place);
    /* Long decks are not worth it: nobody reads them. */
    for (uint32_t place = 0; place < shrinker->best.deck_size && shrinker->best.deck_size <= FEW;
         place++)
        change_card(shrinker, CIRNO_ALL_HANDS + place);
}
