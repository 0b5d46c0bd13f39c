/* A look ahead while a value is drawn: assertions that it decides, and tuples that must be
 * different.
 */
#include "judge/forms/maker.h"

#include <stdlib.h>
#include <string.h>

/* ---- assertions ---- */

enum { TRIED = 64, TRIAL_STEPS = 4000 };

/* Values given for a trial, to be taken back. */
struct trial {
    struct {
        uint32_t name, cell;
        struct form_value before;
    } set[TRIED];
    int count;
    uint32_t steps; /* of loops */
};

static bool trial_set(struct nf_form_machine *m, struct trial *trial, uint32_t node,
                      const struct form_value *value)
{
    uint32_t name, cell;
    if (!nf_form_place(m, node, true, &name, &cell))
        return false;
    struct form_variable *const v = &m->variables[name];
    for (int i = 0; i < trial->count; i++)
        if (trial->set[i].name == name && trial->set[i].cell == cell)
            return nf_form_cell_set(m, name, cell, value);
    const int i = trial->count;
    if (i == TRIED)
        return false;
    trial->set[i].name = name;
    trial->set[i].cell = cell;
    trial->set[i].before = v->cells[cell];
    if (!nf_form_cell_set(m, name, cell, value))
        return false;
    v->on_trial += trial->set[i].before.generation != v->generation;
    trial->count++;
    return true;
}

static void trial_undo(struct nf_form_machine *m, struct trial *trial)
{
    while (trial->count > 0) {
        const int i = --trial->count;
        struct form_variable *const v = &m->variables[trial->set[i].name];
        const bool fresh = trial->set[i].before.generation != v->generation;
        v->cells[trial->set[i].cell] = trial->set[i].before;
        v->order_count -= fresh;
        v->on_trial -= fresh;
        v->changes += !fresh;
    }
}

static bool trial_loop(struct nf_form_machine *m, struct trial *trial, uint32_t number);

/* Does what the steps from `from` to `to` compute, as far as that is known now: blocks that draw or
 * print are passed over. */
static bool trial_run(struct nf_form_machine *m, struct trial *trial, uint32_t from, uint32_t to)
{
    const struct nf_form_spec *const form = m->form;
    struct form_value value;
    bool holds;
    for (uint32_t i = from, next; i < to; i = next) {
        const struct form_step *const step = &form->steps[i];
        const bool computes = m->maker->plan->sites[i].computes;
        next = i + 1;
        switch (step->op) {
        case FORM_SET:
            if (!nf_form_evaluate(m, step->a, &value) ||
                !trial_set(m, trial, step->variable, &value))
                return false;
            break;
        case FORM_IF:
            next = nf_form_behind_if(form, i);
            if (computes &&
                (!nf_form_test(m, step->a, &holds) ||
                 !trial_run(m, trial, holds ? i + 1 : step->to, holds ? step->to : next)))
                return false;
            break;
        case FORM_REP:
        case FORM_WHILE:
            next = step->to;
            if (computes && !trial_loop(m, trial, i))
                return false;
            break;
        case FORM_UNSET: return false; /* which is not taken back */
        default: break;
        }
    }
    return true;
}

static bool trial_loop(struct nf_form_machine *m, struct trial *trial, uint32_t number)
{
    const struct form_step *const loop = &m->form->steps[number];
    struct form_value i = {.kind = FORM_INTEGER};
    form_integer count = TRIAL_STEPS;
    bool goes_on;
    if (loop->op == FORM_REP && !nf_form_evaluate_integer(m, loop->a, &count))
        return false;
    for (i.integer = 0;; i.integer++) {
        goes_on = i.integer < count;
        trial->steps += loop->to - number;
        if (trial->steps > TRIAL_STEPS ||
            (loop->variable != FORM_NONE && !trial_set(m, trial, loop->variable, &i)) ||
            (loop->op == FORM_WHILE && !nf_form_test(m, loop->a, &goes_on)))
            return false;
        if (!goes_on)
            return true;
        if (!trial_run(m, trial, i.integer == 0 ? loop->body : number + 1, loop->to - 1))
            return false;
    }
}

/* Whether the assertion holds, as far as can be seen now, if the step's variable has this value. */
static bool guard_holds(struct nf_form_machine *m, const struct form_site *site, uint32_t number,
                        const struct form_value *value)
{
    struct trial trial; /* its list is three kilobytes, of which few are used */
    struct nf_error *const err = m->err;
    bool holds = true, applies = true;
    m->err = NULL; /* what cannot be seen yet is no fault of the form */
    trial.count = 0;
    trial.steps = 0;
    bool known = trial_set(m, &trial, m->form->steps[m->pc].variable, value) &&
                 trial_run(m, &trial, m->pc + 1, site->guards[number].step);
    if (known && site->guards[number].condition != FORM_NONE)
        known = nf_form_test(m, site->guards[number].condition, &applies);
    if (known && applies)
        known = nf_form_test(m, site->guards[number].test, &holds);
    trial_undo(m, &trial);
    m->err = err;
    m->steps += trial.steps;
    if (!known && m->status == NF_INVALID)
        m->status = NF_OK; /* a value that comes later */
    return !known || !applies || holds;
}

bool nf_form_ahead_holds(struct nf_form_machine *m, const struct form_site *site,
                         const struct form_value *value)
{
    for (uint32_t i = 0; i < site->guard_count; i++)
        if (!guard_holds(m, site, i, value))
            return false;
    return true;
}

const struct form_value *nf_form_listed(struct nf_form_machine *m, const struct form_site *site)
{
    for (uint32_t i = 0; i < site->guard_count; i++) {
        const struct form_node *const node = &m->form->nodes[site->guards[i].test];
        if (node->kind != NODE_INARRAY || m->form->groups[node->right].count != 1 ||
            m->form->nodes[node->left].kind != NODE_VARIABLE)
            continue;
        const uint32_t name = m->form->lists[m->form->groups[node->right].first];
        const struct form_variable *const v = &m->variables[name];
        if (v->order_count == 0)
            return NULL;
        return &v->cells[v->order[nf_form_below(m->maker, v->order_count)]];
    }
    return NULL;
}

/* What the assertions allow an integer to be: it is within bounds, and some hold when tried. */
struct allowed {
    form_integer low, high;
    bool tried[PLAN_GUARDS];
};

/* Whether the variable of the present step has no value yet. */
static bool value_is_new(struct nf_form_machine *m)
{
    uint32_t name, cell;
    return nf_form_place(m, m->form->steps[m->pc].variable, true, &name, &cell) &&
           m->variables[name].cells[cell].generation != m->variables[name].generation;
}

static void narrow(struct allowed *allowed, uint8_t compares, form_integer limit)
{
    const form_integer low = limit + (compares == NODE_GREATER);
    const form_integer high = limit - (compares == NODE_LESS);
    const bool below = compares == NODE_LESS || compares == NODE_AT_MOST;
    const bool above = compares == NODE_GREATER || compares == NODE_AT_LEAST;
    if (!below && low > allowed->low)
        allowed->low = low;
    if (!above && high < allowed->high)
        allowed->high = high;
}

/* In half of the cases, and in the largest of values that differ, those that each bound the next
 * one leave it its share of the room: else few of them would take all of it. */
static void leave_room(struct nf_form_machine *m, const struct form_guard *guard,
                       struct allowed *allowed)
{
    enum { FEW = 8 };
    struct form_maker *const maker = m->maker;
    const struct form_frame *const frame = m->depth > 0 ? &m->frames[m->depth - 1] : NULL;
    const bool up = guard->compares == NODE_GREATER || guard->compares == NODE_AT_LEAST;
    const bool apart = guard->compares == NODE_GREATER || guard->compares == NODE_LESS;
    if (frame == NULL || m->form->steps[frame->step].op != FORM_REP || maker->replaying ||
        maker->stage == STAGE_ENUMERATED || frame->count - frame->i < FEW ||
        (nf_form_taste(maker, m->form->steps[m->pc].place)->bias % 2 != 0 &&
         !(apart && maker->stage == STAGE_LARGEST)))
        return;
    const form_integer room = allowed->high - allowed->low;
    const form_integer share = room / (form_integer)(frame->count - frame->i) - apart;
    if (room < 0 || guard->compares == NODE_EQUAL)
        return;
    if (up)
        allowed->high = allowed->low + (share > 0 ? share : 0);
    else
        allowed->low = allowed->high - (share > 0 ? share : 0);
}

/* Narrows the bounds by an assertion that compares the value with another integer; false: it is
 * to be tried. */
static bool guard_bounds(struct nf_form_machine *m, const struct form_guard *guard,
                         struct allowed *allowed)
{
    struct form_value limit;
    bool applies = true;
    if (guard->limit == FORM_NONE || (guard->chained && !value_is_new(m)))
        return false;
    if (guard->condition != FORM_NONE && !nf_form_test(m, guard->condition, &applies))
        return false;
    if (applies && (!nf_form_evaluate(m, guard->limit, &limit) || limit.kind != FORM_INTEGER ||
                    limit.integer != (int64_t)limit.integer))
        return false;
    if (applies)
        narrow(allowed, guard->compares, limit.integer);
    if (guard->chained)
        leave_room(m, guard, allowed);
    return true;
}

static struct allowed allowed_by(struct nf_form_machine *m, const struct form_site *site,
                                 form_integer low, form_integer high)
{
    struct allowed allowed = {.low = low, .high = high};
    struct nf_error *const err = m->err;
    m->err = NULL; /* as above */
    for (uint32_t i = 0; i < site->guard_count; i++) {
        allowed.tried[i] = !guard_bounds(m, &site->guards[i], &allowed);
        if (m->status == NF_INVALID)
            m->status = NF_OK; /* of a value that comes later */
    }
    m->err = err;
    return allowed;
}

static bool allows(struct nf_form_machine *m, const struct form_site *site,
                   const struct allowed *allowed, form_integer integer)
{
    const struct form_value value = {.kind = FORM_INTEGER, .integer = integer};
    if (integer < allowed->low || integer > allowed->high)
        return false;
    for (uint32_t i = 0; i < site->guard_count; i++)
        if (allowed->tried[i] && !guard_holds(m, site, i, &value))
            return false;
    return true;
}

/* The last value that is allowed on the way from a good one to a bad one. */
static form_integer last_allowed(struct nf_form_machine *m, const struct form_site *site,
                                 const struct allowed *allowed, form_integer good, form_integer bad)
{
    const form_integer bound = bad < allowed->low    ? allowed->low
                               : bad > allowed->high ? allowed->high
                                                     : bad;
    if (bound != bad) {
        if (allows(m, site, allowed, bound))
            return bound;
        bad = bound;
    }
    while (good - bad > 1 || bad - good > 1) {
        const form_integer half = good + (bad - good) / 2;
        if (allows(m, site, allowed, half))
            good = half;
        else
            bad = half;
    }
    return good;
}

/* Makes `*value` one that the assertions allow: drawn again, or the last one that they allow on the
 * way from a good one. */
bool nf_form_ahead_integer(struct nf_form_machine *m, const struct form_step *step,
                           const struct form_site *site, form_integer low, form_integer high,
                           form_integer *value)
{
    struct form_maker *const maker = m->maker;
    const struct allowed allowed = allowed_by(m, site, low, high);
    if (allows(m, site, &allowed, *value))
        return true;
    if (maker->stage == STAGE_ENUMERATED && !maker->replaying)
        return nf_form_blames(m, FORM_NONE, FORM_NONE);
    const struct form_value *const listed = maker->replaying ? NULL : nf_form_listed(m, site);
    if (listed != NULL && listed->kind == FORM_INTEGER &&
        allows(m, site, &allowed, listed->integer)) {
        *value = listed->integer;
        return true;
    }
    for (int i = 0; i < 3 && !maker->replaying; i++) {
        *value = nf_form_draw(m, step->place, low, high, site);
        if (allows(m, site, &allowed, *value))
            return true;
    }
    const form_integer middle = (form_integer)(((form_unsigned)low + (form_unsigned)high) >> 1);
    enum { ENDS = 5 };
    const form_integer ends[ENDS] = {low, high, nf_form_simplest(low, high),
                                     middle < low || middle > high ? low : middle, allowed.low};
    int chosen = 0;
    while (chosen < ENDS && !allows(m, site, &allowed, ends[chosen]))
        chosen++;
    form_integer end = low;
    if (chosen < ENDS) {
        end = ends[chosen];
    } else { /* few values will do */
        for (int i = 0; i < 12 && chosen == ENDS && !maker->replaying; i++)
            if (allows(m, site, &allowed, end = nf_form_uniform(maker, low, high)))
                chosen = 0;
        for (int i = 0; i < 64 && chosen == ENDS && i <= high - low; i++)
            if (allows(m, site, &allowed, end = low + i))
                chosen = 0;
        if (chosen == ENDS)
            return nf_form_blames(m, site->guards[0].test, FORM_NONE);
    }
    const form_integer good = last_allowed(m, site, &allowed, end, *value);
    *value = good;
    if (maker->replaying || nf_form_below(maker, 2) == 0)
        return true;
    const form_integer other =
        good < end ? nf_form_uniform(maker, good, end) : nf_form_uniform(maker, end, good);
    if (allows(m, site, &allowed, other))
        *value = other;
    return true;
}

/* ---- tuples that must be different ---- */

/* The hash of a group's tuple at the indices of the step's variable, with a value for that one;
 * false: another member has none. */
static bool seen_hash(struct nf_form_machine *m, uint32_t group, uint32_t name, uint32_t cell,
                      const struct form_value *value, uint64_t *hash)
{
    const struct form_group *const members = &m->form->groups[group];
    *hash = members->count;
    for (uint32_t i = 0; i < members->count; i++) {
        const uint32_t other = m->form->lists[members->first + i];
        const struct form_value *member = value;
        if (other != name) {
            const uint32_t same = nf_form_cell_like(m, other, name, cell);
            if (same == FORM_NONE)
                return false;
            member = &m->variables[other].cells[same];
        }
        *hash = nf_form_hash(*hash, member);
    }
    *hash += *hash == 0;
    return true;
}

static bool seen_has(const struct form_seen *seen, uint64_t hash)
{
    if (seen->size == 0)
        return false;
    for (uint32_t i = (uint32_t)hash & (seen->size - 1); seen->table[i] != 0;
         i = (i + 1) & (seen->size - 1))
        if (seen->table[i] == hash)
            return true;
    return false;
}

static void seen_put(struct form_seen *seen, uint64_t hash)
{
    uint32_t i = (uint32_t)hash & (seen->size - 1);
    while (seen->table[i] != 0)
        i = (i + 1) & (seen->size - 1);
    seen->table[i] = hash;
}

static bool seen_add(struct nf_form_machine *m, struct form_seen *seen, uint64_t hash)
{
    if (2 * (seen->count + 1) > seen->size) {
        const uint32_t before = seen->size;
        uint64_t *const old = seen->table;
        seen->table = calloc(before == 0 ? 64 : before * 2, sizeof *seen->table);
        if (seen->table == NULL) {
            seen->table = old;
            return nf_form_fails_memory(m);
        }
        seen->size = before == 0 ? 64 : before * 2;
        for (uint32_t i = 0; i < before; i++)
            if (old[i] != 0)
                seen_put(seen, old[i]);
        free(old);
    }
    seen->count++;
    seen_put(seen, hash);
    return true;
}

/* The tuples since the variable was last unset. */
static struct form_seen *seen_of(struct nf_form_machine *m, uint32_t group, uint32_t name)
{
    struct form_seen *const seen = &m->maker->seen[group];
    if (seen->generation != m->variables[name].generation) {
        if (seen->size > 4096) {
            free(seen->table);
            seen->table = NULL;
            seen->size = 0;
        } else if (seen->size > 0) {
            memset(seen->table, 0, seen->size * sizeof *seen->table);
        }
        seen->count = 0;
        seen->hint = 0;
        seen->free_count = 0;
        seen->generation = m->variables[name].generation;
    }
    return seen;
}

/* Whether no group has the tuple already that a value completes. */
bool nf_form_unique_fresh(struct nf_form_machine *m, const struct form_site *site, uint32_t name,
                          uint32_t cell, const struct form_value *value)
{
    uint64_t hash;
    for (uint32_t i = 0; i < site->group_count; i++)
        if (seen_hash(m, site->groups[i], name, cell, value, &hash) &&
            seen_has(seen_of(m, site->groups[i], name), hash))
            return false;
    return true;
}

static bool is_free(struct nf_form_machine *m, const struct form_site *site, uint32_t name,
                    uint32_t cell, form_integer integer)
{
    const struct form_value value = {.kind = FORM_INTEGER, .integer = integer};
    return nf_form_unique_fresh(m, site, name, cell, &value) &&
           nf_form_ahead_holds(m, site, &value);
}

/* Draws from the values that are free, which are listed when few are; false: none, or many are. */
static bool draw_free(struct nf_form_machine *m, const struct form_site *site, uint32_t name,
                      uint32_t cell, form_integer low, form_integer high, form_integer *value)
{
    enum { MOST = 1 << 22 };
    struct form_maker *const maker = m->maker;
    struct form_seen *const seen = seen_of(m, site->groups[0], name);
    if (m->form->groups[site->groups[0]].count > 1 || high - low >= MOST ||
        high - low > 8 * (form_integer)seen->count + 1000)
        return false;
    if (seen->free_count == 0 || seen->free_low != low || seen->free_high != high) {
        form_integer *const list = realloc(seen->free, (size_t)(high - low + 1) * sizeof *list);
        if (list == NULL)
            return nf_form_fails_memory(m);
        seen->free = list;
        seen->free_low = low;
        seen->free_high = high;
        seen->free_count = 0;
        for (form_integer at = low; at <= high; at++) {
            if (!is_free(m, site, name, cell, at))
                continue;
            const uint64_t other = nf_form_below(maker, seen->free_count + 1);
            list[seen->free_count] = list[other];
            list[other] = at;
            seen->free_count++;
        }
        m->steps += (uint64_t)(high - low);
    }
    while (seen->free_count > 0) {
        *value = seen->free[--seen->free_count];
        if (is_free(m, site, name, cell, *value))
            return true;
    }
    return false;
}

/* Makes `*value` one whose tuple is not there yet. */
bool nf_form_unique_integer(struct nf_form_machine *m, const struct form_step *step,
                            const struct form_site *site, form_integer low, form_integer high,
                            form_integer *value)
{
    struct form_maker *const maker = m->maker;
    uint32_t name, cell;
    if (!nf_form_place(m, step->variable, true, &name, &cell))
        return false;
    if (is_free(m, site, name, cell, *value))
        return true;
    if (maker->stage == STAGE_ENUMERATED && !maker->replaying)
        return nf_form_blames(m, FORM_NONE, FORM_NONE);
    struct form_seen *const seen = seen_of(m, site->groups[0], name);
    for (int i = 0; i < 12 && !maker->replaying; i++) {
        *value = i < 4 ? nf_form_draw(m, step->place, low, high, site)
                       : nf_form_uniform(maker, low, high);
        if (is_free(m, site, name, cell, *value))
            return true;
    }
    /* The next free one, from a random one on; where values go up or down, from the last. */
    const bool straight = maker->tastes[step->place].taste >= TASTE_MONOTONE;
    form_integer at = maker->replaying ? *value
                      : straight       ? seen->hint
                                       : nf_form_uniform(maker, low, high);
    if (!maker->replaying && !straight && draw_free(m, site, name, cell, low, high, value))
        return true;
    if (m->status != NF_OK)
        return false;
    const form_integer most = 8 * (form_integer)seen->count + 1000;
    for (form_integer i = 0; i <= most && i <= high - low; i++, at++) {
        if (at < low || at > high)
            at = low;
        m->steps++;
        if (is_free(m, site, name, cell, at)) {
            seen->hint = at + 1;
            *value = at;
            return true;
        }
    }
    maker->failed_choice = true;
    maker->failed_step = m->pc;
    maker->failed_at = 0;
    for (uint32_t i = 0; i < m->form->groups[site->groups[0]].count; i++)
        nf_form_blame_name(maker, m->form->lists[m->form->groups[site->groups[0]].first + i]);
    return nf_form_blame_end(m);
}

/* Remembers the tuples that a value completes, before it is assigned. */
bool nf_form_unique_take(struct nf_form_machine *m, const struct form_step *step,
                         const struct form_site *site, const struct form_value *value)
{
    uint32_t name, cell;
    uint64_t hash;
    if (!nf_form_place(m, step->variable, true, &name, &cell))
        return false;
    for (uint32_t i = 0; i < site->group_count; i++)
        if (seen_hash(m, site->groups[i], name, cell, value, &hash) &&
            !seen_add(m, seen_of(m, site->groups[i], name), hash))
            return false;
    return true;
}
