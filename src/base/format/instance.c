#include "base/format/format.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool nf_instance_reserve(struct nf_instance *instance, enum nf_value_kind kind, size_t more)
{
    static const size_t sizes[NF_VALUE_KINDS] = {
        [NF_IS_NUMBER] = sizeof(uint32_t), [NF_IS_WORD] = 1, [NF_IS_NAME] = sizeof(struct nf_name)};
    void **const arrays[NF_VALUE_KINDS] = {
        [NF_IS_NUMBER] = (void **)&instance->numbers,
        [NF_IS_WORD] = (void **)&instance->words,
        [NF_IS_NAME] = (void **)&instance->names,
    };
    const size_t needed = instance->count[kind] + more;
    if (instance->failed || needed <= instance->capacity[kind])
        return !instance->failed;
    const size_t doubled = 2 * instance->capacity[kind];
    const size_t capacity = needed < doubled ? doubled : needed < 16 ? 16 : needed;
    void *const grown = realloc(*arrays[kind], capacity * sizes[kind]);
    instance->failed = grown == NULL;
    if (grown == NULL)
        return false;
    *arrays[kind] = grown;
    instance->capacity[kind] = capacity;
    return true;
}

void nf_instance_number(struct nf_instance *instance, uint32_t number)
{
    if (nf_instance_reserve(instance, NF_IS_NUMBER, 1))
        instance->numbers[instance->count[NF_IS_NUMBER]++] = number;
}

void nf_instance_words(struct nf_instance *instance, const uint8_t *words, size_t count)
{
    if (count == 0 || !nf_instance_reserve(instance, NF_IS_WORD, count))
        return;
    memcpy(instance->words + instance->count[NF_IS_WORD], words, count);
    instance->count[NF_IS_WORD] += count;
}

void nf_instance_name(struct nf_instance *instance, struct nf_name name)
{
    if (nf_instance_reserve(instance, NF_IS_NAME, 1))
        instance->names[instance->count[NF_IS_NAME]++] = name;
}

void nf_instance_clear(struct nf_instance *instance)
{
    memset(instance->count, 0, sizeof instance->count);
    instance->rows = 0;
}

void nf_instance_copy(struct nf_instance *to, const struct nf_instance *from)
{
    nf_instance_clear(to);
    to->rows = from->rows;
    nf_instance_words(to, from->words, from->count[NF_IS_WORD]);
    for (size_t i = 0; i < from->count[NF_IS_NUMBER]; i++)
        nf_instance_number(to, from->numbers[i]);
    for (size_t i = 0; i < from->count[NF_IS_NAME]; i++)
        nf_instance_name(to, from->names[i]);
}

void nf_instance_free(struct nf_instance *instance)
{
    free(instance->numbers);
    free(instance->words);
    free(instance->names);
    *instance = (struct nf_instance){.format = instance->format};
}

static size_t index_of_field(const struct nf_walk *walk, const struct nf_format_field *field)
{
    return (size_t)(field - walk->instance->format->fields);
}

uint32_t nf_walk_number(const struct nf_walk *walk, const struct nf_format_field *field)
{
    return walk->instance->numbers[walk->at[index_of_field(walk, field)]];
}

static size_t rows_of(const struct nf_walk *walk, const struct nf_format_lines *lines)
{
    return lines->count != NULL ? nf_walk_number(walk, lines->count)
           : lines->end != NULL ? walk->instance->rows
                                : 1;
}

bool nf_walk_starts_line(const struct nf_walk *walk)
{
    return walk->field == walk->lines->first;
}

bool nf_walk_ends_line(const struct nf_walk *walk)
{
    return walk->field + 1 == walk->lines->first + walk->lines->fields;
}

/* Finds the lines and the field that come next; false if there are none. */
static bool find_next(struct nf_walk *walk)
{
    if (walk->field != NULL && !nf_walk_ends_line(walk)) {
        walk->field++;
        return true;
    }
    const struct nf_format_lines *lines = walk->lines;
    size_t row = walk->row + 1;
    if (lines == NULL) {
        lines = walk->instance->format->lines;
        row = 0;
    }
    while (row == rows_of(walk, lines)) {
        row = 0;
        if ((++lines)->name == NULL)
            return false;
    }
    walk->lines = lines;
    walk->row = row;
    walk->field = lines->first;
    return true;
}

bool nf_walk_next(struct nf_walk *walk)
{
    if (walk->field != NULL) {
        walk->next[walk->field->kind] += walk->count;
        walk->token += walk->count;
    }
    if (!find_next(walk))
        return false;
    const struct nf_format_field *const field = walk->field;
    assert(index_of_field(walk, field) < NF_MAX_FORMAT_FIELDS);
    walk->first = walk->next[field->kind];
    walk->count = field->count != NULL ? nf_walk_number(walk, field->count)
                  : field->times > 0   ? field->times
                                       : 1;
    if (field->kind == NF_IS_NUMBER)
        walk->at[index_of_field(walk, field)] = walk->first;
    return true;
}

static void widen(struct nf_measured *range, uint64_t value)
{
    range->low = value < range->low ? value : range->low;
    range->high = value > range->high ? value : range->high;
}

struct nf_measured nf_instance_range(const struct nf_instance *instance,
                                     const struct nf_format_field *field)
{
    struct nf_measured range = {UINT64_MAX, 0};
    struct nf_walk walk = {.instance = instance};
    assert(field->kind != NF_IS_WORD);
    while (nf_walk_next(&walk))
        for (size_t i = walk.first; walk.field == field && i < walk.first + walk.count; i++)
            widen(&range,
                  field->kind == NF_IS_NUMBER ? instance->numbers[i] : instance->names[i].length);
    return range;
}

struct nf_measured nf_measure_limits(const struct nf_measure *measure)
{
    return measure->field != NULL ? (struct nf_measured){measure->field->low, measure->field->high}
                                  : (struct nf_measured){measure->low, measure->high};
}
