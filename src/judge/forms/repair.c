/* Repair: a case that fails an assertion is changed here and there, as long as it comes nearer to
 * holding. */
#include "judge/forms/maker.h"

#include <stdlib.h>
#include <string.h>

/* ---- distances ---- */

static uint64_t plus(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t distance_compared(struct nf_form_machine *m, const struct form_node *node,
                                  bool negated)
{
    static const uint8_t opposites[] = {NODE_AT_LEAST, NODE_AT_MOST, NODE_GREATER,
                                        NODE_LESS,     NODE_OTHER,   NODE_EQUAL};
    const uint8_t kind = negated ? opposites[node->kind - NODE_LESS] : node->kind;
    struct form_value a, b;
    if (!nf_form_evaluate(m, node->left, &a) || !nf_form_evaluate(m, node->right, &b) ||
        a.kind == FORM_STRING || b.kind == FORM_STRING)
        return 1;
    const long double x = a.kind == FORM_INTEGER ? (long double)a.integer : a.real;
    const long double y = b.kind == FORM_INTEGER ? (long double)b.integer : b.real;
    const long double least = a.kind == FORM_INTEGER && b.kind == FORM_INTEGER ? 1 : 0;
    long double away = 0;
    switch (kind) {
    case NODE_LESS: away = x - y + least; break;
    case NODE_AT_MOST: away = x - y; break;
    case NODE_GREATER: away = y - x + least; break;
    case NODE_AT_LEAST: away = y - x; break;
    case NODE_EQUAL: away = x < y ? y - x : x - y; break;
    default: away = x == y; break;
    }
    return away <= 0 ? 0 : away > 1e18L ? (uint64_t)1e18L : (uint64_t)away + (away < 1);
}

uint64_t nf_form_distance(struct nf_form_machine *m, uint32_t test, bool negated)
{
    const struct form_node *const node = &m->form->nodes[test];
    bool holds = false;
    if (node->kind == NODE_NOT)
        return nf_form_distance(m, node->left, !negated);
    if (node->kind == NODE_AND || node->kind == NODE_OR) {
        const uint64_t a = nf_form_distance(m, node->left, negated);
        const uint64_t b = nf_form_distance(m, node->right, negated);
        return (node->kind == NODE_AND) != negated ? plus(a, b) : a < b ? a : b;
    }
    if (node->kind >= NODE_LESS && node->kind <= NODE_OTHER)
        return distance_compared(m, node, negated);
    if (node->kind == NODE_MATCH || node->kind == NODE_ISEOF)
        return 1;
    (void)nf_form_test(m, test, &holds);
    m->status = NF_OK;
    return holds == negated;
}

/* ---- changes ---- */

/* A random entry that is a choice, or FORM_NONE. */
static uint32_t some_choice(struct form_maker *maker, const struct form_record *record)
{
    for (int i = 0; i < 50 && record->count > 0; i++) {
        const uint32_t at = (uint32_t)nf_form_below(maker, record->count);
        if (record->entries[at].kind <= ENTRY_TEST)
            return at;
    }
    return FORM_NONE;
}

static bool same_choice(const struct form_entry *a, const struct form_entry *b)
{
    if (a->kind != ENTRY_TEXT)
        return a->value == b->value;
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

static void copy_choice(struct form_entry *to, const struct form_entry *from)
{
    if (from->kind == ENTRY_TEXT) {
        to->text = from->text;
        to->length = from->length;
    } else {
        to->value = from->value;
        to->digits = from->digits;
    }
}

/* Leaves few of all entries that are equal to one; the others become as another one is. */
static void change_class(struct form_maker *maker, struct form_record *record, uint32_t chosen)
{
    const struct form_entry like = record->entries[chosen];
    struct form_entry other = like;
    uint64_t members = 0, others = 0;
    for (uint32_t i = 0; i < record->count; i++) {
        const struct form_entry *const entry = &record->entries[i];
        if (entry->kind != like.kind || entry->place != like.place)
            continue;
        if (same_choice(entry, &like))
            members++;
        else if (nf_form_below(maker, ++others) == 0)
            other = *entry;
    }
    if (others == 0 && like.kind == ENTRY_NUMBER)
        other.value = other.value < other.high ? other.value + 1 : other.value - 1;
    static const uint64_t few[] = {0, 1, 1, 2};
    const uint64_t pick = nf_form_below(maker, 5);
    uint64_t keep = pick < 4 ? few[pick] : members / 2;
    for (uint32_t i = 0; i < record->count; i++) {
        struct form_entry *const entry = &record->entries[i];
        if (entry->kind != like.kind || entry->place != like.place || !same_choice(entry, &like))
            continue;
        if (nf_form_below(maker, members--) < keep)
            keep--;
        else
            copy_choice(entry, &other);
    }
}

static void change_number(struct form_maker *maker, struct form_entry *entry, bool count)
{
    form_integer high = entry->high;
    if (count && high > 2 * entry->value + 1) /* no count more than doubles */
        high = 2 * entry->value + 1;
    if (high < entry->low)
        high = entry->low;
    switch (nf_form_below(maker, 6)) {
    case 0: entry->value = entry->low; break;
    case 1: entry->value = high; break;
    case 2: entry->value = nf_form_uniform(maker, entry->low, high); break;
    case 3: entry->value++; break;
    case 4: entry->value--; break;
    default: entry->value /= 2; break;
    }
    entry->value = entry->value < entry->low ? entry->low
                   : entry->value > high     ? high
                                             : entry->value;
}

static bool change_something(struct nf_form_machine *m, struct form_record *record)
{
    struct form_maker *const maker = m->maker;
    const uint32_t chosen = some_choice(maker, record);
    if (chosen == FORM_NONE)
        return false;
    struct form_entry *const entry = &record->entries[chosen];
    if (nf_form_below(maker, 5) < 3)
        change_class(maker, record, chosen);
    else if (entry->kind == ENTRY_TEXT)
        return nf_form_redraw_text(m, entry) || m->form->steps[entry->step].regex == FORM_NONE;
    else if (entry->kind == ENTRY_TEST)
        entry->value = !entry->value;
    else
        change_number(maker, entry, maker->plan->sites[entry->step].count);
    return true;
}

bool nf_form_repair(struct nf_form_machine *m)
{
    struct form_maker *const maker = m->maker;
    struct form_record best = {0};
    uint64_t distance = maker->distance;
    uint32_t reached = maker->reached;
    bool made = false;
    if (!nf_form_record_copy(&best, &maker->record))
        return false;
    uint64_t tries = 400000 / (best.count + 1);
    tries = tries > 80 ? 80 : tries;
    for (uint64_t i = 0; i < tries && !made && m->status != NF_IO; i++) {
        if (!nf_form_record_copy(&maker->old, &best))
            break;
        if (!change_something(m, &maker->old))
            break;
        made = nf_form_replay(m);
        const bool better =
            maker->failed_assert && (maker->reached > reached ||
                                     (maker->reached == reached && maker->distance <= distance));
        if (made || !better)
            continue;
        reached = maker->reached;
        distance = maker->distance;
        if (!nf_form_record_copy(&best, &maker->record))
            break;
    }
    free(best.entries);
    return made;
}
