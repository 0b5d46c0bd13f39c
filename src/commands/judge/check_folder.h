/* ninefold check DIR: checks the outputs of a whole test set. */
#ifndef NF_CHECK_FOLDER_H
#define NF_CHECK_FOLDER_H

#include "judge/problem.h"

#include <stdbool.h>

struct nf_check_folder {
    const struct nf_problem *problem;
    const char *folder;  /* a test set, see fuzz/test_set.h */
    const char *outputs; /* a folder with an output NAME.out or NAME.ans for each test NAME; NULL:
                            beside the instances */
    bool strict;         /* white space matters */
};

/* Checks the output of every test and prints, to standard output, a line for each, an explanation
 * of the first one that is wrong, and a summary. Returns NF_DIFFERENT if an output is wrong or
 * missing, NF_INVALID if there is no test or an instance is not valid, NF_IO if a file cannot be
 * read. */
enum nf_status nf_check_folder(const struct nf_check_folder *order, struct nf_error *err);

#endif
