/* Extended regular expressions: parsed into a program of single steps, matched by sets of steps
 * that are remembered as states. Each byte is looked at once, so nothing takes longer than the
 * length of the text times that of the expression, however it is written. */
#include "judge/forms/regex.h"
#include "base/lang.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COUNT = 1000000 }; /* of {n} */

/* ---- parsing ---- */

struct regex_parser {
    struct form_regex *regex;
    const char *bytes;
    size_t size, at;
    uint32_t nodes, sets, depth; /* capacities */
    const char *expected;        /* what is wrong; with memory gone `failed` alone */
    bool failed;
};

static bool regex_wrong(struct regex_parser *p, const char *expected)
{
    p->expected = expected;
    p->failed = true;
    return false;
}

static bool regex_memory(struct regex_parser *p)
{
    p->failed = true;
    return false;
}

static bool regex_node(struct regex_parser *p, const struct form_regex_node *node, uint32_t *number)
{
    struct form_regex *const regex = p->regex;
    if (!nf_form_grow(&regex->nodes, &p->nodes, regex->node_count, sizeof *regex->nodes))
        return regex_memory(p);
    *number = regex->node_count++;
    regex->nodes[*number] = *node;
    return true;
}

/* The number of a set of bytes; equal ones are one. */
static bool regex_set(struct regex_parser *p, const struct form_bytes *set, uint32_t *number)
{
    struct form_regex *const regex = p->regex;
    for (*number = 0; *number < regex->set_count; ++*number)
        if (memcmp(&regex->sets[*number], set, sizeof *set) == 0)
            return true;
    if (regex->set_count == 4096)
        return regex_wrong(p, _("at most 4,096 different sets of characters"));
    if (!nf_form_grow(&regex->sets, &p->sets, regex->set_count, sizeof *regex->sets))
        return regex_memory(p);
    regex->sets[regex->set_count++] = *set;
    return true;
}

static bool regex_at(const struct regex_parser *p, char c)
{
    return p->at < p->size && p->bytes[p->at] == c;
}

/* [:NAME:], with `at` behind "[:". */
static bool regex_class(struct regex_parser *p, struct form_bytes *set)
{
    static const struct {
        const char *name, *ranges; /* pairs of bounds */
    } classes[] = {{"alpha", "azAZ"},   {"digit", "09"},       {"alnum", "azAZ09"},
                   {"lower", "az"},     {"upper", "AZ"},       {"space", "\t\r  "},
                   {"blank", "\t\t  "}, {"punct", "!/:@[`{~"}, {"xdigit", "09afAF"},
                   {"print", " ~"},     {"graph", "!~"},       {"cntrl", "\1\37\177\177"}};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        const size_t length = strlen(classes[i].name);
        if (p->size - p->at < length + 2 ||
            memcmp(p->bytes + p->at, classes[i].name, length) != 0 ||
            memcmp(p->bytes + p->at + length, ":]", 2) != 0)
            continue;
        for (const char *range = classes[i].ranges; *range != '\0'; range += 2)
            for (int c = range[0]; c <= range[1]; c++)
                form_bytes_add(set, (unsigned char)c);
        p->at += length + 2;
        return true;
    }
    return regex_wrong(p, _("a class of characters, such as [:digit:]"));
}

/* A set in brackets, with `at` behind '['. A backslash is a character like others there. */
static bool regex_brackets(struct regex_parser *p, struct form_bytes *set)
{
    const bool negated = regex_at(p, '^');
    const size_t first = p->at += negated;
    while (p->at == first || !regex_at(p, ']')) {
        if (p->at >= p->size)
            return regex_wrong(p, "']'");
        const unsigned char low = (unsigned char)p->bytes[p->at++];
        if (low == '[' && (regex_at(p, '.') || regex_at(p, '=')))
            return regex_wrong(p, _("no [. or [= in a set of characters"));
        if (low == '[' && regex_at(p, ':')) {
            p->at++;
            if (!regex_class(p, set))
                return false;
            continue;
        }
        unsigned char high = low;
        if (regex_at(p, '-') && p->at + 1 < p->size && p->bytes[p->at + 1] != ']') {
            high = (unsigned char)p->bytes[p->at + 1];
            if (high < low)
                return regex_wrong(p, _("a range of characters in ascending order"));
            p->at += 2;
        }
        for (int c = low; c <= high; c++)
            form_bytes_add(set, (unsigned char)c);
    }
    p->at++;
    if (negated)
        for (size_t i = 0; i < sizeof set->words / sizeof *set->words; i++)
            set->words[i] = ~set->words[i];
    return true;
}

static bool regex_number(struct regex_parser *p, uint32_t *number)
{
    const size_t first = p->at;
    for (*number = 0; p->at < p->size && p->bytes[p->at] >= '0' && p->bytes[p->at] <= '9'; p->at++)
        if ((*number = *number * 10 + (uint32_t)(p->bytes[p->at] - '0')) > MAX_COUNT)
            return regex_wrong(p, _("a number of times of at most 1,000,000"));
    return p->at > first || regex_wrong(p, _("a number of times"));
}

/* {n}, {n,} or {n,m}, with `at` behind '{'. */
static bool regex_braces(struct regex_parser *p, uint32_t *low, uint32_t *high)
{
    if (!regex_number(p, low))
        return false;
    *high = *low;
    if (regex_at(p, ',')) {
        p->at++;
        *high = FORM_NONE;
        if (!regex_at(p, '}') && !regex_number(p, high))
            return false;
    }
    if (*high < *low)
        return regex_wrong(p, _("numbers of times in ascending order"));
    if (!regex_at(p, '}'))
        return regex_wrong(p, "'}'");
    p->at++;
    return true;
}

static bool regex_alternatives(struct regex_parser *p, uint32_t *number);

static bool regex_atom(struct regex_parser *p, uint32_t *number)
{
    struct form_regex_node node = {.kind = REGEX_SET, .next = FORM_NONE, .first = FORM_NONE};
    struct form_bytes set = {{0}};
    char c = p->bytes[p->at++];
    switch (c) {
    case '(':
        if (p->depth == FORM_MAX_DEPTH)
            return regex_wrong(p, _("parentheses within each other at most 200 times"));
        p->depth++;
        if (!regex_alternatives(p, number))
            return false;
        p->depth--;
        if (!regex_at(p, ')'))
            return regex_wrong(p, "')'");
        p->at++;
        return true;
    case '*':
    case '+':
    case '?':
    case '{': p->at--; return regex_wrong(p, _("something to be repeated before it"));
    case '^':
        if (p->at == 1) {
            node.kind = REGEX_SEQUENCE;
            return regex_node(p, &node, number);
        }
        return regex_wrong(p, _("'^' at the beginning alone"));
    case '$': return regex_wrong(p, _("no '$': a text ends where it is longest"));
    case '.': memset(&set, 0xff, sizeof set); break;
    case '[':
        if (!regex_brackets(p, &set))
            return false;
        break;
    case '\\':
        if (p->at == p->size)
            return regex_wrong(p, _("a character behind the backslash"));
        c = p->bytes[p->at++];
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
            return regex_wrong(p, _("a backslash before a special character alone"));
        __attribute__((fallthrough));
    default: form_bytes_add(&set, (unsigned char)c); break;
    }
    return regex_set(p, &set, &node.first) && regex_node(p, &node, number);
}

static bool regex_repeated(struct regex_parser *p, uint32_t *number)
{
    int times = 0;
    if (!regex_atom(p, number))
        return false;
    while (p->at < p->size && strchr("*+?{", p->bytes[p->at]) != NULL && p->bytes[p->at] != '\0') {
        struct form_regex_node node = {
            .kind = REGEX_REPEAT, .first = *number, .next = FORM_NONE, .high = FORM_NONE};
        const char c = p->bytes[p->at++];
        node.low = c == '+';
        if (c == '?')
            node.high = 1;
        if (c == '{' && !regex_braces(p, &node.low, &node.high))
            return false;
        if (++times > 8)
            return regex_wrong(p, _("at most 8 repetitions of repetitions"));
        if (!regex_node(p, &node, number))
            return false;
    }
    return true;
}

static bool regex_sequence(struct regex_parser *p, uint32_t *number)
{
    const struct form_regex_node node = {
        .kind = REGEX_SEQUENCE, .first = FORM_NONE, .next = FORM_NONE};
    uint32_t last = FORM_NONE, item;
    if (!regex_node(p, &node, number))
        return false;
    while (p->at < p->size && !regex_at(p, '|') && !regex_at(p, ')')) {
        if (!regex_repeated(p, &item))
            return false;
        if (last == FORM_NONE)
            p->regex->nodes[*number].first = item;
        else
            p->regex->nodes[last].next = item;
        last = item;
    }
    return true;
}

static bool regex_alternatives(struct regex_parser *p, uint32_t *number)
{
    struct form_regex_node node = {.kind = REGEX_ALTERNATIVES, .next = FORM_NONE};
    uint32_t last, item;
    if (!regex_sequence(p, number))
        return false;
    if (!regex_at(p, '|'))
        return true;
    node.first = last = *number;
    while (regex_at(p, '|')) {
        p->at++;
        if (!regex_sequence(p, &item))
            return false;
        p->regex->nodes[last].next = item;
        last = item;
    }
    return regex_node(p, &node, number);
}

/* ---- the program ---- */

struct regex_compiler {
    struct form_regex *regex;
    uint32_t capacity;
    bool failed, too_large;
};

static uint32_t regex_emit(struct regex_compiler *c, uint8_t op, uint32_t x)
{
    struct form_regex *const regex = c->regex;
    if (regex->step_count >= FORM_MAX_REGEX)
        c->failed = c->too_large = true;
    if (!c->failed &&
        !nf_form_grow(&regex->steps, &c->capacity, regex->step_count, sizeof *regex->steps))
        c->failed = true;
    if (c->failed)
        return 0;
    regex->steps[regex->step_count] = (struct form_regex_step){.op = op, .x = x};
    return regex->step_count++;
}

/* Has a step go to the present end as its second way. */
static void regex_land(struct regex_compiler *c, uint32_t step)
{
    if (!c->failed)
        c->regex->steps[step].y = c->regex->step_count;
}

static void regex_compile(struct regex_compiler *c, uint32_t number);

static void regex_compile_repeat(struct regex_compiler *c, const struct form_regex_node *node)
{
    uint32_t chain = FORM_NONE;
    for (uint32_t i = 0; i < node->low && !c->failed; i++)
        regex_compile(c, node->first);
    if (node->high == FORM_NONE) {
        const uint32_t split = regex_emit(c, REGEX_SPLIT, 0);
        regex_compile(c, node->first);
        const uint32_t back = regex_emit(c, REGEX_GO, 0);
        if (!c->failed)
            c->regex->steps[back].y = split;
        regex_land(c, split);
        return;
    }
    for (uint32_t i = node->low; i < node->high && !c->failed; i++) {
        chain = regex_emit(c, REGEX_SPLIT, chain); /* `x` holds the one before until all land */
        regex_compile(c, node->first);
    }
    while (chain != FORM_NONE && !c->failed) {
        const uint32_t before = c->regex->steps[chain].x;
        c->regex->steps[chain].x = 0;
        regex_land(c, chain);
        chain = before;
    }
}

static void regex_compile(struct regex_compiler *c, uint32_t number)
{
    const struct form_regex_node *const node = &c->regex->nodes[number];
    uint32_t out = FORM_NONE;
    if (c->failed)
        return;
    switch (node->kind) {
    case REGEX_SET: regex_emit(c, REGEX_BYTE, node->first); return;
    case REGEX_SEQUENCE:
        for (uint32_t i = node->first; i != FORM_NONE && !c->failed; i = c->regex->nodes[i].next)
            regex_compile(c, i);
        return;
    case REGEX_REPEAT: regex_compile_repeat(c, node); return;
    default: break;
    }
    for (uint32_t i = node->first; i != FORM_NONE && !c->failed; i = c->regex->nodes[i].next) {
        const bool last = c->regex->nodes[i].next == FORM_NONE;
        const uint32_t split = last ? 0 : regex_emit(c, REGEX_SPLIT, 0);
        regex_compile(c, i);
        if (last)
            break;
        out = regex_emit(c, REGEX_GO, out); /* `x` holds the one before */
        regex_land(c, split);
    }
    while (out != FORM_NONE && !c->failed) {
        const uint32_t before = c->regex->steps[out].x;
        regex_land(c, out);
        out = before;
    }
}

/* Bytes that all sets treat alike are one class. */
static void regex_classify(struct form_regex *regex)
{
    uint16_t renamed[256][2];
    regex->class_count = 1;
    for (uint32_t s = 0; s < regex->set_count && regex->class_count < 256; s++) {
        uint32_t count = 0;
        memset(renamed, 0xff, sizeof renamed);
        for (int c = 0; c < 256; c++) {
            uint16_t *const name =
                &renamed[regex->classes[c]][form_bytes_has(&regex->sets[s], (unsigned char)c)];
            if (*name == UINT16_MAX)
                *name = (uint16_t)count++;
            regex->classes[c] = (uint8_t)*name;
        }
        regex->class_count = count;
    }
}

/* Lists the bytes of each set, of which texts are made. */
static bool regex_list(struct form_regex *regex)
{
    regex->members = calloc(regex->set_count + 1, sizeof *regex->members);
    regex->member_counts = calloc(regex->set_count + 1, sizeof *regex->member_counts);
    if (regex->members == NULL || regex->member_counts == NULL)
        return false;
    for (uint32_t s = 0; s < regex->set_count; s++) {
        uint16_t *const count = &regex->member_counts[s];
        for (int c = ' '; c <= '~'; c++)
            if (form_bytes_has(&regex->sets[s], (unsigned char)c))
                regex->members[s][(*count)++] = (uint8_t)c;
        for (int c = 0; c < 256 && *count == 0; c++)
            if (form_bytes_has(&regex->sets[s], (unsigned char)c))
                regex->members[s][(*count)++] = (uint8_t)c;
    }
    return true;
}

struct form_regex *nf_form_regex_parse(const char *bytes, size_t size, size_t *wrong,
                                       const char **expected)
{
    struct form_regex *const regex = calloc(1, sizeof *regex);
    struct regex_parser p = {.regex = regex, .bytes = bytes, .size = size};
    *wrong = 0;
    *expected = NULL;
    if (regex == NULL)
        return NULL;
    struct regex_compiler c = {.regex = regex};
    if (regex_alternatives(&p, &regex->root) && p.at < size)
        regex_wrong(&p, _("no ')' without '('"));
    if (!p.failed) {
        regex_compile(&c, regex->root);
        regex_emit(&c, REGEX_ACCEPT, 0);
        regex_classify(regex);
        c.failed |= !regex_list(regex);
    }
    if (!p.failed && !c.failed)
        return regex;
    *wrong = p.failed ? p.at : 0;
    *expected = c.too_large ? _("at most 1,048,576 steps when its repetitions are written out")
                            : p.expected;
    nf_form_regex_free(regex);
    return NULL;
}

void nf_form_regex_free(struct form_regex *regex)
{
    if (regex == NULL)
        return;
    free(regex->nodes);
    free(regex->sets);
    free(regex->members);
    free(regex->member_counts);
    free(regex->steps);
    free(regex);
}
