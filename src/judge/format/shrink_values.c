/* Smaller instances of any format: what is left out of one, and what becomes simpler in it. */
#include "judge/format/shrink_internal.h"

#include <string.h>

enum {
    NUMBER_WEIGHT = 4, /* of one more of a number that counts nothing in the text */
    FEW = 256,         /* items of a list that are changed one by one; nobody reads a longer one */
};

/* ---- size ---- */

/* Whether a number says how many lines or items there are. */
static bool counts(const struct nf_format *format, const struct nf_format_field *number)
{
    bool found = false;
    for (const struct nf_format_lines *lines = format->lines; lines->name != NULL; lines++)
        found = found || lines->count == number;
    for (const struct nf_format_field *field = format->fields; field->name != NULL; field++)
        found = found || field->count == number;
    return found;
}

static uint8_t word_of(const struct nf_vocabulary *words, uint32_t rank)
{
    return words->simple != NULL ? words->simple[rank] : (uint8_t)rank;
}

uint8_t nf_simple_word(const struct nf_format_field *list, size_t place)
{
    return word_of(list->words, (uint32_t)place / list->copies);
}

static uint64_t ranks_of(const struct nf_vocabulary *words, const uint8_t *values, size_t count)
{
    size_t often[NF_MAX_VOCABULARY] = {0};
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        often[values[i]]++;
    for (uint32_t rank = 0; rank < words->count; rank++)
        sum += rank * often[word_of(words, rank)];
    return sum;
}

static struct nf_name simple_name(size_t row)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    return (struct nf_name){letters + row % (sizeof letters - 1), 1};
}

static bool same_name(const struct nf_name *a, const struct nf_name *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* Adds what the field at a walk has. */
static void measure_instance(struct nf_size *size, const struct nf_walk *walk)
{
    const struct nf_instance *const instance = walk->instance;
    const struct nf_format_field *const field = walk->field;
    const uint8_t *const words = instance->words + walk->first;
    if (field->copies > 0) {
        for (size_t i = 0; i < walk->count; i++)
            size->weight += words[i] != nf_simple_word(field, i);
        return;
    }
    if (walk->lines->count != NULL || field->count != NULL)
        size->weight += walk->count;
    if (field->kind == NF_IS_WORD)
        size->ranks += ranks_of(field->words, words, walk->count);
    else if (field->kind == NF_IS_NUMBER && !counts(instance->format, field))
        size->weight += (uint64_t)NUMBER_WEIGHT * instance->numbers[walk->first];
    else if (field->kind == NF_IS_NAME) {
        const struct nf_name *const name = &instance->names[walk->first],
                                    simple = simple_name(walk->row);
        size->names += same_name(name, &simple) ? 0 : name->length;
    }
}

struct nf_size nf_instance_size(const struct nf_instance *instance)
{
    struct nf_size size = {0};
    struct nf_walk walk = {.instance = instance};
    while (nf_walk_next(&walk))
        measure_instance(&size, &walk);
    return size;
}

bool nf_size_less(const struct nf_size *a, const struct nf_size *b)
{
    if (a->weight != b->weight)
        return a->weight < b->weight;
    if (a->ranks != b->ranks)
        return a->ranks < b->ranks;
    return a->names < b->names;
}

/* ---- candidates ---- */

bool nf_shrinking_copy(struct nf_shrinking *shrinking)
{
    nf_instance_copy(&shrinking->next, &shrinking->best);
    if (shrinking->next.failed)
        nf_shrinker_fail(&shrinking->trials);
    return !nf_shrinker_stopped(&shrinking->trials);
}

/* The walk stands at the last field of the instance. */
static struct nf_walk walk_to_last(const struct nf_instance *instance)
{
    struct nf_walk walk = {.instance = instance};
    while (nf_walk_next(&walk))
        ;
    return walk;
}

/* Makes the last list as long as the game needs it, and no longer if `exact`. Returns false if the
 * candidate is not valid, or would not be smaller. */
static bool repair(struct nf_shrinking *shrinking)
{
    struct nf_instance *const next = &shrinking->next;
    if (shrinking->smaller->takes == NULL)
        return true;
    const uint32_t takes = shrinking->smaller->takes(next);
    const struct nf_walk walk = walk_to_last(next);
    const struct nf_format_field *const list = walk.field;
    if (takes == UINT32_MAX || list->count == NULL)
        return takes != UINT32_MAX;
    const uint32_t least = takes > list->count->low ? takes : list->count->low;
    const size_t wanted = shrinking->exact || walk.count < least ? least : walk.count;
    if (wanted > list->count->high || (wanted > walk.count && !list->pads))
        return false;
    for (size_t at = walk.count; at < wanted; at++)
        nf_instance_words(next, &list->filler, 1);
    next->count[NF_IS_WORD] = walk.first + wanted;
    next->numbers[walk.at[list->count - next->format->fields]] = (uint32_t)wanted;
    return true;
}

static void take_simple_names(struct nf_instance *instance)
{
    for (size_t row = 0; row < instance->count[NF_IS_NAME]; row++)
        instance->names[row] = simple_name(row);
}

bool nf_shrinking_try(struct nf_shrinking *shrinking)
{
    const bool valid =
        !nf_shrinker_stopped(&shrinking->trials) && !shrinking->next.failed && repair(shrinking);
    if (shrinking->next.failed)
        nf_shrinker_fail(&shrinking->trials);
    if (nf_shrinker_stopped(&shrinking->trials) || !valid)
        return false;
    if (shrinking->plain)
        take_simple_names(&shrinking->next);
    const struct nf_size size = nf_instance_size(&shrinking->next);
    if (!nf_size_less(&size, shrinking->below) ||
        !nf_shrinker_is_new(&shrinking->trials, &shrinking->next))
        return false;
    nf_instance_print(&shrinking->trials.text, &shrinking->next);
    if (!nf_shrinker_try(&shrinking->trials))
        return false;
    const struct nf_instance best = shrinking->best;
    shrinking->best = shrinking->next;
    shrinking->next = best;
    shrinking->size = size;
    return true;
}

/* ---- lines and items left out ---- */

/* Lines of a form, or, where `list` is set, the items of the list that the last of them has. */
struct part {
    struct nf_shrinking *shrinking;
    const struct nf_format_lines *lines;
    const struct nf_format_field *list;
};

static size_t count_part(const void *owner)
{
    const struct part *const part = owner;
    const struct nf_format_field *const count =
        part->list != NULL ? part->list->count : part->lines->count;
    const struct nf_walk walk = walk_to_last(&part->shrinking->best);
    return nf_walk_number(&walk, count);
}

static void add_values(struct nf_instance *to, const struct nf_walk *walk, size_t first,
                       size_t count)
{
    const struct nf_instance *const from = walk->instance;
    if (walk->field->kind == NF_IS_WORD) {
        nf_instance_words(to, from->words + first, count);
        return;
    }
    for (size_t i = first; i < first + count; i++)
        if (walk->field->kind == NF_IS_NUMBER)
            nf_instance_number(to, from->numbers[i]);
        else
            nf_instance_name(to, from->names[i]);
}

/* Tries without `count` lines or items. */
static bool without(void *owner, size_t from, size_t count)
{
    const struct part *const part = owner;
    struct nf_shrinking *const shrinking = part->shrinking;
    struct nf_instance *const next = &shrinking->next;
    const struct nf_format_field *const number =
        part->list != NULL ? part->list->count : part->lines->count;
    struct nf_walk walk = {.instance = &shrinking->best};
    if (nf_shrinker_stopped(&shrinking->trials))
        return false; /* or what is large would be copied for each of its parts */
    nf_instance_clear(next);
    while (nf_walk_next(&walk)) {
        if (walk.lines == part->lines && part->list == NULL && walk.row >= from &&
            walk.row < from + count)
            continue;
        if (walk.field == part->list) {
            add_values(next, &walk, walk.first, from);
            add_values(next, &walk, walk.first + from + count, walk.count - from - count);
        } else {
            add_values(next, &walk, walk.first, walk.count);
        }
        if (walk.field == number && !next->failed) {
            uint32_t *const left = &next->numbers[next->count[NF_IS_NUMBER] - 1];
            *left -= (uint32_t)count;
            if (*left < number->low)
                return false;
        }
    }
    return nf_shrinking_try(shrinking);
}

static void leave_out_values(struct nf_shrinking *shrinking)
{
    for (const struct nf_format_lines *lines = shrinking->best.format->lines; lines->name != NULL;
         lines++) {
        struct part part = {shrinking, lines, NULL};
        const struct nf_parts parts = {count_part, without, &part};
        if (lines->count != NULL)
            nf_parts_leave_out(&parts);
        const struct nf_format_field *const last = lines->first + lines->fields - 1;
        if (last->count != NULL) {
            part.list = last;
            nf_parts_leave_out(&parts);
        }
    }
}

static void cut_end(struct nf_shrinking *shrinking)
{
    for (const struct nf_format_lines *lines = shrinking->best.format->lines; lines->name != NULL;
         lines++) {
        const struct nf_format_field *const last = lines->first + lines->fields - 1;
        struct part part = {shrinking, lines, last};
        const struct nf_parts parts = {count_part, without, &part};
        if (last->count != NULL)
            nf_parts_cut_end(&parts);
    }
}

/* ---- smaller numbers ---- */

/* Tries smaller numbers of what counts nothing in the text, by halving. */
static void shrink_numbers(struct nf_shrinking *shrinking)
{
    for (struct nf_walk walk = {.instance = &shrinking->best}; nf_walk_next(&walk);) {
        if (walk.field->kind != NF_IS_NUMBER || counts(shrinking->best.format, walk.field))
            continue;
        const size_t at = walk.first;
        for (uint32_t passes = walk.field->low - 1; shrinking->best.numbers[at] - passes > 1;) {
            const uint32_t middle = passes + (shrinking->best.numbers[at] - passes) / 2;
            if (!nf_shrinking_copy(shrinking))
                return;
            shrinking->next.numbers[at] = middle;
            if (!nf_shrinking_try(shrinking))
                passes = middle;
        }
    }
}

/* ---- simpler words ---- */

/* Returns a walk at the field that has word number `at`. */
static struct nf_walk find_word(const struct nf_instance *instance, size_t at)
{
    struct nf_walk walk = {.instance = instance};
    while (nf_walk_next(&walk))
        if (walk.field->kind == NF_IS_WORD && at < walk.first + walk.count)
            break;
    return walk;
}

/* Makes the words of `instance` simple where the walk, of another one, stands. */
static void make_simple(struct nf_instance *instance, const struct nf_walk *walk)
{
    memset(instance->words + walk->first, word_of(walk->field->words, 0), walk->count);
}

/* Tries other words at a place, the simplest first. One that is not simpler may still end the game
 * sooner; others are not tried. */
static void change_word(struct nf_shrinking *shrinking, const struct nf_vocabulary *words,
                        size_t at)
{
    for (uint32_t rank = 0; rank < words->count && nf_shrinking_copy(shrinking); rank++) {
        shrinking->next.words[at] = word_of(words, rank);
        if (nf_shrinking_try(shrinking))
            return;
    }
}

static void shrink_words(struct nf_shrinking *shrinking)
{
    struct nf_instance *const best = &shrinking->best;
    for (size_t at = 0; at < best->count[NF_IS_WORD] && nf_shrinking_copy(shrinking);) {
        const struct nf_walk walk = find_word(best, at);
        make_simple(&shrinking->next, &walk);
        nf_shrinking_try(shrinking);
        at += walk.count;
    }
    for (size_t at = 0; at < best->count[NF_IS_WORD]; at++) {
        const struct nf_walk walk = find_word(best, at);
        if (walk.count <= FEW)
            change_word(shrinking, walk.field->words, at);
    }
}

/* Tries the simplest words and names all over, with as many of them: a failure that is not in the
 * play needs no others, and none to be played. */
static void try_simplest(struct nf_shrinking *shrinking)
{
    const bool exact = shrinking->exact, plain = shrinking->plain;
    if (!nf_shrinking_copy(shrinking))
        return;
    struct nf_walk walk = {.instance = &shrinking->best};
    while (nf_walk_next(&walk))
        if (walk.field->kind == NF_IS_WORD)
            make_simple(&shrinking->next, &walk);
    shrinking->exact = false;
    shrinking->plain = true;
    if (nf_shrinking_try(shrinking)) {
        cut_end(shrinking);
        shrink_numbers(shrinking);
    } else {
        shrinking->exact = exact;
        shrinking->plain = plain;
    }
}

/* ---- simpler names ---- */

/* Tries a new, unused name for a line. */
static bool try_name(struct nf_shrinking *shrinking, size_t row, struct nf_name name)
{
    for (size_t other = 0; other < shrinking->best.count[NF_IS_NAME]; other++)
        if (other != row && same_name(&shrinking->best.names[other], &name))
            return false;
    if (!nf_shrinking_copy(shrinking))
        return false;
    shrinking->next.names[row] = name;
    return nf_shrinking_try(shrinking);
}

/* If not all names can be simple: tries each alone, then shorter ones. */
static void shrink_names(struct nf_shrinking *shrinking)
{
    for (size_t row = 0; !shrinking->plain && row < shrinking->best.count[NF_IS_NAME]; row++) {
        if (try_name(shrinking, row, simple_name(row)))
            continue;
        for (uint32_t cut = shrinking->best.names[row].length / 2; cut > 0; cut /= 2) {
            struct nf_name name = shrinking->best.names[row];
            while (name.length > cut) {
                name.length -= cut;
                if (!try_name(shrinking, row, name))
                    break;
            }
        }
    }
}

/* Tries simple names, no unused items, or both; keeps what works for all later candidates. */
static bool try_with(struct nf_shrinking *shrinking, bool exact, bool plain)
{
    const bool exact_before = shrinking->exact, plain_before = shrinking->plain;
    if (!nf_shrinking_copy(shrinking))
        return false;
    shrinking->exact |= exact;
    shrinking->plain |= plain;
    if (nf_shrinking_try(shrinking))
        return true;
    shrinking->exact = exact_before;
    shrinking->plain = plain_before;
    return false;
}

static void drop_surplus(struct nf_shrinking *shrinking)
{
    if (!nf_shrinking_copy(shrinking))
        return;
    const size_t before = shrinking->next.count[NF_IS_WORD];
    const bool exact = shrinking->exact;
    shrinking->exact = true;
    shrinking->exact = exact || (repair(shrinking) && shrinking->next.count[NF_IS_WORD] == before);
    shrinking->plain |= shrinking->size.names == 0;
    if (shrinking->exact && shrinking->plain)
        return;
    if (!try_with(shrinking, true, true) && !try_with(shrinking, true, false))
        try_with(shrinking, false, true);
}

/* ---- shrinking ---- */

static bool take_values(void *owner)
{
    return nf_shrinking_try(owner);
}

void nf_shrink_values(struct nf_shrinking *shrinking)
{
    struct nf_size before;
    try_simplest(shrinking);
    do {
        before = shrinking->size;
        drop_surplus(shrinking);
        const bool known = nf_shrinker_wrong_line(&shrinking->trials) != 0;
        if (known)
            nf_shrinking_start(shrinking, take_values, shrinking);
        shrink_numbers(shrinking);
        cut_end(shrinking);
        if (!known) /* the last turn is now the first that can be wrong, or near it */
            nf_shrinking_start(shrinking, take_values, shrinking);
        leave_out_values(shrinking);
        cut_end(shrinking);
        shrink_words(shrinking);
        shrink_names(shrinking);
    } while (!nf_shrinker_stopped(&shrinking->trials) && nf_size_less(&shrinking->size, &before));
}
