#include "core/format/shrink.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

void nf_shrinker_fail(struct nf_shrinker *shrinker)
{
    shrinker->failed = shrinker->stopped = true;
}

/* ---- candidates seen ---- */

/* Returns the slot of `hash` in a table of `room` slots, a power of two: its own, or a free one. */
static size_t place_of(const uint64_t *seen, size_t room, uint64_t hash)
{
    size_t place = hash >> 1 & (room - 1);
    while (seen[place] != 0 && seen[place] != hash)
        place = (place + 1) & (room - 1);
    return place;
}

static bool grow_seen(struct nf_shrinker *shrinker)
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

/* Records the candidate; returns false if it was recorded before, or without memory. */
static bool is_new(struct nf_shrinker *shrinker)
{
    const uint64_t hash = XXH3_64bits(shrinker->text.data, shrinker->text.size) | 1;
    if (2 * shrinker->seen_count >= shrinker->seen_room && !grow_seen(shrinker)) {
        nf_shrinker_fail(shrinker);
        return false;
    }
    const size_t place = place_of(shrinker->seen, shrinker->seen_room, hash);
    if (shrinker->seen[place] == hash)
        return false;
    shrinker->seen[place] = hash;
    shrinker->seen_count++;
    return true;
}

/* ---- trials ---- */

/* Asks about the candidate, if it is new and `known_to_fail` is not set. */
static bool fails(struct nf_shrinker *shrinker, bool known_to_fail)
{
    if (shrinker->text.failed)
        nf_shrinker_fail(shrinker);
    bool failing = !shrinker->stopped && is_new(shrinker);
    if (failing && !known_to_fail) {
        const enum nf_trial trial = shrinker->trier->try(shrinker->trier->owner, &shrinker->text);
        shrinker->stopped = trial == NF_TRIAL_STOP;
        failing = trial == NF_TRIAL_FAILS;
    }
    shrinker->text.size = 0;
    return failing;
}

bool nf_shrinker_try(struct nf_shrinker *shrinker)
{
    return fails(shrinker, false);
}

bool nf_shrinker_start(struct nf_shrinker *shrinker, const struct nf_input *instance)
{
    const bool same = shrinker->text.size == instance->size &&
                      memcmp(shrinker->text.data, instance->data, instance->size) == 0;
    const bool failing = fails(shrinker, same);
    if (!failing)
        nf_text_bytes(&shrinker->text, instance->data, instance->size);
    return failing;
}

uint64_t nf_shrinker_wrong_line(const struct nf_shrinker *shrinker)
{
    const struct nf_trier *const trier = shrinker->trier;
    return trier->wrong_line != NULL ? trier->wrong_line(trier->owner) : 0;
}

enum nf_status nf_shrinker_end(struct nf_shrinker *shrinker, const struct nf_input *instance,
                               struct nf_text *smallest, struct nf_error *err)
{
    const bool failed = shrinker->failed || shrinker->text.failed;
    if (!failed)
        nf_text_bytes(smallest, shrinker->text.data, shrinker->text.size);
    nf_text_free(&shrinker->text);
    free(shrinker->seen);
    return failed ? nf_fail(err, NF_IO, "%s: out of memory for a smaller case", instance->name)
                  : NF_OK;
}
