/* Smaller instances of formats whose list has every word `copies` times: nothing can be left out of
 * it, but words can be given the places that they have in order of simplicity. Some words are kept
 * where they are; these are the parts that are left out. */
#include "judge/format/shrink_internal.h"

#include <stdlib.h>
#include <string.h>

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
