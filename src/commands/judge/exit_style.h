/* Exit codes of a judge's program, by judging system. All functions are thread-safe. */
#ifndef NF_EXIT_STYLE_H
#define NF_EXIT_STYLE_H

#include "base/error.h"
#include "commands/cli/options.h"

/* Results of judging. */
enum nf_judged {
    NF_JUDGED_RIGHT,
    NF_JUDGED_WRONG,
    NF_JUDGED_BLANKS, /* wrong in white space only */
    NF_JUDGED_UNABLE, /* cannot be judged, and the contestant is not to blame */
};

/* The words of --exit-style (nf_option.word). The first one is the default. */
bool nf_exit_style_word(const void *options, size_t i, struct nf_word *word);

/* Whether --exit-style `style` is `name`. `style` NULL: the default. */
bool nf_exit_style_is(const char *style, const char *name);

/* Flags of Kattis's default checker, which judging systems pass to every checker and validator as
 * operands. Tolerances have no effect, as there are no decimal fractions; case always matters. */
enum { NF_KATTIS_FLAGS = 16 }; /* room for all of them, with their values */
#define NF_KATTIS_FLAGS_HELP                                                                       \
    "case_sensitive, space_change_sensitive, float_tolerance E, float_relative_tolerance E, "      \
    "float_absolute_tolerance E"

/* Whether `word` is the name of such a flag. */
bool nf_exit_style_is_flag(const char *word);

/* Checks a list of flags, ended by NULL; sets `*spaces` if white space matters. Returns NF_USAGE
 * for anything else, or for a tolerance without its number. */
enum nf_status nf_exit_style_flags(char *const *flags, bool *spaces, struct nf_error *err);

/* The exit code of a checker, of `judged`; `unable` is what was wrong if it is NF_JUDGED_UNABLE.
 *                    right  wrong  white space  unable
 *   ninefold             0      1            1  the program's usual code
 *   testlib              0      1            2  3
 *   kattis              42     43           43  the program's usual code, never one of these
 * Codes that are not those of enum nf_status go through main as they are. */
enum nf_status nf_exit_style_check(const char *style, enum nf_judged judged, enum nf_status unable);

/* Returns the exit code of a validator whose default exit code is `status`.
 *                    valid  invalid  unable
 *   testlib              0        3       3
 *   kattis              42       43       the program's usual code */
enum nf_status nf_exit_style_verify(const char *style, enum nf_status status);

#endif
