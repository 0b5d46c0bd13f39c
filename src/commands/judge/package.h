/* Problem packages: where the files of a test set go for each judge, and what goes with them. */
#ifndef NF_PACKAGE_H
#define NF_PACKAGE_H

#include "judge/problem.h"
#include "judge/suite.h"

#include <stdbool.h>
#include <stdint.h>

struct nf_packing;

enum { NF_PACKAGE_WRONG = 16 }; /* most programs that are wrong on purpose */

/* The layout of a package. In paths # stands for number and name of the group, @ for the number of
 * the test in two digits. A path that is NULL: the package has no such file. */
struct nf_pack_layout {
    const char *name, *help;
    const char *test, *sample;     /* up to the ending; sample NULL: in the statement alone */
    const char *instance, *answer; /* endings */
    bool samples_first;            /* in the numbering */
    const char *note, *note_start; /* ending and first words of a file that says what a test is for;
                                      NULL: there is none */
    const char *statements[NF_STATEMENTS]; /* in Markdown */
    const char *form;                      /* of inputs, for checktestdata */
    const char *validator_cpp, *checker_py, *checker_cpp;
    /* The problem package format: validators exit with 42 and 43, the form is one of them, and
     * validator_cpp is there for games that ask more than a form can say. */
    bool versioned;
    const char *accepted, *wrong;         /* folders of programs */
    bool scoring;                         /* what its folder scoring has gives points by subtask */
    const char *invalid, *invalid_ending; /* folder of invalid inputs */
    void (*finish)(struct nf_packing *packing); /* writes the judge's own files, and README.md */
};

/* The layouts, ended by a NULL name; the first is the default. */
extern const struct nf_pack_layout nf_pack_layouts[];

/* A package being written. */
struct nf_packing {
    const struct nf_problem *problem;
    const struct nf_pack_layout *layout;
    uint64_t seed;
    const char *options; /* nf_gen_suite.options */
    uint32_t tests, samples;
    const struct nf_text *texts; /* instance and answer of each sample */
    /* Of each wrong program: the subtasks in which it fails a test; bit i is subtask i. */
    uint32_t fails[NF_PACKAGE_WRONG];
    /* Writes a file. */
    enum nf_status (*save)(void *owner, const char *path, const struct nf_text *text,
                           struct nf_error *err);
    void *owner;
    enum nf_status status; /* NF_OK to start with; afterwards nothing is written */
    struct nf_error *err;
};

enum { NF_PACKAGE_PATH = 160, NF_PACKAGE_MEMORY = 256 /* MiB, the memory limit */ };

/* Writes the path of a test up to its ending; samples are numbered behind the tests. */
void nf_package_test(const struct nf_packing *packing, uint32_t number, char path[NF_PACKAGE_PATH]);

/* Notes which wrong programs fail test `number`, no sample, whose right answer is `answer`. NF_IO
 * without memory. */
enum nf_status nf_package_note(struct nf_packing *packing, uint32_t number,
                               const struct nf_text *instance, const struct nf_text *answer,
                               struct nf_error *err);

/* The subtask of a test and the points that fall to it if they are spread evenly. */
uint32_t nf_package_group(const struct nf_suite *suite, uint32_t number);
uint32_t nf_package_points(const struct nf_suite *suite, uint32_t number);

/* Appends the title of a statement (nf_package.statements). */
void nf_package_title(struct nf_text *text, const char *statement);

/* Appends the head and the list of the subtasks in a language, as Markdown. */
void nf_package_subtasks(struct nf_text *text, const struct nf_suite *suite, uint32_t language,
                         bool points);

/* Writes a file and frees `text`. */
void nf_package_put(struct nf_packing *packing, const char *path, struct nf_text *text);

/* Calls `each` with the path below the folder of programs of every program. */
void nf_package_programs(const struct nf_packing *packing, void *owner,
                         void (*each)(void *owner, const char *folder, const char *name, bool cpp));

/* Whether the package has the validator in C++. */
bool nf_package_validates(const struct nf_packing *packing);

/* Writes all files of the package but the tests. */
enum nf_status nf_package_write(struct nf_packing *packing);

/* ---- gen --suite ---- */

/* ninefold gen --suite: writes a judge's test set to a folder. */

/* ---- what is wished of a set ---- */

/* What a setter wants otherwise in the test set of a problem. */

/* NULL, 0: as the problem has it. */
struct nf_suite_wishes {
    const char *points; /* of the subtasks, "20,30,50" */
    const char *title;
    uint64_t seconds; /* the time limit */
    uint32_t tests;   /* how many */
};

enum { NF_MOST_SUITE_TESTS = 99 }; /* their files have two digits */

/* A copy of a problem with them. Starts as {0}; release it with nf_wished_free(). */
struct nf_wished {
    struct nf_problem problem; /* what it points to is here, or the original's */
    struct nf_suite suite;
    struct nf_package package;
    struct nf_suite_group *groups;
    struct nf_suite_test *tests;
    struct nf_text statements[NF_STATEMENTS];
    struct nf_text options; /* as typed: " --tests 30" */
};

/* Fulfils them. More tests than the problem has are others of the same plans; of fewer each subtask
 * keeps its last one. NF_USAGE for wishes that cannot be, NF_IO without memory. */
enum nf_status nf_wish(const struct nf_problem *problem, const struct nf_suite_wishes *wishes,
                       struct nf_wished *wished, struct nf_error *err);
void nf_wished_free(struct nf_wished *wished);

/* ---- the set ---- */

struct nf_gen_suite {
    const struct nf_problem *problem; /* its problem->suite is not NULL */
    const char *options;              /* that asked for what it has otherwise: " --tests 30" */
    uint64_t seed;
    const char *folder;
    const struct nf_pack_layout *layout;
    bool quiet; /* no progress, no notes */
};

/* Makes the set and prints one line per test to standard output. The folder must be new or empty.
 * It is filled after all files are written, so a set that fails leaves nothing. Returns NF_IO if
 * the folder is not empty or cannot be written. */
enum nf_status nf_gen_suite(const struct nf_gen_suite *order, struct nf_error *err);

#endif
