/* Where in its source a program breaks down, and what the compiler warns of. */
#ifndef NF_FAULT_LINE_H
#define NF_FAULT_LINE_H

#include "judge/fuzz/trial.h"
#include "judge/sandbox/build.h"

struct nf_fault_line {
    uint32_t line;       /* of the source, from 1; 0: none was found */
    struct nf_text what; /* what happens there, one line, as the language or the sanitizer says it
                            or in words of ours */
    struct nf_text code; /* the line itself, without what it is indented by */
    uint32_t column;     /* where that begins, from 1 */
};

/* Finds the fault in what a program wrote to standard error: a traceback of Python, an exception of
 * Java, a panic of Go or Rust, a report of AddressSanitizer, UndefinedBehaviorSanitizer or
 * valgrind. It is the innermost line in the file `source`; code of libraries is passed over. Leaves
 * `fault` as it is, {0}, if there is none. Thread-safe. */
void nf_fault_line_read(const char *errors, const char *source, struct nf_fault_line *fault);

/* Finds where the program of `command` breaks down on the case of `run`: by its standard error,
 * or, if its first word is a C or C++ source, by building it again and running it on that case,
 * with both sanitizers unless the failure is `explained` otherwise, and by valgrind, if that is
 * installed, which sees memory that was never set. Where one takes too long, in these languages,
 * Python and Java, it is the line in which it is when it is stopped. `fault` starts as {0} and
 * stays so if nothing breaks, or if the first word is no source. Takes some seconds. Returns NF_IO
 * or 128+n as nf_build(), and may be called where that may. Free `fault` with nf_fault_line_free()
 * in any case.
 */
enum nf_status nf_fault_line_find(char *const *command, const struct nf_build *build,
                                  const struct nf_trial_case *run, bool explained,
                                  struct nf_fault_line *fault, struct nf_error *err);

/* Appends "mine.cpp:57: what happens" of a fault that was found. `source` is the name as typed. */
void nf_fault_line_describe(struct nf_text *words, const struct nf_fault_line *fault,
                            const char *source);

/* Appends the same in 80 columns with the line of code below it; nothing if none was found. */
void nf_fault_line_put(struct nf_text *text, const struct nf_fault_line *fault, const char *source);

/* Appends "mine.cpp:57:9: error: what happens" on one line, however long, as gcc has it, which
 * editors parse; `kind` is "error" or "warning". */
void nf_fault_line_put_gcc(struct nf_text *text, const struct nf_fault_line *fault,
                           const char *source, const char *kind);

void nf_fault_line_free(struct nf_fault_line *fault);

/* ---- warnings ---- */

enum { NF_MOST_WARNINGS = 3 };

struct nf_warnings {
    struct nf_fault_line list[NF_MOST_WARNINGS]; /* `what` as the compiler has it */
    uint32_t count;
};

/* Finds the warnings of gcc or clang about `source` in what a compiler `said`: those of `line`
 * first, where the program breaks down (0: nowhere), then others that hint at a fault and not at
 * style. `warnings` starts as {0}. Thread-safe. */
void nf_warnings_read(const char *said, const char *source, uint32_t line,
                      struct nf_warnings *warnings);

/* Compiles the source command[0] with all usual warnings, if it is C or C++, and reads them.
 * `built` is what nf_build() made of it; this works in its folder. A compiler that fails warns of
 * nothing. Returns NF_IO or 128+n as nf_build_run(). Free `warnings` in any case. */
enum nf_status nf_warnings_find(char *const *command, const struct nf_build *build,
                                const struct nf_built *built, uint32_t line,
                                struct nf_warnings *warnings, struct nf_error *err);

/* Appends each as a fault is, but for the line of code `line`, which stands above. */
void nf_warnings_put(struct nf_text *text, const struct nf_warnings *warnings, uint32_t line,
                     const char *source);

void nf_warnings_free(struct nf_warnings *warnings);

#endif
