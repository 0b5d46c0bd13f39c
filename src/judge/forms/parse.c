/* Forms as text: words, then expressions by precedence, then steps. */
#include "base/lang.h"
#include "judge/forms/forms_internal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum word_kind {
    WORD_END,
    WORD_COMMAND,
    WORD_NAME,
    WORD_INTEGER,
    WORD_FLOAT,
    WORD_STRING,
    WORD_MARK
};

struct word {
    enum word_kind kind;
    char mark[3]; /* of WORD_MARK */
    uint32_t at, end;
};

struct parser {
    struct nf_form_spec *form;
    struct word word, last; /* the next one, and the one before */
    uint32_t depth;
    uint32_t names, nodes, constants, lists, steps, groups, regexes, strings; /* capacities */
    enum nf_status status;
    size_t wrong;
    struct nf_error *err;
};

/* ---- failures ---- */

static bool parser_memory(struct parser *p)
{
    p->status = nf_fail(p->err, NF_IO, "out of memory for the form");
    return false;
}

/* "found X, expected Y" at the next word; `expected` is translated. */
static bool parser_expected(struct parser *p, const char *expected)
{
    char quoted[NF_QUOTED];
    const struct word *const word = &p->word;
    const char *const bytes = p->form->source.data + word->at;
    p->wrong = word->at;
    p->status = nf_fail_at(p->err, &p->form->source, word->at, "found %s, expected %s",
                           word->kind == WORD_END ? _("the end of the form")
                                                  : nf_quote(quoted, bytes, word->end - word->at),
                           expected);
    return false;
}

static bool parser_fails(struct parser *p, uint32_t at, const char *message)
{
    p->wrong = at;
    p->status = nf_fail_at(p->err, &p->form->source, at, "%s", message);
    return false;
}

static bool parser_too_deep(struct parser *p, uint32_t at)
{
    p->wrong = at;
    p->status =
        nf_fail_at(p->err, &p->form->source, at,
                   "nested more deeply than %d levels, the most that are read", FORM_MAX_DEPTH);
    return false;
}

/* ---- words ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Moves over the digits at `at`. */
static uint32_t parser_digits(const struct parser *p, uint32_t at)
{
    while (at < p->form->source.size && is_digit(p->form->source.data[at]))
        at++;
    return at;
}

static char parser_byte(const struct parser *p, uint32_t at)
{
    return at < p->form->source.size ? p->form->source.data[at] : '\0';
}

/* Where the exponent at `at` ends, or `at`. */
static uint32_t parser_exponent(const struct parser *p, uint32_t at)
{
    uint32_t digits = at + 1;
    if (parser_byte(p, at) != 'e' && parser_byte(p, at) != 'E')
        return at;
    if (parser_byte(p, digits) == '+' || parser_byte(p, digits) == '-')
        digits++;
    const uint32_t end = parser_digits(p, digits);
    return end > digits ? end : at;
}

static void parser_number(struct parser *p, struct word *word)
{
    uint32_t end = parser_digits(p, word->at);
    word->kind = WORD_INTEGER;
    if (parser_byte(p, end) == '.') {
        word->kind = WORD_FLOAT;
        end = parser_digits(p, end + 1);
    }
    word->end = parser_exponent(p, end);
    if (word->end > end)
        word->kind = WORD_FLOAT;
}

static bool parser_string(struct parser *p, struct word *word)
{
    uint32_t at = word->at + 1;
    word->kind = WORD_STRING;
    while (at < p->form->source.size && p->form->source.data[at] != '"')
        at += p->form->source.data[at] == '\\' ? 2 : 1;
    if (at >= p->form->source.size)
        return parser_fails(p, word->at, _("this string has no end: expected '\"'"));
    word->end = at + 1;
    return true;
}

/* Reads the next word. */
static bool parser_next(struct parser *p)
{
    const char *const data = p->form->source.data;
    const uint32_t size = (uint32_t)p->form->source.size;
    static const char marks[][3] = {"&&", "||", "<=", ">=", "==", "!=", ""};
    struct word word = {.at = p->word.end};
    p->last = p->word;
    while (word.at < size && strchr(" \t\r\n#", data[word.at]) != NULL && data[word.at] != '\0') {
        if (data[word.at] == '#')
            while (word.at + 1 < size && data[word.at + 1] != '\n')
                word.at++;
        word.at++;
    }
    word.end = word.at;
    if (word.at >= size) {
        p->word = word;
        return true;
    }
    const char c = data[word.at];
    if (is_upper(c)) {
        word.kind = WORD_COMMAND;
        while (is_upper(parser_byte(p, word.end)))
            word.end++;
    } else if (is_lower(c)) {
        word.kind = WORD_NAME;
        while (is_lower(parser_byte(p, word.end)) || is_digit(parser_byte(p, word.end)))
            word.end++;
    } else if (is_digit(c)) {
        parser_number(p, &word);
    } else if (c == '"') {
        if (!parser_string(p, &word))
            return false;
    } else {
        word.kind = WORD_MARK;
        word.mark[0] = c;
        word.end++;
        for (int i = 0; marks[i][0] != '\0'; i++)
            if (c == marks[i][0] && parser_byte(p, word.end) == marks[i][1])
                word.mark[1] = marks[i][1];
        word.end += word.mark[1] != '\0';
    }
    p->word = word;
    return true;
}

static bool word_is(const struct parser *p, const char *text)
{
    const struct word *const word = &p->word;
    return (word->kind == WORD_COMMAND || word->kind == WORD_MARK) &&
           word->end - word->at == strlen(text) &&
           memcmp(p->form->source.data + word->at, text, strlen(text)) == 0;
}

/* Reads the next word if the present one is `text`. */
static bool parser_takes(struct parser *p, const char *text)
{
    return word_is(p, text) && parser_next(p);
}

/* The same; anything else is wrong, and `expected` was. */
static bool parser_needs(struct parser *p, const char *text, const char *expected)
{
    return word_is(p, text) ? parser_next(p) : parser_expected(p, expected);
}

static bool parser_opens(struct parser *p)
{
    return parser_needs(p, "(", "'('");
}

/* ---- expressions ---- */

static bool parser_node(struct parser *p, const struct form_node *node, uint32_t *number)
{
    struct nf_form_spec *const form = p->form;
    if (!nf_form_grow(&form->nodes, &p->nodes, form->node_count, sizeof *form->nodes))
        return parser_memory(p);
    *number = form->node_count++;
    form->nodes[*number] = *node;
    return true;
}

static bool parser_constant(struct parser *p, const struct form_value *value, uint32_t *number)
{
    struct nf_form_spec *const form = p->form;
    if (!nf_form_grow(&form->constants, &p->constants, form->constant_count,
                      sizeof *form->constants))
        return parser_memory(p);
    form->constants[form->constant_count] = *value;
    const struct form_node node = {.kind = NODE_CONSTANT,
                                   .at = p->word.at,
                                   .end = p->word.end,
                                   .left = form->constant_count++};
    return parser_node(p, &node, number);
}

static bool parser_list(struct parser *p, uint32_t item)
{
    struct nf_form_spec *const form = p->form;
    if (!nf_form_grow(&form->lists, &p->lists, form->list_count, sizeof *form->lists))
        return parser_memory(p);
    form->lists[form->list_count++] = item;
    return true;
}

/* The number of the name that is the next word. */
static bool parser_name(struct parser *p, uint32_t *name)
{
    struct nf_form_spec *const form = p->form;
    const size_t length = p->word.end - p->word.at;
    if (p->word.kind != WORD_NAME)
        return parser_expected(p, _("the name of a variable"));
    if (length >= sizeof form->names[0])
        return parser_fails(p, p->word.at, _("expected a name of at most 31 characters"));
    for (*name = 0; *name < form->name_count; ++*name)
        if (strlen(form->names[*name]) == length &&
            memcmp(form->names[*name], form->source.data + p->word.at, length) == 0)
            return parser_next(p);
    if (form->name_count == FORM_MAX_NAMES)
        return parser_fails(p, p->word.at, _("expected at most 1,000 different variables"));
    if (!nf_form_grow(&form->names, &p->names, form->name_count, sizeof form->names[0]))
        return parser_memory(p);
    memcpy(form->names[*name], form->source.data + p->word.at, length);
    form->names[*name][length] = '\0';
    form->name_count++;
    return parser_next(p);
}

static bool parse_expression(struct parser *p, uint32_t *number);

static bool parse_variable(struct parser *p, uint32_t *number)
{
    struct form_node node = {.kind = NODE_VARIABLE, .at = p->word.at};
    uint32_t indices[FORM_MAX_INDICES];
    if (!parser_name(p, &node.left))
        return false;
    if (word_is(p, "[")) {
        do {
            if (node.count == FORM_MAX_INDICES)
                return parser_fails(p, p->word.at, _("expected at most 8 indices"));
            if (!parser_next(p) || !parse_expression(p, &indices[node.count++]))
                return false;
        } while (word_is(p, ","));
        if (!parser_needs(p, "]", _("',' or ']'")))
            return false;
    }
    node.end = p->last.end;
    node.right = p->form->list_count;
    for (uint32_t i = 0; i < node.count; i++)
        if (!parser_list(p, indices[i]))
            return false;
    return parser_node(p, &node, number);
}

/* Names up to ')' as a group. Equal groups are one. */
static bool parse_group(struct parser *p, bool single, uint32_t *number)
{
    struct nf_form_spec *const form = p->form;
    struct form_group group = {.first = form->list_count};
    do {
        uint32_t name;
        if ((group.count > 0 && !parser_next(p)) || !parser_name(p, &name) || !parser_list(p, name))
            return false;
        if (++group.count > FORM_MAX_INDICES)
            return parser_fails(p, p->last.at, _("expected at most 8 variables"));
    } while (!single && word_is(p, ","));
    for (*number = 0; *number < form->group_count; ++*number) {
        const struct form_group *const known = &form->groups[*number];
        if (known->count == group.count &&
            memcmp(form->lists + known->first, form->lists + group.first,
                   group.count * sizeof *form->lists) == 0)
            return true;
    }
    if (!nf_form_grow(&form->groups, &p->groups, form->group_count, sizeof *form->groups))
        return parser_memory(p);
    form->groups[form->group_count++] = group;
    return true;
}

static bool parse_integer(struct parser *p, uint32_t *number)
{
    struct form_value value = {.kind = FORM_INTEGER};
    const char *const data = p->form->source.data;
    if (p->word.end - p->word.at > 1 && data[p->word.at] == '0')
        return parser_fails(p, p->word.at, _("expected a number without leading zeros"));
    for (uint32_t at = p->word.at; at < p->word.end; at++)
        if (!nf_form_times(value.integer, 10, &value.integer) ||
            __builtin_add_overflow(value.integer, data[at] - '0', &value.integer))
            return parser_fails(p, p->word.at,
                                _("this integer has more than 128 bits, the most that are "
                                  "computed with"));
    return parser_constant(p, &value, number) && parser_next(p);
}

static bool parse_float(struct parser *p, uint32_t *number)
{
    struct form_value value = {.kind = FORM_FLOAT};
    char digits[256];
    const size_t length = p->word.end - p->word.at;
    if (length >= sizeof digits)
        return parser_fails(p, p->word.at, _("expected a number of at most 255 characters"));
    memcpy(digits, p->form->source.data + p->word.at, length);
    digits[length] = '\0';
    value.real = strtold(digits, NULL);
    if (__builtin_isinf(value.real))
        return parser_fails(p, p->word.at, _("this number is larger than a long double can hold"));
    return parser_constant(p, &value, number) && parser_next(p);
}

/* Writes what a string between its quotes means, and its length; a bad escape at `*wrong`. */
static bool unescape(const char *from, size_t size, char *to, size_t *length, size_t *wrong)
{
    static const char escapes[] = "ntrbf\"\\", meant[] = "\n\t\r\b\f\"\\";
    *length = 0;
    for (size_t i = 0; i < size; i++) {
        if (from[i] != '\\') {
            to[(*length)++] = from[i];
            continue;
        }
        const char c = from[++i]; /* a string does not end by a backslash */
        const char *const found = memchr(escapes, c, sizeof escapes - 1);
        if (found != NULL) {
            to[(*length)++] = meant[found - escapes];
        } else if (c >= '0' && c <= '7') {
            int code = 0, digits = 0;
            while (digits < 3 && i < size && from[i] >= '0' && from[i] <= '7') {
                code = code * 8 + from[i++] - '0';
                digits++;
            }
            *wrong = --i;
            if (code > 255)
                return false;
            to[(*length)++] = (char)code;
        } else if (c != '\n') {
            to[(*length)++] = '\\';
            to[(*length)++] = c;
        }
    }
    return true;
}

static bool parse_string(struct parser *p, uint32_t *number)
{
    struct nf_form_spec *const form = p->form;
    struct form_value value = {.kind = FORM_STRING};
    const size_t size = p->word.end - p->word.at - 2;
    size_t wrong;
    if (!nf_form_grow(&form->strings, &p->strings, form->string_count, sizeof *form->strings))
        return parser_memory(p);
    char *const bytes = malloc(size + 1);
    if (bytes == NULL)
        return parser_memory(p);
    form->strings[form->string_count++] = bytes;
    if (!unescape(form->source.data + p->word.at + 1, size, bytes, &value.string.size, &wrong))
        return parser_fails(p, p->word.at + 1 + (uint32_t)wrong,
                            _("expected an octal escape of at most \\377"));
    value.string.bytes = bytes;
    return parser_constant(p, &value, number) && parser_next(p);
}

/* A literal, a variable or STRLEN. */
static bool parse_value(struct parser *p, uint32_t *number)
{
    switch (p->word.kind) {
    case WORD_NAME: return parse_variable(p, number);
    case WORD_INTEGER: return parse_integer(p, number);
    case WORD_FLOAT: return parse_float(p, number);
    case WORD_STRING: return parse_string(p, number);
    default: break;
    }
    if (!word_is(p, "STRLEN"))
        return parser_expected(p, _("a value: a number, a string, a variable or STRLEN(...)"));
    struct form_node node = {.kind = NODE_STRLEN, .at = p->word.at};
    if (!parser_next(p) || !parser_opens(p) || !parse_value(p, &node.left) ||
        !parser_needs(p, ")", "')'"))
        return false;
    node.end = p->last.end;
    return parser_node(p, &node, number);
}

/* MATCH, ISEOF, UNIQUE, INARRAY. */
static bool parse_test_command(struct parser *p, uint8_t kind, uint32_t *number)
{
    struct form_node node = {.kind = kind, .at = p->word.at};
    if (kind == NODE_MATCH || kind == NODE_ISEOF)
        node.place = p->form->places++;
    if (!parser_next(p))
        return false;
    if (kind != NODE_ISEOF) {
        if (!parser_opens(p))
            return false;
        if (kind == NODE_MATCH && !parse_value(p, &node.left))
            return false;
        if (kind == NODE_INARRAY &&
            (!parse_expression(p, &node.left) || !parser_needs(p, ",", "','") ||
             !parse_group(p, true, &node.right)))
            return false;
        if (kind == NODE_UNIQUE && !parse_group(p, false, &node.left))
            return false;
        if (!parser_needs(p, ")", kind == NODE_UNIQUE ? _("',' or ')'") : "')'"))
            return false;
    }
    node.end = p->last.end;
    return parser_node(p, &node, number);
}

/* Operators between two operands, by how tightly they bind. */
static const struct {
    char mark[3];
    uint8_t kind, level;
} operators[] = {
    {"&&", NODE_AND, 1},      {"||", NODE_OR, 1},      {"<=", NODE_AT_MOST, 2},
    {">=", NODE_AT_LEAST, 2}, {"==", NODE_EQUAL, 2},   {"!=", NODE_OTHER, 2},
    {"<", NODE_LESS, 2},      {">", NODE_GREATER, 2},  {"+", NODE_ADD, 3},
    {"-", NODE_SUBTRACT, 3},  {"*", NODE_MULTIPLY, 4}, {"/", NODE_DIVIDE, 4},
    {"%", NODE_REMAINDER, 4}, {"^", NODE_POWER, 5},
};

enum { OPERATORS = sizeof operators / sizeof *operators, LOGIC = 1, COMPARING = 2, POWER = 5 };

static bool parse_operand(struct parser *p, uint32_t *number);

/* Reads on behind the operand `*number` as long as operators bind at `level` or tighter. */
static bool parse_operators(struct parser *p, int level, uint32_t *number)
{
    for (;;) {
        int i = 0;
        while (i < OPERATORS &&
               !(p->word.kind == WORD_MARK && strcmp(p->word.mark, operators[i].mark) == 0))
            i++;
        if (i == OPERATORS || operators[i].level < level)
            return true;
        const struct form_node *const left = &p->form->nodes[*number];
        const bool logic = operators[i].level == LOGIC;
        struct form_node node = {.kind = operators[i].kind, .at = left->at, .left = *number};
        if (form_is_test(left) != logic)
            return parser_expected(p, form_is_test(left) ? _("'&&', '||', ',' or ')'")
                                                         : _("a comparison before it"));
        if (!parser_next(p))
            return false;
        const struct word at = p->word;
        if (!parse_operand(p, &node.right) ||
            !parse_operators(p, operators[i].level + 1, &node.right))
            return false;
        if (form_is_test(&p->form->nodes[node.right]) != logic) {
            p->word = at;
            return parser_expected(p, logic ? _("a test") : _("a value"));
        }
        node.end = p->last.end;
        if (!parser_node(p, &node, number))
            return false;
    }
}

static bool parse_operand(struct parser *p, uint32_t *number)
{
    struct form_node node = {.at = p->word.at};
    static const struct {
        char name[8];
        uint8_t kind;
    } commands[] = {{"MATCH", NODE_MATCH},
                    {"ISEOF", NODE_ISEOF},
                    {"UNIQUE", NODE_UNIQUE},
                    {"INARRAY", NODE_INARRAY}};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (word_is(p, commands[i].name))
            return parse_test_command(p, commands[i].kind, number);
    const bool minus = word_is(p, "-"), no = word_is(p, "!"), open = word_is(p, "(");
    if (!minus && !no && !open)
        return parse_value(p, number);
    if (p->depth == FORM_MAX_DEPTH)
        return parser_too_deep(p, p->word.at);
    p->depth++;
    if (!parser_next(p))
        return false;
    const struct word at = p->word;
    /* As in checktestdata, '!' takes all that follows, up to ',' or ')'. */
    if (!parse_operand(p, &node.left) || !parse_operators(p, minus ? POWER : LOGIC, &node.left))
        return false;
    p->depth--;
    if (open) {
        *number = node.left;
        if (!parser_needs(p, ")", _("an operator or ')'")))
            return false;
        p->form->nodes[node.left].at = node.at;
        p->form->nodes[node.left].end = p->last.end;
        return true;
    }
    if (form_is_test(&p->form->nodes[node.left]) != no) {
        p->word = at;
        return parser_expected(p, no ? _("a test") : _("a value"));
    }
    node.kind = no ? NODE_NOT : NODE_NEGATE;
    node.end = p->last.end;
    return parser_node(p, &node, number);
}

static bool parse_any(struct parser *p, bool test, uint32_t *number)
{
    const struct word at = p->word;
    if (!parse_operand(p, number) || !parse_operators(p, LOGIC, number))
        return false;
    if (form_is_test(&p->form->nodes[*number]) == test)
        return true;
    if (test)
        return parser_expected(p, _("a comparison, such as '<' or '=='"));
    p->word = at;
    return parser_expected(p, _("a value"));
}

static bool parse_expression(struct parser *p, uint32_t *number)
{
    return parse_any(p, false, number);
}

static bool parse_test(struct parser *p, uint32_t *number)
{
    return parse_any(p, true, number);
}

/* ---- commands ---- */

static bool parser_step(struct parser *p, const struct form_step *step)
{
    struct nf_form_spec *const form = p->form;
    if (!nf_form_grow(&form->steps, &p->steps, form->step_count, sizeof *form->steps))
        return parser_memory(p);
    form->steps[form->step_count] = *step;
    form->steps[form->step_count++].end = p->last.end;
    return true;
}

/* The end of a command with its arguments, which becomes a step. */
static bool parser_closes(struct parser *p, const struct form_step *step, const char *expected)
{
    return parser_needs(p, ")", expected) && parser_step(p, step);
}

static bool parse_optional_variable(struct parser *p, struct form_step *step, const char **expected)
{
    *expected = _("',' or ')'");
    if (!word_is(p, ","))
        return true;
    *expected = "')'";
    return parser_next(p) && parse_variable(p, &step->variable);
}

static bool parse_number_command(struct parser *p, struct form_step *step, bool decimals)
{
    const char *expected;
    step->place = p->form->places++;
    if (!parse_expression(p, &step->a) || !parser_needs(p, ",", _("an operator or ','")) ||
        !parse_expression(p, &step->b))
        return false;
    if (decimals &&
        (!parser_needs(p, ",", _("an operator or ','")) || !parse_expression(p, &step->c) ||
         !parser_needs(p, ",", _("an operator or ','")) || !parse_expression(p, &step->d)))
        return false;
    if (!parse_optional_variable(p, step, &expected))
        return false;
    if (step->op == FORM_REAL && step->variable != FORM_NONE && word_is(p, ",")) {
        if (!parser_next(p))
            return false;
        step->style = word_is(p, "FIXED") ? FORM_FIXED : FORM_SCIENTIFIC;
        if (!word_is(p, "FIXED") && !word_is(p, "SCIENTIFIC"))
            return parser_expected(p, _("FIXED or SCIENTIFIC"));
        if (!parser_next(p))
            return false;
    } else if (step->op == FORM_REAL && step->variable != FORM_NONE) {
        expected = _("',' or ')'");
    }
    return parser_closes(p, step, expected);
}

static bool parse_regex(struct parser *p, struct form_step *step)
{
    struct nf_form_spec *const form = p->form;
    const char *expected, *wanted;
    size_t wrong;
    const struct word at = p->word;
    step->place = form->places++;
    if (!parse_value(p, &step->a))
        return false;
    const struct form_node *const node = &form->nodes[step->a];
    if (node->kind == NODE_CONSTANT && form->constants[node->left].kind == FORM_STRING) {
        const struct form_value *const text = &form->constants[node->left];
        if (!nf_form_grow(&form->regexes, &p->regexes, form->regex_count, sizeof *form->regexes))
            return parser_memory(p);
        struct form_regex *const regex =
            nf_form_regex_parse(text->string.bytes, text->string.size, &wrong, &wanted);
        if (regex == NULL && wanted == NULL)
            return parser_memory(p);
        if (regex == NULL) {
            p->wrong = at.at;
            p->status = nf_fail_at(p->err, &form->source, at.at,
                                   "at character %zu of the regular expression: expected %s",
                                   wrong + 1, wanted);
            return false;
        }
        step->regex = form->regex_count;
        form->regexes[form->regex_count++] = regex;
    }
    return parse_optional_variable(p, step, &expected) && parser_closes(p, step, expected);
}

static bool parse_set(struct parser *p, struct form_step *step)
{
    for (;;) {
        step->at = p->word.at;
        if (!parse_variable(p, &step->variable) || !parser_needs(p, "=", _("'[' or '='")) ||
            !parse_expression(p, &step->a) || !parser_step(p, step))
            return false;
        if (!word_is(p, ","))
            return parser_needs(p, ")", _("an operator, ',' or ')'"));
        if (!parser_next(p))
            return false;
    }
}

static bool parse_unset(struct parser *p, struct form_step *step)
{
    for (;;) {
        if (!parser_name(p, &step->a) || !parser_step(p, step))
            return false;
        if (!word_is(p, ","))
            return parser_needs(p, ")", _("',' or ')'"));
        if (!parser_next(p))
            return false;
    }
}

/* What stands in the way of commands that are the separator of a loop. */
static bool parse_simple(struct parser *p, bool *found);

static bool parse_loop(struct parser *p, struct form_step *step, bool counted);
static bool parse_if(struct parser *p, struct form_step *step);

/* SPACE and NEWLINE. */
static bool parse_blank(struct parser *p, struct form_step *step, char blank)
{
    struct nf_form_spec *const form = p->form;
    struct form_value value = {.kind = FORM_STRING};
    if (!nf_form_grow(&form->strings, &p->strings, form->string_count, sizeof *form->strings))
        return parser_memory(p);
    char *const bytes = malloc(1);
    if (bytes == NULL)
        return parser_memory(p);
    bytes[0] = blank;
    form->strings[form->string_count++] = bytes;
    value.string.bytes = bytes;
    value.string.size = 1;
    return parser_constant(p, &value, &step->a) && parser_next(p) && parser_step(p, step);
}

static bool parse_simple(struct parser *p, bool *found)
{
    struct form_step step = {.at = p->word.at,
                             .variable = FORM_NONE,
                             .regex = FORM_NONE,
                             .c = FORM_NONE,
                             .d = FORM_NONE,
                             .place = FORM_NONE};
    const char *expected;
    *found = true;
    if (word_is(p, "SPACE"))
        return parse_blank(p, &step, ' ');
    if (word_is(p, "NEWLINE"))
        return parse_blank(p, &step, '\n');
    if (parser_takes(p, "INT")) {
        step.op = FORM_INT;
        return parser_opens(p) && parse_number_command(p, &step, false);
    }
    const bool decimals = word_is(p, "FLOATP");
    if (parser_takes(p, "FLOAT") || parser_takes(p, "FLOATP")) {
        step.op = FORM_REAL;
        return parser_opens(p) && parse_number_command(p, &step, decimals);
    }
    if (parser_takes(p, "STRING")) {
        expected = "')'";
        return parser_opens(p) && parse_value(p, &step.a) && parser_closes(p, &step, expected);
    }
    if (parser_takes(p, "REGEX")) {
        step.op = FORM_REGEX;
        return parser_opens(p) && parse_regex(p, &step);
    }
    if (parser_takes(p, "ASSERT")) {
        step.op = FORM_ASSERT;
        return parser_opens(p) && parse_test(p, &step.a) &&
               parser_closes(p, &step, _("'&&', '||' or ')'"));
    }
    if (parser_takes(p, "SET")) {
        step.op = FORM_SET;
        return parser_opens(p) && parse_set(p, &step);
    }
    if (parser_takes(p, "UNSET")) {
        step.op = FORM_UNSET;
        return parser_opens(p) && parse_unset(p, &step);
    }
    *found = false;
    return p->status == NF_OK;
}

/* Commands up to END, ELSE or the end. */
static bool parse_block(struct parser *p)
{
    while (p->word.kind != WORD_END && !word_is(p, "END") && !word_is(p, "ELSE")) {
        struct form_step step = {.at = p->word.at, .variable = FORM_NONE, .regex = FORM_NONE};
        bool found;
        if (!parse_simple(p, &found))
            return false;
        if (found)
            continue;
        if (word_is(p, "EOF")) {
            step.op = FORM_EOF;
            if (!parser_next(p) || !parser_step(p, &step))
                return false;
            continue;
        }
        const bool counted = word_is(p, "REP") || word_is(p, "REPI");
        if (!counted && !word_is(p, "WHILE") && !word_is(p, "WHILEI") && !word_is(p, "IF"))
            return parser_expected(p, _("a command, such as INT, SPACE, NEWLINE or REP"));
        if (p->depth == FORM_MAX_DEPTH)
            return parser_too_deep(p, p->word.at);
        p->depth++;
        if (!(word_is(p, "IF") ? parse_if(p, &step) : parse_loop(p, &step, counted)))
            return false;
        p->depth--;
    }
    return true;
}

/* "found X, expected END" with where the block began. */
static bool parser_unclosed(struct parser *p, uint32_t at, const char *ends)
{
    size_t line = 1;
    char expected[120];
    for (uint32_t i = 0; i < at; i++)
        line += p->form->source.data[i] == '\n';
    snprintf(expected, sizeof expected, _("a command or %s, for the block of line %zu"), ends,
             line);
    return parser_expected(p, expected);
}

static bool parse_loop(struct parser *p, struct form_step *step, bool counted)
{
    struct nf_form_spec *const form = p->form;
    const bool indexed = word_is(p, "REPI") || word_is(p, "WHILEI");
    const uint32_t begin = form->step_count;
    bool found;
    step->op = counted ? FORM_REP : FORM_WHILE;
    step->place = form->places++;
    if (!parser_next(p) || !parser_opens(p))
        return false;
    if (indexed && (!parse_variable(p, &step->variable) || !parser_needs(p, ",", "','")))
        return false;
    if (!(counted ? parse_expression(p, &step->a) : parse_test(p, &step->a)) ||
        !parser_step(p, step))
        return false;
    if (word_is(p, ",")) {
        if (!parser_next(p) || !parse_simple(p, &found))
            return false;
        if (!found)
            return parser_expected(p, _("a command that may separate, such as SPACE or NEWLINE"));
    }
    form->steps[begin].body = form->step_count;
    if (!parser_needs(p, ")", _("an operator, ',' or ')'")))
        return false;
    form->steps[begin].end = p->last.end;
    if (!parse_block(p))
        return false;
    if (!word_is(p, "END"))
        return parser_unclosed(p, step->at, "END");
    const struct form_step next = {.op = FORM_NEXT, .at = p->word.at, .to = begin};
    if (!parser_next(p) || !parser_step(p, &next))
        return false;
    form->steps[begin].to = form->step_count;
    return true;
}

static bool parse_if(struct parser *p, struct form_step *step)
{
    struct nf_form_spec *const form = p->form;
    const uint32_t begin = form->step_count;
    step->op = FORM_IF;
    if (!parser_next(p) || !parser_opens(p) || !parse_test(p, &step->a) ||
        !parser_closes(p, step, _("'&&', '||' or ')'")) || !parse_block(p))
        return false;
    form->steps[begin].to = form->step_count;
    if (word_is(p, "ELSE")) {
        const uint32_t otherwise = form->step_count;
        const struct form_step go = {.op = FORM_GO, .at = p->word.at};
        if (!parser_next(p) || !parser_step(p, &go))
            return false;
        form->steps[begin].to = form->step_count;
        if (!parse_block(p))
            return false;
        form->steps[otherwise].to = form->step_count;
        if (!word_is(p, "END"))
            return parser_unclosed(p, step->at, "END");
    }
    if (!word_is(p, "END"))
        return parser_unclosed(p, step->at, _("ELSE or END"));
    return parser_next(p);
}

/* ---- a form ---- */

static bool parse_form(struct parser *p)
{
    const struct form_step end = {.op = FORM_EOF, .variable = FORM_NONE};
    if (p->form->source.size > FORM_MAX_SOURCE)
        return parser_fails(p, 0, _("larger than 4 MiB, the largest form that is read"));
    if (!parser_next(p) || !parse_block(p))
        return false;
    if (p->word.kind != WORD_END)
        return parser_expected(p, _("a command or the end of the form"));
    return parser_step(p, &end);
}

static bool copy_source(struct nf_form_spec *form, const struct nf_input *source)
{
    char *const bytes = malloc(source->size + 1);
    form->name = strdup(source->name);
    form->source = (struct nf_input){.name = form->name, .data = bytes, .size = source->size};
    if (bytes == NULL || form->name == NULL)
        return false;
    if (source->size > 0)
        memcpy(bytes, source->data, source->size);
    return true;
}

enum nf_status nf_form_parse(struct nf_form_spec **form, const struct nf_input *source,
                             size_t *place, struct nf_error *err)
{
    struct parser p = {.form = calloc(1, sizeof *p.form), .err = err};
    *form = p.form;
    if (p.form == NULL || !copy_source(p.form, source))
        parser_memory(&p);
    else
        (void)parse_form(&p);
    if (place != NULL)
        *place = p.wrong;
    if (p.status == NF_OK)
        return NF_OK;
    nf_form_free(p.form);
    *form = NULL;
    return p.status;
}

void nf_form_free(struct nf_form_spec *form)
{
    if (form == NULL)
        return;
    for (uint32_t i = 0; i < form->regex_count; i++)
        nf_form_regex_free(form->regexes[i]);
    for (uint32_t i = 0; i < form->string_count; i++)
        free(form->strings[i]);
    free(form->regexes);
    free(form->strings);
    free(form->groups);
    free(form->steps);
    free(form->lists);
    free(form->constants);
    free(form->nodes);
    free(form->names);
    nf_input_close(&form->source);
    free(form->name);
    free(form);
}

void nf_form_caret(const struct nf_input *source, size_t place, struct nf_text *text)
{
    enum { SHOWN = 70 };
    size_t start = place, end = place;
    while (start > 0 && source->data[start - 1] != '\n' && place - start < SHOWN - 10)
        start--;
    while (end < source->size && source->data[end] != '\n' && end - start < SHOWN)
        end++;
    nf_text_string(text, "    ");
    for (size_t i = start; i < end; i++) {
        const char c = source->data[i];
        nf_text_bytes(text, c >= ' ' && c <= '~' ? &c : c == '\t' ? " " : "?", 1);
    }
    nf_text_string(text, "\n    ");
    for (size_t i = start; i < place; i++)
        nf_text_string(text, " ");
    nf_text_string(text, "^\n");
}
