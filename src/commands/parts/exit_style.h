/* What a judge's program ends with: judging systems have habits of their own. */
#ifndef NF_EXIT_STYLE_H
#define NF_EXIT_STYLE_H

#include "base/error.h"
#include "cli/options.h"

/* What was found of something that is judged. */
enum nf_judged {
    NF_JUDGED_RIGHT,
    NF_JUDGED_WRONG,
    NF_JUDGED_BLANKS, /* wrong by white space alone */
    NF_JUDGED_UNABLE, /* it cannot be judged: no fault of what is judged */
};

/* Words of --exit-style. The first one is the default. */
bool nf_exit_style_word(const void *options, size_t i, struct nf_word *word);

/* Whether --exit-style is that of the name. `style` NULL: the default. */
bool nf_exit_style_is(const char *style, const char *name);

/* Flags of Kattis's default checker, which judging systems hand to every checker and validator, as
 * operands. There are no numbers with a point here, so tolerances have no meaning, and letters are
 * compared as they are anyhow. */
enum { NF_KATTIS_FLAGS = 16 }; /* room for all of them, with their values */
#define NF_KATTIS_FLAGS_HELP                                                                       \
    "case_sensitive, space_change_sensitive, float_tolerance E, float_relative_tolerance E, "      \
    "float_absolute_tolerance E"

/* Whether `word` is the name of such a flag. */
bool nf_exit_style_is_flag(const char *word);

/* Checks a list of flags, ended by NULL; sets `*spaces` where white space counts. NF_USAGE for
 * anything else, or a tolerance without its number. */
enum nf_status nf_exit_style_flags(char *const *flags, bool *spaces, struct nf_error *err);

/* The exit code of a checker, of `judged`; `unable` is what was wrong if it is NF_JUDGED_UNABLE.
 *                    right  wrong  white space  unable
 *   ninefold             0      1            1  the program's usual code
 *   testlib              0      1            2  3
 *   kattis              42     43           43  the program's usual code, never one of these
 * Codes that are not those of enum nf_status go through main as they are. */
enum nf_status nf_exit_style_check(const char *style, enum nf_judged judged, enum nf_status unable);

/* The exit code of a validator that usually ends with `end`.
 *                    valid  invalid  unable
 *   testlib              0        3       3
 *   kattis              42       43       the program's usual code */
enum nf_status nf_exit_style_verify(const char *style, enum nf_status status);

#endif
