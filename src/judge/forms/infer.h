/* A first form from sample inputs: inside. A form is looked for as a list of items, each a line, a
 * loop over lines of one shape, or a loop over further items (infer.c); then it is written with the
 * limits that its fields (infer_fields.c) seem to have (infer_write.c). */
#ifndef NF_FORMS_INFER_H
#define NF_FORMS_INFER_H

#include "judge/forms/forms_internal.h"

enum {
    INFER_ITEMS = 12,
    INFER_SCALARS = 12, /* integers of header lines, which may be counts */
    INFER_COLUMNS = 10, /* of a line of a fixed number of words */
    INFER_COMMANDS = 6, /* different first words of lines that begin with a command */
    INFER_FIELDS = 200,
    INFER_ALTERNATIVES = 5, /* different words that are listed as they are */
};

struct infer_token {
    const char *bytes;
    size_t size;
};

struct infer_line {
    size_t first, count; /* tokens */
};

struct infer_sample {
    const struct nf_input *input;
    struct infer_token *tokens;
    struct infer_line *lines;
    size_t line_count;
};

/* A number of words or lines: that of a scalar, or one less. */
struct infer_count {
    uint8_t scalar, less;
};

enum infer_kind {
    INFER_LINE,
    INFER_REPEAT, /* lines of one shape, `count` times */
    INFER_TESTS,  /* items up to INFER_END, `count` times */
    INFER_UNTIL,  /* the same up to the end of the input */
    INFER_END,
};

enum infer_shape {
    INFER_FIXED,    /* `width` words, each a field */
    INFER_COUNTED,  /* `words` words of one field */
    INFER_PREFIXED, /* a number, then as many words */
    INFER_COMMAND,  /* the first word is a command, after which as many follow as after its like */
    INFER_ANY,      /* any number of words of one field */
};

struct infer_item {
    uint8_t kind, shape, width, scalar; /* `scalar`: the first one of a header line */
    struct infer_count count, words;
    uint16_t field; /* the first one */
};

enum infer_class { INFER_INTEGER = 1, INFER_DIGITS = 2, INFER_REAL = 4, INFER_WORD = 8 };

/* What the words of a field have in common. */
struct infer_field {
    uint8_t classes;
    bool exponent, permutation;
    form_integer low, high;
    long double real_low, real_high;
    int decimals_low, decimals_high;
    size_t longest, count;
    bool bytes[256];
    /* By scalar, a bit each: all values are from 1 to it, from 0 to below it, and one reaches that;
     * all words are as long; it is not always small. */
    uint32_t from_one, from_zero, reaches_one, reaches_zero, long_as, not_small;
    struct infer_token words[INFER_ALTERNATIVES + 1]; /* different ones */
    size_t word_count;
};

struct infer_command {
    struct infer_token name;
    size_t width;
};

struct infer_form {
    struct infer_item items[INFER_ITEMS];
    size_t item_count, scalar_count, field_count;
    struct infer_field fields[INFER_FIELDS];
    /* Of each item. */
    struct infer_command commands[INFER_ITEMS][INFER_COMMANDS];
    size_t command_count[INFER_ITEMS];
};

/* Writes a form; `loose`: without what samples may have by chance. */
void nf_infer_write(const struct infer_form *form, bool loose, struct nf_text *text);

/* Which sort of word it is. */
enum infer_class nf_infer_class(const struct infer_token *token);
bool nf_infer_same(const struct infer_token *a, const struct infer_token *b);
/* Takes a word into a field; false: it is of another sort. Without `scalars` only its class, else
 * all that they have in common. */
bool nf_infer_take(struct infer_field *field, const struct infer_token *token,
                   const int64_t *scalars);
/* Its value, of INFER_INTEGER or INFER_DIGITS. */
form_integer nf_infer_value(const struct infer_token *token);

#endif
