/* A reference, generator or checker that fails: it is at fault itself, never the program under
 * test.
 */
#ifndef NF_PROGRAM_FAULT_H
#define NF_PROGRAM_FAULT_H

#include "base/error.h"
#include "base/shown.h"
#include "base/text.h"
#include "judge/sandbox/child.h"

/* Writes "the case that begins with ...", translated. Thread-safe, as is the function below. */
enum { NF_FAULTY_CASE = NF_QUOTED + 80 };
void nf_faulty_case(char words[NF_FAULTY_CASE], const struct nf_input *instance);

/* Fails with NF_INVALID: "the reference brute.py ends with exit code 1, on ...; it wrote to
 * standard error ...". `what` is "reference", to be translated, `name` as it was typed; `expected`
 * says which exit codes are, translated, or is NULL; `on` is what it was run on, translated. */
enum nf_status nf_program_fault(const char *what, const char *name,
                                const struct nf_child_result *result, const char *expected,
                                const char *on, struct nf_error *err);

#endif
