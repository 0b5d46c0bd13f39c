/* What the files of shrinking share: candidates are asked about, none twice, until there is no time
 * or memory left. */
#ifndef NF_SHRINK_INTERNAL_H
#define NF_SHRINK_INTERNAL_H

#include "base/format/format.h"
#include "judge/format/shrink.h"

/* ---- trials ---- */

struct nf_shrinker {
    const struct nf_trier *trier;
    struct nf_text text; /* the candidate as text, or the result */
    bool stopped;        /* private: nothing more is tried; see nf_shrinker_stopped() */
    bool failed;         /* memory ran out */
    uint64_t *seen;      /* private: hashes of all candidates; open addressing, 0: free */
    size_t seen_count, seen_room;
};

/* Starts with `instance`, which fails; `text` has it as it is printed. Asks if that is other text,
 * and returns whether it fails, with `text` empty. If it does not, the result is the instance
 * unchanged, for the program fails because of its layout. */
bool nf_shrinker_start(struct nf_shrinker *shrinker, const struct nf_input *instance);

/* Whether nothing more is tried: the trier has stopped, its time is over, or memory ran out. Ask
 * before each step that may take long. */
bool nf_shrinker_stopped(struct nf_shrinker *shrinker);

/* Whether the candidate in `text` fails; false if it was tried before, or nothing more is tried.
 * `text` is empty then. */
bool nf_shrinker_try(struct nf_shrinker *shrinker);

/* Returns the line at which the output for what failed last leaves the rules; 0: unknown. */
uint64_t nf_shrinker_wrong_line(const struct nf_shrinker *shrinker);

/* Whether a candidate was not asked about before; then it counts as asked about. Spares printing a
 * large one for the sake of its text, which nf_shrinker_try() compares with earlier ones. */
bool nf_shrinker_is_new(struct nf_shrinker *shrinker, const struct nf_instance *candidate);

/* Nothing more is tried, and nf_shrinker_end() fails: memory ran out. */
void nf_shrinker_fail(struct nf_shrinker *shrinker);

/* Appends the result, which `text` has, to `smallest`, and frees the shrinker. NF_IO if memory ran
 * out; then `smallest` is unchanged. */
enum nf_status nf_shrinker_end(struct nf_shrinker *shrinker, struct nf_text *smallest,
                               struct nf_error *err);

/* ---- parts ---- */

/* Something with parts: `without` tries it without `parts` of them, from number `from` on, and
 * returns whether that fails; `count` says how many it has now. */
struct nf_parts {
    size_t (*count)(const void *owner);
    bool (*without)(void *owner, size_t from, size_t parts);
    void *owner;
};

/* Leaves out as much as possible of the end: what comes behind the failure matters least. */
void nf_parts_cut_end(const struct nf_parts *parts);

/* Leaves out halves, then smaller parts, last ones first; down to single ones, unless there are so
 * many that nobody reads them anyway. */
void nf_parts_leave_out(const struct nf_parts *parts);

/* ---- instances ---- */

/* The smallest instance known to fail, and the next candidate: a step copies `best` to `next`,
 * changes it and tries it. */
struct nf_shrinking {
    struct nf_shrinker trials;
    const struct nf_problem *problem;
    const struct nf_smaller *smaller;
    struct nf_instance best, next;
    struct nf_size size; /* of `best` */
    const struct nf_size
        *below; /* candidates are smaller than this: `size`, or that of the whole */
    bool exact; /* candidates have no unused items at the end, for the failure does not need them */
    bool plain; /* candidates have the simple names */
};

/* Makes `next` valid and, if it is small enough and new, tries it. Returns true if it fails;
 * then it is the new `best`. */
bool nf_shrinking_try(struct nf_shrinking *shrinking);

/* Copies `best` to `next`; false if nothing more is tried. */
bool nf_shrinking_copy(struct nf_shrinking *shrinking);

/* Starts the game as late as possible. Candidates are written to `next`, and `take` is asked to try
 * them; ends with the first one that it takes, and returns whether there was one. */
bool nf_shrinking_start(struct nf_shrinking *shrinking, bool (*take)(void *owner), void *owner);

/* Shrinks an instance, and one whose only list has `copies`. */
void nf_shrink_values(struct nf_shrinking *shrinking);
void nf_shrink_order(struct nf_shrinking *shrinking, const struct nf_format_field *list);

/* Returns the word at a place of a list with `copies` in order of simplicity. */
uint8_t nf_simple_word(const struct nf_format_field *list, size_t place);

/* nf_shrink() for lines that are games of their own. Line i of an output is that of line i.
 *
 * First the number of lines is reduced, to one if a line fails alone. That line is then replaced by
 * the smallest one that fails: many small lines are tried as one instance, and an instance that
 * fails is halved. If no small line fails, or if lines fail only together, each line is reduced, a
 * number or an item at a time. So a trial may have more lines than the instance; the result never
 * has. */
enum nf_status nf_shrink_lines(const struct nf_format *format, const struct nf_input *instance,
                               const struct nf_trier *trier, struct nf_text *smallest,
                               struct nf_error *err);

/* ---- lines as values ---- */

/* Lines of numbers as values: in order of size, one after the other, and smaller ones of each. For
 * formats that have one kind of lines, with `end` and `by_size`: single numbers, then perhaps one
 * list, whose numbers are below NF_MAX_ITEM. */

enum { NF_MAX_ITEMS = 16, NF_MAX_ITEM = 64 };

struct nf_numbers {
    uint32_t numbers[NF_MAX_FORMAT_FIELDS]; /* by the place of the field in its line */
    uint32_t items[NF_MAX_ITEMS];           /* of the list */
};

/* Reads an instance. The caller frees *lines. NF_INVALID as nf_instance_read(), NF_IO; then there
 * is nothing to free. */
enum nf_status nf_lines_read(const struct nf_format *format, const struct nf_input *input,
                             struct nf_numbers **lines, size_t *count, struct nf_error *err);

/* Appends an instance of `count` lines. Without memory the text has failed. */
void nf_lines_print(struct nf_text *text, const struct nf_format *format,
                    const struct nf_numbers *lines, size_t count);

/* Returns a number below, at or above 0 as `a` is smaller than, as large as or larger than `b`, by
 * `by_size`. Of lists it is the largest item that counts, then the next; repeated ones, and their
 * order, do not. */
int nf_line_compare(const struct nf_format *format, const struct nf_numbers *a,
                    const struct nf_numbers *b);

/* All lines in which no item repeats, by size. nf_line_next() returns false behind the last one. */
struct nf_numbers nf_line_smallest(const struct nf_format *format);
bool nf_line_next(const struct nf_format *format, struct nf_numbers *line);

/* Appends the first item once more, if there is one, and room. */
void nf_line_repeat(const struct nf_format *format, struct nf_numbers *line);
/* Whether an item repeats. */
bool nf_line_repeats(const struct nf_format *format, const struct nf_numbers *line);

/* Proposes valid lines smaller than `line`: with a smaller number or with fewer items, by
 * `by_size`, then with smaller items, of which there are most. What is no longer below another
 * number is reduced modulo that. `take` makes a proposal the new line and returns true, or leaves
 * it as it is. Ends with the first field by which the line became smaller; returns false if none
 * did. */
bool nf_line_reduce(const struct nf_format *format, const struct nf_numbers *line,
                    bool (*take)(void *owner, const struct nf_numbers *candidate), void *owner);

#endif
