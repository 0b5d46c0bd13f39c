/* Reports the result of a fuzz: text, JSON, kept files. The functions are thread-safe. */
#ifndef NF_FUZZ_REPORT_H
#define NF_FUZZ_REPORT_H

#include "base/out_file.h"
#include "judge/fuzz/edits.h"
#include "judge/fuzz/fuzzer.h"
#include "judge/fuzz/trial.h"
#include "judge/sandbox/build.h"

/* ---- the line where a program breaks down ---- */

/* Where in its source a program breaks down, and what the compiler warns of. */

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

/* Finds the warnings of gcc or clang about `source` in the `output` of a compiler: those of `line`
 * first, where the program breaks down (0: nowhere), then others that hint at a fault and not at
 * style. `warnings` starts as {0}. Thread-safe. */
void nf_warnings_read(const char *output, const char *source, uint32_t line,
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

/* ---- hints ---- */

/* Hints at programs that fail every case because they are not what the fuzz takes them for. */

struct nf_hint {
    struct nf_fault_line place; /* `what` is the hint; line 0: it is about no line of a source */
    const char *source;         /* of that line, as typed; borrowed from the command */
};

/* Finds which other problem the program solves: `*solves` is the one on whose first cases all its
 * outputs are right, else NULL. Called with the child of `trials` open. Returns NF_IO or others if
 * ninefold itself fails. */
enum nf_status nf_hint_solves(const struct nf_trials *trials, const struct nf_problem **solves,
                              struct nf_error *err);

/* Makes the hint of a program that passed no case, if there is one: that it solves another problem,
 * as `result` has it; or that it read nothing from standard input, for which it is run once more on
 * the first finding, with the first line of its source that opens a file. One that was
 * stopped or broke down has another reason, unless there is such a line. `command` is as typed,
 * `built` what nf_build() made of it. `hint` starts as {0}. Returns NF_IO or 128+n as
 * nf_build_run(), and may be called where that may. Free `hint` with nf_hint_free() in any case. */
enum nf_status nf_hint_find(char *const *command, const struct nf_build *build,
                            const struct nf_built *built, const struct nf_fuzz_result *result,
                            struct nf_hint *hint, struct nf_error *err);

/* Whether there is a hint. And whether it is reason enough for every failure. */
bool nf_hint_given(const struct nf_hint *hint);
bool nf_hint_explains(const struct nf_hint *hint, const struct nf_fuzz_result *result);

/* Appends it in 80 columns, with the line of code below it; nothing if there is none. */
void nf_hint_put(struct nf_text *text, const struct nf_hint *hint);

void nf_hint_free(struct nf_hint *hint);

/* ---- a small change with which a program passes ---- */

/* Looks for a small change of a source with which its program passes. */

struct nf_repair {
    bool found;
    uint32_t line; /* of the source, from 1 */
    enum nf_edit_kind kind;
    struct nf_text was, now; /* NF_EDIT_LINE: the word that is replaced, and what by; may be "" */
    struct nf_text code;     /* the line as it passes; of one that is left out, as it is */
    uint32_t cases;          /* that were to pass */
    uint32_t tried, changes; /* of that many changes; 0 changes: it was not asked for */
};

/* Tries the changes of nf_edits_make() on the source command[0], in their order, on all jobs of
 * `options`, for at most `seconds`: each is compiled, several of C++ together, and run on the cases
 * of `finding` and on 100 cases of `options` from the first on, until one differs from the rules in
 * more than blanks. The first that passes all is the result. Nothing is tried unless the source is
 * C, C++ or Python, or `build` has a command. `built` is what nf_build() made of it; this works in
 * its folder. Progress goes to options->progress. Returns NF_IO if it cannot work, 128+n after
 * signal n. Not with a child open, from the main thread. Free `repair` with nf_repair_free() in any
 * case. */
enum nf_status nf_repair_find(char *const *command, const struct nf_build *build,
                              const struct nf_built *built, const struct nf_fuzz_options *options,
                              const struct nf_finding *finding, double seconds,
                              struct nf_repair *repair, struct nf_error *err);

/* Appends "With <= for < in line 57 of mine.cpp all 102 cases pass:" of a change that was found.
 * `source` is the name as typed. */
void nf_repair_describe(struct nf_text *words, const struct nf_repair *repair, const char *source);

/* Appends what was found, in 80 columns, or that nothing was; nothing if it was not asked for. */
void nf_repair_put(struct nf_text *text, const struct nf_repair *repair, const char *source);

void nf_repair_free(struct nf_repair *repair);

/* The content of a report. All pointers are borrowed. */
struct nf_fuzz_report {
    const struct nf_fuzz_options *options;
    const struct nf_fuzz_result *result;
    char *const *command;        /* the program and its arguments, ended by NULL */
    struct nf_hint hint;         /* why it passes no case, where that is known */
    struct nf_fault_line fault;  /* where the source command[0] breaks down on the first finding */
    struct nf_warnings warnings; /* of the compiler about that source */
    struct nf_repair repair;     /* a change of that source with which it passes */
    const char *profile;         /* "guided" or a profile of the game; NULL: cards by weights */
    const char *weights;         /* value of --weights, or NULL */
    const char *again;           /* the options that reproduce the cases: "--seed 3 --strict" */
    const char *keep;            /* folder of the kept files, or NULL */
    uint32_t kept_before;        /* the last number in use there; 0: none */
    const char *source;          /* command[0], if it is a source file; else NULL */
    bool gcc;                    /* faults of it in the form that editors parse */
    bool coverage;               /* list all events, not only their number */
};

/* Appends the command line that runs case `index` alone, without a newline. */
void nf_fuzz_again(struct nf_text *text, const struct nf_fuzz_report *report, uint64_t index);

/* Appends the sentence that names the mistake of the program, or says that it is none of those
 * known, in one line; nothing if there is no diagnosis. */
void nf_fuzz_mistake(struct nf_text *words, const struct nf_fuzz_report *report);

/* Appends the report, in 80 columns: the mistake, the failing cases, what was tried. */
void nf_fuzz_table(struct nf_text *text, const struct nf_fuzz_report *report);

/* Appends the report as JSON, schema "ninefold.fuzz/1". Returns NF_IO if memory runs out. */
enum nf_status nf_fuzz_json(struct nf_text *text, const struct nf_fuzz_report *report,
                            struct nf_error *err);

/* Adds the files of every finding, in the folder report->keep, to `files`: NNN.in, .ans, .out as
 * found; NNN.min.in, .min.ans, .min.out as shrunk; NNN.pad.in, .pad.ans, .pad.out if it was run
 * with more cards; NNN.json. Returns NF_IO if one fails. */
enum nf_status nf_fuzz_keep(const struct nf_fuzz_report *report, struct nf_out_set *files,
                            struct nf_error *err);

#endif
