#include "judge/files/program_fault.h"

#include "base/lang.h"

#include <stdio.h>
#include <string.h>

enum { FAULT_SHOWN = 60, FAULT_HOW = 160 };

void nf_faulty_case(char words[NF_FAULTY_CASE], const struct nf_input *instance)
{
    char input[NF_QUOTED];
    nf_quote(input, instance->data, instance->size < FAULT_SHOWN ? instance->size : FAULT_SHOWN);
    snprintf(words, NF_FAULTY_CASE, _("the case that begins with %s"), input);
}

/* How the program ended. */
static void fault_how(char how[FAULT_HOW], const struct nf_child_result *result,
                      const char *expected)
{
    switch (result->ending) {
    case NF_ENDED:
        snprintf(how, FAULT_HOW,
                 expected != NULL ? _("ends with exit code %d, expected %s")
                                  : _("ends with exit code %d"),
                 result->code, expected);
        return;
    case NF_KILLED:
        snprintf(how, FAULT_HOW, _("is ended by signal %d (%s)"), result->code,
                 strsignal(result->code));
        return;
    case NF_OUT_OF_TIME: snprintf(how, FAULT_HOW, "%s", _("takes too long")); return;
    case NF_OUT_OF_MEMORY: snprintf(how, FAULT_HOW, "%s", _("needs too much memory")); return;
    case NF_OUT_OF_OUTPUT: snprintf(how, FAULT_HOW, "%s", _("prints too much")); return;
    case NF_UNWATCHED: snprintf(how, FAULT_HOW, "%s", _("cannot be watched")); return;
    }
}

enum nf_status nf_program_fault(const char *what, const char *name,
                                const struct nf_child_result *result, const char *expected,
                                const char *on, struct nf_error *err)
{
    char how[FAULT_HOW] = "", errors[NF_QUOTED];
    fault_how(how, result, expected);
    if (result->errors[0] == '\0')
        return nf_fail(err, NF_INVALID, "the %s %s %s, on %s", _(what), name, how, on);
    nf_quote(errors, result->errors, strnlen(result->errors, FAULT_SHOWN));
    return nf_fail(err, NF_INVALID, "the %s %s %s, on %s; it wrote to standard error %s", _(what),
                   name, how, on, errors);
}
