/* The verdict on one run of a program. */
#ifndef NF_VERDICT_H
#define NF_VERDICT_H

#include "base/json_text.h"
#include "base/shown.h"
#include "judge/fuzz_ops.h"
#include "judge/sandbox/child.h"

enum nf_verdict { NF_AC, NF_WA, NF_PE, NF_RE, NF_TLE, NF_MLE, NF_OLE, NF_VERDICTS };

/* Returns "AC", "WA", ... Thread-safe. */
const char *nf_verdict_name(enum nf_verdict verdict);

/* Returns the verdict of a name that there is; NF_AC for NULL. Thread-safe. */
enum nf_verdict nf_verdict_named(const char *name);

/* The same for standard output, in a colour where that shows any; see base/shown.h. */
const char *nf_verdict_coloured(char words[NF_COLOURED], enum nf_verdict verdict);
void nf_verdict_put(struct nf_text *text, enum nf_verdict verdict, int width);

/* A verdict with its reason. */
struct nf_judgement {
    enum nf_verdict verdict;
    int code; /* RE: the exit code, or minus the signal, or 0 where runs differ in it; else 0 */
    uint64_t line; /* WA, PE: the first differing line of the transcript, from 1; AC: the first one
                      whose white space differs; others: that of the decision, if any; else 0 */
    char kind[24]; /* AC, WA, PE: struct nf_difference's; others: that of the decision, if any */
    char decision[24]; /* nf_difference's, whatever the verdict */
    char why[160];     /* for people: "signal 11 (Segmentation fault)", "line 5 differs" */
};

/* Writes a judgement in words: "RE, signal 6", "AC". Returns `words`. Thread-safe. */
enum { NF_VERDICT_BYTES = 176 };
const char *nf_verdict_words(char words[NF_VERDICT_BYTES], const struct nf_judgement *judgement);

/* Judges how the program ended, not its output: AC if it ended normally with exit code 0.
 * Thread-safe. */
void nf_judge_ending(const struct nf_child_result *result, const struct nf_child_limits *limits,
                     struct nf_judgement *judgement);

/* Where two programs are compared and neither is right: what is compared of one that did not end as
 * it should is that, a line in place of its output. Thread-safe. */
void nf_judge_as_output(struct nf_child_result *result, const struct nf_child_limits *limits);

/* Adds what the first difference between output and transcript says: of a program that ended as it
 * should (AC so far), the verdict, which is PE with `strict` where only white space differs; of
 * others, the wrong decision if the output shows one. Thread-safe. */
void nf_judge_difference(const struct nf_difference *difference, bool strict,
                         struct nf_judgement *judgement);

/* Outputs that are accepted though their white space differs, which judges that compare more than
 * tokens refuse: those with other lines, or other white space within a line, and those where only
 * the ends of lines differ. Starts as {0}. */
enum nf_spacing { NF_SPACING_LINES, NF_SPACING_LINE_ENDS, NF_SPACINGS };
struct nf_spacings {
    struct nf_spacing_count {
        uint64_t count;
        uint64_t first, line; /* of the first of them: its number, and the line that differs */
    } of[NF_SPACINGS];
};

/* Counts output `number` with its judgement, if it is such a one; in the order of the numbers. Not
 * thread-safe. */
void nf_spacings_add(struct nf_spacings *spacings, uint64_t number,
                     const struct nf_judgement *judgement);

/* Appends what there is to say of one kind of them, which there are: how many, where the first is,
 * and who refuses it. `first` names that output: "case 3". Thread-safe. */
void nf_spacings_put(struct nf_text *words, const struct nf_spacings *spacings,
                     enum nf_spacing spacing, const char *first);

/* Returns them as a new JSON object: {"lines": {"count": 3, "first": 12, "line": 1}, "line_ends":
 * null}, where `first`, what that output is called, takes over the reference. */
json_t *nf_json_spacings(const struct nf_spacings *spacings, json_t *const first[NF_SPACINGS]);

/* Whether the output shows a wrong decision. Thread-safe. */
bool nf_judgement_decides(const struct nf_judgement *judgement);

/* Whether the program was stopped or broke down. Thread-safe. */
bool nf_judgement_broke(const struct nf_judgement *judgement);

/* Whether the program answered wrongly, so that a mistake in the rules may be why: not where it
 * failed otherwise without showing one, printed nothing, or differs in blanks alone. Thread-safe.
 */
bool nf_judgement_answers(const struct nf_judgement *judgement);

/* Whether judgement `b` describes the same failure as `a`: the same wrong decision, whatever became
 * of the program after it; or, where `a` shows none, the same verdict and, of an RE, the same code
 * unless one is of runs that differ in it. SIGBUS is SIGSEGV here: which of them a bad address
 * gives is up to address layout. Thread-safe. */
bool nf_judgement_same(const struct nf_judgement *a, const struct nf_judgement *b);

/* Returns counts of verdicts as a new JSON object: {"AC": 3, "WA": 0, ...}. */
json_t *nf_json_verdicts(const uint64_t verdicts[NF_VERDICTS]);

#endif
