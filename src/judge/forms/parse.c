/* The commands of a form, which become steps. */
#include "base/lang.h"
#include "judge/forms/parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- commands ---- */

static bool parser_step(struct form_parser *p, const struct form_step *step)
{
    struct nf_form_spec *const form = p->form;
    if (!nf_form_grow(&form->steps, &p->steps, form->step_count, sizeof *form->steps))
        return nf_form_parser_memory(p);
    form->steps[form->step_count] = *step;
    form->steps[form->step_count++].end = p->last.end;
    return true;
}

/* The end of a command with its arguments, which becomes a step. */
static bool parser_closes(struct form_parser *p, const struct form_step *step, const char *expected)
{
    return nf_form_parser_needs(p, ")", expected) && parser_step(p, step);
}

static bool parse_optional_variable(struct form_parser *p, struct form_step *step,
                                    const char **expected)
{
    *expected = _("',' or ')'");
    if (!nf_form_word_is(p, ","))
        return true;
    *expected = "')'";
    return nf_form_parser_next(p) && nf_form_parse_variable(p, &step->variable);
}

static bool parse_number_command(struct form_parser *p, struct form_step *step, bool decimals)
{
    const char *expected;
    step->place = p->form->places++;
    if (!nf_form_parse_expression(p, &step->a) ||
        !nf_form_parser_needs(p, ",", _("an operator or ','")) ||
        !nf_form_parse_expression(p, &step->b))
        return false;
    if (decimals && (!nf_form_parser_needs(p, ",", _("an operator or ','")) ||
                     !nf_form_parse_expression(p, &step->c) ||
                     !nf_form_parser_needs(p, ",", _("an operator or ','")) ||
                     !nf_form_parse_expression(p, &step->d)))
        return false;
    if (!parse_optional_variable(p, step, &expected))
        return false;
    if (step->op == FORM_REAL && step->variable != FORM_NONE && nf_form_word_is(p, ",")) {
        if (!nf_form_parser_next(p))
            return false;
        step->style = nf_form_word_is(p, "FIXED") ? FORM_FIXED : FORM_SCIENTIFIC;
        if (!nf_form_word_is(p, "FIXED") && !nf_form_word_is(p, "SCIENTIFIC"))
            return nf_form_parser_expected(p, _("FIXED or SCIENTIFIC"));
        if (!nf_form_parser_next(p))
            return false;
    } else if (step->op == FORM_REAL && step->variable != FORM_NONE) {
        expected = _("',' or ')'");
    }
    return parser_closes(p, step, expected);
}

static bool parse_regex(struct form_parser *p, struct form_step *step)
{
    struct nf_form_spec *const form = p->form;
    const char *expected, *wanted;
    size_t wrong;
    const struct form_word at = p->word;
    step->place = form->places++;
    if (!nf_form_parse_value(p, &step->a))
        return false;
    const struct form_node *const node = &form->nodes[step->a];
    if (node->kind == NODE_CONSTANT && form->constants[node->left].kind == FORM_STRING) {
        const struct form_value *const text = &form->constants[node->left];
        if (!nf_form_grow(&form->regexes, &p->regexes, form->regex_count, sizeof *form->regexes))
            return nf_form_parser_memory(p);
        struct form_regex *const regex =
            nf_form_regex_parse(text->string.bytes, text->string.size, &wrong, &wanted);
        if (regex == NULL && wanted == NULL)
            return nf_form_parser_memory(p);
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

static bool parse_set(struct form_parser *p, struct form_step *step)
{
    for (;;) {
        step->at = p->word.at;
        if (!nf_form_parse_variable(p, &step->variable) ||
            !nf_form_parser_needs(p, "=", _("'[' or '='")) ||
            !nf_form_parse_expression(p, &step->a) || !parser_step(p, step))
            return false;
        if (!nf_form_word_is(p, ","))
            return nf_form_parser_needs(p, ")", _("an operator, ',' or ')'"));
        if (!nf_form_parser_next(p))
            return false;
    }
}

static bool parse_unset(struct form_parser *p, struct form_step *step)
{
    for (;;) {
        if (!nf_form_parser_name(p, &step->a) || !parser_step(p, step))
            return false;
        if (!nf_form_word_is(p, ","))
            return nf_form_parser_needs(p, ")", _("',' or ')'"));
        if (!nf_form_parser_next(p))
            return false;
    }
}

/* What stands in the way of commands that are the separator of a loop. */
static bool parse_simple(struct form_parser *p, bool *found);

static bool parse_loop(struct form_parser *p, struct form_step *step, bool counted);
static bool parse_if(struct form_parser *p, struct form_step *step);

/* SPACE and NEWLINE. */
static bool parse_blank(struct form_parser *p, struct form_step *step, char blank)
{
    struct nf_form_spec *const form = p->form;
    struct form_value value = {.kind = FORM_STRING};
    if (!nf_form_grow(&form->strings, &p->strings, form->string_count, sizeof *form->strings))
        return nf_form_parser_memory(p);
    char *const bytes = malloc(1);
    if (bytes == NULL)
        return nf_form_parser_memory(p);
    bytes[0] = blank;
    form->strings[form->string_count++] = bytes;
    value.string.bytes = bytes;
    value.string.size = 1;
    return nf_form_parser_constant(p, &value, &step->a) && nf_form_parser_next(p) &&
           parser_step(p, step);
}

static bool parse_simple(struct form_parser *p, bool *found)
{
    struct form_step step = {.at = p->word.at,
                             .variable = FORM_NONE,
                             .regex = FORM_NONE,
                             .c = FORM_NONE,
                             .d = FORM_NONE,
                             .place = FORM_NONE};
    const char *expected;
    *found = true;
    if (nf_form_word_is(p, "SPACE"))
        return parse_blank(p, &step, ' ');
    if (nf_form_word_is(p, "NEWLINE"))
        return parse_blank(p, &step, '\n');
    if (nf_form_parser_takes(p, "INT")) {
        step.op = FORM_INT;
        return nf_form_parser_opens(p) && parse_number_command(p, &step, false);
    }
    const bool decimals = nf_form_word_is(p, "FLOATP");
    if (nf_form_parser_takes(p, "FLOAT") || nf_form_parser_takes(p, "FLOATP")) {
        step.op = FORM_REAL;
        return nf_form_parser_opens(p) && parse_number_command(p, &step, decimals);
    }
    if (nf_form_parser_takes(p, "STRING")) {
        expected = "')'";
        return nf_form_parser_opens(p) && nf_form_parse_value(p, &step.a) &&
               parser_closes(p, &step, expected);
    }
    if (nf_form_parser_takes(p, "REGEX")) {
        step.op = FORM_REGEX;
        return nf_form_parser_opens(p) && parse_regex(p, &step);
    }
    if (nf_form_parser_takes(p, "ASSERT")) {
        step.op = FORM_ASSERT;
        return nf_form_parser_opens(p) && nf_form_parse_test(p, &step.a) &&
               parser_closes(p, &step, _("'&&', '||' or ')'"));
    }
    if (nf_form_parser_takes(p, "SET")) {
        step.op = FORM_SET;
        return nf_form_parser_opens(p) && parse_set(p, &step);
    }
    if (nf_form_parser_takes(p, "UNSET")) {
        step.op = FORM_UNSET;
        return nf_form_parser_opens(p) && parse_unset(p, &step);
    }
    *found = false;
    return p->status == NF_OK;
}

/* Commands up to END, ELSE or the end. */
static bool parse_block(struct form_parser *p)
{
    while (p->word.kind != WORD_END && !nf_form_word_is(p, "END") && !nf_form_word_is(p, "ELSE")) {
        struct form_step step = {.at = p->word.at, .variable = FORM_NONE, .regex = FORM_NONE};
        bool found;
        if (!parse_simple(p, &found))
            return false;
        if (found)
            continue;
        if (nf_form_word_is(p, "EOF")) {
            step.op = FORM_EOF;
            if (!nf_form_parser_next(p) || !parser_step(p, &step))
                return false;
            continue;
        }
        const bool counted = nf_form_word_is(p, "REP") || nf_form_word_is(p, "REPI");
        if (!counted && !nf_form_word_is(p, "WHILE") && !nf_form_word_is(p, "WHILEI") &&
            !nf_form_word_is(p, "IF"))
            return nf_form_parser_expected(p, _("a command, such as INT, SPACE, NEWLINE or REP"));
        if (p->depth == FORM_MAX_DEPTH)
            return nf_form_parser_too_deep(p, p->word.at);
        p->depth++;
        if (!(nf_form_word_is(p, "IF") ? parse_if(p, &step) : parse_loop(p, &step, counted)))
            return false;
        p->depth--;
    }
    return true;
}

/* "found X, expected END" with where the block began. */
static bool parser_unclosed(struct form_parser *p, uint32_t at, const char *ends)
{
    char expected[120];
    snprintf(expected, sizeof expected, _("a command or %s, for the block of line %zu"), ends,
             nf_form_line_of(p->form, at));
    return nf_form_parser_expected(p, expected);
}

static bool parse_loop(struct form_parser *p, struct form_step *step, bool counted)
{
    struct nf_form_spec *const form = p->form;
    const bool indexed = nf_form_word_is(p, "REPI") || nf_form_word_is(p, "WHILEI");
    const uint32_t begin = form->step_count;
    bool found;
    step->op = counted ? FORM_REP : FORM_WHILE;
    step->place = form->places++;
    if (!nf_form_parser_next(p) || !nf_form_parser_opens(p))
        return false;
    if (indexed &&
        (!nf_form_parse_variable(p, &step->variable) || !nf_form_parser_needs(p, ",", "','")))
        return false;
    if (!(counted ? nf_form_parse_expression(p, &step->a) : nf_form_parse_test(p, &step->a)) ||
        !parser_step(p, step))
        return false;
    if (nf_form_word_is(p, ",")) {
        if (!nf_form_parser_next(p) || !parse_simple(p, &found))
            return false;
        if (!found)
            return nf_form_parser_expected(
                p, _("a command that may separate, such as SPACE or NEWLINE"));
    }
    form->steps[begin].body = form->step_count;
    if (!nf_form_parser_needs(p, ")", _("an operator, ',' or ')'")))
        return false;
    form->steps[begin].end = p->last.end;
    if (!parse_block(p))
        return false;
    if (!nf_form_word_is(p, "END"))
        return parser_unclosed(p, step->at, "END");
    const struct form_step next = {.op = FORM_NEXT, .at = p->word.at, .to = begin};
    if (!nf_form_parser_next(p) || !parser_step(p, &next))
        return false;
    form->steps[begin].to = form->step_count;
    return true;
}

static bool parse_if(struct form_parser *p, struct form_step *step)
{
    struct nf_form_spec *const form = p->form;
    const uint32_t begin = form->step_count;
    step->op = FORM_IF;
    if (!nf_form_parser_next(p) || !nf_form_parser_opens(p) || !nf_form_parse_test(p, &step->a) ||
        !parser_closes(p, step, _("'&&', '||' or ')'")) || !parse_block(p))
        return false;
    form->steps[begin].to = form->step_count;
    if (nf_form_word_is(p, "ELSE")) {
        const uint32_t otherwise = form->step_count;
        const struct form_step go = {.op = FORM_GO, .at = p->word.at};
        if (!nf_form_parser_next(p) || !parser_step(p, &go))
            return false;
        form->steps[begin].to = form->step_count;
        if (!parse_block(p))
            return false;
        form->steps[otherwise].to = form->step_count;
        if (!nf_form_word_is(p, "END"))
            return parser_unclosed(p, step->at, "END");
    }
    if (!nf_form_word_is(p, "END"))
        return parser_unclosed(p, step->at, _("ELSE or END"));
    return nf_form_parser_next(p);
}

/* ---- a form ---- */

/* Marks the variables that get a value which nothing in the form asks for: most arrays of inputs.
 */
static void parser_marks_unread(struct nf_form_spec *form)
{
    bool read[FORM_MAX_NAMES] = {false};
    for (uint32_t i = 0; i < form->step_count; i++)
        if (form->steps[i].variable != FORM_NONE)
            form->nodes[form->steps[i].variable].unread = true;
    for (uint32_t i = 0; i < form->node_count; i++)
        if (form->nodes[i].kind == NODE_VARIABLE && !form->nodes[i].unread)
            read[form->nodes[i].left] = true;
    for (uint32_t i = 0; i < form->group_count; i++)
        for (uint32_t k = 0; k < form->groups[i].count; k++)
            read[form->lists[form->groups[i].first + k]] = true;
    for (uint32_t i = 0; i < form->node_count; i++)
        if (form->nodes[i].unread)
            form->nodes[i].unread = !read[form->nodes[i].left];
}

static bool parse_form(struct form_parser *p)
{
    const struct form_step end = {.op = FORM_EOF, .variable = FORM_NONE};
    if (p->form->source.size > FORM_MAX_SOURCE)
        return nf_form_parser_fails(p, 0, _("larger than 4 MiB, the largest form that is read"));
    if (!nf_form_parser_next(p) || !parse_block(p))
        return false;
    if (p->word.kind != WORD_END)
        return nf_form_parser_expected(p, _("a command or the end of the form"));
    if (!parser_step(p, &end))
        return false;
    parser_marks_unread(p->form);
    return true;
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
    struct form_parser p = {.form = calloc(1, sizeof *p.form), .err = err};
    *form = p.form;
    if (p.form == NULL || !copy_source(p.form, source))
        nf_form_parser_memory(&p);
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
