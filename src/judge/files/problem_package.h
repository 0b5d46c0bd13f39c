/* What a problem package, or a folder of one's own, has for a problem of files: its form, programs
 * that solve it, its checker, limits. Nothing in it is run or compiled here.
 *
 *   form        input_validators/x.ctd or input_format_validators/x.ctd, also one folder deeper
 *               (the problem package format of Kattis and the ICPC); else the one x.ctd in FOLDER
 *   references  the files of submissions/accepted; else FOLDER/reference.*
 *   submissions the sources of submissions/accepted, wrong_answer and so on
 *   checker     the program of output_validator (2025-09) or output_validators (legacy), also one
 *               folder deeper; else FOLDER/checker.*
 *
 * Files that a link leads out of the folder are refused. The functions are thread-safe. */
#ifndef NF_PROBLEM_PACKAGE_H
#define NF_PROBLEM_PACKAGE_H

#include "judge/files/checker.h"
#include "judge/fuzz/verdict.h"
#include "judge/judging/package_settings.h"

enum { NF_MAX_REFERENCES = 16 };

/* What the folder of a submission says of it: bits 1 << NF_AC and so on. */
struct nf_expected {
    const char *folder;
    uint32_t permitted; /* the verdicts that it may get on a test */
    uint32_t required;  /* those of which it must get one */
};

/* Whether a program that got each verdict on so many tests is what was expected. */
bool nf_is_expected(const struct nf_expected *expected, const uint64_t verdicts[NF_VERDICTS]);

struct nf_submission {
    char *path;
    const struct nf_expected *expected;
};

struct nf_problem_package {
    struct nf_package_settings settings; /* limits and arguments */
    char *form;                          /* a path; NULL: there is none */
    char *references[NF_MAX_REFERENCES]; /* paths of sources and programs, sorted */
    size_t references_count;             /* the first NF_MAX_REFERENCES of them count */
    char *checker;                       /* a path; NULL: outputs are compared by tokens */
    struct nf_submission *submissions;   /* by folder, sorted */
    size_t submissions_count;
    struct nf_text left_out; /* what else is in their folders: paths, for people, in lines */
};

/* Opens the package `folder`, or the one that is a folder of its tests: its settings are read.
 * NF_INVALID for a file of them that cannot be understood, NF_IO. Release it with
 * nf_problem_package_close() in any case. */
enum nf_status nf_problem_package_open(struct nf_problem_package *package, const char *folder,
                                       struct nf_error *err);
void nf_problem_package_close(struct nf_problem_package *package);

/* Each looks for a part of the package and sets it, if it is there. NF_INVALID for two of them
 * where one is expected, for a checker that is asked for and not there, or that a script has to
 * make; NF_IO. */
enum nf_status nf_problem_package_find_form(struct nf_problem_package *package,
                                            struct nf_error *err);
enum nf_status nf_problem_package_find_references(struct nf_problem_package *package,
                                                  struct nf_error *err);
enum nf_status nf_problem_package_find_checker(struct nf_problem_package *package,
                                               struct nf_error *err);
enum nf_status nf_problem_package_find_submissions(struct nf_problem_package *package,
                                                   struct nf_error *err);

/* By which convention the program made from `path` checks: testlib's if it is a source that
 * includes testlib.h, else Kattis'. */
enum nf_checker_style nf_checker_style_of(const char *path);

#endif
