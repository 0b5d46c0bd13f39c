/* A first form, written: names of variables, limits and alphabets from what samples have. */
#include "judge/forms/infer.h"

#include <stdio.h>
#include <string.h>

struct writer {
    const struct infer_form *form;
    struct nf_text *text;
    bool loose;
    char names[INFER_SCALARS][4];
    bool counts[INFER_SCALARS]; /* it is a count, or a limit */
    size_t count_names, value_names;
    size_t indent, loops; /* loops around: the indices of arrays */
};

/* ---- names ---- */

/* The next name; counts are n, m, k, values a, b, c; then a1, b1. */
static const char *next_name(struct writer *writer, bool count, char name[4])
{
    static const char counts[] = "nmkqhw", values[] = "abcdefgprsuvxyz";
    size_t *const given = count ? &writer->count_names : &writer->value_names;
    const char *const letters = count ? counts : values;
    const size_t number = *given / strlen(letters);
    name[0] = letters[(*given)++ % strlen(letters)];
    name[1] = number > 0 ? (char)('0' + number % 10) : '\0';
    name[2] = '\0';
    return name;
}

/* Which scalar a field's values are limited by, or that less 1, from `*low` on; INFER_SCALARS:
 * none.
 */
static size_t limit_of(const struct writer *writer, const struct infer_field *field, bool *low,
                       bool *less)
{
    const uint32_t one = field->from_one & field->reaches_one & field->not_small;
    const uint32_t zero = field->from_zero & field->reaches_zero & field->not_small;
    const uint32_t bits = one != 0 ? one : zero;
    *low = field->low > 0;
    *less = one == 0;
    for (size_t i = 0; i < INFER_SCALARS && !writer->loose && field->count >= 3 &&
                       field->classes == INFER_INTEGER;
         i++)
        if ((bits >> i & 1) != 0)
            return i;
    return INFER_SCALARS;
}

/* Which scalar is the length of a field's words. */
static size_t length_of(const struct writer *writer, const struct infer_field *field)
{
    const uint32_t bits = field->long_as & field->not_small;
    for (size_t i = 0; i < INFER_SCALARS && !writer->loose && field->longest > 1 &&
                       (field->classes & (INFER_WORD | INFER_DIGITS)) != 0;
         i++)
        if ((bits >> i & 1) != 0)
            return i;
    return INFER_SCALARS;
}

/* Names the scalars that lines and limits refer to. */
static void name_scalars(struct writer *writer)
{
    const struct infer_form *const form = writer->form;
    bool tests[INFER_SCALARS] = {false};
    for (size_t i = 0; i < form->item_count; i++) {
        const struct infer_item *const item = &form->items[i];
        if (item->kind == INFER_REPEAT || item->kind == INFER_TESTS)
            writer->counts[item->count.scalar] = true;
        if (item->kind == INFER_TESTS)
            tests[item->count.scalar] = true;
        if (item->shape == INFER_COUNTED && item->kind <= INFER_REPEAT)
            writer->counts[item->words.scalar] = true;
    }
    for (size_t i = 0; i < form->field_count; i++) {
        bool low, less;
        const size_t limit = limit_of(writer, &form->fields[i], &low, &less);
        const size_t length = length_of(writer, &form->fields[i]);
        if (limit < INFER_SCALARS)
            writer->counts[limit] = true;
        if (length < INFER_SCALARS)
            writer->counts[length] = true;
    }
    bool taken = false;
    for (size_t i = 0; i < form->scalar_count && i < INFER_SCALARS; i++) {
        if (tests[i] && !taken)
            strcpy(writer->names[i], "t");
        else
            next_name(writer, writer->counts[i], writer->names[i]);
        taken |= tests[i];
    }
}

/* ---- limits ---- */

/* The next power of ten; at least `least`. */
static form_integer rounded(form_integer most, form_integer least)
{
    form_integer power = least;
    while (power < most)
        power *= 10;
    return power;
}

static void write_integer(struct writer *writer, form_integer value)
{
    char digits[FORM_DIGITS];
    const size_t length = nf_form_digits(digits, value);
    nf_text_bytes(writer->text, digits, length);
}

/* INT(low,high or FLOAT(low,high, rounded. */
static void write_limits(struct writer *writer, const struct infer_field *field, bool count)
{
    bool low, less;
    const bool integer = (field->classes & INFER_REAL) == 0;
    const size_t limit = limit_of(writer, field, &low, &less);
    if (limit < INFER_SCALARS) {
        nf_text_format(writer->text, "INT(%d,%s%s", low, writer->names[limit], less ? "-1" : "");
        return;
    }
    const form_integer from = integer ? field->low : (form_integer)field->real_low - 1;
    const form_integer to = integer ? field->high : (form_integer)field->real_high + 1;
    const bool negative = integer ? from < 0 : field->real_low < 0;
    const form_integer most =
        rounded(negative && -from > to ? -from : to, integer && count ? 100 : 10);
    const bool fixed =
        !integer && !field->exponent && (field->classes & INFER_INTEGER) == 0 && !writer->loose;
    nf_text_string(writer->text, integer ? "INT(" : fixed ? "FLOATP(" : "FLOAT(");
    write_integer(writer, negative ? -most : integer && from > 0 ? 1 : 0);
    nf_text_string(writer->text, ",");
    write_integer(writer, most);
    if (fixed)
        nf_text_format(writer->text, ",%d,%d", field->decimals_low, field->decimals_high);
}

/* A class of characters that has all of the field's. */
static void write_characters(struct writer *writer, const struct infer_field *field)
{
    static const struct {
        const char *name, *bytes;
    } classes[] = {
        {"[01]", "01"},
        {"[0-9]", "0123456789"},
        {"[a-z]", "abcdefghijklmnopqrstuvwxyz"},
        {"[A-Z]", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
        {"[a-zA-Z]", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"},
        {"[a-zA-Z0-9]", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"},
    };
    enum { FEW = 12 };
    char listed[FEW + 1];
    size_t count = 0;
    for (size_t c = 0; c < sizeof classes / sizeof *classes; c++) {
        bool all = true;
        for (int i = 1; i < 256; i++)
            all &= !field->bytes[i] || strchr(classes[c].bytes, i) != NULL;
        if (all) {
            nf_text_string(writer->text, classes[c].name);
            return;
        }
    }
    bool plain = !writer->loose;
    for (int i = '!'; i <= '~'; i++) {
        if (!field->bytes[i] || i == ']' || i == '-' || i == '^')
            continue;
        plain &= i != '\\' && i != '"' && count < FEW;
        listed[count < FEW ? count++ : 0] = (char)i;
    }
    if (plain) /* these three where they mean themselves */
        nf_text_format(writer->text, "[%s%.*s%s%s]", field->bytes[']'] ? "]" : "", (int)count,
                       listed, field->bytes['^'] ? "^" : "", field->bytes['-'] ? "-" : "");
    else
        nf_text_string(writer->text, "[!-~]");
}

/* Whether the words are so few that they are listed. */
static bool has_alternatives(const struct writer *writer, const struct infer_field *field)
{
    bool listed = !writer->loose && field->word_count <= INFER_ALTERNATIVES &&
                  field->word_count > 1 && field->count >= 3 * field->word_count &&
                  field->longest > 1 && (field->classes & INFER_WORD) != 0;
    for (int i = 1; i < 256; i++)
        listed &= !field->bytes[i] || (i >= '0' && i <= '9') || (i >= 'a' && i <= 'z') ||
                  (i >= 'A' && i <= 'Z') || i == '_';
    return listed;
}

/* A field into a variable: INT(1,10,n), or REGEX("[a-z]{1,10}",a[i]). */
static void write_field(struct writer *writer, const struct infer_field *field, const char *name,
                        bool count)
{
    static const char *const indices[] = {"", "[i]", "[i,j]"};
    struct nf_text *const text = writer->text;
    const char *const index = indices[writer->loops < 3 ? writer->loops : 2];
    if ((field->classes & (INFER_WORD | INFER_DIGITS)) == 0) {
        write_limits(writer, field, count);
        nf_text_format(text, ",%s%s)", name, index);
        return;
    }
    const size_t length = length_of(writer, field);
    if (length < INFER_SCALARS) {
        nf_text_format(text, "REP(%s) REGEX(\"", writer->names[length]);
        write_characters(writer, field);
        nf_text_string(text, "\") END");
        return;
    }
    nf_text_string(text, "REGEX(\"");
    if (has_alternatives(writer, field)) {
        for (size_t i = 0; i < field->word_count; i++)
            nf_text_format(text, "%s%.*s", i > 0 ? "|" : "", (int)field->words[i].size,
                           field->words[i].bytes);
    } else {
        write_characters(writer, field);
        if (field->longest > 1) {
            nf_text_string(text, "{1,");
            write_integer(writer, rounded((form_integer)field->longest, 10));
            nf_text_string(text, "}");
        }
    }
    nf_text_format(text, "\",%s%s)", name, index);
}

/* ---- lines ---- */

static void write_command(struct writer *writer, size_t number)
{
    const struct infer_form *const form = writer->form;
    const struct infer_command *const commands = form->commands[number];
    struct nf_text *const text = writer->text;
    char op[4], name[4];
    next_name(writer, false, op);
    nf_text_string(text, "REGEX(\"");
    for (size_t i = 0; i < form->command_count[number]; i++) {
        nf_text_string(text, i > 0 ? "|" : "");
        for (size_t k = 0; k < commands[i].name.size; k++) {
            const char byte = commands[i].name.bytes[k];
            const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                               (byte >= 'A' && byte <= 'Z');
            nf_text_format(text, plain ? "%c" : "[%c]", byte);
        }
    }
    nf_text_format(text, "\",%s)", op);
    const size_t loops = writer->loops;
    writer->loops = 0;
    for (size_t i = 0; i < form->command_count[number]; i++) {
        if (commands[i].width < 2)
            continue;
        nf_text_format(text, "\n%*sIF(%s == \"%.*s\")", (int)writer->indent + 4, "", op,
                       (int)commands[i].name.size, commands[i].name.bytes);
        for (size_t k = 1; k < commands[i].width; k++) {
            nf_text_string(text, " SPACE ");
            write_field(writer, &form->fields[form->items[number].field + i * INFER_COLUMNS + k],
                        next_name(writer, false, name), false);
        }
        nf_text_string(text, " END");
    }
    writer->loops = loops;
    if (text->data != NULL)
        nf_text_format(text, "\n%*s", (int)writer->indent + 4, "");
}

/* The words of an array, by a loop. */
static void write_array(struct writer *writer, const struct infer_item *item, const char *name)
{
    struct nf_text *const text = writer->text;
    const struct infer_field *const field = &writer->form->fields[item->field];
    const char *const index = writer->loops > 0 ? "j" : "i";
    char number[4];
    switch ((enum infer_shape)item->shape) {
    case INFER_COUNTED:
        nf_text_format(text, "REPI(%s,%s%s,SPACE) ", index, writer->names[item->words.scalar],
                       item->words.less > 0 ? "-1" : "");
        break;
    case INFER_PREFIXED:
        write_limits(writer, &writer->form->fields[item->field + 1], true);
        nf_text_format(text, ",%s) REPI(%s,%s) SPACE ", next_name(writer, true, number), index,
                       number);
        break;
    default: nf_text_format(text, "WHILEI(%s,!MATCH(\"\\n\"),SPACE) ", index); break;
    }
    writer->loops++;
    if (field->count == 0) /* no sample has a word there */
        nf_text_format(text, "INT(1,10,%s[%s])", name, index);
    else
        write_field(writer, field, name, false);
    writer->loops--;
    nf_text_string(text, " END");
}

static void write_line(struct writer *writer, size_t number)
{
    const struct infer_form *const form = writer->form;
    const struct infer_item *const item = &form->items[number];
    struct nf_text *const text = writer->text;
    const struct infer_field *const field = &form->fields[item->field];
    char name[4];
    if (item->shape == INFER_COMMAND)
        write_command(writer, number);
    else if (item->shape != INFER_FIXED)
        write_array(writer, item, next_name(writer, false, name));
    for (size_t i = 0; item->shape == INFER_FIXED && i < item->width; i++) {
        const size_t scalar = item->scalar + i;
        const bool header = item->kind == INFER_LINE && scalar < INFER_SCALARS;
        nf_text_string(text, i > 0 ? " SPACE " : "");
        write_field(writer, field + i,
                    header ? writer->names[scalar] : next_name(writer, false, name),
                    header && writer->counts[scalar]);
    }
    nf_text_string(text,
                   text->size == 0 || text->data[text->size - 1] == ' ' ? "NEWLINE" : " NEWLINE");
    const bool once = item->kind == INFER_LINE && item->shape == INFER_COUNTED;
    bool low, less;
    if (once && field->permutation && limit_of(writer, field, &low, &less) == item->words.scalar &&
        !less)
        nf_text_format(text, "\n%*sASSERT(UNIQUE(%s))%s%s%s", (int)writer->indent, "", name,
                       writer->indent > 0 ? " UNSET(" : "", writer->indent > 0 ? name : "",
                       writer->indent > 0 ? ")" : "");
}

void nf_infer_write(const struct infer_form *form, bool loose, struct nf_text *text)
{
    struct writer writer = {.form = form, .text = text, .loose = loose};
    name_scalars(&writer);
    for (size_t i = 0; i < form->item_count; i++) {
        const struct infer_item *const item = &form->items[i];
        writer.indent -= item->kind == INFER_END ? 4 : 0;
        nf_text_format(text, "%*s", (int)writer.indent, "");
        switch ((enum infer_kind)item->kind) {
        case INFER_REPEAT:
            nf_text_format(text, "REPI(i,%s%s) ", writer.names[item->count.scalar],
                           item->count.less > 0 ? "-1" : "");
            writer.loops = 1;
            write_line(&writer, i);
            writer.loops = 0;
            nf_text_string(text, " END");
            break;
        case INFER_LINE: write_line(&writer, i); break;
        case INFER_TESTS: nf_text_format(text, "REP(%s)", writer.names[item->count.scalar]); break;
        case INFER_UNTIL: nf_text_string(text, "WHILE(!ISEOF)"); break;
        case INFER_END: nf_text_string(text, "END"); break;
        }
        writer.indent += item->kind == INFER_TESTS || item->kind == INFER_UNTIL ? 4 : 0;
        nf_text_string(text, "\n");
    }
    nf_text_string(text, "EOF\n");
}
