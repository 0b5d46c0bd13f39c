/* Smaller cases: iterations are left out, and the labels that number them are given anew. */
#include "judge/forms/shrinker.h"

#include <stdlib.h>
#include <string.h>

/* ---- iterations left out ---- */

/* Loops whose counts come from one choice lose the same iterations. */
struct loop_group {
    uint32_t count; /* the entry of that choice, or FORM_NONE */
    uint32_t loop;  /* the only one, then */
    uint32_t place; /* of the first */
    uint32_t longest;
};

static uint32_t iterations_of(const struct form_record *record, uint32_t loop)
{
    uint32_t count = 0;
    for (uint32_t i = loop + 1; i < record->entries[loop].next; i = record->entries[i].next)
        count++;
    return count;
}

static uint32_t count_of(const struct shrinker *s, uint32_t loop)
{
    const struct form_entry *const entry = &s->best.entries[loop];
    const bool counted =
        s->m->form->steps[entry->step].op == FORM_REP && entry->value >= 0 && entry->value < loop;
    return counted ? (uint32_t)entry->value : FORM_NONE;
}

/* Group `number`, by the order of their first loops; false: there are fewer. */
static bool find_group(const struct shrinker *s, uint32_t number, struct loop_group *group)
{
    enum { MOST = 64 };
    uint32_t counts[MOST], known = 0, found = 0;
    for (uint32_t i = 0; i < s->best.count; i++) {
        if (s->best.entries[i].kind != ENTRY_LOOP || iterations_of(&s->best, i) == 0)
            continue;
        const uint32_t count = count_of(s, i);
        uint32_t k = 0;
        while (count != FORM_NONE && k < known && counts[k] != count)
            k++;
        if (count != FORM_NONE && k < known)
            continue;
        if (count != FORM_NONE && known < MOST)
            counts[known++] = count;
        if (found++ < number)
            continue;
        *group = (struct loop_group){.count = count, .loop = i, .place = s->best.entries[i].place};
        for (uint32_t j = i; j < s->best.count; j++) {
            if (s->best.entries[j].kind != ENTRY_LOOP ||
                (count == FORM_NONE ? j != i : count_of(s, j) != count))
                continue;
            const uint32_t iterations = iterations_of(&s->best, j);
            group->longest = iterations > group->longest ? iterations : group->longest;
        }
        return true;
    }
    return false;
}

/* Begins a candidate of which nothing is left out yet; NULL without memory. */
static struct form_record *leave_out_begin(struct shrinker *s)
{
    struct form_record *const old = nf_form_shrink_begin(s);
    if (old == NULL)
        return NULL;
    if (old->count > s->gone_capacity) {
        free(s->gone);
        s->gone = malloc(old->count * sizeof *s->gone);
        s->gone_capacity = s->gone == NULL ? 0 : old->count;
    }
    s->stopped |= s->gone == NULL;
    if (s->gone == NULL)
        return NULL;
    memset(s->gone, 0, old->count * sizeof *s->gone);
    return old;
}

/* Marks iterations [from, from + many) of a loop, and `other`, if that is less than them. */
static void leave_out_mark(const struct shrinker *s, uint32_t loop, uint32_t from, uint32_t many,
                           uint32_t other)
{
    const struct form_entry *const entries = s->best.entries;
    for (uint32_t k = loop + 1, number = 0; k < entries[loop].next; k = entries[k].next, number++)
        if ((number >= from && number - from < many) || number == other)
            memset(s->gone + k, 1, (entries[k].next - k) * sizeof *s->gone);
}

static void lower_count(struct form_entry *count, form_integer to)
{
    count->value = to < count->low ? count->low : to;
}

/* Leaves out what is marked; false without memory. */
static bool leave_out_end(struct shrinker *s, struct form_record *old)
{
    uint32_t *const moved = malloc((old->count + 1) * sizeof *moved);
    s->stopped |= moved == NULL;
    if (moved == NULL)
        return false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < old->count; i++) {
        moved[i] = kept;
        kept += !s->gone[i];
    }
    moved[old->count] = kept;
    for (uint32_t i = 0, to = 0; i < old->count; i++) {
        if (s->gone[i])
            continue;
        old->entries[to] = old->entries[i];
        old->entries[to++].next = moved[old->entries[i].next];
    }
    old->count = kept;
    free(moved);
    return true;
}

/* Leaves out iterations [from, from + many) of the group, and `other`, if that is less than them.
 */
static bool leave_out_rounds(struct shrinker *s, const struct loop_group *group, uint32_t from,
                             uint32_t many, uint32_t other)
{
    struct form_record *const old = leave_out_begin(s);
    if (old == NULL)
        return false;
    for (uint32_t i = 0; i < old->count; i++)
        if (old->entries[i].kind == ENTRY_LOOP &&
            (group->count == FORM_NONE ? i == group->loop : count_of(s, i) == group->count))
            leave_out_mark(s, i, from, many, other);
    if (group->count != FORM_NONE) {
        struct form_entry *const count = &old->entries[group->count];
        lower_count(count, count->value - many - (other != FORM_NONE));
    }
    return leave_out_end(s, old);
}

/* Leaves out the second halves of all outermost loops that have several iterations. */
static bool halve_loops(struct shrinker *s)
{
    struct form_record *const old = leave_out_begin(s);
    bool any = false;
    for (uint32_t i = 0; old != NULL && i < s->best.count; i++) {
        const struct form_entry *const loop = &s->best.entries[i];
        const uint32_t iterations = loop->kind == ENTRY_LOOP ? iterations_of(&s->best, i) : 0;
        if (iterations < 2)
            continue;
        const uint32_t count = count_of(s, i);
        leave_out_mark(s, i, iterations / 2, iterations, FORM_NONE);
        if (count != FORM_NONE)
            lower_count(&old->entries[count], iterations / 2);
        i = loop->next - 1;
        any = true;
    }
    return any && leave_out_end(s, old) && nf_form_shrink_try(s);
}

/* ---- labels: numbers whose bounds depend on a count ---- */

struct label_search {
    const struct nf_form_spec *form;
    bool wanted[FORM_MAX_NAMES];
    bool found;
};

static void search_name(void *owner, uint32_t name)
{
    struct label_search *const search = owner;
    search->found |= search->wanted[name];
}

/* Marks the steps whose bounds depend on the count of a group, or on its loops' variables. */
static bool find_labels(const struct shrinker *s, const struct loop_group *group, bool *steps)
{
    const struct nf_form_spec *const form = s->m->form;
    struct label_search search = {.form = form};
    bool any = false;
    if (group->count == FORM_NONE)
        return false;
    const struct form_step *const count = &form->steps[s->best.entries[group->count].step];
    if (count->variable == FORM_NONE)
        return false;
    search.wanted[form->nodes[count->variable].left] = true;
    for (uint32_t i = 0; i < form->step_count; i++) {
        const struct form_step *const step = &form->steps[i];
        if (step->op != FORM_REP || step->variable == FORM_NONE)
            continue;
        search.found = false;
        nf_form_names(form, step->a, search_name, &search);
        if (search.found)
            search.wanted[form->nodes[step->variable].left] = true;
    }
    for (uint32_t i = 0; i < form->step_count; i++) {
        search.found = false;
        if (form->steps[i].op == FORM_INT) {
            nf_form_names(form, form->steps[i].a, search_name, &search);
            nf_form_names(form, form->steps[i].b, search_name, &search);
        }
        steps[i] = search.found && &form->steps[i] != count;
        any |= steps[i];
    }
    return any;
}

/* Lowers by `by` the labels from `from` on. */
static void lower_labels(struct form_record *record, const bool *steps, form_integer from,
                         form_integer by)
{
    for (uint32_t i = 0; i < record->count; i++) {
        struct form_entry *const entry = &record->entries[i];
        if (entry->kind == ENTRY_NUMBER && steps[entry->step] && entry->value >= from)
            entry->value -= by;
    }
}

/* Leaves out iterations; where numbers are names of them, those behind get lower ones. */
static bool shrink_leave_out(struct shrinker *s, const struct loop_group *group, bool *steps,
                             uint32_t from, uint32_t many, uint32_t other)
{
    if (leave_out_rounds(s, group, from, many, other) && nf_form_shrink_try(s))
        return true;
    if (s->stopped || group->longest > 60 || !find_labels(s, group, steps))
        return false;
    for (uint32_t first = from; first <= from + 2; first++) {
        if (!leave_out_rounds(s, group, from, many, other))
            return false;
        lower_labels(&s->m->maker->old, steps, first + many, many);
        if (other != FORM_NONE)
            lower_labels(&s->m->maker->old, steps, other + (first - from) + 1, 1);
        if (nf_form_shrink_try(s))
            return true;
    }
    return false;
}

/* Leaves out parts of `many` iterations, the last ones first; false: the group is gone. */
static bool shrink_by_parts(struct shrinker *s, struct loop_group *group, uint32_t number,
                            bool *steps, uint32_t many, bool *any)
{
    enum {
        ALIKE = 4
    }; /* what failures count where nothing new came of a part: others are like it */
    const uint32_t patience = nf_form_shrink_patience(group->longest);
    uint32_t failures = 0;
    for (uint32_t end = group->longest; end >= many && failures < patience && !s->stopped;) {
        const uint32_t tried = s->tried_count;
        if (!shrink_leave_out(s, group, steps, end - many, many, FORM_NONE)) {
            failures += s->tried_count > tried ? 1 : ALIKE;
            end -= many < end ? many : end;
            continue;
        }
        *any = true;
        failures = 0;
        if (!find_group(s, number, group))
            return false;
        end = end - many < group->longest ? end - many : group->longest;
        if (end < many)
            end = group->longest < many ? 0 : end;
    }
    return true;
}

bool nf_form_shrink_iterations(struct shrinker *s, bool *steps)
{
    bool any = false;
    struct loop_group group;
    while (!s->stopped && nf_form_shrink_is_large(s->best.count) && halve_loops(s))
        any = true;
    for (uint32_t number = 0; !s->stopped && number < 60 && find_group(s, number, &group); number++)
        for (uint32_t many = group.longest; many >= 1 && !s->stopped; many /= 2)
            if (!shrink_by_parts(s, &group, number, steps, many, &any))
                return any;
    return any;
}

bool nf_form_shrink_pairs(struct shrinker *s, bool *steps)
{
    enum { MOST = 14 };
    struct loop_group group;
    for (uint32_t number = 0; !s->stopped && number < 10 && find_group(s, number, &group); number++)
        for (uint32_t i = 1; group.longest <= MOST && i < group.longest; i++)
            for (uint32_t k = 0; k < i && !s->stopped; k++)
                if (shrink_leave_out(s, &group, steps, i, 1, k))
                    return true;
    return false;
}

static int by_integer(const void *a, const void *b)
{
    const form_integer x = *(const form_integer *)a, y = *(const form_integer *)b;
    return x < y ? -1 : x > y;
}

bool nf_form_shrink_labels(struct shrinker *s, bool *steps)
{
    enum { MOST = 3000 };
    bool any = false;
    for (uint32_t i = 0; i < s->best.count && i < MOST && !s->stopped; i++) {
        const struct form_entry *const entry = &s->best.entries[i];
        struct loop_group group = {.count = i};
        if (entry->kind != ENTRY_NUMBER || entry->value <= entry->low ||
            !s->m->maker->plan->sites[entry->step].bound || !find_labels(s, &group, steps))
            continue;
        form_integer *const used = malloc((s->best.count + 1) * sizeof *used);
        uint32_t all = 0, count = 0;
        if (used == NULL)
            return any;
        for (uint32_t k = 0; k < s->best.count; k++)
            if (s->best.entries[k].kind == ENTRY_NUMBER && steps[s->best.entries[k].step])
                used[all++] = s->best.entries[k].value;
        qsort(used, all, sizeof *used, by_integer);
        for (uint32_t k = 0; k < all; k++)
            if (count == 0 || used[count - 1] != used[k])
                used[count++] = used[k];
        for (int more = 0; more < 2 && all > 0; more++) {
            struct form_record *const old = nf_form_shrink_begin(s);
            if (old == NULL)
                break;
            const form_integer first = used[0] < 1 ? used[0] : 1;
            for (uint32_t k = 0; k < old->count; k++) {
                struct form_entry *const label = &old->entries[k];
                if (label->kind != ENTRY_NUMBER || !steps[label->step])
                    continue;
                const form_integer *const place =
                    bsearch(&label->value, used, count, sizeof *used, by_integer);
                label->value = first + (place - used);
            }
            old->entries[i].value = first + (form_integer)count - 1 + more;
            if (nf_form_shrink_try(s)) {
                any = true;
                break;
            }
        }
        free(used);
    }
    return any;
}
