/* Records of runs: written while the machine runs, and played from. */
#include "judge/forms/maker.h"

#include <stdlib.h>
#include <string.h>

/* ---- texts ---- */

struct form_arena {
    struct form_arena *before;
    size_t used, size;
    char bytes[];
};

static char *arena_room(struct nf_form_machine *m, size_t size)
{
    enum { CHUNK = 1 << 16, MOST = 1 << 28 };
    struct form_maker *const maker = m->maker;
    struct form_arena *arena = maker->arena;
    if (arena == NULL || arena->size - arena->used < size) {
        const size_t room = size > CHUNK ? size : CHUNK;
        if (maker->arena_size + room > MOST) {
            nf_form_fails_steps(m);
            return NULL;
        }
        arena = malloc(sizeof *arena + room);
        if (arena == NULL) {
            nf_form_fails_memory(m);
            return NULL;
        }
        maker->arena_size += room;
        *arena = (struct form_arena){.before = maker->arena, .size = room};
        maker->arena = arena;
    }
    arena->used += size;
    return arena->bytes + arena->used - size;
}

char *nf_form_keep(struct nf_form_machine *m, const char *bytes, size_t size)
{
    char *const kept = arena_room(m, size + 1);
    if (kept != NULL && size > 0) /* else there may be no bytes */
        memcpy(kept, bytes, size);
    return kept;
}

bool nf_form_entry_keep(struct nf_form_machine *m, struct form_entry *entry, const char *bytes,
                        size_t size)
{
    const char *const kept = nf_form_keep(m, bytes, size);
    if (kept == NULL)
        return false;
    entry->text = kept;
    entry->length = size;
    return true;
}

void nf_form_arena_free(struct form_maker *maker)
{
    while (maker->arena != NULL) {
        struct form_arena *const before = maker->arena->before;
        free(maker->arena);
        maker->arena = before;
    }
    maker->arena_size = 0;
}

/* ---- writing ---- */

/* How many entries a record of so many grows to: with what the outermost loop that has begun in
 * earnest will add to it. */
static size_t entries_ahead(const struct nf_form_machine *m)
{
    enum { EARNEST = 8, MOST = 1 << 20 };
    const struct form_record *const record = &m->maker->record;
    for (uint32_t i = 0; i < m->depth; i++) {
        const struct form_frame *const frame = &m->frames[i];
        const bool counted = m->form->steps[frame->step].op == FORM_REP;
        const uint64_t count = counted ? frame->count : m->maker->frames[i].target;
        if (frame->i < EARNEST || frame->i > count || count - frame->i > MOST)
            continue;
        const uint64_t each = (record->count - m->maker->frames[i].loop) / frame->i + 1;
        const uint64_t wanted = record->count + (count - frame->i + 1) * each;
        return wanted < MOST ? (size_t)wanted : MOST;
    }
    return record->count + 1;
}

uint32_t nf_form_record_add(struct nf_form_machine *m, uint8_t kind, uint32_t place)
{
    struct form_record *const record = &m->maker->record;
    if (record->count == FORM_MAX_ENTRIES) {
        m->steps = m->most_steps + 1; /* as if it took too many: no attempt more */
        nf_form_fails_steps(m);
        return 0;
    }
    if (record->count == record->capacity &&
        !nf_form_reserve(&record->entries, &record->capacity, entries_ahead(m),
                         sizeof *record->entries)) {
        nf_form_fails_memory(m);
        return 0;
    }
    record->entries[record->count] =
        (struct form_entry){.kind = kind, .place = place, .next = record->count + 1, .step = m->pc};
    return record->count++;
}

bool nf_form_record_begin(struct nf_form_machine *m, const struct form_step *loop)
{
    struct form_maker *const maker = m->maker;
    const uint32_t depth = m->depth - 1;
    const struct form_entry *const old = nf_form_record_find(maker, loop->place, ENTRY_LOOP);
    maker->frames[depth].resume = maker->cursor;
    maker->frames[depth].resume_end = maker->level_end;
    maker->frames[depth].old_iteration = FORM_NONE;
    maker->frames[depth].target = 0;
    if (old != NULL) {
        const uint32_t number = (uint32_t)(old - maker->old.entries);
        maker->frames[depth].resume = old->next;
        maker->frames[depth].old_iteration = number + 1;
        maker->frames[depth].old_loop_end = old->next;
    }
    maker->frames[depth].iteration = FORM_NONE;
    const uint32_t entry = nf_form_record_add(m, ENTRY_LOOP, loop->place);
    maker->frames[depth].loop = entry;
    if (m->status == NF_OK)
        maker->record.entries[entry].value = FORM_NONE;
    return m->status == NF_OK;
}

bool nf_form_record_iterate(struct nf_form_machine *m)
{
    struct form_maker *const maker = m->maker;
    const uint32_t depth = m->depth - 1;
    if (maker->frames[depth].iteration != FORM_NONE)
        maker->record.entries[maker->frames[depth].iteration].next = maker->record.count;
    const uint32_t old = maker->frames[depth].old_iteration;
    if (old != FORM_NONE && old < maker->frames[depth].old_loop_end && old < maker->old_limit) {
        maker->cursor = old + 1;
        maker->level_end = maker->old.entries[old].next;
        maker->frames[depth].old_iteration = maker->level_end;
    } else {
        maker->cursor = maker->level_end = 0;
    }
    maker->frames[depth].iteration = nf_form_record_add(m, ENTRY_ITERATION, 0);
    return m->status == NF_OK;
}

void nf_form_record_leave(struct nf_form_machine *m)
{
    struct form_maker *const maker = m->maker;
    const uint32_t depth = m->depth; /* the frame has just gone */
    const uint32_t last = maker->frames[depth].iteration;
    if (last != FORM_NONE)
        maker->record.entries[last].next = maker->record.count;
    maker->record.entries[maker->frames[depth].loop].next = maker->record.count;
    maker->cursor = maker->frames[depth].resume;
    maker->level_end = maker->frames[depth].resume_end;
}

bool nf_form_record_copy(struct form_record *to, const struct form_record *from)
{
    while (from->count > to->capacity)
        if (!nf_form_grow(&to->entries, &to->capacity, to->capacity, sizeof *to->entries))
            return false;
    if (from->count > 0) /* else there may be no list */
        memcpy(to->entries, from->entries, from->count * sizeof *to->entries);
    to->count = from->count;
    return true;
}

/* ---- playing ---- */

const struct form_entry *nf_form_record_find(struct form_maker *maker, uint32_t place, uint8_t kind)
{
    const uint32_t end = maker->level_end < maker->old_limit ? maker->level_end : maker->old_limit;
    while (maker->cursor < end && maker->old.entries[maker->cursor].place < place)
        maker->cursor = maker->old.entries[maker->cursor].next;
    if (maker->cursor >= end)
        return NULL;
    const struct form_entry *const entry = &maker->old.entries[maker->cursor];
    if (entry->place != place || entry->kind != kind)
        return NULL;
    maker->cursor = entry->next;
    return entry;
}
