/* Lines of numbers as values: in order of size, one after the other, and smaller ones of each. For
 * formats that have one kind of lines, with `end` and `by_size`: single numbers, then perhaps one
 * list, whose numbers are below NF_MAX_ITEM. */
#ifndef NF_LINE_H
#define NF_LINE_H

#include "base/format/format.h"

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
