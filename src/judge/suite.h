/* What a game brings for a judge's test set. */
#ifndef NF_SUITE_H
#define NF_SUITE_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

struct nf_key; /* base/rng.h */

enum { NF_MOST_EXPOSED = 6 }; /* mistakes of a test */

#define NF_SUITE_STREAM ((uint64_t)1 << 62)

enum { NF_ENGLISH, NF_CHINESE, NF_STATEMENTS };

/* A subtask: its tests follow each other. */
struct nf_suite_group {
    const char *name;                  /* lower case words joined by '-' */
    uint32_t points;                   /* of 100 in all */
    const char *limits[NF_STATEMENTS]; /* what holds in it, a line without full stop */
};

/* One test of a set. */
struct nf_suite_test {
    const char *group; /* the subtask it belongs to; of a sample any word */
    const char *about; /* what it is for, a line without full stop */
    /* Mistakes of the catalogue (nf_fuzz_ops.mistakes) that it exposes; ended by 0. */
    uint8_t exposes[NF_MOST_EXPOSED + 1];
    const void *plan; /* for nf_suite.deal */
};

/* An input that is not valid for another reason than its form. */
struct nf_package_invalid {
    const char *name; /* lower case words joined by '-' */
    const char *text;
};

/* What a problem package has besides tests, for a judge who has no ninefold. */
struct nf_package {
    /* In our own words, in each language: Markdown with mathematics in $; a first line "# TITLE"
     * and an empty one; then two sections "## " for input and output; without code blocks. */
    const char *statements[NF_STATEMENTS];
    const char *check_cpp; /* what validators check besides the form, in C++; NULL: nothing */
    const char *solution_py, *solution_cpp;
    /* Programs that get WA: a unified diff with a section for each, from "solution.cpp" or
     * "solution.py" to the mistake's name in the catalogue (nf_fuzz_ops.mistakes) with that ending.
     * NULL: none. */
    const char *wrong;
    const struct nf_package_invalid *invalid; /* ended by a NULL name; NULL: none */
    uint32_t seconds;                         /* the time limit of a test */
    const char *seconds_from;                 /* where it comes from, a sentence */
};

struct nf_suite {
    const struct nf_suite_group *groups; /* ended by a NULL name; in the order of the tests */
    const struct nf_suite_test *tests; /* ended by a NULL group; in the order they are judged in */
    /* Small ones for people to read, likewise; they follow the tests in the numbering. */
    const struct nf_suite_test *samples;
    const struct nf_package *package;

    uint32_t tries; /* how many candidates of a test there may be */

    /* Appends a candidate of a test: a pure function of `*key`, whose index is the number of the
     * test, and whose attempts count from NF_SUITE_STREAM on, where neither dealt games nor guided
     * cases are. `*key` becomes that of the next one. Thread-safe. NF_INVALID: this one is no game;
     * NF_IO without memory. */
    enum nf_status (*deal)(const struct nf_suite_test *test, struct nf_key *key,
                           struct nf_text *instance, struct nf_error *err);
};

#endif
