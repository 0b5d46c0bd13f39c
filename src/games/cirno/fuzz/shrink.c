#include "games/cirno/fuzz/shrink.h"

#include "base/lang.h"
#include "games/cirno/fuzz/shrink_internal.h"
#include "games/cirno/judge/judge.h"

#include <string.h>

/* ---- trials ---- */

void cirno_shrinker_copy(struct cirno_shrinker *shrinker)
{
    cirno_draft_copy(&shrinker->next, &shrinker->best);
}

bool cirno_shrinker_try(struct cirno_shrinker *shrinker)
{
    struct cirno_draft *const next = &shrinker->next;
    const uint64_t deck = next->deck_size, fixed = cirno_draft_weight(next) - deck;
    if (shrinker->trials.stopped || fixed >= shrinker->measure.weight ||
        !cirno_draft_settle(next, shrinker->exact, shrinker->measure.weight - fixed))
        return false;
    for (uint32_t seat = 0; shrinker->plain && seat < next->players; seat++)
        next->names[seat] = cirno_simple_name(seat);
    const struct cirno_measure measure = cirno_draft_measure(next);
    if (!cirno_measure_less(&measure, &shrinker->measure))
        return false;
    cirno_draft_print(&shrinker->trials.text, next);
    if (!nf_shrinker_try(&shrinker->trials))
        return false;
    const struct cirno_draft best = shrinker->best;
    shrinker->best = *next;
    *next = best;
    shrinker->measure = measure;
    return true;
}

/* ---- names, unused cards, rounds ---- */

/* Tries simple names, no unused cards, or both; keeps what works for all later candidates. */
static bool try_with(struct cirno_shrinker *shrinker, bool exact, bool plain)
{
    const bool exact_before = shrinker->exact, plain_before = shrinker->plain;
    cirno_shrinker_copy(shrinker);
    shrinker->exact |= exact;
    shrinker->plain |= plain;
    if (cirno_shrinker_try(shrinker))
        return true;
    shrinker->exact = exact_before;
    shrinker->plain = plain_before;
    return false;
}

static void shrink_surplus(struct cirno_shrinker *shrinker)
{
    cirno_shrinker_copy(shrinker);
    if (cirno_draft_settle(&shrinker->next, true, CIRNO_MAX_DECK) &&
        shrinker->next.deck_size == shrinker->best.deck_size)
        shrinker->exact = true; /* no card is unused */
    shrinker->plain |= shrinker->measure.names == 0;
    if (shrinker->exact && shrinker->plain)
        return;
    if (!try_with(shrinker, true, true) && !try_with(shrinker, true, false))
        try_with(shrinker, false, true);
}

static bool same_name(const struct nf_name *a, const struct nf_name *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* Tries a new, unused name for a player. */
static bool try_name(struct cirno_shrinker *shrinker, uint32_t seat, struct nf_name name)
{
    cirno_shrinker_copy(shrinker);
    for (uint32_t other = 0; other < shrinker->best.players; other++)
        if (other != seat && same_name(&shrinker->best.names[other], &name))
            return false;
    shrinker->next.names[seat] = name;
    return cirno_shrinker_try(shrinker);
}

/* If not all names can be simple: tries each alone, then shorter ones. */
static void shrink_names(struct cirno_shrinker *shrinker)
{
    for (uint32_t seat = 0; !shrinker->plain && seat < shrinker->best.players; seat++) {
        if (try_name(shrinker, seat, cirno_simple_name(seat)))
            continue;
        for (uint32_t cut = shrinker->best.names[seat].length / 2; cut > 0; cut /= 2) {
            struct nf_name name = shrinker->best.names[seat];
            while (name.length > cut) {
                name.length -= cut;
                if (!try_name(shrinker, seat, name))
                    break;
            }
        }
    }
}

/* Ends the game after the first round that fails. */
static void shrink_rounds(struct cirno_shrinker *shrinker)
{
    for (uint32_t passes = 0; shrinker->best.rounds - passes > 1;) {
        cirno_shrinker_copy(shrinker);
        const uint32_t middle = passes + (shrinker->best.rounds - passes) / 2;
        shrinker->next.rounds = middle;
        if (!cirno_shrinker_try(shrinker))
            passes = middle;
    }
}

/* For a failure that needs a long deck, but not its play: drops rounds and ends the others soon,
 * but keeps the cards. */
static void shrink_play(struct cirno_shrinker *shrinker)
{
    const struct cirno_measure before = shrinker->measure;
    const bool exact = shrinker->exact;
    shrinker->exact = false;
    shrink_rounds(shrinker);
    cirno_shrinker_copy(shrinker);
    memset(shrinker->next.hands, CIRNO_FILLER, sizeof shrinker->next.hands);
    memset(shrinker->next.deck, CIRNO_FILLER, shrinker->next.deck_size);
    cirno_shrinker_try(shrinker);
    shrinker->exact = exact && !cirno_measure_less(&shrinker->measure, &before);
}

/* ---- shrinking ---- */

static void shrink_all(struct cirno_shrinker *shrinker)
{
    struct cirno_measure before;
    do {
        before = shrinker->measure;
        shrink_surplus(shrinker);
        cirno_shrink_to_decision(shrinker);
        shrink_rounds(shrinker);
        shrink_play(shrinker);
        cirno_shrink_end(shrinker);
        cirno_shrink_start(shrinker);
        cirno_shrink_deck(shrinker);
        cirno_shrink_cards(shrinker);
        shrink_names(shrinker);
    } while (!shrinker->trials.stopped && cirno_measure_less(&shrinker->measure, &before));
}

/* Shrinks until nothing helps, and leaves the result in the text of the trials. */
static void shrink(struct cirno_shrinker *shrinker, const struct nf_input *instance,
                   const struct cirno_parsed *parsed)
{
    struct cirno_draft *const best = &shrinker->best;
    if (!cirno_draft_open(best) || !cirno_draft_open(&shrinker->next)) {
        nf_shrinker_fail(&shrinker->trials);
        return;
    }
    cirno_draft_take(best, parsed);
    shrinker->measure = cirno_draft_measure(best);
    cirno_draft_print(&shrinker->trials.text, best);
    if (nf_shrinker_start(&shrinker->trials, instance)) {
        shrink_all(shrinker);
        cirno_draft_print(&shrinker->trials.text, best);
    }
}

/* Returns NF_INVALID unless the deck covers the game, including the last loser's draw. */
static enum nf_status check(const struct nf_input *instance, const struct cirno_parsed *parsed,
                            struct nf_error *err)
{
    struct cirno_course course;
    const enum cirno_end end = cirno_narrate(&parsed->instance, parsed->names, NULL, &course);
    if (end != CIRNO_COMPLETE || course.missing > 0)
        return cirno_fail_course(instance, parsed, end, &course, err);
    return NF_OK;
}

enum nf_status cirno_shrink(const struct nf_input *instance, const struct nf_trier *trier,
                            struct nf_text *smallest, struct nf_error *err)
{
    struct cirno_parsed parsed;
    enum nf_status status = cirno_parse(instance, &parsed, err);
    if (status != NF_OK)
        return status;
    status = check(instance, &parsed, err);
    if (status == NF_OK) {
        struct cirno_shrinker shrinker = {.trials = {.trier = trier}};
        shrink(&shrinker, instance, &parsed);
        status = nf_shrinker_end(&shrinker.trials, instance, smallest, err);
        cirno_draft_close(&shrinker.best);
        cirno_draft_close(&shrinker.next);
    }
    cirno_parsed_free(&parsed);
    return status;
}

enum nf_status cirno_size(const struct nf_input *instance, struct nf_text *words,
                          struct nf_error *err)
{
    struct cirno_parsed parsed;
    const enum nf_status status = cirno_parse(instance, &parsed, err);
    if (status != NF_OK)
        return status;
    const struct cirno_instance *const game = &parsed.instance;
    nf_text_format(words, P_("%u player", "%u players", game->players), game->players);
    nf_text_format(words, P_(", %u round", ", %u rounds", game->rounds), game->rounds);
    nf_text_format(words, P_(", %u deck card", ", %u deck cards", game->deck_size),
                   game->deck_size);
    cirno_parsed_free(&parsed);
    return NF_OK;
}
