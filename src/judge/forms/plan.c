/* What is known of a form before a case is made: which values are sizes, which assertions a value
 * decides, which tuples it completes. */
#include "base/owned.h"
#include "judge/forms/maker.h"

#include <stdlib.h>
#include <string.h>

/* A set of names. */
struct names {
    uint64_t words[(FORM_MAX_NAMES + 63) / 64];
};

static void names_add(void *owner, uint32_t name)
{
    struct names *const names = owner;
    names->words[name / 64] |= (uint64_t)1 << name % 64;
}

static bool names_have(const struct names *names, uint32_t name)
{
    return (names->words[name / 64] >> name % 64 & 1) != 0;
}

static bool names_meet(const struct names *a, const struct names *b)
{
    for (size_t i = 0; i < sizeof a->words / sizeof *a->words; i++)
        if ((a->words[i] & b->words[i]) != 0)
            return true;
    return false;
}

void nf_form_names(const struct nf_form_spec *form, uint32_t number,
                   void (*take)(void *owner, uint32_t name), void *owner)
{
    const struct form_node *const node = &form->nodes[number];
    switch ((enum form_node_kind)node->kind) {
    case NODE_CONSTANT:
    case NODE_ISEOF: return;
    case NODE_VARIABLE:
        take(owner, node->left);
        for (uint32_t i = 0; i < node->count; i++)
            nf_form_names(form, form->lists[node->right + i], take, owner);
        return;
    case NODE_UNIQUE:
    case NODE_INARRAY: {
        const bool inarray = node->kind == NODE_INARRAY;
        const struct form_group *const group = &form->groups[inarray ? node->right : node->left];
        for (uint32_t i = 0; i < group->count; i++)
            take(owner, form->lists[group->first + i]);
        if (inarray)
            nf_form_names(form, node->left, take, owner);
        return;
    }
    case NODE_NEGATE:
    case NODE_STRLEN:
    case NODE_NOT:
    case NODE_MATCH: nf_form_names(form, node->left, take, owner); return;
    default: break;
    }
    nf_form_names(form, node->left, take, owner);
    nf_form_names(form, node->right, take, owner);
}

/* Whether a test looks at the input, or at all of an array. */
static bool test_looks_around(const struct nf_form_spec *form, uint32_t number)
{
    const struct form_node *const node = &form->nodes[number];
    switch ((enum form_node_kind)node->kind) {
    case NODE_MATCH:
    case NODE_ISEOF:
    case NODE_UNIQUE: return true;
    case NODE_NOT: return test_looks_around(form, node->left);
    case NODE_AND:
    case NODE_OR:
        return test_looks_around(form, node->left) || test_looks_around(form, node->right);
    default: return false;
    }
}

static bool draws(const struct form_step *step)
{
    return (step->op == FORM_INT || step->op == FORM_REAL || step->op == FORM_REGEX) &&
           step->variable != FORM_NONE;
}

/* The name a step gives a value, or FORM_NONE. */
static uint32_t name_set(const struct nf_form_spec *form, const struct form_step *step)
{
    if (step->op == FORM_UNSET)
        return step->a;
    const bool sets =
        draws(step) || step->op == FORM_SET ||
        ((step->op == FORM_REP || step->op == FORM_WHILE) && step->variable != FORM_NONE);
    return sets ? form->nodes[step->variable].left : FORM_NONE;
}

uint32_t nf_form_behind_if(const struct nf_form_spec *form, uint32_t step)
{
    const uint32_t to = form->steps[step].to;
    return form->steps[to - 1].op == FORM_GO && to - 1 > step ? form->steps[to - 1].to : to;
}

/* ---- assertions that a value decides ---- */

/* How many steps are looked at for a plan, which takes some tenths of a second: no form that
 * somebody wrote comes near. Then no further assertion is looked ahead for. */
enum { PLAN_LOOKS = 1 << 23 };

struct guarding {
    const struct nf_form_spec *form;
    uint64_t *looks;
    const struct form_site *sites; /* of all steps */
    struct form_site *site;
    uint32_t step;        /* that draws */
    struct names blocked; /* that later steps give other values */
};

/* Adds the names by which the steps from the drawing one to `at` decide those that are there. */
static void guard_names(const struct guarding *g, uint32_t at, struct names *names)
{
    const struct nf_form_spec *const form = g->form;
    struct names before;
    do { /* again, for what one iteration of a loop computes of the one before */
        before = *names;
        *g->looks += at - g->step;
        for (uint32_t i = at; i-- > g->step + 1;) {
            const struct form_step *const step = &form->steps[i];
            uint32_t end = step->op == FORM_SET ? i + 1 : i;
            if (g->sites[i].computes)
                end = step->op == FORM_IF ? nf_form_behind_if(form, i) : step->to;
            for (uint32_t k = i; k < end; k++) {
                const uint32_t name = name_set(form, &form->steps[k]);
                if (name != FORM_NONE && names_have(names, name))
                    nf_form_names(form, step->a, names_add, names);
            }
        }
    } while (memcmp(&before, names, sizeof before) != 0);
}

/* Whether a node is the variable that gets the value, as it is written there. */
static bool guard_is_drawn(const struct guarding *g, uint32_t number)
{
    const struct form_node *const nodes = g->form->nodes, *const node = &nodes[number];
    const struct form_node *const drawn = &nodes[g->form->steps[g->step].variable];
    const size_t length = drawn->end - drawn->at;
    const char *const source = g->form->source.data;
    return node->kind == NODE_VARIABLE && node->end - node->at == length &&
           memcmp(source + node->at, source + drawn->at, length) == 0;
}

/* Finds the limit of a comparison of the value with what is known when it is drawn. */
static void guard_limit(const struct guarding *g, struct form_guard *guard)
{
    static const uint8_t mirrored[] = {NODE_GREATER, NODE_LESS, NODE_AT_LEAST, NODE_AT_MOST,
                                       NODE_EQUAL};
    const struct nf_form_spec *const form = g->form;
    const struct form_node *const node = &form->nodes[guard->test];
    struct names names = {{0}}, others = {{0}};
    guard->limit = FORM_NONE;
    if (node->kind < NODE_LESS || node->kind > NODE_EQUAL)
        return;
    nf_form_names(form, guard->test, names_add, &names);
    if (guard->condition != FORM_NONE)
        nf_form_names(form, guard->condition, names_add, &names);
    for (uint32_t i = g->step + 1; i < guard->step; i++) {
        const uint32_t name = name_set(form, &form->steps[i]);
        if (name != FORM_NONE && names_have(&names, name))
            return;
    }
    if (guard_is_drawn(g, node->left)) {
        guard->limit = node->right;
        guard->compares = node->kind;
    } else if (guard_is_drawn(g, node->right)) {
        guard->limit = node->left;
        guard->compares = mirrored[node->kind - NODE_LESS];
    } else {
        return;
    }
    nf_form_names(form, guard->limit, names_add, &others);
    if (guard->condition != FORM_NONE)
        nf_form_names(form, guard->condition, names_add, &others);
    guard->chained = names_have(&others, form->nodes[form->steps[g->step].variable].left);
}

/* Adds a part of an assertion, if the value of the step decides it. */
static void guard_add(struct guarding *g, uint32_t test, uint32_t at, uint32_t condition)
{
    const struct nf_form_spec *const form = g->form;
    const struct form_node *const node = &form->nodes[test];
    struct names names = {{0}};
    if (node->kind == NODE_AND) {
        guard_add(g, node->left, at, condition);
        guard_add(g, node->right, at, condition);
        return;
    }
    if (test_looks_around(form, test) || g->site->guard_count == PLAN_GUARDS)
        return;
    nf_form_names(form, test, names_add, &names);
    if (condition != FORM_NONE)
        nf_form_names(form, condition, names_add, &names);
    guard_names(g, at, &names);
    const uint32_t name = form->nodes[form->steps[g->step].variable].left;
    if (!names_have(&names, name) || names_meet(&names, &g->blocked))
        return;
    struct form_guard *const guard = &g->site->guards[g->site->guard_count++];
    *guard = (struct form_guard){.test = test, .step = at, .condition = condition};
    guard_limit(g, guard);
}

static void guard_site(const struct nf_form_spec *form, uint32_t number, struct form_site *sites,
                       uint64_t *looks)
{
    struct guarding g = {
        .form = form, .looks = looks, .sites = sites, .site = &sites[number], .step = number};
    for (uint32_t i = number + 1; i < form->step_count && *looks < PLAN_LOOKS;) {
        const struct form_step *const step = &form->steps[i];
        const bool loop = step->op == FORM_REP || step->op == FORM_WHILE;
        uint32_t end = i + 1;
        if (step->op == FORM_NEXT || step->op == FORM_GO)
            return;
        if (step->op == FORM_ASSERT)
            guard_add(&g, step->a, i, FORM_NONE);
        if (step->op == FORM_IF) {
            end = nf_form_behind_if(form, i);
            for (uint32_t k = i + 1; k < step->to && !test_looks_around(form, step->a); k++) {
                if (form->steps[k].op != FORM_ASSERT)
                    break;
                guard_add(&g, form->steps[k].a, i, step->a);
            }
        }
        if (loop)
            end = step->to;
        *looks += end - i;
        for (uint32_t k = i; k < end && !sites[i].computes; k++) {
            const uint32_t name = name_set(form, &form->steps[k]);
            if (name != FORM_NONE && !(step->op == FORM_SET))
                names_add(&g.blocked, name);
        }
        i = end;
    }
}

/* Whether a loop only computes: it leaves no choice and no output. */
static bool loop_computes(const struct nf_form_spec *form, uint32_t number)
{
    const struct form_step *const loop = &form->steps[number];
    if (loop->op != FORM_REP && loop->op != FORM_WHILE)
        return false;
    for (uint32_t i = number; i < loop->to; i++) {
        const struct form_step *const step = &form->steps[i];
        const bool tests = step->op == FORM_WHILE || step->op == FORM_IF || step->op == FORM_ASSERT;
        const bool prints = step->op == FORM_LITERAL || step->op == FORM_INT ||
                            step->op == FORM_REAL || step->op == FORM_REGEX;
        if (prints || step->op == FORM_EOF || (tests && test_looks_around(form, step->a)))
            return false;
    }
    return true;
}

/* ---- sizes and tuples ---- */

static void plan_sizes(const struct nf_form_spec *form, struct form_plan *plan)
{
    struct names counts = {{0}}, bounds = {{0}};
    for (uint32_t i = 0; i < form->step_count; i++) {
        const struct form_step *const step = &form->steps[i];
        if (step->op == FORM_REP)
            nf_form_names(form, step->a, names_add, &counts);
        if (step->op == FORM_INT) {
            nf_form_names(form, step->a, names_add, &bounds);
            nf_form_names(form, step->b, names_add, &bounds);
        }
    }
    for (uint32_t i = form->step_count; i-- > 0;) { /* through SET, backwards */
        const struct form_step *const step = &form->steps[i];
        struct names used = {{0}};
        if (step->op != FORM_SET || !names_have(&counts, form->nodes[step->variable].left))
            continue;
        nf_form_names(form, step->a, names_add, &used);
        if (!names_have(&used, form->nodes[step->variable].left))
            nf_form_names(form, step->a, names_add, &counts);
    }
    for (uint32_t i = 0; i < form->step_count; i++) {
        const struct form_step *const step = &form->steps[i];
        if (step->op != FORM_INT || step->variable == FORM_NONE)
            continue;
        plan->sites[i].count = names_have(&counts, form->nodes[step->variable].left);
        plan->sites[i].bound = names_have(&bounds, form->nodes[step->variable].left);
        plan->counts += plan->sites[i].count;
    }
}

/* The last step that draws a member of a group completes its tuples. */
static void plan_group(const struct nf_form_spec *form, struct form_plan *plan, uint32_t test,
                       uint64_t *looks)
{
    const struct form_node *const node = &form->nodes[test];
    if (node->kind == NODE_AND) {
        plan_group(form, plan, node->left, looks);
        plan_group(form, plan, node->right, looks);
        return;
    }
    if (node->kind != NODE_UNIQUE)
        return;
    struct names names = {{0}};
    nf_form_names(form, test, names_add, &names);
    for (uint32_t i = form->step_count; i-- > 0 && ++*looks < PLAN_LOOKS;) {
        const struct form_step *const step = &form->steps[i];
        if (!draws(step) || !names_have(&names, form->nodes[step->variable].left))
            continue;
        struct form_site *const site = &plan->sites[i];
        for (uint32_t k = 0; k < site->group_count; k++)
            if (site->groups[k] == node->left)
                return;
        if (site->group_count < PLAN_GROUPS && form->nodes[step->variable].count > 0)
            site->groups[site->group_count++] = node->left;
        return;
    }
}

/* Whether step `at` is, or leads to, what may go on with an integer that was written before it, by
 * what is known of the steps that it leads to. */
static bool continues_integer(const struct nf_form_spec *form, uint32_t at, const bool *continues)
{
    const struct form_step *const step = &form->steps[at];
    switch ((enum form_op)step->op) {
    case FORM_LITERAL: {
        const struct form_node *const node = &form->nodes[step->a];
        const struct form_value *const text =
            node->kind == NODE_CONSTANT ? &form->constants[node->left] : NULL;
        return text == NULL || text->kind != FORM_STRING || text->string.size == 0 ||
               (text->string.bytes[0] >= '0' && text->string.bytes[0] <= '9');
    }
    case FORM_INT:
    case FORM_REAL:
    case FORM_REGEX: return true;
    case FORM_IF: return continues[at + 1] || continues[step->to];
    case FORM_REP:
    case FORM_WHILE: return continues[step->body] || continues[step->to];
    case FORM_NEXT: return continues[step->to + 1] || continues[form->steps[step->to].to];
    case FORM_GO: return continues[step->to];
    default: return continues[at + 1];
    }
}

/* Whether whatever is made can be read, so that nobody has to try: integers and literals alone,
 * each integer ended by what follows. */
static bool plan_delimits(const struct nf_form_spec *form)
{
    NF_OWNED bool *continues = calloc(form->step_count + 1, sizeof *continues);
    if (continues == NULL)
        return false;
    for (uint32_t i = 0; i < form->node_count; i++)
        if (form->nodes[i].kind == NODE_MATCH || form->nodes[i].kind == NODE_ISEOF)
            return false;
    for (uint32_t i = 0; i < form->step_count; i++) {
        const uint8_t op = form->steps[i].op;
        if (op == FORM_REAL || op == FORM_REGEX || op == FORM_WHILE ||
            (op == FORM_EOF && i + 2 < form->step_count))
            return false;
    }
    /* From the end on, and again as long as a loop leads back to more: at most once for each depth.
     */
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = form->step_count; i-- > 0;) {
            const bool before = continues[i];
            continues[i] = continues_integer(form, i, continues);
            more |= continues[i] != before;
        }
    }
    for (uint32_t i = 0; i < form->step_count; i++)
        if (form->steps[i].op == FORM_INT && continues[i + 1])
            return false;
    return true;
}

struct form_plan *nf_form_plan_new(const struct nf_form_spec *form)
{
    uint64_t looks = 0;
    struct form_plan *const plan = calloc(1, sizeof *plan);
    if (plan == NULL)
        return NULL;
    plan->sites = calloc(form->step_count, sizeof *plan->sites);
    if (plan->sites == NULL) {
        free(plan);
        return NULL;
    }
    plan_sizes(form, plan);
    plan->delimits = plan_delimits(form);
    for (uint32_t i = 0; i < form->step_count; i++)
        if (!plan->sites[i].computes && loop_computes(form, i))
            for (uint32_t k = i; k < form->steps[i].to; k++)
                plan->sites[k].computes = true; /* so do the loops and IFs in it */
    for (uint32_t i = 0; i < form->step_count; i++) {
        if (draws(&form->steps[i]) && form->steps[i].op != FORM_REAL)
            guard_site(form, i, plan->sites, &looks);
        if (form->steps[i].op == FORM_ASSERT)
            plan_group(form, plan, form->steps[i].a, &looks);
    }
    return plan;
}

void nf_form_plan_free(struct form_plan *plan)
{
    if (plan == NULL)
        return;
    free(plan->sites);
    free(plan);
}
