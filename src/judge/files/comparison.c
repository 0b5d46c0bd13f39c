#include "judge/files/comparison.h"

#include "base/owned.h"
#include "judge/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Reads a tolerance, a number in decimal digits. */
static enum nf_status comparison_tolerance(const char *flag, const char *word, double *tolerance,
                                           struct nf_error *err)
{
    char *end = NULL;
    *tolerance = word != NULL ? strtod(word, &end) : 0;
    if (word == NULL || end == word || *end != '\0' || !(*tolerance >= 0) || isinf(*tolerance))
        return nf_fail(err, NF_INVALID, "%s: found '%.40s', expected a number from 0 on", flag,
                       word != NULL ? word : "");
    return NF_OK;
}

/* Takes `word`, and its number from `rest`. */
static enum nf_status comparison_flag(const char *word, char **rest,
                                      struct nf_comparison *comparison, struct nf_error *err)
{
    const bool both = strcmp(word, "float_tolerance") == 0;
    const bool absolute = both || strcmp(word, "float_absolute_tolerance") == 0;
    const bool relative = both || strcmp(word, "float_relative_tolerance") == 0;
    struct nf_token_rule *const tokens = &comparison->tokens;
    if (absolute || relative) {
        double tolerance;
        NF_TRY(comparison_tolerance(word, strtok_r(NULL, " \t\r\n", rest), &tolerance, err));
        tokens->numbers = true;
        tokens->absolute = absolute ? tolerance : tokens->absolute;
        tokens->relative = relative ? tolerance : tokens->relative;
    } else if (strcmp(word, "case_sensitive") == 0) {
        tokens->any_case = false;
    } else if (strcmp(word, "space_change_sensitive") == 0) {
        comparison->spaces = true;
    } else {
        return nf_fail(err, NF_INVALID,
                       "found '%.40s', expected case_sensitive, space_change_sensitive, "
                       "float_tolerance E, float_absolute_tolerance E or "
                       "float_relative_tolerance E",
                       word);
    }
    return NF_OK;
}

enum nf_status nf_comparison_parse(const char *flags, struct nf_comparison *comparison,
                                   struct nf_error *err)
{
    NF_OWNED char *words = strdup(flags);
    char *rest = NULL;
    *comparison = (struct nf_comparison){.tokens = {.any_case = true}};
    if (words == NULL)
        return nf_fail(err, NF_IO, "out of memory for the arguments of a validator");
    for (char *word = strtok_r(words, " \t\r\n", &rest); word != NULL;
         word = strtok_r(NULL, " \t\r\n", &rest))
        NF_TRY(comparison_flag(word, &rest, comparison, err));
    return NF_OK;
}

enum nf_status nf_comparison_check(const struct nf_comparison *comparison,
                                   const struct nf_input *instance, const struct nf_text *answer,
                                   const struct nf_input *output, struct nf_difference *difference,
                                   struct nf_error *err)
{
    if (comparison->checker != NULL)
        return nf_checker_check(comparison->checker, instance, answer, output, difference, err);
    NF_TRY(nf_compare_plainly(answer, output, &comparison->tokens, difference, err));
    if (comparison->spaces)
        difference->only_blanks = false;
    return NF_OK;
}
