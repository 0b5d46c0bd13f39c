#include "judge/format/validator.h"
#include "base/format/format_parts.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Most statements of a validator are the same calls in both languages, but for the semicolon. */

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

/* Appends a statement. */
__attribute__((format(printf, 2, 3))) static void say(const struct writer *writer,
                                                      const char *format, ...)
{
    char line[500];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    put(writer, "%s%s", line, writer->validator->cpp ? ";" : "");
}

/* ---- values ---- */

/* The expression that reads a value; `before` is one for what stands before it. */
static void expression(const struct nf_format_field *field, const char *before, char to[200])
{
    char high[40];
    if (field->below != NULL && field->below < field)
        snprintf(high, sizeof high, "%s - 1", field->below->name);
    else
        snprintf(high, sizeof high, "%u", field->high);
    if (field->kind == NF_IS_WORD)
        snprintf(to, 200, "word(%s, \"%s\", %s)", before, field->name, field->words->name);
    else
        snprintf(to, 200, "%s(%s, \"%s\", %u, %s)",
                 field->kind == NF_IS_NUMBER ? "number" : "letters", before, field->name,
                 field->low, high);
}

static void read_list(const struct writer *writer, const struct nf_format_field *field, bool first)
{
    const bool cpp = writer->validator->cpp;
    char before[40], count[40], value[200];
    const char *const gap = field->down ? "\\n" : " ";
    snprintf(before, sizeof before,
             !first ? "\"%s\""
             : cpp  ? "i > 0 ? \"%s\" : \"\""
                    : "\"%s\" if i else \"\"",
             gap);
    expression(field, before, value);
    if (field->count != NULL)
        snprintf(count, sizeof count, "%s", field->count->name);
    else
        snprintf(count, sizeof count, "%u", field->times);
    if (cpp) {
        put(writer, "vector<%s> %s;", field->kind == NF_IS_NUMBER ? "int" : "string", field->name);
        put(writer, "for (int i = 0; i < %s; i++)", count);
        put(writer, "    %s.push_back(%s);", field->name, value);
    } else {
        put(writer, "%s = [%s for i in range(%s)]", field->name, value, count);
    }
}

static void read_value(const struct writer *writer, const struct nf_format_field *field, bool first)
{
    char value[200];
    expression(field, first ? "\"\"" : "\" \"", value);
    say(writer, "%s%s = %s",
        !writer->validator->cpp       ? ""
        : field->kind == NF_IS_NUMBER ? "const int "
                                      : "const string ",
        field->name, value);
}

/* ---- what else must hold of a field ---- */

static void put_listed(const struct writer *writer, const struct nf_format_field *field)
{
    char values[256] = "";
    for (uint32_t i = 0; i < field->listed; i++) {
        const size_t used = strlen(values);
        snprintf(values + used, sizeof values - used, "%s%u", i > 0 ? ", " : "", field->list[i]);
    }
    say(writer, "listed(\"%s\", %s, {%s})", field->name, field->name, values);
}

static void put_limit(const struct writer *writer, const struct nf_format_limit *limit)
{
    const struct nf_format_field *const field = limit->field;
    const char *const name = field->name;
    char words[256] = "", part[120];
    if (field->kind == NF_IS_NUMBER) {
        say(writer, "at_most(\"%s\", \"%s\", %s, %u)", limit->group, name, name, limit->high);
        return;
    }
    for (uint32_t i = 0; i < field->words->count; i++) {
        const size_t used = strlen(words);
        if ((limit->without >> i & 1) != 0)
            snprintf(words + used, sizeof words - used, "%s\"%s\"", used > 0 ? ", " : "",
                     nf_vocabulary_word(field->words, i));
    }
    snprintf(part, sizeof part, "%s", name);
    if (limit->items > 0 && writer->validator->cpp)
        snprintf(part, sizeof part, "{%s.begin(), %s.begin() + %u}", name, name, limit->items);
    else if (limit->items > 0)
        snprintf(part, sizeof part, "%s[:%u]", name, limit->items);
    say(writer, "without(\"%s\", \"%s\", %s, {%s})", limit->group, name, part, words);
}

static void put_constraints(const struct writer *writer, const struct nf_format_lines *lines,
                            const struct nf_format_field *field)
{
    const struct nf_format_limit *limit = writer->validator->format->limits;
    for (const struct nf_format_field *low = lines->first; low < field; low++)
        if (low->below == field)
            say(writer, "below(\"%s\", %s, \"%s\", %s)", low->name, low->name, field->name,
                field->name);
    if (field->listed > 0)
        put_listed(writer, field);
    if (field->copies > 0)
        say(writer, "copies(\"%s\", %s, %s, %u)", field->name, field->name, field->words->name,
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
        if (field->count != NULL || field->times > 0)
            read_list(writer, field, i == 0);
        else
            read_value(writer, field, i == 0);
        put_constraints(writer, lines, field);
    }
    say(writer, "skip(\"\\n\", \"the end of the line\")");
}

/* The lists of values of lines that stand as often as a number says. */
static void put_lists(const struct writer *writer, const struct nf_format_lines *lines, bool made)
{
    const bool cpp = writer->validator->cpp;
    for (uint32_t i = 0; i < lines->fields; i++) {
        const struct nf_format_field *const field = &lines->first[i];
        const char *const type = field->kind == NF_IS_NUMBER ? "int" : "string";
        const bool list = field->count != NULL || field->times > 0;
        if (made)
            say(writer, "%ss.%s(%s)", field->name, cpp ? "push_back" : "append", field->name);
        else if (cpp)
            say(writer, list ? "vector<vector<%s>> %ss" : "vector<%s> %ss", type, field->name);
        else
            say(writer, "%ss = []", field->name);
    }
}

static void put_lines(struct writer *writer, const struct nf_format_lines *lines)
{
    const bool cpp = writer->validator->cpp;
    if (lines->count == NULL && lines->end == NULL) {
        put_line_reader(writer, lines);
        return;
    }
    if (lines->count != NULL) {
        put_lists(writer, lines, false);
        put(writer, cpp ? "for (int row = 0; row < %s; row++) {" : "for row in range(%s):",
            lines->count->name);
    } else {
        say(writer, "%srows = 0", cpp ? "int " : "");
        put(writer,
            cpp ? "while (!comes(\"%s\\n\")) {" : "while not comes(\"%s\\n\"):", lines->end);
    }
    writer->depth++;
    put_line_reader(writer, lines);
    if (lines->count != NULL)
        put_lists(writer, lines, true);
    else
        say(writer, "rows += 1");
    writer->depth--;
    if (cpp)
        put(writer, "}");
    if (lines->end != NULL)
        say(writer, "skip(\"%s\\n\", \"the end of the file\")", lines->end);
    if (lines->most > 0)
        say(writer, "between(\"%s\", rows, 1, %u)", lines->name, lines->most);
}

/* ---- the whole ---- */

static void put_words(const struct writer *writer, const struct nf_vocabulary *words)
{
    const bool cpp = writer->validator->cpp;
    struct nf_text list = {0};
    for (uint32_t i = 0; i < words->count; i++)
        nf_text_format(&list, "%s%s", i > 0 ? " " : "", nf_vocabulary_word(words, i));
    put(writer, cpp ? "\nstatic const set<string> %s = split(R\"(" : "\n%s = split(\n    \"\"\"",
        words->name);
    if (!list.failed)
        nf_text_wrapped(writer->text, list.data, list.size, 0, 0);
    put(writer, cpp ? ")\");" : "\"\"\"\n)");
    nf_text_free(&list);
}

/* Appends the constants of all vocabularies. */
static void put_vocabularies(const struct writer *writer)
{
    const struct nf_format_field *const fields = writer->validator->format->fields;
    for (const struct nf_format_field *field = fields; field->name != NULL; field++) {
        const struct nf_format_field *same = fields;
        while (same->words != field->words)
            same++; /* ends at `field` itself */
        if (field->words != NULL && same == field)
            put_words(writer, field->words);
    }
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
    say(writer, "check(%s)", values);
}

static void put_head(const struct nf_validator *validator, struct nf_text *text)
{
    if (validator->cpp)
        nf_text_format(text,
                       "// Validates an input of %s in testlib's manner: exit code 0 if\n"
                       "// it is valid, 3 with a message if not. --group NAME: the limits of that "
                       "subtask must\n// hold as well. C++17.\n",
                       validator->title);
    else
        nf_text_format(text,
                       "#!/usr/bin/env python3\n\"\"\"Validates an input of %s: exit code 42 if it "
                       "is valid, 43 if not.\n\nThe name of a subtask as an argument: its limits "
                       "must hold as well. Other arguments are ignored.\n\"\"\"\n",
                       validator->title);
    nf_text_string(text, validator->start);
}

void nf_validator_write(struct nf_text *text, const struct nf_validator *validator)
{
    struct writer writer = {text, validator, 0};
    put_head(validator, text);
    put_vocabularies(&writer);
    if (validator->check != NULL)
        nf_text_format(text, validator->cpp ? "\n%s" : "\n\n%s", validator->check);
    put(&writer, validator->cpp ? "\nint main(int argc, char **argv) {" : "\n\ndef main():");
    writer.depth++;
    if (validator->cpp)
        put(&writer, "start(argc, argv);");
    for (const struct nf_format_lines *lines = validator->format->lines; lines->name != NULL;
         lines++)
        put_lines(&writer, lines);
    say(&writer, "finish()");
    if (validator->check != NULL)
        put_check(&writer);
    if (!validator->cpp)
        put(&writer, "sys.exit(42)");
    writer.depth--;
    put(&writer, validator->cpp ? "}" : "\n\nmain()");
}
