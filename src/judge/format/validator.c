#include "judge/format/suite_write.h"

#include "base/format/format.h"
#include "base/owned.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool is_list(const struct nf_format_field *field)
{
    return field->count != NULL || field->times > 0;
}

/* How many items a list has: the name of a number, or a number. */
static const char *list_count(const struct nf_format_field *field, char to[40])
{
    if (field->count != NULL)
        snprintf(to, 40, "%s", field->count->name);
    else
        snprintf(to, 40, "%u", field->times);
    return to;
}

/* The largest number of a field. */
static const char *number_high(const struct nf_format_field *field, char to[40])
{
    if (field->below != NULL && field->below < field)
        snprintf(to, 40, "%s - 1", field->below->name);
    else
        snprintf(to, 40, "%u", field->high);
    return to;
}

/* Whether no field before has the same words. */
static bool has_new_words(const struct nf_format *format, const struct nf_format_field *field)
{
    const struct nf_format_field *same = format->fields;
    while (same->words != field->words)
        same++; /* ends at `field` itself */
    return field->words != NULL && same == field;
}

/* ---- the form ---- */

/* A vocabulary's name as a variable, which has lower case letters. */
static const char *form_words_name(const struct nf_vocabulary *words, char to[40])
{
    size_t length = 0;
    for (; words->name[length] != '\0' && length < 39; length++)
        to[length] = (char)tolower((unsigned char)words->name[length]);
    to[length] = '\0';
    return to;
}

/* The words as alternatives, the longest first, for some programs take the first one that fits. */
static void put_form_words(struct nf_text *text, const struct nf_vocabulary *words)
{
    char name[40];
    const char *before = "";
    nf_text_format(text, "SET(%s = \"", form_words_name(words, name));
    for (size_t length = NF_WORD_ROOM - 1; length > 0; length--)
        for (uint32_t i = 0; i < words->count; i++)
            if (strlen(nf_vocabulary_word(words, i)) == length) {
                nf_text_format(text, "%s%s", before, nf_vocabulary_word(words, i));
                before = "|";
            }
    nf_text_string(text, "\")\n");
}

/* What reads a value; `into` is the variable that gets it, or NULL. */
static void put_form_value(struct nf_text *text, const struct nf_format_field *field,
                           const char *into)
{
    char name[40];
    if (field->kind == NF_IS_WORD)
        nf_text_format(text, "REGEX(%s", form_words_name(field->words, name));
    else if (field->kind == NF_IS_NAME)
        nf_text_format(text, "REGEX(\"[A-Za-z]{%u,%u}\"", field->low, field->high);
    else
        nf_text_format(text, "INT(%u, %s", field->low, number_high(field, name));
    if (into != NULL)
        nf_text_format(text, ", %s", into);
    nf_text_string(text, ")");
}

static void put_form_list(struct nf_text *text, const struct nf_format_field *field, bool first)
{
    const char *const name = field->name;
    char count[40], item[40];
    snprintf(item, sizeof item, "%s[i]", name);
    nf_text_format(text, "%s%s%s ", field->copies > 0 ? "REPI(i, " : "REP(",
                   list_count(field, count),
                   !first        ? ") SPACE"
                   : field->down ? ", NEWLINE)"
                                 : ", SPACE)");
    put_form_value(text, field, field->copies > 0 ? item : NULL);
    if (field->copies > 0) { /* none more often: so all of them so often */
        nf_text_string(text, "\n    SET(same = 0)\n    REPI(j, i) ");
        nf_text_format(text, "IF(%s[j] == %s[i]) SET(same = same + 1) END END\n", name, name);
        nf_text_format(text, "    ASSERT(same < %u)\n", field->copies);
    }
    nf_text_string(text, field->copies > 0 ? "END" : " END");
}

/* What else must hold of a field. */
static void put_form_asserts(struct nf_text *text, const struct nf_format_lines *lines,
                             const struct nf_format_field *field, const char *margin)
{
    for (const struct nf_format_field *low = lines->first; low < field; low++)
        if (low->below == field)
            nf_text_format(text, "%sASSERT(%s < %s)\n", margin, low->name, field->name);
    if (field->listed > 0)
        nf_text_format(text, "%sASSERT(", margin);
    for (uint32_t i = 0; i < field->listed; i++)
        nf_text_format(text, "%s%s == %u", i > 0 ? " || " : "", field->name, field->list[i]);
    if (field->listed > 0)
        nf_text_string(text, ")\n");
}

static void put_form_line(struct nf_text *text, const struct nf_format_lines *lines,
                          const char *margin)
{
    nf_text_string(text, margin);
    for (uint32_t i = 0; i < lines->fields; i++) {
        const struct nf_format_field *const field = &lines->first[i];
        if (i > 0)
            nf_text_string(text, is_list(field) ? " " : " SPACE ");
        if (is_list(field))
            put_form_list(text, field, i == 0);
        else
            put_form_value(text, field, field->kind == NF_IS_NUMBER ? field->name : NULL);
    }
    nf_text_string(text, " NEWLINE\n");
    for (uint32_t i = 0; i < lines->fields; i++)
        put_form_asserts(text, lines, &lines->first[i], margin);
}

static void put_form_lines(struct nf_text *text, const struct nf_format_lines *lines)
{
    const bool many = lines->count != NULL || lines->end != NULL;
    if (lines->count != NULL)
        nf_text_format(text, "REP(%s)\n", lines->count->name);
    else if (lines->end != NULL)
        nf_text_format(text, "WHILEI(rows, !MATCH(\"%c\"))\n", *lines->end);
    put_form_line(text, lines, many ? "    " : "");
    if (many)
        nf_text_string(text, "END\n");
    if (lines->end != NULL)
        nf_text_format(text, "STRING(\"%s\") NEWLINE\n", lines->end);
    if (lines->most > 0)
        nf_text_format(text, "ASSERT(1 <= rows && rows <= %u)\n", lines->most);
}

void nf_validator_form(struct nf_text *text, const struct nf_format *format, const char *title)
{
    nf_text_format(text,
                   "# An input of %s, in the language of checktestdata.\n"
                   "# The limits are those of the whole problem, not of a subtask.\n",
                   title);
    for (const struct nf_format_field *field = format->fields; field->name != NULL; field++)
        if (has_new_words(format, field))
            put_form_words(text, field->words);
    for (const struct nf_format_lines *lines = format->lines; lines->name != NULL; lines++)
        put_form_lines(text, lines);
}

/* ---- the program in C++ ---- */

struct writer {
    struct nf_text *text;
    const struct nf_validator *validator;
    int depth; /* blocks around the statement */
};

/* Appends a line of source. */
__attribute__((format(printf, 2, 3))) static void put(const struct writer *writer,
                                                      const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    nf_text_format(writer->text, "%*s%s\n", 4 * writer->depth, "", line);
}

/* The expression that reads a value; `before` is one for what stands before it. */
static void expression(const struct nf_format_field *field, const char *before, char to[200])
{
    char high[40];
    if (field->kind == NF_IS_WORD)
        snprintf(to, 200, "word(%s, \"%s\", %s)", before, field->name, field->words->name);
    else
        snprintf(to, 200, "%s(%s, \"%s\", %u, %s)",
                 field->kind == NF_IS_NUMBER ? "number" : "letters", before, field->name,
                 field->low, number_high(field, high));
}

static void read_list(const struct writer *writer, const struct nf_format_field *field, bool first)
{
    char before[40], count[40], value[200];
    snprintf(before, sizeof before, first ? "i > 0 ? \"%s\" : \"\"" : "\"%s\"",
             field->down ? "\\n" : " ");
    expression(field, before, value);
    put(writer, "vector<%s> %s;", field->kind == NF_IS_NUMBER ? "int" : "string", field->name);
    put(writer, "for (int i = 0; i < %s; i++)", list_count(field, count));
    put(writer, "    %s.push_back(%s);", field->name, value);
}

static void read_value(const struct writer *writer, const struct nf_format_field *field, bool first)
{
    char value[200];
    expression(field, first ? "\"\"" : "\" \"", value);
    put(writer, "const %s %s = %s;", field->kind == NF_IS_NUMBER ? "int" : "string", field->name,
        value);
}

/* ---- what else must hold of a field ---- */

static void put_listed(const struct writer *writer, const struct nf_format_field *field)
{
    char values[256] = "";
    for (uint32_t i = 0; i < field->listed; i++) {
        const size_t used = strlen(values);
        snprintf(values + used, sizeof values - used, "%s%u", i > 0 ? ", " : "", field->list[i]);
    }
    put(writer, "listed(\"%s\", %s, {%s});", field->name, field->name, values);
}

static void put_limit(const struct writer *writer, const struct nf_format_limit *limit)
{
    const struct nf_format_field *const field = limit->field;
    const char *const name = field->name;
    char words[256] = "", part[120];
    if (field->kind == NF_IS_NUMBER) {
        put(writer, "at_most(\"%s\", \"%s\", %s, %u);", limit->group, name, name, limit->high);
        return;
    }
    for (uint32_t i = 0; i < field->words->count; i++) {
        const size_t used = strlen(words);
        if ((limit->without >> i & 1) != 0)
            snprintf(words + used, sizeof words - used, "%s\"%s\"", used > 0 ? ", " : "",
                     nf_vocabulary_word(field->words, i));
    }
    snprintf(part, sizeof part, "%s", name);
    if (limit->items > 0)
        snprintf(part, sizeof part, "{%s.begin(), %s.begin() + %u}", name, name, limit->items);
    put(writer, "without(\"%s\", \"%s\", %s, {%s});", limit->group, name, part, words);
}

static void put_constraints(const struct writer *writer, const struct nf_format_lines *lines,
                            const struct nf_format_field *field)
{
    const struct nf_format_limit *limit = writer->validator->format->limits;
    for (const struct nf_format_field *low = lines->first; low < field; low++)
        if (low->below == field)
            put(writer, "below(\"%s\", %s, \"%s\", %s);", low->name, low->name, field->name,
                field->name);
    if (field->listed > 0)
        put_listed(writer, field);
    if (field->copies > 0)
        put(writer, "copies(\"%s\", %s, %s, %u);", field->name, field->name, field->words->name,
            field->copies);
    for (; limit != NULL && limit->group != NULL; limit++)
        if (limit->field == field)
            put_limit(writer, limit);
}

/* ---- lines ---- */

static void put_line_reader(const struct writer *writer, const struct nf_format_lines *lines)
{
    for (uint32_t i = 0; i < lines->fields; i++) {
        const struct nf_format_field *const field = &lines->first[i];
        if (is_list(field))
            read_list(writer, field, i == 0);
        else
            read_value(writer, field, i == 0);
        put_constraints(writer, lines, field);
    }
    put(writer, "skip(\"\\n\", \"the end of the line\");");
}

/* The lists of values of lines that stand as often as a number says. */
static void put_lists(const struct writer *writer, const struct nf_format_lines *lines, bool made)
{
    for (uint32_t i = 0; i < lines->fields; i++) {
        const struct nf_format_field *const field = &lines->first[i];
        if (made)
            put(writer, "%ss.push_back(%s);", field->name, field->name);
        else
            put(writer, is_list(field) ? "vector<vector<%s>> %ss;" : "vector<%s> %ss;",
                field->kind == NF_IS_NUMBER ? "int" : "string", field->name);
    }
}

static void put_lines(struct writer *writer, const struct nf_format_lines *lines)
{
    if (lines->count == NULL && lines->end == NULL) {
        put_line_reader(writer, lines);
        return;
    }
    if (lines->count != NULL) {
        put_lists(writer, lines, false);
        put(writer, "for (int row = 0; row < %s; row++) {", lines->count->name);
    } else {
        put(writer, "int rows = 0;");
        put(writer, "while (!comes(\"%s\\n\")) {", lines->end);
    }
    writer->depth++;
    put_line_reader(writer, lines);
    if (lines->count != NULL)
        put_lists(writer, lines, true);
    else
        put(writer, "rows += 1;");
    writer->depth--;
    put(writer, "}");
    if (lines->end != NULL)
        put(writer, "skip(\"%s\\n\", \"the end of the file\");", lines->end);
    if (lines->most > 0)
        put(writer, "between(\"%s\", rows, 1, %u);", lines->name, lines->most);
}

/* ---- the whole ---- */

static void put_words(const struct writer *writer, const struct nf_vocabulary *words)
{
    NF_OWNED_TEXT struct nf_text list = {0};
    for (uint32_t i = 0; i < words->count; i++)
        nf_text_format(&list, "%s%s", i > 0 ? " " : "", nf_vocabulary_word(words, i));
    put(writer, "\nstatic const set<string> %s = split(R\"(", words->name);
    if (!list.failed)
        nf_text_wrapped(writer->text, list.data, list.size, 0, 0);
    put(writer, ")\");");
}

static void put_check(const struct writer *writer)
{
    char values[256] = "";
    const struct nf_format_lines *lines = writer->validator->format->lines;
    for (; lines->name != NULL; lines++)
        for (uint32_t i = 0; i < lines->fields; i++) {
            const size_t used = strlen(values);
            snprintf(values + used, sizeof values - used, "%s%s%s", used > 0 ? ", " : "",
                     lines->first[i].name, lines->count != NULL ? "s" : "");
        }
    put(writer, "check(%s);", values);
}

void nf_validator_write(struct nf_text *text, const struct nf_validator *validator)
{
    struct writer writer = {text, validator, 0};
    const struct nf_format *const format = validator->format;
    nf_text_format(text,
                   "// Validates an input of %s: exit code %d if it is valid,\n"
                   "// %d with a message if not. --group NAME: the limits of that subtask must\n"
                   "// hold as well. C++17.\n"
                   "static const int VALID = %d, INVALID = %d;\n",
                   validator->title, validator->valid, validator->invalid, validator->valid,
                   validator->invalid);
    nf_text_string(text, validator->start);
    for (const struct nf_format_field *field = format->fields; field->name != NULL; field++)
        if (has_new_words(format, field))
            put_words(&writer, field->words);
    if (validator->check != NULL)
        nf_text_format(text, "\n%s", validator->check);
    put(&writer, "\nint main(int argc, char **argv) {");
    writer.depth++;
    put(&writer, "start(argc, argv);");
    for (const struct nf_format_lines *lines = format->lines; lines->name != NULL; lines++)
        put_lines(&writer, lines);
    put(&writer, "finish();");
    if (validator->check != NULL)
        put_check(&writer);
    put(&writer, "return VALID;");
    writer.depth--;
    put(&writer, "}");
}

/* ---- inputs that validators must refuse ---- */

struct breaker {
    const struct nf_input *sample;
    void *owner;
    void (*each)(void *owner, const char *name, struct nf_text *text);
    const char *what; /* the field or the lines, for the name */
};

static void give(const struct breaker *breaker, const char *how, struct nf_text *text)
{
    char name[80];
    snprintf(name, sizeof name, "%s-%s", breaker->what, how);
    breaker->each(breaker->owner, name, text);
}

/* The sample with `size` bytes from `start` on replaced. */
static void replace(const struct breaker *breaker, const char *how, size_t start, size_t size,
                    const char *with)
{
    struct nf_text text = {0};
    const struct nf_input *const sample = breaker->sample;
    nf_text_bytes(&text, sample->data, start);
    nf_text_string(&text, with);
    nf_text_bytes(&text, sample->data + start + size, sample->size - start - size);
    give(breaker, how, &text);
}

static void replace_token(const struct breaker *breaker, const char *how, struct nf_token token,
                          const char *with)
{
    replace(breaker, how, token.start, token.length, with);
}

/* ---- fields ---- */

/* The number of another field in the line of the walk. */
static uint32_t number_beside(struct nf_walk walk, const struct nf_format_field *field)
{
    while (walk.field < field)
        nf_walk_next(&walk);
    return nf_walk_number(&walk, field);
}

static void break_number(const struct breaker *breaker, const struct nf_walk *walk,
                         struct nf_token token)
{
    const struct nf_format_field *const field = walk->field;
    char with[16];
    snprintf(with, sizeof with, "%d", (int)field->low - 1);
    replace_token(breaker, "too-small", token, with);
    snprintf(with, sizeof with, "%u", field->high + 1);
    replace_token(breaker, "too-large", token, with);
    replace_token(breaker, "no-number", token, "x");
    if (field->below != NULL) {
        snprintf(with, sizeof with, "%u", number_beside(*walk, field->below));
        replace_token(breaker, "not-below", token, with);
    }
    uint32_t other = field->low;
    for (uint32_t i = 0; i < field->listed && field->list[i] == other; i++)
        other++;
    snprintf(with, sizeof with, "%u", other);
    if (field->listed > 0 && other <= field->high)
        replace_token(breaker, "not-listed", token, with);
}

static void break_name(const struct breaker *breaker, const struct nf_walk *walk,
                       struct nf_token token)
{
    const struct nf_input *const sample = breaker->sample;
    const size_t end = token.start + token.length;
    struct nf_text text = {0};
    replace(breaker, "with-a-digit", end - 1, 1, "1");
    nf_text_bytes(&text, sample->data, token.start);
    for (uint32_t i = 0; i <= walk->field->high; i++)
        nf_text_string(&text, "A");
    nf_text_bytes(&text, sample->data + end, sample->size - end);
    give(breaker, "too-long", &text);
}

static void break_word(const struct breaker *breaker, const struct nf_walk *walk,
                       struct nf_token token)
{
    const char *const word =
        nf_vocabulary_word(walk->field->words, walk->instance->words[walk->first]);
    char lower[NF_WORD_ROOM];
    for (size_t i = 0; i < sizeof lower; i++)
        lower[i] = (char)tolower((unsigned char)word[i]);
    replace_token(breaker, "unknown", token, "Q0");
    if (strcmp(lower, word) != 0)
        replace_token(breaker, "in-lower-case", token, lower);
}

/* One item less, one more, and one word once too often. */
static void break_list(const struct breaker *breaker, const struct nf_walk *walk)
{
    const struct nf_format_field *const field = walk->field;
    const struct nf_token last = nf_token_at(breaker->sample, walk->token + walk->count - 1);
    char more[NF_WORD_ROOM + 40];
    const char *const item = breaker->sample->data + last.start;
    replace(breaker, "missing", last.start - 1, last.length + 1, "");
    snprintf(more, sizeof more, "%.*s%c%.*s", (int)last.length, item, field->down ? '\n' : ' ',
             (int)last.length, item);
    replace_token(breaker, "too-many", last, more);
    for (size_t i = 0; field->copies > 0 && i + 1 < walk->count; i++) {
        const uint8_t *const words = walk->instance->words + walk->first;
        if (words[i] != words[walk->count - 1]) {
            replace_token(breaker, "once-too-often", last,
                          nf_vocabulary_word(field->words, words[i]));
            return;
        }
    }
}

static void break_field(const struct breaker *breaker, const struct nf_walk *walk)
{
    const struct nf_format_field *const field = walk->field;
    const struct nf_token token = nf_token_at(breaker->sample, walk->token);
    if (field->kind == NF_IS_NUMBER)
        break_number(breaker, walk, token);
    else if (field->kind == NF_IS_NAME)
        break_name(breaker, walk, token);
    else
        break_word(breaker, walk, token);
    if (field->count != NULL || field->times > 0)
        break_list(breaker, walk);
}

/* ---- lines ---- */

/* Lines that a word ends: without it, with another behind it, none, and too many. */
static void break_lines(const struct breaker *breaker, const struct nf_format_lines *lines)
{
    const struct nf_input *const sample = breaker->sample;
    const char *const line_end = memchr(sample->data, '\n', sample->size);
    const size_t line = (size_t)(line_end - sample->data) + 1, end = strlen(lines->end) + 1;
    replace(breaker, "without-end", sample->size - end, end, "");
    struct nf_text behind = {0}, many = {0};
    nf_text_bytes(&behind, sample->data, sample->size);
    nf_text_bytes(&behind, sample->data, line);
    give(breaker, "behind-the-end", &behind);
    if (lines->most == 0)
        return;
    replace(breaker, "none", 0, sample->size - end, "");
    for (uint32_t i = 0; i <= lines->most; i++)
        nf_text_bytes(&many, sample->data, line);
    nf_text_format(&many, "%s\n", lines->end);
    give(breaker, "too-many", &many);
}

void nf_format_break(const struct nf_format *format, const struct nf_input *sample, void *owner,
                     void (*each)(void *owner, const char *name, struct nf_text *text))
{
    struct nf_instance instance;
    struct nf_error err;
    bool done[NF_MAX_FORMAT_FIELDS] = {false};
    if (nf_instance_read(&instance, format, sample, &err) != NF_OK)
        return;
    struct nf_walk walk = {.instance = &instance};
    struct breaker breaker = {sample, owner, each, NULL};
    while (nf_walk_next(&walk)) {
        bool *const known = &done[walk.field - format->fields];
        breaker.what = walk.field->name;
        if (!*known && walk.count > 0)
            break_field(&breaker, &walk);
        *known = *known || walk.count > 0;
    }
    for (const struct nf_format_lines *lines = format->lines; lines->name != NULL; lines++) {
        breaker.what = lines->name;
        if (lines->end != NULL)
            break_lines(&breaker, lines);
    }
    nf_instance_free(&instance);
}
