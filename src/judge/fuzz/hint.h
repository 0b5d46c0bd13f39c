/* Hints at programs that fail every case because they are not what the fuzz takes them for. */
#ifndef NF_HINT_H
#define NF_HINT_H

#include "judge/fuzz/fault_line.h"
#include "judge/fuzz/fuzzer.h"

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

#endif
