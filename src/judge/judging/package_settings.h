/* What a problem package asks of its judge: limits, how outputs are compared. Nothing here knows a
 * game.
 *
 * Read are, in this order, and the first that has a value counts: problem.yaml (the problem package
 * format of Kattis and the ICPC, versions legacy and 2025-09), domjudge-problem.ini, .timelimit,
 * and config.yml or config.yaml (Luogu, Hydro) there or in data, testdata, problem/testdata. Files
 * come from anybody: each is at most NF_PROBLEM_FILE bytes, and lies in the package, though links
 * within it are followed. The functions are thread-safe. */
#ifndef NF_PACKAGE_SETTINGS_H
#define NF_PACKAGE_SETTINGS_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { NF_PROBLEM_FILE = 256 << 10 };

/* A limit, and where it comes from: the path of a file below the root, or NULL: it is not given. */
struct nf_package_limit {
    uint64_t value;
    const char *from;
};

struct nf_package_settings {
    char *root;                     /* the folder of the package */
    struct nf_package_limit cpu_ns; /* nanoseconds of processor time a test */
    struct nf_package_limit memory; /* bytes */
    struct nf_package_limit output; /* bytes */
    bool kattis;                    /* there is a problem.yaml */
    bool own_validator;             /* the package has an output validator of its own */
    char *flags;                    /* validator_flags of problem.yaml; NULL: none */
};

/* Reads the package that `folder` is, or whose folder data holds `folder`. A folder without such
 * files gives nothing, and is its own root. Where Luogu's and Hydro's files limit tests one by one,
 * the greatest limit counts. Returns NF_INVALID, with file, line and column, for a file that cannot
 * be understood, NF_IO for one that cannot be read. Release with nf_package_settings_free(), also
 * after a failure. */
enum nf_status nf_package_settings_read(struct nf_package_settings *problem, const char *folder,
                                        struct nf_error *err);
void nf_package_settings_free(struct nf_package_settings *problem);

/* Whether `path`, without links, lies in `folder`, without links. */
bool nf_package_within(const char *path, const char *folder);

/* NF_INVALID if `path` is a link that leads out of the package `root`; NF_IO if either cannot be
 * found. */
enum nf_status nf_package_check_link(const char *root, const char *path, struct nf_error *err);

/* Appends the arguments of the output validator for a test, with white space between them. `test`
 * is the path of its instance below the root, such as "data/secret/1-small/01.in". They are those
 * of problem.yaml (legacy), and those of the innermost testdata.yaml (legacy), test_group.yaml or
 * NAME.yaml (2025-09) from the root down to it. Errors as above. */
enum nf_status nf_package_settings_flags(const struct nf_package_settings *problem,
                                         const char *test, struct nf_text *flags,
                                         struct nf_error *err);

#endif
