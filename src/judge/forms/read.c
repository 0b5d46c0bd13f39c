/* Reading: what the machine does with a text, and how it tells what is wrong with it. */
#include "base/lang.h"
#include "judge/forms/forms_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what was found, what was expected ---- */

enum { FOUND = NF_QUOTED, EXPECTED = 320, LONGEST_FLOAT = 1000 };

static bool is_digit(const char *at, const char *end)
{
    return at < end && *at >= '0' && *at <= '9';
}

/* Describes the word at `at`: a number bare, any other in quotes. */
static const char *describe_found(const struct nf_form_machine *m, const char *at,
                                  char found[FOUND])
{
    size_t length = 0;
    bool bare = true;
    if (at == m->end)
        return _("the end of the input");
    switch (*at) {
    case '\n': return _("the end of the line");
    case ' ': return _("a space");
    default: break;
    }
    for (; at + length < m->end && (unsigned char)at[length] > ' '; length++)
        bare &= strchr("0123456789.-+eE", at[length]) != NULL && length < FOUND - 60;
    if (length == 0) {
        length = 1;
        bare = false;
    }
    if (!bare)
        return nf_quote(found, at, length);
    snprintf(found, FOUND, "%.*s", (int)length, at);
    return found;
}

/* The form's name without its folders. */
static const char *short_name(const struct nf_form_spec *form)
{
    const char *const slash = strrchr(form->name, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : form->name;
}

/* "found X, expected Y (p.ctd:2)" */
static bool not_found(struct nf_form_machine *m, const char *at, const struct form_step *step,
                      const char *expected)
{
    char found[FOUND];
    if (m->status != NF_OK)
        return false;
    m->status = nf_fail_at(m->err, m->input, (size_t)(at - m->input->data),
                           "found %s, expected %s (%.60s:%zu)", describe_found(m, at, found),
                           expected, short_name(m->form), nf_form_line_of(m->form, step->at));
    return false;
}

/* "n: 1 to 100", and a remark. */
static bool not_a_number(struct nf_form_machine *m, const struct form_step *step,
                         const struct form_value *low, const struct form_value *high,
                         const char *remark)
{
    char named[FORM_NAMED], lower[FORM_DIGITS], upper[FORM_DIGITS], expected[EXPECTED];
    uint32_t name, cell;
    nf_form_shown(lower, low);
    nf_form_shown(upper, high);
    if (step->variable == FORM_NONE) {
        snprintf(expected, sizeof expected,
                 step->op == FORM_INT ? _("an integer from %s to %s%s")
                                      : _("a number from %s to %s%s"),
                 lower, upper, remark);
    } else {
        if (!nf_form_place(m, step->variable, true, &name, &cell))
            return false;
        nf_form_cell_named(m, name, cell, named);
        snprintf(expected, sizeof expected, _("%.200s: %s to %s%s"), named, lower, upper, remark);
    }
    return not_found(m, m->at, step, expected);
}

/* ---- tokens ---- */

static bool read_literal(struct nf_form_machine *m, const struct form_step *step)
{
    struct form_value text;
    char quoted[NF_QUOTED];
    if (!nf_form_evaluate_string(m, step->a, &text))
        return false;
    const size_t size = text.string.size, left = (size_t)(m->end - m->at);
    if (size <= left && memcmp(m->at, text.string.bytes, size) == 0) {
        m->at += size;
        return true;
    }
    const bool one = size == 1;
    return not_found(m, m->at, step,
                     one && text.string.bytes[0] == ' ' ? _("a space")
                     : one && text.string.bytes[0] == '\n'
                         ? _("the end of the line")
                         : nf_quote(quoted, text.string.bytes, size));
}

/* Gives the variable of a step a value, if it has one. */
static bool read_into(struct nf_form_machine *m, const struct form_step *step,
                      const struct form_value *value)
{
    return step->variable == FORM_NONE || nf_form_assign(m, step->variable, value);
}

/* Reads digits; false: more than 128 bits. */
bool nf_form_read_digits(const char *at, const char *end, form_integer *integer)
{
    uint64_t small = 0;
    if (end - at <= 18) {
        for (; at < end; at++)
            small = small * 10 + (uint64_t)(*at - '0');
        *integer = (form_integer)small;
        return true;
    }
    *integer = 0;
    for (; at < end; at++)
        if (!nf_form_times(*integer, 10, integer) ||
            __builtin_add_overflow(*integer, *at - '0', integer))
            return false;
    return true;
}

static bool read_integer(struct nf_form_machine *m, const struct form_step *step)
{
    struct form_value value, low, high;
    value.kind = low.kind = high.kind = FORM_INTEGER;
    if (!nf_form_evaluate_integer(m, step->a, &low.integer) ||
        !nf_form_evaluate_integer(m, step->b, &high.integer))
        return false;
    const bool minus = m->at < m->end && *m->at == '-';
    const char *const digits = m->at + minus;
    const char *const few = m->end - digits < 18 ? m->end : digits + 18;
    const char *end = digits;
    uint64_t small = 0;
    for (; end < few && (unsigned char)(*end - '0') < 10; end++)
        small = small * 10 + (unsigned char)(*end - '0');
    value.integer = (form_integer)small;
    while (end - digits >= 18 && is_digit(end, m->end))
        end++;
    if (end == digits)
        return not_a_number(m, step, &low, &high, "");
    if (*digits == '0' && (end > digits + 1 || minus))
        return not_a_number(m, step, &low, &high,
                            minus && end == digits + 1 ? _(", and no -0")
                                                       : _(", without leading zeros"));
    if (end - digits > 18 && !nf_form_read_digits(digits, end, &value.integer))
        return not_a_number(m, step, &low, &high, "");
    if (minus)
        value.integer = -value.integer;
    if (value.integer < low.integer || value.integer > high.integer)
        return not_a_number(m, step, &low, &high, "");
    m->token = m->at;
    m->at = end;
    return read_into(m, step, &value);
}

/* How a number is written. */
struct float_form {
    const char *end;
    const char *wrong; /* NULL: as it should be; else a remark, translated */
    uint64_t decimals;
    bool exponent;
};

static void scan_float(const struct nf_form_machine *m, const struct form_step *step,
                       struct float_form *form)
{
    const char *at = m->at + (m->at < m->end && *m->at == '-');
    const char *const digits = at, *const end = m->end;
    *form = (struct float_form){.wrong = ""};
    while (is_digit(at, end))
        at++;
    if (at == digits)
        return;
    form->wrong = _(", without leading zeros");
    if (*digits == '0' && at > digits + 1)
        return;
    const bool one_digit = at == digits + 1 && *digits != '0';
    if (at < end && *at == '.') {
        const char *const decimals = ++at;
        while (is_digit(at, end))
            at++;
        form->decimals = (uint64_t)(at - decimals);
        form->wrong = _(", with digits behind the point");
        if (at == decimals)
            return;
    }
    form->exponent = step->style != FORM_FIXED && at < end && (*at == 'e' || *at == 'E');
    form->wrong = _(", with an exponent");
    if (step->style == FORM_SCIENTIFIC && !form->exponent)
        return;
    if (form->exponent) {
        at += at + 1 < end && (at[1] == '+' || at[1] == '-') ? 2 : 1;
        const char *const exponent = at;
        while (is_digit(at, end))
            at++;
        form->wrong = _(", with digits in the exponent, without leading zeros");
        if (at == exponent || (*exponent == '0' && at > exponent + 1))
            return;
        form->wrong = _(", with one digit before the point that is not 0");
        if (step->c != FORM_NONE && !(one_digit && form->decimals > 0))
            return;
    }
    form->wrong = _(", in at most 1,000 characters");
    if (at - m->at > LONGEST_FLOAT)
        return;
    form->wrong = NULL;
    form->end = at;
}

/* The limits of the number of decimals of FLOATP. */
static bool read_decimals(struct nf_form_machine *m, const struct form_step *step, uint64_t *low,
                          uint64_t *high)
{
    form_integer bounds[2];
    if (!nf_form_evaluate_integer(m, step->c, &bounds[0]) ||
        !nf_form_evaluate_integer(m, step->d, &bounds[1]))
        return false;
    if (bounds[0] < 0 || bounds[1] > INT32_MAX || bounds[0] > bounds[1])
        return nf_form_fails(m, m->form->nodes[step->c].at,
                             _("expected numbers of decimals from 0 on, in ascending order"));
    *low = (uint64_t)bounds[0];
    *high = (uint64_t)bounds[1];
    return true;
}

/* A bound of a number, which may be an integer. */
bool nf_form_evaluate_real(struct nf_form_machine *m, uint32_t node, struct form_value *value)
{
    char shown[FORM_DIGITS];
    if (!nf_form_evaluate(m, node, value))
        return false;
    if (value->kind == FORM_STRING)
        return nf_form_fails(m, m->form->nodes[node].at,
                             _("found the string %s, expected a number"),
                             nf_form_shown(shown, value));
    if (value->kind == FORM_INTEGER)
        *value = (struct form_value){.kind = FORM_FLOAT, .real = (long double)value->integer};
    return true;
}

static bool read_float(struct nf_form_machine *m, const struct form_step *step)
{
    struct form_value value = {.kind = FORM_FLOAT}, low, high;
    struct float_form form;
    char text[LONGEST_FLOAT + 1], remark[100] = "";
    uint64_t least = 0, most = UINT64_MAX;
    if (!nf_form_evaluate_real(m, step->a, &low) || !nf_form_evaluate_real(m, step->b, &high) ||
        (step->c != FORM_NONE && !read_decimals(m, step, &least, &most)))
        return false;
    scan_float(m, step, &form);
    if (form.wrong != NULL)
        return not_a_number(m, step, &low, &high, form.wrong);
    if (form.decimals < least || form.decimals > most) {
        snprintf(remark, sizeof remark, _(", with %" PRIu64 " to %" PRIu64 " decimals"), least,
                 most);
        return not_a_number(m, step, &low, &high, remark);
    }
    memcpy(text, m->at, (size_t)(form.end - m->at));
    text[form.end - m->at] = '\0';
    value.real = strtold(text, NULL);
    if (value.real < low.real || value.real > high.real)
        return not_a_number(m, step, &low, &high, "");
    m->token = m->at;
    m->at = form.end;
    return read_into(m, step, &value);
}

static bool read_regex(struct nf_form_machine *m, const struct form_step *step)
{
    struct form_value value = {.kind = FORM_STRING, .string = {.bytes = m->at}}, text;
    char expected[EXPECTED], named[FORM_NAMED], quoted[NF_QUOTED];
    uint32_t name, cell;
    struct form_matcher *const matcher = nf_form_matcher_of(m, step);
    if (matcher == NULL)
        return false;
    const ptrdiff_t length =
        nf_form_matcher_longest(matcher, m->at, (size_t)(m->end - m->at), &m->steps, m->most_steps);
    if (length == -2)
        return nf_form_fails_memory(m);
    if (length == -3)
        return nf_form_fails_steps(m);
    if (length >= 0) {
        value.string.size = (size_t)length;
        m->token = m->at;
        m->at += length;
        return read_into(m, step, &value);
    }
    if (!nf_form_evaluate_string(m, step->a, &text))
        return false;
    nf_quote(quoted, text.string.bytes, text.string.size);
    if (step->variable == FORM_NONE) {
        snprintf(expected, sizeof expected, _("a text as %s has it"), quoted);
    } else {
        if (!nf_form_place(m, step->variable, true, &name, &cell))
            return false;
        snprintf(expected, sizeof expected, _("%.120s: a text as %s has it"),
                 nf_form_cell_named(m, name, cell, named), quoted);
    }
    return not_found(m, m->at, step, expected);
}

/* ---- assertions ---- */

/* The variables whose values a message has. */
struct described {
    uint32_t names[4], cells[4];
    int count;
};

static bool is_described(const struct described *described, uint32_t name, uint32_t cell)
{
    for (int i = 0; i < described->count; i++)
        if (described->names[i] == name && described->cells[i] == cell)
            return true;
    return false;
}

/* Appends the values of the variables of a test, up to four, each once. */
static void describe_values(struct nf_form_machine *m, uint32_t number, struct nf_text *text,
                            struct described *described)
{
    const struct form_node *const node = &m->form->nodes[number];
    char named[FORM_NAMED], shown[FORM_DIGITS];
    uint32_t name, cell;
    if (described->count == 4 || node->kind == NODE_CONSTANT || node->kind == NODE_MATCH ||
        node->kind == NODE_ISEOF || node->kind == NODE_UNIQUE)
        return;
    if (node->kind == NODE_VARIABLE) {
        if (!nf_form_place(m, number, false, &name, &cell) || cell == FORM_NONE ||
            is_described(described, name, cell))
            return;
        nf_form_cell_named(m, name, cell, named);
        nf_text_format(text, "%s%s = %s", described->count > 0 ? ", " : _(", with "), named,
                       nf_form_shown(shown, &m->variables[name].cells[cell]));
        described->names[described->count] = name;
        described->cells[described->count++] = cell;
        return;
    }
    describe_values(m, node->left, text, described);
    if (node->kind != NODE_NEGATE && node->kind != NODE_STRLEN && node->kind != NODE_NOT &&
        node->kind != NODE_INARRAY)
        describe_values(m, node->right, text, described);
}

/* Appends the place whose tuple was there before. */
static void describe_double(struct nf_form_machine *m, const struct form_node *node,
                            struct nf_text *text)
{
    const struct form_group *const group = &m->form->groups[node->left];
    const struct form_set *const set = &m->sets[node->left];
    const uint32_t *const names = m->form->lists + group->first;
    char named[FORM_NAMED], shown[FORM_DIGITS];
    if (set->duplicate == 0) {
        nf_text_string(text, _(": not the same indices have values"));
        return;
    }
    for (uint32_t i = 0; i < group->count; i++) {
        const uint32_t cell = nf_form_set_cell(m, node->left, i, set->duplicate - 1);
        nf_text_format(text, "%s%s = %s", i > 0 ? ", " : ": ",
                       nf_form_cell_named(m, names[i], cell, named),
                       nf_form_shown(shown, &m->variables[names[i]].cells[cell]));
    }
    nf_text_string(text, _(" was there before"));
}

static bool read_assert(struct nf_form_machine *m, const struct form_step *step)
{
    enum { SHOWN = 80 };
    bool holds;
    struct described described = {.count = 0};
    uint32_t number = step->a;
    struct nf_text values = {0};
    if (!nf_form_test(m, number, &holds))
        return false;
    if (holds)
        return true;
    for (; m->form->nodes[number].kind == NODE_AND;
         number = holds ? m->form->nodes[number].right : m->form->nodes[number].left)
        if (!nf_form_test(m, m->form->nodes[number].left, &holds))
            return false;
    const struct form_node *const node = &m->form->nodes[number];
    if (node->kind == NODE_UNIQUE)
        describe_double(m, node, &values);
    else
        describe_values(m, number, &values, &described);
    const char *const at = m->token != NULL ? m->token : m->at;
    const uint32_t length = node->end - node->at;
    m->status = nf_fail_at(m->err, m->input, (size_t)(at - m->input->data),
                           "the assertion %.*s%s does not hold%.300s (%.60s:%zu)",
                           (int)(length < SHOWN ? length : SHOWN), m->form->source.data + node->at,
                           length < SHOWN ? "" : "...", nf_text_terminated(&values),
                           short_name(m->form), nf_form_line_of(m->form, node->at));
    nf_text_free(&values);
    return false;
}

/* ---- a whole text ---- */

bool nf_form_read_matches(const struct nf_form_machine *m, const struct form_value *characters)
{
    if (characters == NULL)
        return m->at == m->end;
    return m->at < m->end && characters->string.size > 0 &&
           memchr(characters->string.bytes, *m->at, characters->string.size) != NULL;
}

bool nf_form_read_token(struct nf_form_machine *m, const struct form_step *step)
{
    switch (step->op) {
    case FORM_LITERAL: return read_literal(m, step);
    case FORM_INT: return read_integer(m, step);
    case FORM_REAL: return read_float(m, step);
    case FORM_REGEX: return read_regex(m, step);
    case FORM_ASSERT: return read_assert(m, step);
    default: break;
    }
    return m->at == m->end || not_found(m, m->at, step, _("the end of the input"));
}

enum nf_status nf_form_check(struct nf_form_machine *m, const struct nf_input *input,
                             struct nf_error *err)
{
    m->input = input;
    m->at = input->data;
    m->end = input->data + input->size;
    m->token = NULL;
    m->most_steps = m->max_run + FORM_BYTE_RUN * (uint64_t)input->size;
    m->err = err;
    (void)nf_form_run(m);
    return m->status;
}
