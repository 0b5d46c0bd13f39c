/* Values and variables: numbers as text, arithmetic that is checked, arrays, tuples. */
#include "base/lang.h"
#include "judge/forms/forms_internal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* ---- lists ---- */

bool nf_form_reserve(void *list, uint32_t *capacity, size_t wanted, size_t each)
{
    enum { HUGE_PAGE = 1 << 21 };
    void **const pointer = list;
    if (wanted > UINT32_MAX / 4)
        return false;
    const size_t twice = *capacity < 16 ? 32 : 2 * (size_t)*capacity;
    const size_t larger = wanted > twice ? wanted : twice;
    void *grown;
    if (larger * each < 2 * HUGE_PAGE) {
        grown = realloc(*pointer, larger * each);
    } else {
        /* Ten megabytes are five page faults then, not 2,500. */
        grown = aligned_alloc(HUGE_PAGE, (larger * each + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
        if (grown != NULL) {
            (void)madvise(grown, larger * each, MADV_HUGEPAGE); /* only a hint */
            if (*capacity > 0)
                memcpy(grown, *pointer, *capacity * each);
            free(*pointer);
        }
    }
    if (grown == NULL)
        return false;
    *pointer = grown;
    *capacity = (uint32_t)larger;
    return true;
}

/* ---- numbers ---- */

/* Writes the digits of `rest` before `end` and returns where they begin. */
static char *digits_before(char *end, uint64_t rest)
{
    static const char pairs[] =
        "00010203040506070809101112131415161718192021222324252627282930313233"
        "34353637383940414243444546474849505152535455565758596061626364656667"
        "6869707172737475767778798081828384858687888990919293949596979899";
    for (; rest >= 100; rest /= 100)
        memcpy(end -= 2, pairs + rest % 100 * 2, 2);
    if (rest >= 10)
        memcpy(end -= 2, pairs + rest * 2, 2);
    else
        *--end = (char)('0' + rest);
    return end;
}

size_t nf_form_digits(char *to, form_integer integer)
{
    const uint64_t billion = 1000000000;
    char digits[40], *const end = digits + sizeof digits, *at = end;
    form_unsigned rest = integer < 0 ? -(form_unsigned)integer : (form_unsigned)integer;
    for (; rest > UINT64_MAX; rest /= billion) {
        char *const from = digits_before(at, (uint64_t)(rest % billion));
        at -= 9;
        memset(at, '0', (size_t)(from - at));
    }
    at = digits_before(at, (uint64_t)rest);
    *to = '-';
    memcpy(to + (integer < 0), at, (size_t)(end - at));
    return (size_t)(end - at) + (integer < 0);
}

const char *nf_form_shown(char shown[FORM_DIGITS], const struct form_value *value)
{
    if (value->kind == FORM_INTEGER)
        shown[nf_form_digits(shown, value->integer)] = '\0';
    else if (value->kind == FORM_FLOAT)
        snprintf(shown, FORM_DIGITS, "%.12Lg", value->real);
    else if (value->string.size <= FORM_DIGITS - 8)
        snprintf(shown, FORM_DIGITS, "\"%.*s\"", (int)value->string.size, value->string.bytes);
    else
        snprintf(shown, FORM_DIGITS, "\"%.*s...\"", FORM_DIGITS - 8, value->string.bytes);
    return shown;
}

bool nf_form_times(form_integer a, form_integer b, form_integer *product)
{
    if (a == (int64_t)a && b == (int64_t)b) {
        *product = a * b;
        return true;
    }
    if (a == 0 || b == 0) {
        *product = 0;
        return true;
    }
    /* Without the builtin, which clang compiles to a call of a library that gcc does not have. */
    const form_integer greatest = (form_integer)(~(form_unsigned)0 >> 1);
    const form_integer least = -greatest - 1;
    if (a > 0 ? (b > 0 ? a > greatest / b : b < least / a)
              : (b > 0 ? a < least / b : a < greatest / b))
        return false;
    *product = a * b;
    return true;
}

bool nf_form_compare(const struct form_value *a, const struct form_value *b, int *order)
{
    if (a->kind == FORM_INTEGER && b->kind == FORM_INTEGER) {
        *order = form_integer_compare(a->integer, b->integer);
        return true;
    }
    if ((a->kind == FORM_STRING) != (b->kind == FORM_STRING))
        return false;
    if (a->kind == FORM_STRING) {
        const size_t shorter = a->string.size < b->string.size ? a->string.size : b->string.size;
        *order = shorter > 0 ? memcmp(a->string.bytes, b->string.bytes, shorter) : 0;
        if (*order == 0)
            *order = a->string.size < b->string.size ? -1 : a->string.size > b->string.size;
        return true;
    }
    const long double x = a->kind == FORM_INTEGER ? (long double)a->integer : a->real;
    const long double y = b->kind == FORM_INTEGER ? (long double)b->integer : b->real;
    *order = x < y ? -1 : x > y;
    return true;
}

/* ---- hashes ---- */

static uint64_t hash_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

uint64_t nf_form_hash(uint64_t hash, const struct form_value *value)
{
    if (value->kind == FORM_INTEGER)
        return hash_mix(hash_mix(hash, (uint64_t)value->integer),
                        (uint64_t)(value->integer >> 64) + 1);
    if (value->kind == FORM_FLOAT) {
        const double nearest = (double)value->real; /* bytes of padding must not count */
        uint64_t bits;
        memcpy(&bits, &nearest, sizeof bits);
        return hash_mix(hash, nearest == 0 ? 0 : bits);
    }
    for (size_t i = 0; i < value->string.size; i++)
        hash = hash_mix(hash, (unsigned char)value->string.bytes[i]);
    return hash_mix(hash, value->string.size);
}

/* As the reference compares values in containers: of one kind and equal. */
static bool same_value(const struct form_value *a, const struct form_value *b)
{
    int order;
    return a->kind == b->kind && nf_form_compare(a, b, &order) && order == 0;
}

/* ---- cells ---- */

/* NULL: it has none. */
static const int64_t *cell_indices(const struct form_variable *v, uint32_t cell)
{
    const uint32_t count = v->cells[cell].arity;
    return count == 0 ? NULL : count == 1 ? &v->cells[cell].key : v->tuples + v->cells[cell].key;
}

static bool cell_matches(const struct form_variable *v, uint32_t cell, const int64_t *indices,
                         uint32_t count)
{
    if (v->cells[cell].arity != count)
        return false;
    if (count == 1)
        return v->cells[cell].key == indices[0];
    return memcmp(v->tuples + v->cells[cell].key, indices, count * sizeof *indices) == 0;
}

static uint64_t hash_indices(const int64_t *indices, uint32_t count)
{
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++)
        hash = hash_mix(hash, (uint64_t)indices[i]);
    return hash;
}

static uint32_t *hashed_slot(const struct form_variable *v, const int64_t *indices, uint32_t count)
{
    uint32_t slot = (uint32_t)hash_indices(indices, count) & (v->hashed_size - 1);
    while (v->hashed[slot] != 0 && !cell_matches(v, v->hashed[slot] - 1, indices, count))
        slot = (slot + 1) & (v->hashed_size - 1);
    return &v->hashed[slot];
}

static bool grow_hashed(struct form_variable *v)
{
    const uint32_t size = v->hashed_size == 0 ? 32 : v->hashed_size * 2, before = v->hashed_size;
    uint32_t *const old = v->hashed;
    uint32_t *const table = calloc(size, sizeof *table);
    if (table == NULL)
        return false;
    v->hashed = table;
    v->hashed_size = size;
    for (uint32_t i = 0; i < before; i++) {
        if (old[i] == 0)
            continue;
        const uint32_t cell = old[i] - 1, count = v->cells[cell].arity;
        const int64_t *const indices = cell_indices(v, cell);
        *hashed_slot(v, indices, count) = old[i];
    }
    free(old);
    return true;
}

static bool grow_dense(struct form_variable *v, uint32_t index)
{
    uint32_t size = v->dense_capacity == 0 ? 64 : v->dense_capacity;
    while (size <= index)
        size *= 2;
    uint32_t *const grown = realloc(v->dense, size * sizeof *grown);
    if (grown == NULL)
        return false;
    memset(grown + v->dense_capacity, 0, (size - v->dense_capacity) * sizeof *grown);
    v->dense = grown;
    v->dense_capacity = size;
    return true;
}

/* How many members a list grows by that gets about one in each iteration of the innermost loop: all
 * at once is one list in memory, not the list and all those it grew out of. */
static size_t cells_ahead(const struct nf_form_machine *m)
{
    enum { MOST = 1 << 19 };
    const struct form_frame *const frame = m->depth > 0 ? &m->frames[m->depth - 1] : NULL;
    return frame == NULL || frame->count - frame->i > MOST ? 1
                                                           : (size_t)(frame->count - frame->i) + 1;
}

/* A new cell; FORM_NONE without memory. */
static uint32_t new_cell(const struct nf_form_machine *m, struct form_variable *v,
                         const int64_t *indices, uint32_t count)
{
    const int64_t key = count == 1 ? indices[0] : v->tuple_count;
    if (v->count == v->capacity &&
        !nf_form_reserve(&v->cells, &v->capacity, v->count + cells_ahead(m), sizeof *v->cells))
        return FORM_NONE;
    if (count > 1) {
        if (!nf_form_grow(&v->tuples, &v->tuple_capacity, v->tuple_count + count,
                          sizeof *v->tuples))
            return FORM_NONE;
        memcpy(v->tuples + v->tuple_count, indices, count * sizeof *indices);
        v->tuple_count += count;
    }
    v->cells[v->count].generation = v->generation - 1;
    v->cells[v->count].key = key;
    v->cells[v->count].arity = (uint8_t)count;
    return v->count++;
}

static uint32_t find_cell(const struct form_variable *v, const int64_t *indices, uint32_t count)
{
    if (count == 0)
        return v->single - 1;
    if (count == 1 && indices[0] >= 0 && indices[0] < v->dense_capacity &&
        v->dense[indices[0]] != 0)
        return v->dense[indices[0]] - 1;
    return v->hashed_count == 0 ? FORM_NONE : *hashed_slot(v, indices, count) - 1;
}

uint32_t nf_form_cell(struct nf_form_machine *m, uint32_t name, const int64_t *indices,
                      uint32_t count, bool make)
{
    struct form_variable *const v = &m->variables[name];
    const uint32_t found = find_cell(v, indices, count);
    if (found != FORM_NONE || !make)
        return found;
    if (m->cells++ == FORM_MAX_CELLS) {
        nf_form_fails(m, m->form->steps[m->pc].at,
                      _("more than %d values of variables, the most that are kept"),
                      FORM_MAX_CELLS);
        return FORM_NONE;
    }
    const uint32_t cell = new_cell(m, v, indices, count);
    if (cell == FORM_NONE)
        return nf_form_fails_memory(m), FORM_NONE;
    if (count == 0) {
        v->single = cell + 1;
    } else if (count == 1 && indices[0] >= 0 && indices[0] < 2 * (int64_t)v->count + 64) {
        if (indices[0] >= v->dense_capacity && !grow_dense(v, (uint32_t)indices[0]))
            return nf_form_fails_memory(m), FORM_NONE;
        v->dense[indices[0]] = cell + 1;
    } else {
        if (2 * ++v->hashed_count > v->hashed_size && !grow_hashed(v))
            return nf_form_fails_memory(m), FORM_NONE;
        *hashed_slot(v, indices, count) = cell + 1;
    }
    return cell;
}

void nf_form_unset(struct nf_form_machine *m, uint32_t name)
{
    struct form_variable *const v = &m->variables[name];
    v->generation++;
    v->order_count = 0;
}

void nf_form_variables_reset(struct nf_form_machine *m)
{
    for (uint32_t i = 0; i < m->form->name_count; i++) {
        struct form_variable *const v = &m->variables[i];
        /* Cells stay where the next run will want the same; sparse ones would pile up. */
        nf_form_unset(m, i);
        if (v->hashed_count > 4096) {
            v->count = v->single = v->hashed_count = v->tuple_count = 0;
            memset(v->hashed, 0, v->hashed_size * sizeof *v->hashed);
            if (v->dense_capacity > 0)
                memset(v->dense, 0, v->dense_capacity * sizeof *v->dense);
        }
    }
    m->cells = 0;
    for (uint32_t i = 0; i < m->form->name_count; i++)
        m->cells += m->variables[i].count;
}

void nf_form_variables_free(struct nf_form_machine *m)
{
    for (uint32_t i = 0; m->variables != NULL && i < m->form->name_count; i++) {
        struct form_variable *const v = &m->variables[i];
        free(v->cells);
        free(v->dense);
        free(v->hashed);
        free(v->tuples);
        free(v->order);
    }
    for (uint32_t i = 0; m->sets != NULL && i < m->form->group_count; i++)
        free(m->sets[i].table);
    free(m->variables);
    free(m->sets);
}

const char *nf_form_cell_named(const struct nf_form_machine *m, uint32_t name, uint32_t cell,
                               char named[FORM_NAMED])
{
    const struct form_variable *const v = &m->variables[name];
    const uint32_t count = v->cells[cell].arity;
    const int64_t *const indices = cell_indices(v, cell);
    int length = snprintf(named, FORM_NAMED, "%s", m->form->names[name]);
    for (uint32_t i = 0; i < count; i++)
        length += snprintf(named + length, FORM_NAMED - (size_t)length, "%c%lld",
                           i == 0 ? '[' : ',', (long long)indices[i]);
    if (count > 0)
        snprintf(named + length, FORM_NAMED - (size_t)length, "]");
    return named;
}

/* ---- tuples ---- */

uint32_t nf_form_cell_like(const struct nf_form_machine *m, uint32_t name, uint32_t other,
                           uint32_t cell)
{
    const struct form_variable *const v = &m->variables[name], *const w = &m->variables[other];
    const uint32_t count = w->cells[cell].arity;
    const int64_t *const indices = cell_indices(w, cell);
    const uint32_t found = find_cell(v, indices, count);
    return found == FORM_NONE || v->cells[found].generation != v->generation ? FORM_NONE : found;
}

uint32_t nf_form_set_cell(const struct nf_form_machine *m, uint32_t number, uint32_t which,
                          uint32_t position)
{
    const uint32_t *const names = m->form->lists + m->form->groups[number].first;
    const uint32_t cell = m->variables[names[0]].order[position];
    return which == 0 ? cell : nf_form_cell_like(m, names[which], names[0], cell);
}

/* A member of the tuple at a position, or NULL. */
static const struct form_value *tuple_member(const struct nf_form_machine *m, uint32_t number,
                                             uint32_t which, uint32_t position)
{
    const uint32_t cell = nf_form_set_cell(m, number, which, position);
    const uint32_t name = m->form->lists[m->form->groups[number].first + which];
    return cell == FORM_NONE ? NULL : &m->variables[name].cells[cell];
}

static bool tuple_hash(const struct nf_form_machine *m, uint32_t number, uint32_t position,
                       uint64_t *hash)
{
    const uint32_t count = m->form->groups[number].count;
    *hash = count;
    for (uint32_t i = 0; i < count; i++) {
        const struct form_value *const value = tuple_member(m, number, i, position);
        if (value == NULL)
            return false;
        *hash = nf_form_hash(*hash, value);
    }
    return true;
}

static bool tuple_same(const struct nf_form_machine *m, uint32_t number, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < m->form->groups[number].count; i++)
        if (!same_value(tuple_member(m, number, i, a), tuple_member(m, number, i, b)))
            return false;
    return true;
}

/* Takes in position `position`. */
static void set_take(struct nf_form_machine *m, uint32_t number, uint32_t position)
{
    struct form_set *const set = &m->sets[number];
    uint64_t hash;
    if (!tuple_hash(m, number, position, &hash)) {
        set->unequal = true;
        return;
    }
    uint32_t slot = (uint32_t)hash & (set->size - 1);
    for (; set->table[slot] != 0; slot = (slot + 1) & (set->size - 1)) {
        if (!tuple_same(m, number, set->table[slot] - 1, position))
            continue;
        if (set->duplicate == 0)
            set->duplicate = position + 1;
        return;
    }
    set->table[slot] = position + 1;
}

bool nf_form_set_update(struct nf_form_machine *m, uint32_t number)
{
    const struct form_group *const group = &m->form->groups[number];
    const uint32_t *const names = m->form->lists + group->first;
    struct form_set *const set = &m->sets[number];
    const struct form_variable *const v = &m->variables[names[0]];
    const uint32_t settled = v->order_count - v->on_trial;
    uint32_t changes = 0;
    for (uint32_t i = 0; i < group->count; i++)
        changes += m->variables[names[i]].changes + m->variables[names[i]].generation;
    const uint64_t needed = 2 * (uint64_t)settled + 2;
    if (needed > set->size || set->generation != v->generation || set->changes != changes ||
        set->taken > settled || set->unequal) {
        /* As large as it must be: that of an earlier, larger test is not cleared for a small one.
         */
        set->size = 32;
        while (needed > set->size)
            set->size *= 2;
        if (set->size > set->capacity) {
            uint32_t *const grown = realloc(set->table, set->size * sizeof *grown);
            if (grown == NULL) {
                set->size = set->capacity;
                return nf_form_fails_memory(m);
            }
            set->table = grown;
            set->capacity = set->size;
        }
        memset(set->table, 0, set->size * sizeof *set->table);
        m->steps += set->size / 16;
        set->taken = set->duplicate = 0;
        set->unequal = false;
        set->generation = v->generation;
        set->changes = changes;
    }
    m->steps += settled - set->taken;
    for (; set->taken < settled; set->taken++)
        set_take(m, number, set->taken);
    return true;
}

bool nf_form_set_has(const struct nf_form_machine *m, uint32_t number,
                     const struct form_value *value)
{
    const struct form_set *const set = &m->sets[number];
    const uint64_t hash = nf_form_hash(1, value);
    for (uint32_t slot = (uint32_t)hash & (set->size - 1); set->table[slot] != 0;
         slot = (slot + 1) & (set->size - 1))
        if (same_value(tuple_member(m, number, 0, set->table[slot] - 1), value))
            return true;
    const struct form_variable *const v =
        &m->variables[m->form->lists[m->form->groups[number].first]];
    for (uint32_t i = v->order_count - v->on_trial; i < v->order_count; i++)
        if (same_value(&v->cells[v->order[i]], value))
            return true;
    return false;
}
