/* The expressions and tests of a form, by precedence. */
#include "base/lang.h"
#include "judge/forms/parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- expressions ---- */

static uint16_t higher(const struct nf_form_spec *form, uint16_t height, uint32_t below)
{
    const uint16_t other = form->nodes[below].height + 1;
    return other > height ? other : height;
}

static uint16_t node_height(const struct nf_form_spec *form, const struct form_node *node)
{
    uint16_t height = 1;
    switch ((enum form_node_kind)node->kind) {
    case NODE_CONSTANT:
    case NODE_ISEOF:
    case NODE_UNIQUE: return height;
    case NODE_VARIABLE:
        for (uint32_t i = 0; i < node->count; i++)
            height = higher(form, height, form->lists[node->right + i]);
        return height;
    case NODE_NEGATE:
    case NODE_NOT:
    case NODE_STRLEN:
    case NODE_MATCH:
    case NODE_INARRAY: return higher(form, height, node->left);
    default: return higher(form, higher(form, height, node->left), node->right);
    }
}

static bool parser_node(struct form_parser *p, const struct form_node *node, uint32_t *number)
{
    struct nf_form_spec *const form = p->form;
    const uint16_t height = node_height(form, node);
    if (height > FORM_MAX_HEIGHT)
        return nf_form_parser_fails(p, node->at,
                                    _("expected at most 500 operators that depend on each other"));
    if (!nf_form_grow(&form->nodes, &p->nodes, form->node_count, sizeof *form->nodes))
        return nf_form_parser_memory(p);
    *number = form->node_count++;
    form->nodes[*number] = *node;
    form->nodes[*number].height = height;
    return true;
}

bool nf_form_parser_constant(struct form_parser *p, const struct form_value *value,
                             uint32_t *number)
{
    struct nf_form_spec *const form = p->form;
    if (!nf_form_grow(&form->constants, &p->constants, form->constant_count,
                      sizeof *form->constants))
        return nf_form_parser_memory(p);
    form->constants[form->constant_count] = *value;
    const struct form_node node = {.kind = NODE_CONSTANT,
                                   .at = p->word.at,
                                   .end = p->word.end,
                                   .left = form->constant_count++};
    return parser_node(p, &node, number);
}

static bool parser_list(struct form_parser *p, uint32_t item)
{
    struct nf_form_spec *const form = p->form;
    if (!nf_form_grow(&form->lists, &p->lists, form->list_count, sizeof *form->lists))
        return nf_form_parser_memory(p);
    form->lists[form->list_count++] = item;
    return true;
}

/* The number of the name that is the next word. */
bool nf_form_parser_name(struct form_parser *p, uint32_t *name)
{
    struct nf_form_spec *const form = p->form;
    const size_t length = p->word.end - p->word.at;
    if (p->word.kind != WORD_NAME)
        return nf_form_parser_expected(p, _("the name of a variable"));
    if (length >= sizeof form->names[0])
        return nf_form_parser_fails(p, p->word.at, _("expected a name of at most 31 characters"));
    for (*name = 0; *name < form->name_count; ++*name)
        if (strlen(form->names[*name]) == length &&
            memcmp(form->names[*name], form->source.data + p->word.at, length) == 0)
            return nf_form_parser_next(p);
    if (form->name_count == FORM_MAX_NAMES)
        return nf_form_parser_fails(p, p->word.at, _("expected at most 1,000 different variables"));
    if (!nf_form_grow(&form->names, &p->names, form->name_count, sizeof form->names[0]))
        return nf_form_parser_memory(p);
    memcpy(form->names[*name], form->source.data + p->word.at, length);
    form->names[*name][length] = '\0';
    form->name_count++;
    return nf_form_parser_next(p);
}

bool nf_form_parse_variable(struct form_parser *p, uint32_t *number)
{
    struct form_node node = {.kind = NODE_VARIABLE, .at = p->word.at};
    uint32_t indices[FORM_MAX_INDICES];
    if (!nf_form_parser_name(p, &node.left))
        return false;
    if (nf_form_word_is(p, "[")) {
        do {
            if (node.count == FORM_MAX_INDICES)
                return nf_form_parser_fails(p, p->word.at, _("expected at most 8 indices"));
            if (!nf_form_parser_next(p) || !nf_form_parse_expression(p, &indices[node.count++]))
                return false;
        } while (nf_form_word_is(p, ","));
        if (!nf_form_parser_needs(p, "]", _("',' or ']'")))
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
static bool parse_group(struct form_parser *p, bool single, uint32_t *number)
{
    struct nf_form_spec *const form = p->form;
    struct form_group group = {.first = form->list_count};
    do {
        uint32_t name;
        if ((group.count > 0 && !nf_form_parser_next(p)) || !nf_form_parser_name(p, &name) ||
            !parser_list(p, name))
            return false;
        if (++group.count > FORM_MAX_INDICES)
            return nf_form_parser_fails(p, p->last.at, _("expected at most 8 variables"));
    } while (!single && nf_form_word_is(p, ","));
    for (*number = 0; *number < form->group_count; ++*number) {
        const struct form_group *const known = &form->groups[*number];
        if (known->count == group.count &&
            memcmp(form->lists + known->first, form->lists + group.first,
                   group.count * sizeof *form->lists) == 0)
            return true;
    }
    if (form->group_count == FORM_MAX_GROUPS)
        return nf_form_parser_fails(
            p, p->last.at, _("expected at most 1,000 different lists of variables in tests"));
    if (!nf_form_grow(&form->groups, &p->groups, form->group_count, sizeof *form->groups))
        return nf_form_parser_memory(p);
    form->groups[form->group_count++] = group;
    return true;
}

static bool parse_integer(struct form_parser *p, uint32_t *number)
{
    struct form_value value = {.kind = FORM_INTEGER};
    const char *const data = p->form->source.data;
    if (p->word.end - p->word.at > 1 && data[p->word.at] == '0')
        return nf_form_parser_fails(p, p->word.at, _("expected a number without leading zeros"));
    for (uint32_t at = p->word.at; at < p->word.end; at++)
        if (!nf_form_times(value.integer, 10, &value.integer) ||
            __builtin_add_overflow(value.integer, data[at] - '0', &value.integer))
            return nf_form_parser_fails(p, p->word.at,
                                        _("this integer has more than 128 bits, the most that are "
                                          "computed with"));
    return nf_form_parser_constant(p, &value, number) && nf_form_parser_next(p);
}

static bool parse_float(struct form_parser *p, uint32_t *number)
{
    struct form_value value = {.kind = FORM_FLOAT};
    char digits[256];
    const size_t length = p->word.end - p->word.at;
    if (length >= sizeof digits)
        return nf_form_parser_fails(p, p->word.at,
                                    _("expected a number of at most 255 characters"));
    memcpy(digits, p->form->source.data + p->word.at, length);
    digits[length] = '\0';
    value.real = strtold(digits, NULL);
    if (__builtin_isinf(value.real))
        return nf_form_parser_fails(p, p->word.at,
                                    _("this number is larger than a long double can hold"));
    return nf_form_parser_constant(p, &value, number) && nf_form_parser_next(p);
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

static bool parse_string(struct form_parser *p, uint32_t *number)
{
    struct nf_form_spec *const form = p->form;
    struct form_value value = {.kind = FORM_STRING};
    const size_t size = p->word.end - p->word.at - 2;
    size_t wrong;
    if (!nf_form_grow(&form->strings, &p->strings, form->string_count, sizeof *form->strings))
        return nf_form_parser_memory(p);
    char *const bytes = malloc(size + 1);
    if (bytes == NULL)
        return nf_form_parser_memory(p);
    form->strings[form->string_count++] = bytes;
    if (!unescape(form->source.data + p->word.at + 1, size, bytes, &value.string.size, &wrong))
        return nf_form_parser_fails(p, p->word.at + 1 + (uint32_t)wrong,
                                    _("expected an octal escape of at most \\377"));
    value.string.bytes = bytes;
    return nf_form_parser_constant(p, &value, number) && nf_form_parser_next(p);
}

static bool parse_value(struct form_parser *p, uint32_t *number)
{
    switch (p->word.kind) {
    case WORD_NAME: return nf_form_parse_variable(p, number);
    case WORD_INTEGER: return parse_integer(p, number);
    case WORD_FLOAT: return parse_float(p, number);
    case WORD_STRING: return parse_string(p, number);
    default: break;
    }
    if (!nf_form_word_is(p, "STRLEN"))
        return nf_form_parser_expected(p,
                                       _("a value: a number, a string, a variable or STRLEN(...)"));
    struct form_node node = {.kind = NODE_STRLEN, .at = p->word.at};
    if (!nf_form_parser_next(p) || !nf_form_parser_opens(p) ||
        !nf_form_parse_value(p, &node.left) || !nf_form_parser_needs(p, ")", "')'"))
        return false;
    node.end = p->last.end;
    return parser_node(p, &node, number);
}

/* A literal, a variable or STRLEN. */
bool nf_form_parse_value(struct form_parser *p, uint32_t *number)
{
    if (p->depth == FORM_MAX_DEPTH)
        return nf_form_parser_too_deep(p, p->word.at);
    p->depth++;
    const bool parsed = parse_value(p, number);
    p->depth--;
    return parsed;
}

/* MATCH, ISEOF, UNIQUE, INARRAY. */
static bool parse_test_command(struct form_parser *p, uint8_t kind, uint32_t *number)
{
    struct form_node node = {.kind = kind, .at = p->word.at};
    if (kind == NODE_MATCH || kind == NODE_ISEOF)
        node.place = p->form->places++;
    if (!nf_form_parser_next(p))
        return false;
    if (kind != NODE_ISEOF) {
        if (!nf_form_parser_opens(p))
            return false;
        if (kind == NODE_MATCH && !nf_form_parse_value(p, &node.left))
            return false;
        if (kind == NODE_INARRAY &&
            (!nf_form_parse_expression(p, &node.left) || !nf_form_parser_needs(p, ",", "','") ||
             !parse_group(p, true, &node.right)))
            return false;
        if (kind == NODE_UNIQUE && !parse_group(p, false, &node.left))
            return false;
        if (!nf_form_parser_needs(p, ")", kind == NODE_UNIQUE ? _("',' or ')'") : "')'"))
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

static bool parse_operand(struct form_parser *p, uint32_t *number);

/* Reads on behind the operand `*number` as long as operators bind at `level` or tighter. */
static bool parse_operators(struct form_parser *p, int level, uint32_t *number)
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
            return nf_form_parser_expected(p, form_is_test(left) ? _("'&&', '||', ',' or ')'")
                                                                 : _("a comparison before it"));
        if (!nf_form_parser_next(p))
            return false;
        const struct form_word at = p->word;
        if (!parse_operand(p, &node.right) ||
            !parse_operators(p, operators[i].level + 1, &node.right))
            return false;
        if (form_is_test(&p->form->nodes[node.right]) != logic) {
            p->word = at;
            return nf_form_parser_expected(p, logic ? _("a test") : _("a value"));
        }
        node.end = p->last.end;
        if (!parser_node(p, &node, number))
            return false;
    }
}

static bool parse_operand(struct form_parser *p, uint32_t *number)
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
        if (nf_form_word_is(p, commands[i].name))
            return parse_test_command(p, commands[i].kind, number);
    const bool minus = nf_form_word_is(p, "-"), no = nf_form_word_is(p, "!"),
               open = nf_form_word_is(p, "(");
    if (!minus && !no && !open)
        return nf_form_parse_value(p, number);
    if (p->depth == FORM_MAX_DEPTH)
        return nf_form_parser_too_deep(p, p->word.at);
    p->depth++;
    if (!nf_form_parser_next(p))
        return false;
    const struct form_word at = p->word;
    /* As in checktestdata, '!' takes all that follows, up to ',' or ')'. */
    if (!parse_operand(p, &node.left) || !parse_operators(p, minus ? POWER : LOGIC, &node.left))
        return false;
    p->depth--;
    if (open) {
        *number = node.left;
        if (!nf_form_parser_needs(p, ")", _("an operator or ')'")))
            return false;
        p->form->nodes[node.left].at = node.at;
        p->form->nodes[node.left].end = p->last.end;
        return true;
    }
    if (form_is_test(&p->form->nodes[node.left]) != no) {
        p->word = at;
        return nf_form_parser_expected(p, no ? _("a test") : _("a value"));
    }
    node.kind = no ? NODE_NOT : NODE_NEGATE;
    node.end = p->last.end;
    return parser_node(p, &node, number);
}

static bool parse_any(struct form_parser *p, bool test, uint32_t *number)
{
    const struct form_word at = p->word;
    if (!parse_operand(p, number) || !parse_operators(p, LOGIC, number))
        return false;
    if (form_is_test(&p->form->nodes[*number]) == test)
        return true;
    if (test)
        return nf_form_parser_expected(p, _("a comparison, such as '<' or '=='"));
    p->word = at;
    return nf_form_parser_expected(p, _("a value"));
}

bool nf_form_parse_expression(struct form_parser *p, uint32_t *number)
{
    return parse_any(p, false, number);
}

bool nf_form_parse_test(struct form_parser *p, uint32_t *number)
{
    return parse_any(p, true, number);
}
