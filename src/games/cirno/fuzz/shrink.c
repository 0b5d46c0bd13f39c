#include "games/cirno/fuzz/shrink.h"

#include "base/lang.h"
#include "games/cirno/fuzz/shrink_internal.h"
#include "games/cirno/judge/judge.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- trials ---- */

void cirno_shrinker_copy(struct cirno_shrinker *shrinker)
{
    cirno_draft_copy(&shrinker->next, &shrinker->best);
}

/* Returns the slot of `hash` in a table of `room` slots, a power of two: its own, or a free one. */
static size_t place_of(const uint64_t *seen, size_t room, uint64_t hash)
{
    size_t place = hash & (room - 1);
    while (seen[place] != 0 && seen[place] != hash)
        place = (place + 1) & (room - 1);
    return place;
}

static bool grow_seen(struct cirno_shrinker *shrinker)
{
    const size_t room = shrinker->seen_room > 0 ? 2 * shrinker->seen_room : 1024;
    uint64_t *const seen = calloc(room, sizeof *seen);
    if (seen == NULL)
        return false;
    for (size_t i = 0; i < shrinker->seen_room; i++)
        if (shrinker->seen[i] != 0)
            seen[place_of(seen, room, shrinker->seen[i])] = shrinker->seen[i];
    free(shrinker->seen);
    shrinker->seen = seen;
    shrinker->seen_room = room;
    return true;
}

/* Records the candidate in `text`; returns false if it was recorded before. */
static bool note(struct cirno_shrinker *shrinker)
{
    const uint64_t hash = XXH3_64bits(shrinker->text.data, shrinker->text.size) | 1;
    if (2 * shrinker->seen_count >= shrinker->seen_room && !grow_seen(shrinker)) {
        shrinker->failed = shrinker->stopped = true;
        return false;
    }
    const size_t place = place_of(shrinker->seen, shrinker->seen_room, hash);
    if (shrinker->seen[place] == hash)
        return false;
    shrinker->seen[place] = hash;
    shrinker->seen_count++;
    return true;
}

static void print(struct cirno_shrinker *shrinker, const struct cirno_draft *draft)
{
    shrinker->text.size = 0;
    cirno_draft_print(&shrinker->text, draft);
    if (shrinker->text.failed)
        shrinker->failed = shrinker->stopped = true;
}

static bool ask(struct cirno_shrinker *shrinker)
{
    const enum nf_trial trial = shrinker->trier->try(shrinker->trier->owner, &shrinker->text);
    shrinker->stopped = trial == NF_TRIAL_STOP;
    return trial == NF_TRIAL_FAILS;
}

bool cirno_shrinker_try(struct cirno_shrinker *shrinker)
{
    struct cirno_draft *const next = &shrinker->next;
    const uint64_t deck = next->deck_size, fixed = cirno_draft_weight(next) - deck;
    if (shrinker->stopped || fixed >= shrinker->measure.weight ||
        !cirno_draft_settle(next, shrinker->exact, shrinker->measure.weight - fixed))
        return false;
    for (uint32_t seat = 0; shrinker->plain && seat < next->players; seat++)
        next->names[seat] = cirno_simple_name(seat);
    const struct cirno_measure measure = cirno_draft_measure(next);
    if (!cirno_measure_less(&measure, &shrinker->measure))
        return false;
    print(shrinker, next);
    if (shrinker->stopped || !note(shrinker) || !ask(shrinker))
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

static bool same_name(const struct cirno_name *a, const struct cirno_name *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* Tries a new, unused name for a player. */
static bool try_name(struct cirno_shrinker *shrinker, uint32_t seat, struct cirno_name name)
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
            struct cirno_name name = shrinker->best.names[seat];
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
    } while (!shrinker->stopped && cirno_measure_less(&shrinker->measure, &before));
}

/* Starts with the instance; returns false if it no longer fails when we print it. */
static bool start(struct cirno_shrinker *shrinker, const struct nf_input *instance,
                  const struct cirno_parsed *parsed)
{
    struct cirno_draft *const best = &shrinker->best;
    cirno_draft_take(best, parsed);
    shrinker->measure = cirno_draft_measure(best);
    print(shrinker, best);
    if (shrinker->stopped || !note(shrinker))
        return false;
    if (shrinker->text.size == instance->size &&
        memcmp(shrinker->text.data, instance->data, instance->size) == 0)
        return true;
    return ask(shrinker);
}

static enum nf_status shrink(struct cirno_shrinker *shrinker, const struct nf_input *instance,
                             const struct cirno_parsed *parsed, struct nf_text *smallest,
                             struct nf_error *err)
{
    if (!cirno_draft_open(&shrinker->best) || !cirno_draft_open(&shrinker->next))
        return nf_fail(err, NF_IO, "%s: out of memory for a smaller game", instance->name);
    const bool started = start(shrinker, instance, parsed);
    if (started)
        shrink_all(shrinker);
    if (shrinker->failed)
        return nf_fail(err, NF_IO, "%s: out of memory for a smaller game", instance->name);
    if (started)
        cirno_draft_print(smallest, &shrinker->best);
    else
        nf_text_bytes(smallest, instance->data, instance->size);
    return NF_OK;
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
        struct cirno_shrinker shrinker = {.trier = trier};
        status = shrink(&shrinker, instance, &parsed, smallest, err);
        cirno_draft_close(&shrinker.best);
        cirno_draft_close(&shrinker.next);
        free(shrinker.seen);
        nf_text_free(&shrinker.text);
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
