#include "base/suggest.h"

#include "base/lang.h"

#include <stdio.h>
#include <string.h>

/* No suggestions for longer words. The bound keeps the rows below on the stack. */
enum { MAX_WORD = 32 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Optimal string alignment distance of two words of at most MAX_WORD letters, row by row. */
static unsigned distance_of(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned rows[3][MAX_WORD + 1];
    unsigned *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        unsigned *const oldest = before;
        before = above;
        above = row;
        row = oldest;
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least(above[j], row[j - 1]) + 1;
            row[j] = least(row[j], above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return row[b_length];
}

void nf_nearest_offer(struct nf_nearest *nearest, const char *name)
{
    const size_t typed = strlen(nearest->typed), length = strlen(name);
    if (typed == 0 || typed > MAX_WORD || length > MAX_WORD)
        return;
    const unsigned limit = least((unsigned)(typed + 2) / 3, 3);
    unsigned distance = distance_of(nearest->typed, typed, name, length);
    if (strncmp(nearest->typed, name, typed) == 0)
        distance = 1;
    if (distance <= limit && (nearest->name == NULL || distance < nearest->distance)) {
        nearest->name = name;
        nearest->distance = distance;
    }
}

const char *nf_nearest_question(const struct nf_nearest *nearest, const char *dashes, char to[64])
{
    to[0] = '\0';
    if (nearest->name != NULL)
        snprintf(to, 64, _(", did you mean %s%s?"), dashes, nearest->name);
    return to;
}
