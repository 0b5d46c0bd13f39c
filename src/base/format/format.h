/* What an instance of a game looks like, as a table: lines of fields. From it follow the reader
 * with its messages, the printer, the strict check of a file's form, sizes and bounds, the
 * validators of packages and the inputs that these refuse.
 *
 * A text is a sequence of tokens with white space between; each is a value of a field. The fields
 * of a format are one array, and a line is a part of it, so a field can refer to others:
 *
 *     enum { N, HAND };
 *     static const struct nf_format_field fields[] = {
 *         [N] = {.name = "n", .what = N_("the number of players n"), .low = 1, .high = 30},
 *         [HAND] = {.name = "hand", .kind = NF_IS_WORD, .what = N_("card {item} of player {row}"),
 *                   .words = &cards, .times = 3},
 *         {.name = NULL},
 *     };
 *     static const struct nf_format_lines lines[] = {
 *         {.name = "sizes", .first = &fields[N], .fields = 1},
 *         {.name = "player", .first = &fields[HAND], .fields = 1, .count = &fields[N]},
 *         {.name = NULL},
 *     };
 *     const struct nf_format toy_format = {.fields = fields, .lines = lines};
 *
 * Templates (`what` and the like) are translated; in them {item} is the number of an item in its
 * list, from 1, {items} how many the list has, and {row} which of equal lines it is, from 1.
 *
 * All functions are thread-safe for different instances, walks and texts. Those that append to a
 * text set its `failed` without memory. */
#ifndef NF_FORMAT_H
#define NF_FORMAT_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- words ----
 *
 * Those a game has: cards, tiles. A word's number is its place here. */
enum { NF_WORD_ROOM = 8, NF_MAX_VOCABULARY = 64 };

/* A word has at most NF_WORD_ROOM - 1 bytes and is filled up with NULs to NF_WORD_ROOM. */
struct nf_vocabulary {
    const char *words; /* the first word; the others follow every `stride` bytes */
    size_t stride;
    uint32_t count;
    const char *list;      /* all of them, for messages */
    const char *name;      /* what validators call them: "CARDS" */
    const uint8_t *simple; /* all of them from simple to complicated, for smaller instances; NULL:
                              by their numbers */
};

/* Returns the bytes of a word, NF_WORD_ROOM of them. */
static inline const char *nf_vocabulary_word(const struct nf_vocabulary *words, uint32_t number)
{
    return words->words + number * words->stride;
}

/* Returns the number of the word of these `length` bytes, -1 if there is none. Thread-safe. */
int nf_vocabulary_find(const struct nf_vocabulary *words, const char *bytes, size_t length);

/* ---- the form ---- */

enum { NF_MAX_FORMAT_FIELDS = 16 };

enum nf_value_kind { NF_IS_NUMBER, NF_IS_WORD, NF_IS_NAME, NF_VALUE_KINDS };

struct nf_format_field {
    const char *name; /* as in the statement, a word: "n0"; NULL ends the table */
    enum nf_value_kind kind;
    const char *what;  /* how messages call a value of it, a template */
    const char *wants; /* the whole of what they expect, a template; NULL: `what` and the limits */

    /* A number is low .. high, less than what the field `below` of its line says, and one of the
     * list, each where not NULL or 0. A name has low .. high Latin letters. */
    uint32_t low, high;
    const struct nf_format_field *below;
    const uint8_t *list;
    uint32_t listed;

    /* A word is one of these; with `copies`, every one of them is in the list exactly so often. */
    const struct nf_vocabulary *words;
    uint32_t copies;
    uint32_t hands, hand; /* with `copies`: its first items are dealt in turns to that many, each
                             gets `hand`; for smaller instances */

    /* A list has as many items as an earlier field says, or `times`. Both missing: a single value.
     */
    const struct nf_format_field *count;
    uint32_t times;
    bool down; /* its items stand on a line each */
    bool pads; /* the last list of words: up to the limit of its count, any number of `filler`
                  behind it leave the transcript as it is */
    uint8_t filler;

    /* The strict check warns of an item that is in its list already, or of a name that an earlier
     * line has: a template, with {first} for the number of the item or line that has it too, and
     * {value}. NULL: it may repeat. */
    const char *again;
};

/* Lines of the same form. */
struct nf_format_lines {
    const char *name; /* a word: "player"; NULL ends the table */
    const char
        *what; /* what messages expect at the start of one, a template; for those with `end` */
    const struct nf_format_field *first;
    uint32_t fields;
    const struct nf_format_field *count; /* as many as this says; NULL: one, or, with `end`, */
    const char *end; /* all up to a line of this; only the last lines of a format */
    uint32_t most;   /* with `end`: packages have 1 to that many; 0: any number */
    /* All its fields, in the order in which they make it large; ends with NULL. A field stands
     * behind those that its limits and its count are. For nf_shrink_lines(), else NULL. */
    const struct nf_format_field *const *by_size;
};

/* What holds in a subtask besides. */
struct nf_format_limit {
    const char *group;                   /* the subtask; NULL ends the table */
    const struct nf_format_field *field; /* of a number: at most `high`; of a list of words: */
    uint32_t high;
    uint64_t without; /* those whose bits are set are not among */
    uint32_t items;   /* as many of its first; 0: all */
};

struct nf_format {
    const struct nf_format_field *fields; /* at most NF_MAX_FORMAT_FIELDS */
    const struct nf_format_lines *lines;
    bool by_lines; /* a line must end where its last value does, else any white space will do; empty
                      lines may stand before each */
    const struct nf_format_limit *limits; /* NULL: none */
    bool rest_ignored; /* readers pass over words behind the last line; the strict check does not */
};

/* ---- an instance in memory ---- */

/* A name: letters that are not terminated. */
struct nf_name {
    const char *text;
    uint32_t length;
};

/* The values of an instance: those of a kind are one array, in the order of the text. So the words
 * of a list are bytes that follow each other, and value number t of all is token number t. To make
 * one, start with {.format = ...}, add values, and set `rows`. */
struct nf_instance {
    const struct nf_format *format;
    uint32_t *numbers;
    uint8_t *words;
    struct nf_name *names; /* their letters are borrowed: of the input, if it was read */
    size_t count[NF_VALUE_KINDS], capacity[NF_VALUE_KINDS];
    size_t rows; /* how many lines stand before the `end` */
    bool failed; /* memory ran out */
};

/* Append values. They need not be valid. Without memory `failed` is set. */
void nf_instance_number(struct nf_instance *instance, uint32_t number);
void nf_instance_words(struct nf_instance *instance, const uint8_t *words, size_t count);
void nf_instance_name(struct nf_instance *instance, struct nf_name name);
/* Frees the values; the instance is then as it was made. */
void nf_instance_free(struct nf_instance *instance);

/* A walk over an instance, a field of a line at a time, in the order of the text. Start with
 * {.instance = ...}. */
struct nf_walk {
    const struct nf_instance *instance;
    const struct nf_format_lines *lines;
    const struct nf_format_field *field;
    size_t row;          /* which of these lines, from 0 */
    size_t first, count; /* its values: of numbers, words or names, as its kind is */
    size_t token;        /* the number of its first token, from 0 */
    size_t next[NF_VALUE_KINDS], at[NF_MAX_FORMAT_FIELDS]; /* private */
};

/* Moves to the next field; false behind the last one, where the walk then stays. */
bool nf_walk_next(struct nf_walk *walk);

/* Returns the number that a single number field, already passed, has in this or the last line. */
uint32_t nf_walk_number(const struct nf_walk *walk, const struct nf_format_field *field);

/* Return whether the walk is at the first or at the last field of a line. */
bool nf_walk_starts_line(const struct nf_walk *walk);
bool nf_walk_ends_line(const struct nf_walk *walk);

/* The smallest and the largest value in an instance. */
struct nf_measured {
    uint64_t low, high;
};

/* Returns the smallest and the largest value of numbers, or length of names; low > high if there
 * is none. */
struct nf_measured nf_instance_range(const struct nf_instance *instance,
                                     const struct nf_format_field *field);

/* ---- text ---- */

/* Reads an instance, which borrows from `input`; the caller frees it. Returns NF_INVALID with
 * `NAME:LINE:COLUMN: found X, expected Y`, or NF_IO without memory; then there is nothing to free.
 */
enum nf_status nf_instance_read(struct nf_instance *instance, const struct nf_format *format,
                                const struct nf_input *input, struct nf_error *err);

/* Appends an instance as text: a blank between values, LF behind each line. */
void nf_instance_print(struct nf_text *text, const struct nf_instance *instance);

/* Checks more strictly than reading does that `input`, of which the instance was read, is what
 * nf_instance_print() writes. Returns NF_INVALID, with the first byte that is not, or NF_IO without
 * memory. */
enum nf_status nf_instance_check_form(const struct nf_instance *instance,
                                      const struct nf_input *input, struct nf_error *err);

/* Returns whether a list of the format may be made longer, as nf_instance_pad() does. */
bool nf_format_pads(const struct nf_format *format);

/* Appends a copy of a valid instance whose list has up to `more` words more, as many as the limits
 * allow, so its transcript is the same. Sets `*added` to how many; 0, and nothing is appended: the
 * list is full, or the format has none. Returns NF_INVALID for an instance that is not valid, NF_IO
 * without memory. */
enum nf_status nf_instance_pad(const struct nf_format *format, const struct nf_input *input,
                               uint32_t more, struct nf_text *padded, uint32_t *added,
                               struct nf_error *err);

/* Appends a line to `report` for each value that `again` warns of. */
void nf_instance_warn(const struct nf_instance *instance, const struct nf_input *input,
                      struct nf_text *report);

/* A token's place in its text. */
struct nf_token {
    size_t start, length;
};

/* Returns the place of token number `number`, from 0, of an input; length 0: there is none. It
 * reads the text from its beginning, so it is for messages. */
struct nf_token nf_token_at(const struct nf_input *input, size_t number);

/* ---- measures ---- */

/* A number of instances that has limits, or that shows how far a test goes. */
struct nf_measure {
    const char *name;                    /* for people: "players n" */
    const struct nf_format_field *field; /* the values of a field, with its limits; else */
    bool rows;          /* the number of lines that a word ends; else the problem's own: */
    uint64_t low, high; /* its limits; high 0: it has none */
};

enum { NF_MAX_MEASURES = 12 };

/* Returns the limits of a measure; high 0: it has none. */
struct nf_measured nf_measure_limits(const struct nf_measure *measure);

/* ---- what readers, printers and shrinkers of formats share ---- */

/* Makes room for `more` values of a kind behind those there are; false, and `failed`, without
 * memory. */
bool nf_instance_reserve(struct nf_instance *instance, enum nf_value_kind kind, size_t more);

/* Removes the values but keeps their memory. */
void nf_instance_clear(struct nf_instance *instance);

/* Makes the values of `to` those of `from`, whose names still own their letters; `failed` without
 * memory. */
void nf_instance_copy(struct nf_instance *to, const struct nf_instance *from);

/* What the names in braces of a template stand for. */
struct nf_blanks {
    size_t item, items, row, first;
    const char *value;
};

enum { NF_FILLED = 400 };

/* Translates a template, fills it in and returns it: `to`. */
const char *nf_fill(char to[NF_FILLED], const char *form, const struct nf_blanks *blanks);

#endif
