#include "base/owned.h"
#include "judge/format/shrink_internal.h"
#include "judge/judge.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

void nf_shrinker_fail(struct nf_shrinker *shrinker)
{
    shrinker->failed = shrinker->stopped = true;
}

bool nf_shrinker_stopped(struct nf_shrinker *shrinker)
{
    const struct nf_trier *const trier = shrinker->trier;
    shrinker->stopped = shrinker->stopped || (trier->over != NULL && trier->over(trier->owner));
    return shrinker->stopped;
}

/* ---- candidates seen ---- */

/* Returns the slot of `hash` in a table of `room` slots, a power of two: its own, or a free one. */
static size_t place_in_text(const uint64_t *seen, size_t room, uint64_t hash)
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
            seen[place_in_text(seen, room, shrinker->seen[i])] = shrinker->seen[i];
    free(shrinker->seen);
    shrinker->seen = seen;
    shrinker->seen_room = room;
    return true;
}

/* Records a candidate by a hash; returns false if it was recorded before, or without memory. */
static bool is_new(struct nf_shrinker *shrinker, uint64_t hash)
{
    hash |= 1;
    if (2 * shrinker->seen_count >= shrinker->seen_room && !grow_seen(shrinker)) {
        nf_shrinker_fail(shrinker);
        return false;
    }
    const size_t place = place_in_text(shrinker->seen, shrinker->seen_room, hash);
    if (shrinker->seen[place] == hash)
        return false;
    shrinker->seen[place] = hash;
    shrinker->seen_count++;
    return true;
}

bool nf_shrinker_is_new(struct nf_shrinker *shrinker, const struct nf_instance *candidate)
{
    const size_t *const count = candidate->count;
    uint64_t hash = XXH3_64bits(count, sizeof candidate->count);
    hash = XXH3_64bits_withSeed(candidate->numbers,
                                count[NF_IS_NUMBER] * sizeof *candidate->numbers, hash);
    hash = XXH3_64bits_withSeed(candidate->words, count[NF_IS_WORD], hash);
    for (size_t i = 0; i < count[NF_IS_NAME]; i++)
        hash = XXH3_64bits_withSeed(candidate->names[i].text, candidate->names[i].length, hash);
    return is_new(shrinker, hash);
}

/* ---- trials ---- */

/* Asks about the candidate, if it is new and `known_to_fail` is not set. */
static bool fails(struct nf_shrinker *shrinker, bool known_to_fail)
{
    if (shrinker->text.failed)
        nf_shrinker_fail(shrinker);
    bool failing = !nf_shrinker_stopped(shrinker) &&
                   is_new(shrinker, XXH3_64bits(shrinker->text.data, shrinker->text.size));
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

enum nf_status nf_shrinker_end(struct nf_shrinker *shrinker, struct nf_text *smallest,
                               struct nf_error *err)
{
    const bool failed = shrinker->failed || shrinker->text.failed;
    if (!failed)
        nf_text_bytes(smallest, shrinker->text.data, shrinker->text.size);
    nf_text_free(&shrinker->text);
    free(shrinker->seen);
    return failed ? nf_fail_memory(err) : NF_OK;
}

/* ---- parts ---- */

void nf_parts_cut_end(const struct nf_parts *parts)
{
    size_t passes = 0, fails = parts->count(parts->owner);
    if (fails > 0 && parts->without(parts->owner, 0, fails))
        return;
    while (fails - passes > 1) {
        const size_t keep = passes + (fails - passes) / 2;
        if (parts->without(parts->owner, keep, parts->count(parts->owner) - keep))
            fails = keep;
        else
            passes = keep;
    }
}

void nf_parts_leave_out(const struct nf_parts *parts)
{
    enum { MOST = 1024 }; /* parts: of longer lists single items are not left out */
    const size_t all = parts->count(parts->owner);
    for (size_t size = all / 2; size > 0 && all / size <= MOST; size /= 2)
        for (size_t end = parts->count(parts->owner); end > 0;) {
            const size_t from = end > size ? end - size : 0;
            parts->without(parts->owner, from, end - from);
            const size_t count = parts->count(parts->owner);
            end = from < count ? from : count;
        }
}

/* ---- shrinking ---- */

/* Returns the number of lines of the transcript of `best`. */
static uint64_t count_lines(struct nf_shrinking *shrinking)
{
    struct nf_text instance = {0}, transcript = {0};
    struct nf_error err;
    nf_instance_print(&instance, &shrinking->best);
    const struct nf_input input = nf_text_input(&instance, "case");
    if (instance.failed || nf_play(shrinking->problem->rules, &input, &transcript, &err) != NF_OK ||
        transcript.failed)
        nf_shrinker_fail(&shrinking->trials);
    const uint64_t lines = nf_newlines(transcript.data, transcript.size);
    nf_text_free(&instance);
    nf_text_free(&transcript);
    return lines;
}

bool nf_shrinking_start(struct nf_shrinking *shrinking, bool (*take)(void *owner), void *owner)
{
    const struct nf_smaller *const smaller = shrinking->smaller;
    if (smaller->start == NULL)
        return false;
    uint64_t wrong = nf_shrinker_wrong_line(&shrinking->trials);
    if (wrong == 0)
        wrong = count_lines(shrinking);
    /* A mistake shows where it is made, or soon after. */
    for (uint64_t back = 0; back < wrong; back += 1 + back / 4)
        for (uint32_t way = 0; !nf_shrinker_stopped(&shrinking->trials); way++) {
            nf_instance_clear(&shrinking->next);
            if (!smaller->start(&shrinking->best, wrong - back, way, &shrinking->next))
                break;
            if (shrinking->next.count[NF_IS_WORD] > 0 && take(owner))
                return true;
        }
    return false;
}

static void shrink_instance(struct nf_shrinking *shrinking)
{
    const struct nf_format_field *const first = shrinking->best.format->fields;
    shrinking->size = nf_instance_size(&shrinking->best);
    shrinking->below = &shrinking->size;
    if (first->copies > 0)
        nf_shrink_order(shrinking, first);
    else
        nf_shrink_values(shrinking);
}

/* NF_INVALID unless `text`, the instance as it is printed, is valid. */
static enum nf_status check_candidate(const struct nf_problem *problem,
                                      const struct nf_input *instance, struct nf_text *text,
                                      struct nf_error *err)
{
    const struct nf_input printed = nf_text_input(text, instance->name);
    struct nf_text report = {0};
    const enum nf_status status = text->failed ? NF_OK : nf_verify(problem, &printed, &report, err);
    text->failed |= report.failed;
    nf_text_free(&report);
    return status;
}

static void shrinking_free(struct nf_shrinking *shrinking)
{
    nf_instance_free(&shrinking->best);
    nf_instance_free(&shrinking->next);
    nf_text_free(&shrinking->trials.text);
}

enum nf_status nf_shrink(const struct nf_problem *problem, const struct nf_input *instance,
                         const struct nf_trier *trier, struct nf_text *smallest,
                         struct nf_error *err)
{
    static const struct nf_smaller nothing = {0};
    if (problem->ops != NULL)
        return problem->ops->shrink(problem, instance, trier, smallest, err);
    const struct nf_format *const format = problem->rules->format;
    NF_FREED_BY(shrinking_free)
    struct nf_shrinking shrinking = {
        .trials.trier = trier,
        .problem = problem,
        .smaller = problem->fuzz != NULL && problem->fuzz->smaller != NULL ? problem->fuzz->smaller
                                                                           : &nothing,
        .next.format = format,
    };
    struct nf_text *const text = &shrinking.trials.text;
    if (format->lines->by_size != NULL)
        return nf_shrink_lines(format, instance, trier, smallest, err);
    NF_TRY(nf_instance_read(&shrinking.best, format, instance, err));
    nf_instance_print(text, &shrinking.best);
    NF_TRY(check_candidate(problem, instance, text, err));
    if (nf_shrinker_start(&shrinking.trials, instance)) {
        shrink_instance(&shrinking);
        nf_instance_print(text, &shrinking.best);
    }
    return nf_shrinker_end(&shrinking.trials, smallest, err);
}

/* ---- places of words ---- */

/* Smaller instances of formats whose list has every word `copies` times: nothing can be left out of
 * it, but words can be given the places that they have in order of simplicity. Some words are kept
 * where they are; these are the parts that are left out. */

struct order {
    struct nf_shrinking *shrinking;
    const struct nf_format_field *list;
    bool *kept;  /* words of `best` that keep their places */
    bool *fewer; /* those that a candidate keeps */
};

/* Gives the places of `next` that are not kept the simple word for it if one is left, or else those
 * that remain, the simplest first. */
static void fill(struct order *order)
{
    const struct nf_format_field *const list = order->list;
    uint8_t *const words = order->shrinking->next.words;
    uint32_t left[NF_MAX_VOCABULARY];
    for (uint32_t word = 0; word < list->words->count; word++)
        left[word] = list->copies;
    for (uint32_t i = 0; i < list->times; i++)
        left[words[i]] -= order->fewer[i];
    for (uint32_t i = 0; i < list->times; i++) {
        const uint8_t simple = nf_simple_word(list, i);
        if (order->fewer[i])
            continue;
        words[i] = left[simple] > 0 ? simple : UINT8_MAX;
        left[simple] -= left[simple] > 0;
    }
    for (uint32_t i = 0, place = 0; i < list->times; i++) {
        if (words[i] != UINT8_MAX)
            continue;
        while (left[nf_simple_word(list, place)] == 0)
            place++;
        left[words[i] = nf_simple_word(list, place)]--;
    }
}

/* Tries the words of `next` of which `fewer` are kept. Where that changes nothing, they are fewer
 * all the same, but no later start. */
static bool try_kept(struct order *order, bool start)
{
    struct nf_shrinking *const shrinking = order->shrinking;
    fill(order);
    const bool same = memcmp(shrinking->next.words, shrinking->best.words, order->list->times) == 0;
    if (same ? start : !nf_shrinking_try(shrinking))
        return false;
    memcpy(order->kept, order->fewer, order->list->times * sizeof *order->kept);
    return true;
}

static size_t count(const void *owner)
{
    return ((const struct order *)owner)->list->times;
}

/* Returns the place of part number `part`: those of a hand follow each other. */
static size_t place_in_order(const struct nf_format_field *list, size_t part)
{
    if (part >= (size_t)list->hands * list->hand)
        return part;
    return part % list->hand * list->hands + part / list->hand;
}

static bool without(void *owner, size_t from, size_t parts)
{
    struct order *const order = owner;
    bool any = false;
    memcpy(order->fewer, order->kept, order->list->times * sizeof *order->kept);
    for (size_t part = from; part < from + parts; part++) {
        const size_t place = place_in_order(order->list, part);
        any = any || order->kept[place];
        order->fewer[place] = false;
    }
    return any && nf_shrinking_copy(order->shrinking) && try_kept(order, false);
}

/* Tries what starts the game later: words at its end, as many as it lacks, are no longer needed,
 * and those behind the last one kept neither. */
static bool take_start(void *owner)
{
    struct order *const order = owner;
    struct nf_instance *const next = &order->shrinking->next;
    const size_t given = next->count[NF_IS_WORD], gone = order->list->times - given;
    size_t reach = order->list->times;
    while (reach > 0 && !order->kept[reach - 1])
        reach--;
    for (size_t i = 0; i < order->list->times; i++)
        order->fewer[i] = i + gone < reach;
    for (size_t i = 0; i < gone; i++)
        nf_instance_words(next, (const uint8_t[]){0}, 1);
    return !next->failed && try_kept(order, true);
}

/* Words in order need not be kept, for they get their places anyway. Those that fill a place
 * because others are kept are not kept either; otherwise a word could only be left out together
 * with the one that it displaced. */
static void forget_simple(struct order *order)
{
    for (uint32_t i = 0; i < order->list->times; i++)
        order->kept[i] =
            order->kept[i] && order->shrinking->best.words[i] != nf_simple_word(order->list, i);
}

/* Keeps only one word. Leaving out single ones may fail because the game ends too soon. */
static void keep_one(struct order *order)
{
    bool done = false;
    for (uint32_t i = 0; !done && i < order->list->times; i++) {
        memset(order->fewer, 0, order->list->times * sizeof *order->fewer);
        order->fewer[i] = true;
        done = order->kept[i] && nf_shrinking_copy(order->shrinking) && try_kept(order, false);
    }
}

static void shrink_items(struct order *order)
{
    const struct nf_parts parts = {count, without, order};
    struct nf_shrinking *const shrinking = order->shrinking;
    const struct nf_size whole = shrinking->size;
    struct nf_size before;
    shrinking->below = &whole;
    nf_parts_cut_end(&parts);
    /* A later start may make the failure come sooner, which allows an even later start. */
    while (nf_shrinking_start(shrinking, take_start, order))
        nf_parts_cut_end(&parts);
    do {
        before = shrinking->size;
        forget_simple(order);
        nf_parts_cut_end(&parts);
        nf_parts_leave_out(&parts);
        keep_one(order);
    } while (!nf_shrinker_stopped(&shrinking->trials) && nf_size_less(&shrinking->size, &before));
}

void nf_shrink_order(struct nf_shrinking *shrinking, const struct nf_format_field *list)
{
    struct order order = {shrinking, list, malloc(list->times * sizeof(bool)),
                          malloc(list->times * sizeof(bool))};
    if (order.kept != NULL && order.fewer != NULL) {
        memset(order.kept, true, list->times * sizeof(bool));
        shrink_items(&order);
    } else {
        nf_shrinker_fail(&shrinking->trials);
    }
    free(order.kept);
    free(order.fewer);
}
