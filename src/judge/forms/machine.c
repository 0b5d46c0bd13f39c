/* The machine: control, expressions, and what a run is given. */
#include "base/lang.h"
#include "judge/forms/maker.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- failures ---- */

bool nf_form_fails(struct nf_form_machine *m, uint32_t at, const char *format, ...)
{
    char text[sizeof m->err->text];
    va_list args;
    if (m->status != NF_OK)
        return false;
    m->status = NF_INVALID;
    if (m->err == NULL)
        return false;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    (void)nf_fail_at(m->err, &m->form->source, at, "%s", text);
    return false;
}

bool nf_form_fails_memory(struct nf_form_machine *m)
{
    m->status = NF_IO;
    if (m->err != NULL)
        (void)nf_fail_memory(m->err);
    return false;
}

bool nf_form_fails_steps(struct nf_form_machine *m)
{
    return nf_form_fails(
        m, m->form->steps[m->pc].at,
        _("the form takes more than %" PRIu64 " steps here, the most that are run"), m->most_steps);
}

/* ---- variables ---- */

bool nf_form_place_slow(struct nf_form_machine *m, uint32_t number, bool make, uint32_t *name,
                        uint32_t *cell)
{
    const struct form_node *const node = &m->form->nodes[number];
    int64_t indices[FORM_MAX_INDICES];
    for (uint32_t i = 0; i < node->count; i++) {
        const uint32_t index = m->form->lists[node->right + i];
        form_integer value;
        if (!nf_form_evaluate_integer(m, index, &value))
            return false;
        indices[i] = (int64_t)value;
        if (value != indices[i])
            return nf_form_fails(m, m->form->nodes[index].at,
                                 _("this index has more than 64 bits, the most that are kept"));
    }
    *name = node->left;
    *cell = nf_form_cell(m, node->left, indices, node->count, make);
    return m->status == NF_OK;
}

bool nf_form_assign_kept(struct nf_form_machine *m, uint32_t number, const struct form_value *value)
{
    uint32_t name, cell;
    return nf_form_place(m, number, true, &name, &cell) && nf_form_cell_set(m, name, cell, value);
}

/* "x[3] has no value" */
static bool form_without_value(struct nf_form_machine *m, uint32_t number)
{
    const struct form_node *const node = &m->form->nodes[number];
    char text[FORM_NAMED];
    int length = snprintf(text, sizeof text, "%s", m->form->names[node->left]);
    for (uint32_t i = 0; i < node->count; i++) {
        form_integer value = 0;
        if (!nf_form_evaluate_integer(m, m->form->lists[node->right + i], &value))
            return false;
        length += snprintf(text + length, sizeof text - (size_t)length, "%c%lld",
                           i == 0 ? '[' : ',', (long long)value);
    }
    return nf_form_fails(m, node->at, _("%s%s has no value here"), text,
                         node->count > 0 ? "]" : "");
}

static bool evaluate_variable(struct nf_form_machine *m, uint32_t number, struct form_value *value)
{
    uint32_t name, cell;
    if (!nf_form_place(m, number, false, &name, &cell))
        return false;
    const struct form_variable *const v = &m->variables[name];
    if (cell == FORM_NONE || v->cells[cell].generation != v->generation)
        return form_without_value(m, number);
    *value = v->cells[cell];
    return true;
}

/* ---- arithmetic ---- */

static bool beyond(struct nf_form_machine *m, const struct form_node *node)
{
    return nf_form_fails(m, node->at,
                         _("the result has more than 128 bits, the most that are computed with"));
}

static bool power(struct nf_form_machine *m, const struct form_node *node, form_integer base,
                  form_integer exponent, form_integer *result)
{
    *result = 1;
    if (exponent > 127 && base >= -1 && base <= 1) /* its parity decides */
        exponent = 2 + exponent % 2;
    for (; exponent > 0; exponent--)
        if (!nf_form_times(*result, base, result))
            return beyond(m, node);
    return true;
}

static bool evaluate_integers(struct nf_form_machine *m, const struct form_node *node,
                              form_integer a, form_integer b, form_integer *result)
{
    switch (node->kind) {
    case NODE_ADD: return !__builtin_add_overflow(a, b, result) || beyond(m, node);
    case NODE_SUBTRACT: return !__builtin_sub_overflow(a, b, result) || beyond(m, node);
    case NODE_MULTIPLY: return nf_form_times(a, b, result) || beyond(m, node);
    case NODE_DIVIDE:
    case NODE_REMAINDER:
        if (b == 0)
            return nf_form_fails(m, node->at, _("a division by 0"));
        if (b == -1) { /* the least integer has no opposite */
            *result = 0;
            return node->kind == NODE_REMAINDER || !__builtin_sub_overflow(*result, a, result) ||
                   beyond(m, node);
        }
        *result = node->kind == NODE_DIVIDE ? a / b : a % b;
        return true;
    default:
        if (b < 0)
            return nf_form_fails(m, node->at, _("expected an exponent that is not negative"));
        return power(m, node, a, b, result);
    }
}

static bool evaluate_floats(struct nf_form_machine *m, const struct form_node *node,
                            const struct form_value *a, const struct form_value *b,
                            long double *result)
{
    const long double x = a->kind == FORM_INTEGER ? (long double)a->integer : a->real;
    const long double y = b->kind == FORM_INTEGER ? (long double)b->integer : b->real;
    switch (node->kind) {
    case NODE_ADD: *result = x + y; break;
    case NODE_SUBTRACT: *result = x - y; break;
    case NODE_MULTIPLY: *result = x * y; break;
    case NODE_DIVIDE:
        if (y == 0)
            return nf_form_fails(m, node->at, _("a division by 0"));
        *result = x / y;
        break;
    case NODE_REMAINDER: return nf_form_fails(m, node->at, _("expected integers beside '%%'"));
    default:
        if (b->kind != FORM_INTEGER || b->integer < 0)
            return nf_form_fails(m, node->at,
                                 _("expected an exponent that is an integer and not negative"));
        *result = powl(x, y);
        break;
    }
    if (!isfinite(*result))
        return nf_form_fails(m, node->at, _("the result is larger than a long double can hold"));
    return true;
}

static bool needs_number(struct nf_form_machine *m, uint32_t number, const struct form_value *value)
{
    char shown[FORM_DIGITS];
    return value->kind != FORM_STRING ||
           nf_form_fails(m, m->form->nodes[number].at, _("found the string %s, expected a number"),
                         nf_form_shown(shown, value));
}

static bool evaluate_arithmetic(struct nf_form_machine *m, const struct form_node *node,
                                struct form_value *value)
{
    struct form_value a, b;
    if (!nf_form_evaluate(m, node->left, &a) || !nf_form_evaluate(m, node->right, &b))
        return false;
    if (a.kind == FORM_INTEGER && b.kind == FORM_INTEGER) {
        value->kind = FORM_INTEGER;
        return evaluate_integers(m, node, a.integer, b.integer, &value->integer);
    }
    if (!needs_number(m, node->left, &a) || !needs_number(m, node->right, &b))
        return false;
    value->kind = FORM_FLOAT;
    return evaluate_floats(m, node, &a, &b, &value->real);
}

bool nf_form_evaluate_slow(struct nf_form_machine *m, uint32_t number, struct form_value *value)
{
    const struct form_node *const node = &m->form->nodes[number];
    struct form_value operand;
    switch (node->kind) {
    case NODE_VARIABLE: return evaluate_variable(m, number, value);
    case NODE_NEGATE:
        if (!nf_form_evaluate(m, node->left, value) || !needs_number(m, node->left, value))
            return false;
        if (value->kind == FORM_FLOAT)
            value->real = -value->real;
        else if (__builtin_sub_overflow((form_integer)0, value->integer, &value->integer))
            return beyond(m, node);
        return true;
    case NODE_STRLEN:
        if (!nf_form_evaluate_string(m, node->left, &operand))
            return false;
        value->kind = FORM_INTEGER;
        value->integer = (form_integer)operand.string.size;
        return true;
    default: return evaluate_arithmetic(m, node, value);
    }
}

bool nf_form_evaluate_integer_slow(struct nf_form_machine *m, uint32_t number,
                                   form_integer *integer)
{
    struct form_value value;
    char shown[FORM_DIGITS];
    if (!nf_form_evaluate(m, number, &value))
        return false;
    if (value.kind != FORM_INTEGER)
        return nf_form_fails(m, m->form->nodes[number].at, _("found %s, expected an integer"),
                             nf_form_shown(shown, &value));
    *integer = value.integer;
    return true;
}

bool nf_form_evaluate_string(struct nf_form_machine *m, uint32_t number, struct form_value *value)
{
    char shown[FORM_DIGITS];
    if (!nf_form_evaluate(m, number, value))
        return false;
    return value->kind == FORM_STRING ||
           nf_form_fails(m, m->form->nodes[number].at, _("found the number %s, expected a string"),
                         nf_form_shown(shown, value));
}

/* ---- what a run is given ---- */

static bool source_token(struct nf_form_machine *m, const struct form_step *step)
{
    return m->making ? nf_form_make_token(m, step) : nf_form_read_token(m, step);
}

/* Whether one of the characters comes next; NULL: the end. */
static bool source_matches(struct nf_form_machine *m, const struct form_node *node,
                           const struct form_value *characters, bool *holds)
{
    if (m->making)
        return nf_form_make_matches(m, node, characters, holds);
    *holds = nf_form_read_matches(m, characters);
    return true;
}

/* ---- tests ---- */

static bool test_comparison(struct nf_form_machine *m, const struct form_node *node, bool *holds)
{
    struct form_value a, b;
    int order;
    if (!nf_form_evaluate(m, node->left, &a) || !nf_form_evaluate(m, node->right, &b))
        return false;
    if (!nf_form_compare(&a, &b, &order))
        return nf_form_fails(m, node->at, _("expected two numbers or two strings to be compared"));
    switch (node->kind) {
    case NODE_LESS: *holds = order < 0; break;
    case NODE_GREATER: *holds = order > 0; break;
    case NODE_AT_MOST: *holds = order <= 0; break;
    case NODE_AT_LEAST: *holds = order >= 0; break;
    case NODE_EQUAL: *holds = order == 0; break;
    default: *holds = order != 0; break;
    }
    return true;
}

/* Fails unless all variables of a group have values. */
static bool test_group(struct nf_form_machine *m, uint32_t at, uint32_t number)
{
    const struct form_group *const group = &m->form->groups[number];
    for (uint32_t i = 0; i < group->count; i++) {
        const uint32_t name = m->form->lists[group->first + i];
        if (m->variables[name].order_count == 0)
            return nf_form_fails(m, at, _("%s%s has no value here"), m->form->names[name], "");
    }
    return nf_form_set_update(m, number);
}

static bool test_unique(struct nf_form_machine *m, const struct form_node *node, bool *holds)
{
    const struct form_group *const group = &m->form->groups[node->left];
    const uint32_t *const names = m->form->lists + group->first;
    if (!test_group(m, node->at, node->left))
        return false;
    const struct form_set *const set = &m->sets[node->left];
    bool equal = !set->unequal;
    for (uint32_t i = 1; i < group->count; i++)
        equal &= m->variables[names[i]].order_count == m->variables[names[0]].order_count;
    *holds = equal && set->duplicate == 0;
    return true;
}

bool nf_form_test(struct nf_form_machine *m, uint32_t number, bool *holds)
{
    const struct form_node *const node = &m->form->nodes[number];
    struct form_value value;
    switch (node->kind) {
    case NODE_NOT:
        if (!nf_form_test(m, node->left, holds))
            return false;
        *holds = !*holds;
        return true;
    case NODE_AND:
    case NODE_OR:
        if (!nf_form_test(m, node->left, holds))
            return false;
        return *holds == (node->kind == NODE_OR) || nf_form_test(m, node->right, holds);
    case NODE_ISEOF: return source_matches(m, node, NULL, holds);
    case NODE_MATCH:
        return nf_form_evaluate_string(m, node->left, &value) &&
               source_matches(m, node, &value, holds);
    case NODE_UNIQUE: return test_unique(m, node, holds);
    case NODE_INARRAY:
        if (!nf_form_evaluate(m, node->left, &value) || !test_group(m, node->at, node->right))
            return false;
        *holds = nf_form_set_has(m, node->right, &value);
        return true;
    default: return test_comparison(m, node, holds);
    }
}

/* ---- regular expressions ---- */

static void forget_dynamic(struct nf_form_machine *m)
{
    nf_form_matcher_free(m->dynamic_matcher);
    nf_form_regex_free(m->dynamic.regex);
    free(m->dynamic.bytes);
    m->dynamic_matcher = NULL;
    m->dynamic.regex = NULL;
    m->dynamic.bytes = NULL;
}

const struct form_regex *nf_form_regex_of(struct nf_form_machine *m, const struct form_step *step,
                                          struct form_matcher ***matcher)
{
    struct form_value text;
    size_t wrong;
    const char *expected;
    if (step->regex != FORM_NONE) {
        *matcher = &m->matchers[step->regex];
        return m->form->regexes[step->regex];
    }
    *matcher = &m->dynamic_matcher;
    if (!nf_form_evaluate_string(m, step->a, &text))
        return NULL;
    if (m->dynamic.bytes != NULL && m->dynamic.size == text.string.size &&
        memcmp(m->dynamic.bytes, text.string.bytes, text.string.size) == 0)
        return m->dynamic.regex;
    forget_dynamic(m);
    m->dynamic.bytes = malloc(text.string.size + 1);
    if (m->dynamic.bytes == NULL)
        return nf_form_fails_memory(m), NULL;
    memcpy(m->dynamic.bytes, text.string.bytes, text.string.size);
    m->dynamic.size = text.string.size;
    m->dynamic.regex = nf_form_regex_parse(text.string.bytes, text.string.size, &wrong, &expected);
    if (m->dynamic.regex != NULL)
        return m->dynamic.regex;
    forget_dynamic(m);
    if (expected == NULL)
        nf_form_fails_memory(m);
    else
        nf_form_fails(m, m->form->nodes[step->a].at,
                      _("at character %zu of the regular expression: expected %s"), wrong + 1,
                      expected);
    return NULL;
}

struct form_matcher *nf_form_matcher_of(struct nf_form_machine *m, const struct form_step *step)
{
    struct form_matcher **matcher;
    const struct form_regex *const regex = nf_form_regex_of(m, step, &matcher);
    if (regex == NULL)
        return NULL;
    if (*matcher == NULL)
        *matcher = nf_form_matcher_new(regex);
    if (*matcher == NULL)
        nf_form_fails_memory(m);
    return *matcher;
}

/* ---- control ---- */

/* Sets the variable of a loop. */
static inline bool loop_counts(struct nf_form_machine *m, const struct form_step *loop, uint64_t i)
{
    const struct form_value value = {.kind = FORM_INTEGER, .integer = (form_integer)i};
    if (loop->variable == FORM_NONE)
        return true;
    const struct form_node *const node = &m->form->nodes[loop->variable];
    struct form_variable *const v = &m->variables[node->left];
    if (i == 0 || node->count > 0 || form_single(v) == NULL)
        return nf_form_assign(m, loop->variable, &value);
    /* As it is in each iteration but the first. */
    v->cells[v->single - 1].integer = value.integer;
    v->cells[v->single - 1].kind = FORM_INTEGER;
    v->changes++;
    return true;
}

/* Whether the loop at `step` leaves a trace in the record. */
static inline bool is_recorded(const struct nf_form_machine *m, uint32_t step)
{
    return m->recording && !m->maker->plan->sites[step].computes;
}

/* The loop at `pc` begins. */
static bool loop_begins(struct nf_form_machine *m, const struct form_step *loop)
{
    form_integer count = INT64_MAX;
    char shown[FORM_DIGITS];
    if (!loop_counts(m, loop, 0))
        return false;
    if (loop->op == FORM_REP) {
        if (!nf_form_evaluate_integer(m, loop->a, &count))
            return false;
        if (count < 0 || count > UINT32_MAX) {
            const struct form_value value = {.kind = FORM_INTEGER, .integer = count};
            return nf_form_fails(m, m->form->nodes[loop->a].at,
                                 _("found %s, expected a number of times from 0 to 4,294,967,295"),
                                 nf_form_shown(shown, &value));
        }
    }
    m->frames[m->depth++] = (struct form_frame){.step = m->pc, .count = (uint64_t)count};
    return !is_recorded(m, m->pc) || nf_form_make_loop(m, loop);
}

/* An iteration of the innermost loop begins, or the loop ends. */
static inline bool loop_continues(struct nf_form_machine *m, const struct form_step *loop)
{
    struct form_frame *const frame = &m->frames[m->depth - 1];
    const bool recorded = is_recorded(m, frame->step);
    bool goes_on = frame->i < frame->count;
    if (recorded && (loop->op == FORM_WHILE || goes_on) && !nf_form_make_iteration(m, loop))
        return false;
    if (loop->op == FORM_WHILE &&
        !(recorded ? nf_form_make_while(m, loop, &goes_on) : nf_form_test(m, loop->a, &goes_on)))
        return false;
    if (!goes_on) {
        m->depth--;
        if (recorded)
            nf_form_record_leave(m);
        m->pc = loop->to;
        return true;
    }
    m->pc = frame->i == 0 ? loop->body : frame->step + 1;
    return true;
}

/* Reads or writes what most literals are, one byte that does not change. */
static inline bool pass_blank(struct nf_form_machine *m, const struct form_step *step)
{
    const struct form_value *const text = form_known(m, step->a);
    if (text == NULL || text->kind != FORM_STRING || text->string.size != 1)
        return false;
    if (m->making)
        return nf_form_make_blank(m->maker, text->string.bytes[0]);
    const bool there = m->at < m->end && *m->at == text->string.bytes[0];
    m->at += there;
    return there;
}

static inline bool run_step(struct nf_form_machine *m, const struct form_step *step)
{
    const struct form_step *const loop = &m->form->steps[step->to];
    struct form_value value;
    bool holds;
    switch ((enum form_op)step->op) {
    case FORM_LITERAL:
        if (!pass_blank(m, step) && !source_token(m, step))
            return false;
        break;
    case FORM_REP:
    case FORM_WHILE: return loop_begins(m, step) && loop_continues(m, step);
    case FORM_NEXT:
        if (!loop_counts(m, loop, ++m->frames[m->depth - 1].i))
            return false;
        return loop_continues(m, loop);
    case FORM_IF:
        if (!nf_form_test(m, step->a, &holds))
            return false;
        m->pc = holds ? m->pc + 1 : step->to;
        return true;
    case FORM_GO: m->pc = step->to; return true;
    case FORM_SET:
        if (!nf_form_evaluate(m, step->a, &value) || !nf_form_assign(m, step->variable, &value))
            return false;
        if (m->recording)
            nf_form_make_set(m, step);
        break;
    case FORM_UNSET: nf_form_unset(m, step->a); break;
    default:
        if (!source_token(m, step))
            return false;
        break;
    }
    m->pc++;
    return true;
}

bool nf_form_run(struct nf_form_machine *m)
{
    m->pc = m->depth = 0;
    m->steps = 0;
    m->status = NF_OK;
    nf_form_variables_reset(m);
    while (m->pc < m->form->step_count) {
        const struct form_step *const step = &m->form->steps[m->pc];
        if (m->steps++ > m->most_steps)
            return nf_form_fails_steps(m);
        if (!run_step(m, step))
            return false;
    }
    return true;
}

struct nf_form_machine *nf_form_machine_new(const struct nf_form_spec *form)
{
    struct nf_form_machine *const m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->form = form;
    m->max_run = FORM_MAX_RUN;
    m->variables = calloc(form->name_count + 1, sizeof *m->variables);
    m->sets = calloc(form->group_count + 1, sizeof *m->sets);
    m->matchers = calloc(form->regex_count + 1, sizeof *m->matchers);
    if (m->variables == NULL || m->sets == NULL || m->matchers == NULL) {
        nf_form_machine_free(m);
        return NULL;
    }
    return m;
}

void nf_form_machine_free(struct nf_form_machine *m)
{
    if (m == NULL)
        return;
    for (uint32_t i = 0; m->matchers != NULL && i < m->form->regex_count; i++)
        nf_form_matcher_free(m->matchers[i]);
    forget_dynamic(m);
    free(m->matchers);
    nf_form_maker_free(m);
    nf_form_variables_free(m);
    free(m);
}
