#include "commands/judge/exit_style.h"

#include "base/lang.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* Exit codes by enum nf_judged; with `usual` the last one is not used. */
struct style {
    struct nf_word word;
    int codes[NF_JUDGED_UNABLE + 1];
    bool usual; /* unable: the program's usual code */
};

static const struct style styles[] = {
    {{"ninefold", N_("0 right, 1 wrong, 3 the judge's files are wrong, 4 files cannot be read")},
     {0, 1, 1, 0},
     true},
    {{"testlib", N_("0 right, 1 wrong, 2 wrong white space only, 3 the judge's fault")},
     {0, 1, 2, 3},
     false},
    {{"kattis", N_("42 right, 43 wrong, anything else the judge's fault")}, {42, 43, 43, 0}, true},
};
enum { STYLES = sizeof styles / sizeof styles[0] };

bool nf_exit_style_word(const void *options, size_t i, struct nf_word *word)
{
    (void)options;
    if (i >= STYLES)
        return false;
    *word = styles[i].word;
    return true;
}

bool nf_exit_style_is(const char *style, const char *name)
{
    return strcmp(style != NULL ? style : styles[0].word.name, name) == 0;
}

static const struct style *find(const char *style)
{
    for (size_t i = 1; style != NULL && i < STYLES; i++)
        if (strcmp(styles[i].word.name, style) == 0)
            return &styles[i];
    return &styles[0];
}

/* The flags: name, whether a number follows, whether white space matters. */
static const struct flag {
    const char *name;
    bool takes_number, spaces;
} flags_known[] = {
    {"case_sensitive", false, false},          {"space_change_sensitive", false, true},
    {"float_tolerance", true, false},          {"float_relative_tolerance", true, false},
    {"float_absolute_tolerance", true, false},
};

static const struct flag *find_flag(const char *word)
{
    for (size_t i = 0; i < sizeof flags_known / sizeof flags_known[0]; i++)
        if (strcmp(flags_known[i].name, word) == 0)
            return &flags_known[i];
    return NULL;
}

bool nf_exit_style_is_flag(const char *word)
{
    return find_flag(word) != NULL;
}

static bool is_number(const char *word)
{
    char *end;
    const double number = strtod(word, &end);
    return end != word && *end == '\0' && number >= 0; /* false for NaN, too */
}

enum nf_status nf_exit_style_flags(char *const *flags, bool *spaces, struct nf_error *err)
{
    char quoted[NF_QUOTED];
    for (; *flags != NULL; flags++) {
        const struct flag *const flag = find_flag(*flags);
        if (flag == NULL)
            return nf_fail(err, NF_USAGE, "--exit-style kattis: found %s, expected flags: %s",
                           nf_quote(quoted, *flags, strlen(*flags)), NF_KATTIS_FLAGS_HELP);
        *spaces |= flag->spaces;
        if (!flag->takes_number)
            continue;
        const char *const value = *++flags;
        if (value == NULL)
            return nf_fail(err, NF_USAGE, "--exit-style kattis: %s: missing number", flag->name);
        if (!is_number(value))
            return nf_fail(err, NF_USAGE, "--exit-style kattis: %s: found %s, expected a number",
                           flag->name, nf_quote(quoted, value, strlen(value)));
    }
    return NF_OK;
}

enum nf_status nf_exit_style_check(const char *style, enum nf_judged judged, enum nf_status unable)
{
    const struct style *const found = find(style);
    if (judged == NF_JUDGED_UNABLE && found->usual)
        return unable;
    return (enum nf_status)found->codes[judged];
}

enum nf_status nf_exit_style_verify(const char *style, enum nf_status status)
{
    if (nf_exit_style_is(style, "testlib"))
        return status == NF_OK ? NF_OK : NF_INVALID; /* testlib's validators say 3 as well */
    if (nf_exit_style_is(style, "kattis"))
        return status == NF_OK        ? (enum nf_status)42
               : status == NF_INVALID ? (enum nf_status)43
                                      : status;
    return status;
}
