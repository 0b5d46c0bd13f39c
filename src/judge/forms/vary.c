/* Variations of a case: some of its choices are made anew, and the rest is played as it was. */
#include "judge/forms/maker.h"

#include <stdlib.h>
#include <string.h>

/* Another choice of the same place in the form; the choice itself if there is none near. */
static uint32_t vary_other(struct form_maker *maker, const struct form_record *record, uint32_t at)
{
    enum { LOOKS = 32 };
    for (int i = 0; i < LOOKS; i++) {
        const uint32_t other = (uint32_t)nf_form_below(maker, record->count);
        if (other != at && record->entries[other].place == record->entries[at].place &&
            record->entries[other].kind == record->entries[at].kind)
            return other;
    }
    return at;
}

/* Changes one number alone. */
static void vary_number(struct form_maker *maker, struct form_record *record, uint32_t at)
{
    struct form_entry *const entry = &record->entries[at];
    switch (nf_form_below(maker, 6)) {
    case 0: entry->value = entry->low; return;
    case 1: entry->value = entry->high; return;
    case 2: entry->value++; return;
    case 3: entry->value--; return;
    case 4: entry->value = record->entries[vary_other(maker, record, at)].value; return;
    default: entry->value = nf_form_uniform(maker, entry->low, entry->high);
    }
}

static void vary_exchange(struct form_maker *maker, struct form_record *record, uint32_t at)
{
    struct form_entry *const other = &record->entries[vary_other(maker, record, at)];
    const form_integer value = other->value;
    other->value = record->entries[at].value;
    record->entries[at].value = value;
}

/* A text drawn anew; or one byte doubled, left out, or changed for another one; or the text of
 * another place. */
static void vary_text(struct nf_form_machine *m, struct form_record *record, uint32_t at)
{
    struct form_maker *const maker = m->maker;
    struct form_entry *const entry = &record->entries[at];
    const struct form_entry *const other = &record->entries[vary_other(maker, record, at)];
    const uint64_t way = nf_form_below(maker, 8);
    const size_t size = entry->length;
    if (way >= 4 && nf_form_redraw_text(m, entry))
        return;
    if (way >= 3 || size == 0) {
        entry->text = other->text;
        entry->length = other->length;
        return;
    }
    const size_t place = nf_form_below(maker, size), from = nf_form_below(maker, size);
    struct nf_text *const text = &maker->text;
    text->size = 0;
    nf_text_bytes(text, entry->text, place + (way == 1));
    nf_text_bytes(text, entry->text + place + (way == 2), size - place - (way == 2));
    if (text->failed)
        return;
    if (way == 0) {
        text->data[place] = entry->text[from];
        text->data[from] = entry->text[place];
    }
    (void)nf_form_entry_keep(m, entry, text->data, text->size);
}

static int vary_order(const void *a, const void *b)
{
    const form_integer first = *(const form_integer *)a, second = *(const form_integer *)b;
    return (first > second) - (first < second);
}

/* Sorts the numbers of a place, up or down. */
static void vary_sort(struct form_record *record, uint32_t place, bool down)
{
    uint32_t count = 0;
    form_integer *const values = malloc(record->count * sizeof *values);
    if (values == NULL)
        return;
    for (uint32_t i = 0; i < record->count; i++)
        if (record->entries[i].place == place && record->entries[i].kind == ENTRY_NUMBER)
            values[count++] = record->entries[i].value;
    qsort(values, count, sizeof *values, vary_order);
    for (uint32_t i = 0, next = 0; i < record->count; i++)
        if (record->entries[i].place == place && record->entries[i].kind == ENTRY_NUMBER) {
            record->entries[i].value = values[down ? count - 1 - next : next];
            next++;
        }
    free(values);
}

/* A number whose multiples fall into one bucket of a hash table: how many buckets those of the GNU
 * library have, one after the other, or a power of two. */
static form_integer vary_buckets(struct form_maker *maker)
{
    static const form_integer buckets[] = {5087,  10273,  20753,  42043,
                                           85229, 107897, 126271, 172933};
    enum { COUNT = sizeof buckets / sizeof *buckets };
    const uint64_t chosen = nf_form_below(maker, 2 * COUNT);
    return chosen < COUNT ? buckets[chosen] : (form_integer)1 << (chosen + 4);
}

/* Makes all numbers of a place the least, the greatest, equal, any, multiples, or sorted. */
static void vary_place(struct form_maker *maker, struct form_record *record, uint32_t at)
{
    const uint32_t place = record->entries[at].place;
    const form_integer value = record->entries[at].value;
    const uint64_t way = nf_form_below(maker, 7);
    const form_integer step = way == 4 ? vary_buckets(maker) : 1;
    if (way >= 5) {
        vary_sort(record, place, way == 5);
        return;
    }
    for (uint32_t i = 0; i < record->count; i++) {
        struct form_entry *const entry = &record->entries[i];
        if (entry->place != place || entry->kind != ENTRY_NUMBER)
            continue;
        entry->value = way == 0   ? entry->low
                       : way == 1 ? entry->high
                       : way == 2
                           ? value
                           : nf_form_uniform(maker, entry->low / step, entry->high / step) * step;
    }
}

/* Changes one choice alone. */
static void vary_choice(struct nf_form_machine *m, struct form_record *record, uint32_t at)
{
    struct form_entry *const entry = &record->entries[at];
    if (entry->kind == ENTRY_TEXT)
        vary_text(m, record, at);
    else if (entry->kind == ENTRY_TEST)
        entry->value = 1 - entry->value;
    else
        vary_number(m->maker, record, at);
}

/* Changes some choices of the record. In a large one it hardly matters what a single choice is. */
static void vary_record(struct nf_form_machine *m, struct form_record *record)
{
    enum { LOOKS = 32, LARGE = 1000 };
    const uint64_t places = record->count > LARGE ? 2 : 5; /* one in so many changes a place */
    struct form_maker *const maker = m->maker;
    const bool few = nf_form_below(maker, 4) != 0;
    const uint64_t many = few ? 3 : 1 + record->count / 8;
    for (uint64_t times = 1 + nf_form_below(maker, many); times > 0; times--)
        for (int i = 0; i < LOOKS; i++) {
            const uint32_t at = (uint32_t)nf_form_below(maker, record->count);
            if (record->entries[at].kind > ENTRY_TEST)
                continue;
            const bool number = record->entries[at].kind == ENTRY_NUMBER;
            if (number && few && nf_form_below(maker, places) == 0)
                vary_place(maker, record, at);
            else if (number && nf_form_below(maker, 5) == 0)
                vary_exchange(maker, record, at);
            else
                vary_choice(m, record, at);
            break;
        }
}

/* Whether the varied record in maker->old makes a valid case that is not `text`. */
static bool vary_plays(struct nf_form_machine *m, const struct nf_text *text)
{
    const struct nf_text *const varied = m->maker->out;
    return nf_form_replay(m) && !varied->failed &&
           (varied->size != text->size ||
            (text->size > 0 && memcmp(varied->data, text->data, text->size) != 0)) &&
           nf_form_made_reads(m);
}

/* Makes a variation of `text` of some choices, or of choice `only` alone. `*there`: there is such a
 * choice. */
static enum nf_status vary(struct nf_form_machine *m, const struct nf_text *text, uint64_t seed,
                           uint64_t index, uint32_t only, bool *there, struct nf_text *varied,
                           struct nf_error *err)
{
    enum { TRIES = 40 };
    struct form_maker *const maker = nf_form_maker_of(m);
    struct form_record source = {0};
    uint32_t at = 0;
    bool made = false;
    NF_TRY_MEMORY(maker != NULL, err);
    NF_TRY(nf_form_record_text(m, text, err));
    bool whole = nf_form_record_copy(&source, &maker->record);
    maker->out = varied;
    m->err = NULL;
    nf_form_arena_free(maker);
    nf_form_begin_case(m, seed, NF_FORM_PLAN + index, 0);
    for (uint32_t choices = 0; at < source.count; at++)
        if (source.entries[at].kind <= ENTRY_TEST && choices++ == only)
            break;
    *there = only == FORM_NONE ? source.count > 0 : at < source.count;
    for (int i = 0; whole && !made && *there && i < TRIES; i++) {
        whole = nf_form_record_copy(&maker->old, &source);
        if (!whole)
            break;
        if (only == FORM_NONE)
            vary_record(m, &maker->old);
        else
            vary_choice(m, &maker->old, at);
        made = vary_plays(m, text);
        whole = m->status != NF_IO;
    }
    free(source.entries);
    if (!made) {
        varied->size = 0;
        nf_text_bytes(varied, text->data, text->size);
    }
    return whole && !varied->failed ? NF_OK : nf_fail_memory(err);
}

enum nf_status nf_form_vary(struct nf_form_machine *m, const struct nf_text *text, uint64_t seed,
                            uint64_t index, struct nf_text *varied, struct nf_error *err)
{
    bool there;
    return vary(m, text, seed, index, FORM_NONE, &there, varied, err);
}

enum nf_status nf_form_vary_choice(struct nf_form_machine *m, const struct nf_text *text,
                                   uint32_t choice, uint64_t index, bool *there,
                                   struct nf_text *varied, struct nf_error *err)
{
    return vary(m, text, choice, index, choice, there, varied, err);
}
