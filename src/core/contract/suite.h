/* What a game brings for a judge's test set. */
#ifndef NF_SUITE_H
#define NF_SUITE_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* One test of a set. */
struct nf_suite_test {
    const char *group; /* the subtask it belongs to: lower case words joined by '-' */
    const char *about; /* what it is for, a line without full stop */
};

/* A file of a problem package that is the same for every seed. */
struct nf_suite_file {
    const char *path; /* within the package */
    const char *text;
    bool program; /* to be run */
};

struct nf_suite {
    const struct nf_suite_test *tests; /* ended by a NULL group; in the order they are judged in */
    /* Small ones for people to read, likewise; they follow the tests in the numbering. */
    const struct nf_suite_test *samples;
    const struct nf_suite_file *package; /* ended by a NULL path */

    /* Appends test `number` (from 0, then the samples) and its answer: a pure function of seed and
     * number. Thread-safe. NF_IO without memory. */
    enum nf_status (*write)(uint64_t seed, uint32_t number, struct nf_text *instance,
                            struct nf_text *answer, struct nf_error *err);
};

#endif
