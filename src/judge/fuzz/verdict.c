#include "judge/fuzz/verdict.h"

#include "base/lang.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

const char *nf_verdict_name(enum nf_verdict verdict)
{
    static const char *const names[] = {"AC", "WA", "PE", "RE", "TLE", "MLE", "OLE"};
    return names[verdict];
}

enum nf_verdict nf_verdict_named(const char *name)
{
    enum nf_verdict verdict = NF_AC;
    while (name != NULL && strcmp(nf_verdict_name(verdict), name) != 0)
        verdict++;
    return verdict;
}

const char *nf_verdict_words(char words[NF_VERDICT_BYTES], const struct nf_judgement *judgement)
{
    snprintf(words, NF_VERDICT_BYTES, "%s%s%s", nf_verdict_name(judgement->verdict),
             judgement->why[0] != '\0' ? ", " : "", judgement->why);
    return words;
}

static enum nf_colour colour_of(enum nf_verdict verdict)
{
    return verdict == NF_AC ? NF_GOOD : NF_BAD;
}

const char *nf_verdict_coloured(char words[NF_COLOURED], enum nf_verdict verdict)
{
    return nf_screen_word(words, colour_of(verdict), nf_verdict_name(verdict));
}

void nf_verdict_put(struct nf_text *text, enum nf_verdict verdict, int width)
{
    nf_screen_put(text, colour_of(verdict), width, nf_verdict_name(verdict));
}

static void blame(struct nf_judgement *judgement, enum nf_verdict verdict, int code)
{
    *judgement = (struct nf_judgement){.verdict = verdict, .code = code};
}

static void blame_time(const struct nf_child_result *result, const struct nf_child_limits *limits,
                       struct nf_judgement *judgement)
{
    const bool wall = result->code != 0;
    blame(judgement, NF_TLE, 0);
    snprintf(judgement->why, sizeof judgement->why,
             wall ? _("more than %.6g s of wall time") : _("more than %.6g s of processor time"),
             1e-9 * (double)(wall ? limits->wall_ns : limits->cpu_ns));
}

void nf_judge_ending(const struct nf_child_result *result, const struct nf_child_limits *limits,
                     struct nf_judgement *judgement)
{
    static const double mebi = 1024.0 * 1024.0;
    char *const why = judgement->why;
    const size_t room = sizeof judgement->why;
    blame(judgement, NF_AC, 0);
    switch (result->ending) {
    case NF_ENDED:
        if (result->code == 0)
            return;
        blame(judgement, NF_RE, result->code);
        snprintf(why, room, _("exit code %d"), result->code);
        return;
    case NF_KILLED:
        blame(judgement, NF_RE, -result->code);
        snprintf(why, room, _("signal %d (%s)"), result->code, strsignal(result->code));
        return;
    case NF_OUT_OF_TIME: blame_time(result, limits, judgement); return;
    case NF_OUT_OF_MEMORY:
        blame(judgement, NF_MLE, 0);
        if (result->code == 0)
            snprintf(why, room, _("more than %.6g MiB of memory"), (double)limits->memory / mebi);
        else
            snprintf(why, room, _("more than %d processes and threads"), NF_CHILD_TASKS);
        return;
    case NF_OUT_OF_OUTPUT:
        blame(judgement, NF_OLE, 0);
        snprintf(why, room, _("more than %.6g MiB of output"), (double)limits->output / mebi);
        return;
    case NF_UNWATCHED:
        blame(judgement, NF_RE, 0);
        snprintf(why, room, "%s", _("the process that watches it was killed or tampered with"));
        return;
    }
}

void nf_judge_as_output(struct nf_child_result *result, const struct nf_child_limits *limits)
{
    struct nf_judgement judgement;
    char words[NF_VERDICT_BYTES];
    nf_judge_ending(result, limits, &judgement);
    if (judgement.verdict == NF_AC)
        return;
    result->output.size = 0;
    nf_text_format(&result->output, "%s\n", nf_verdict_words(words, &judgement));
}

void nf_judge_difference(const struct nf_difference *difference, bool strict,
                         struct nf_judgement *judgement)
{
    memcpy(judgement->decision, difference->decision, sizeof judgement->decision);
    if (judgement->verdict == NF_AC || nf_judgement_decides(judgement)) {
        judgement->line = difference->line;
        memcpy(judgement->kind, difference->kind, sizeof judgement->kind);
    }
    if (judgement->verdict != NF_AC || difference->line == 0)
        return;
    judgement->verdict = !difference->only_blanks ? NF_WA : strict ? NF_PE : NF_AC;
    if (strcmp(difference->kind, NF_KIND_CHECKER) == 0) {
        snprintf(judgement->why, sizeof judgement->why, "%s", _("refused by the checker"));
        return;
    }
    snprintf(judgement->why, sizeof judgement->why,
             !difference->only_blanks ? _("line %llu differs")
             : strcmp(difference->kind, NF_KIND_LINE_ENDS) == 0
                 ? _("the end of line %llu differs in white space")
                 : _("line %llu differs in white space"),
             (unsigned long long)difference->line);
}

/* ---- layout ---- */

void nf_spacings_add(struct nf_spacings *spacings, uint64_t number,
                     const struct nf_judgement *judgement)
{
    if (judgement->verdict != NF_AC || judgement->line == 0)
        return;
    struct nf_spacing_count *const counted =
        &spacings->of[strcmp(judgement->kind, NF_KIND_LINE_ENDS) == 0 ? NF_SPACING_LINE_ENDS
                                                                      : NF_SPACING_LINES];
    if (counted->count++ > 0)
        return;
    counted->first = number;
    counted->line = judgement->line;
}

void nf_spacings_put(struct nf_text *words, const struct nf_spacings *spacings,
                     enum nf_spacing spacing, const char *first)
{
    const struct nf_spacing_count *const counted = &spacings->of[spacing];
    const unsigned long long count = counted->count;
    nf_text_format(
        words,
        spacing == NF_SPACING_LINES
            ? P_("%llu accepted output has other white space than expected, first in %s, "
                 "line %llu: judges that compare line by line refuse it (--strict: PE)",
                 "%llu accepted outputs have other white space than expected, first in %s, "
                 "line %llu: judges that compare line by line refuse them (--strict: PE)",
                 count)
            : P_("%llu accepted output has other white space at ends of lines, first "
                 "in %s, line %llu: judges that compare byte by byte refuse it (--strict: PE)",
                 "%llu accepted outputs have other white space at ends of lines, first "
                 "in %s, line %llu: judges that compare byte by byte refuse them (--strict: PE)",
                 count),
        count, first, (unsigned long long)counted->line);
}

json_t *nf_json_spacings(const struct nf_spacings *spacings, json_t *const first[NF_SPACINGS])
{
    static const char *const names[] = {"lines", "line_ends"};
    json_t *const object = json_object();
    for (int i = 0; i < NF_SPACINGS; i++) {
        const struct nf_spacing_count *const counted = &spacings->of[i];
        json_t *const one = json_pack("{s:I, s:o, s:I}", "count", (json_int_t)counted->count,
                                      "first", first[i], "line", (json_int_t)counted->line);
        json_object_set_new(object, names[i], counted->count > 0 ? json_incref(one) : json_null());
        json_decref(one);
    }
    return object;
}

bool nf_judgement_decides(const struct nf_judgement *judgement)
{
    return judgement->decision[0] != '\0';
}

bool nf_judgement_broke(const struct nf_judgement *judgement)
{
    return judgement->verdict != NF_AC && judgement->verdict != NF_WA &&
           judgement->verdict != NF_PE;
}

bool nf_judgement_answers(const struct nf_judgement *judgement)
{
    return nf_judgement_decides(judgement) ||
           (judgement->verdict == NF_WA && strcmp(judgement->kind, NF_KIND_EMPTY) != 0 &&
            strcmp(judgement->kind, NF_KIND_BLANKS) != 0);
}

static bool same_code(int a, int b)
{
    return a == b || a == 0 || b == 0 || (a == -SIGSEGV && b == -SIGBUS) ||
           (a == -SIGBUS && b == -SIGSEGV);
}

bool nf_judgement_same(const struct nf_judgement *a, const struct nf_judgement *b)
{
    return nf_judgement_decides(a) ? strcmp(a->decision, b->decision) == 0
                                   : a->verdict == b->verdict && same_code(a->code, b->code);
}

json_t *nf_json_verdicts(const uint64_t verdicts[NF_VERDICTS])
{
    json_t *const object = json_object();
    for (int verdict = 0; verdict < NF_VERDICTS; verdict++)
        json_object_set_new(object, nf_verdict_name((enum nf_verdict)verdict),
                            json_integer((json_int_t)verdicts[verdict]));
    return object;
}
