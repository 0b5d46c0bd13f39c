#include "judge/judging/mutants.h"

#include "base/json_text.h"
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/version.h"
#include "table/figures.h"
#include "table/forms.h"
#include "table/tables.h"

#include <inttypes.h>
#include <string.h>

enum {
    NAME = 20, /* most columns of a program's name */
    TEST = 39, /* of a test's */
    DIFFS = 20 /* shown of what no case shows */
};

struct nf_mutants_count nf_mutants_count(const struct nf_mutants *mutants, size_t program)
{
    struct nf_mutants_count count = {0};
    for (size_t i = 0; i < mutants->count; i++) {
        const struct nf_mutant *const mutant = &mutants->list[i];
        if (program != SIZE_MAX && mutant->program != program)
            continue;
        count.all++;
        count.states[mutant->state]++;
        count.shown += mutant->state == NF_MUTANT_LIVES && mutant->shown != NF_MUTANT_UNSHOWN;
    }
    return count;
}

/* The name of a program without the folder of the package. */
static const char *name_in_folder(const struct nf_mutants_report *report, size_t program)
{
    const char *const name = report->mutants->programs[program].name;
    const size_t size = strlen(report->folder);
    const char *at = strncmp(name, report->folder, size) == 0 ? name + size : name;
    return at == name ? at : at + strspn(at, "/");
}

/* ---- tables ---- */

static void put_programs(struct nf_tables *tables, const struct nf_mutants_report *report)
{
    static const struct nf_about about = {.name = "programs",
                                          .title = N_("Small changes of accepted programs")};
    static const struct nf_column columns[] = {
        NF_COLUMN("program", "program", NULL, NF_KEY),
        NF_COLUMN("changes", "changes", "changes", NF_COUNT),
        NF_COLUMN("refused", "no code", "changes", NF_COUNT),
        NF_COLUMN("equal", "same code", "changes", NF_COUNT),
        NF_COLUMN("untried", "untried", "changes", NF_COUNT, .aside = true),
        NF_COLUMN("killed", "killed", "changes", NF_COUNT),
        NF_COLUMN("shown", "live", "changes", NF_COUNT),
        NF_COLUMN("alike", "no difference", "changes", NF_COUNT),
        {.name = NULL},
    };
    const struct nf_mutants *const mutants = report->mutants;
    nf_tables_begin(tables, &about, columns);
    for (size_t i = 0; i < mutants->programs_count; i++) {
        const struct nf_mutants_count count = nf_mutants_count(mutants, i);
        const size_t lives = count.states[NF_MUTANT_LIVES];
        const char *const slash = strrchr(mutants->programs[i].name, '/');
        nf_cell_shown(tables, slash != NULL ? slash + 1 : mutants->programs[i].name, NAME);
        nf_cell_count(tables, count.all);
        nf_cell_count(tables, count.states[NF_MUTANT_REFUSED]);
        nf_cell_count(tables, count.states[NF_MUTANT_EQUAL]);
        nf_cell_count(tables, count.states[NF_MUTANT_UNTRIED]);
        nf_cell_count(tables, count.states[NF_MUTANT_KILLED]);
        nf_cell_count(tables, report->cases > 0 ? count.shown : lives);
        nf_cell_count(tables, report->cases > 0 ? lives - count.shown : 0);
    }
    const size_t untried = nf_mutants_count(mutants, SIZE_MAX).states[NF_MUTANT_UNTRIED];
    if (untried > 0)
        nf_tables_note(tables, "%zu were not tried.", untried);
    if (report->cases > 0)
        nf_tables_note(tables,
                       "No difference: in %llu cases of the form, or as many as there was "
                       "time for.",
                       (unsigned long long)report->cases);
    else
        nf_tables_note(tables, "The package has no form: whether an input shows what lives was not "
                               "looked for.");
}

static void put_killers(struct nf_tables *tables, const struct nf_mutants_report *report)
{
    static const struct nf_about about = {
        .name = "tests", .title = N_("Tests, and the changes that die on them first")};
    static const struct nf_column columns[] = {
        NF_COLUMN("test", "test", NULL, NF_KEY),
        NF_COLUMN("kills", "killed", "changes", NF_COUNT),
        {.name = NULL},
    };
    const struct nf_test_set *const set = report->options->judging.set;
    size_t none = 0;
    nf_tables_begin(tables, &about, columns);
    for (size_t test = 0; test < set->count; test++) {
        size_t kills = 0;
        for (size_t i = 0; i < report->mutants->count; i++)
            kills += report->mutants->list[i].state == NF_MUTANT_KILLED &&
                     report->mutants->list[i].test == test;
        none += kills == 0;
        if (kills == 0)
            continue;
        nf_cell_shown(tables, set->tests[test].name, TEST);
        nf_cell_count(tables, kills);
    }
    if (none > 0)
        nf_tables_note(tables, "%zu more tests are not the first for any.", none);
}

/* ---- diffs ---- */

/* Appends the lines of `bytes`, each behind `sign` and in its colour. */
static void put_lines(struct nf_text *text, char sign, const char *bytes, size_t size)
{
    for (size_t at = 0; at <= size;) {
        const char *const newline = at < size ? memchr(bytes + at, '\n', size - at) : NULL;
        const size_t end = newline != NULL ? (size_t)(newline - bytes) : size;
        NF_OWNED_TEXT struct nf_text line = {0};
        nf_text_bytes(&line, &sign, 1);
        nf_shown_bytes(&line, bytes + at, end - at);
        nf_screen_line(text, sign == '-' ? NF_BAD : NF_GOOD, nf_text_terminated(&line));
        nf_text_string(text, "\n");
        text->failed |= line.failed;
        at = end + 1;
    }
}

/* Appends the change as a unified diff without lines around it. */
static void put_diff(struct nf_text *text, const struct nf_mutants *mutants,
                     const struct nf_mutant *mutant)
{
    const struct nf_input *const source = &mutants->programs[mutant->program].source;
    const struct nf_edit *const edit = mutant->edit;
    size_t from = edit->from, to = edit->from + edit->size;
    while (from > 0 && source->data[from - 1] != '\n')
        from--;
    while (to < source->size && source->data[to] != '\n')
        to++;
    NF_OWNED_TEXT struct nf_text now = {0};
    nf_text_bytes(&now, source->data + from, edit->from - from);
    nf_text_string(&now, edit->with);
    nf_text_bytes(&now, source->data + edit->from + edit->size, to - edit->from - edit->size);
    const uint64_t first = nf_newlines(source->data, from) + 1;
    const uint64_t lines = nf_newlines(source->data + from, to - from) + 1;
    if (lines > 1)
        nf_text_format(text, "@@ -%" PRIu64 ",%" PRIu64 " +%" PRIu64 ",%" PRIu64 " @@\n", first,
                       lines, first, lines);
    else
        nf_text_format(text, "@@ -%" PRIu64 " +%" PRIu64 " @@\n", first, first);
    put_lines(text, '-', source->data + from, to - from);
    put_lines(text, '+', now.data, now.size);
    text->failed |= now.failed;
}

/* Appends what became of a mutant that lives, in a line. */
static void put_living(struct nf_text *text, const struct nf_mutants_report *report,
                       const struct nf_mutant *mutant)
{
    NF_OWNED_TEXT struct nf_text words = {0};
    nf_shown(&words, name_in_folder(report, mutant->program));
    nf_text_format(&words, ":%u: ", mutant->edit->line);
    if (mutant->shown != NF_MUTANT_UNSHOWN)
        nf_text_format(&words, _("lives; case %llu of the form shows it: %s"),
                       (unsigned long long)report->mutants->cases[mutant->shown].index,
                       nf_verdict_name(mutant->verdict));
    else if (mutant->cases > 0)
        nf_text_format(&words, _("no difference in %llu cases"), (unsigned long long)mutant->cases);
    else
        nf_text_string(&words, report->cases > 0
                                   ? _("lives; there was no time for cases of the form")
                                   : _("lives"));
    nf_text_string(text, "\n");
    nf_text_wrapped(text, words.data, words.size, 0, 4);
    text->failed |= words.failed;
    put_diff(text, report->mutants, mutant);
}

/* Appends those that live, first those that a case shows. */
static void put_survivors(struct nf_text *text, const struct nf_mutants_report *report)
{
    const struct nf_mutants *const mutants = report->mutants;
    size_t rest = 0;
    for (int shown = 1; shown >= 0; shown--)
        for (size_t i = 0; i < mutants->count; i++) {
            const struct nf_mutant *const mutant = &mutants->list[i];
            const bool is_shown = mutant->shown != NF_MUTANT_UNSHOWN;
            if (mutant->state != NF_MUTANT_LIVES || is_shown != (shown == 1))
                continue;
            if (is_shown || report->cases == 0 || rest < DIFFS)
                put_living(text, report, mutant);
            rest += !is_shown && report->cases > 0;
        }
    if (rest > DIFFS)
        nf_text_format(text, _("\n%zu more show no difference; --json lists them.\n"),
                       rest - DIFFS);
}

static void put_added(struct nf_text *text, const struct nf_mutants_report *report)
{
    nf_text_string(text, report->added_count > 0 ? "\n" : "");
    for (size_t i = 0; i < report->added_count; i++) {
        const struct nf_mutant_added *const added = &report->added[i];
        NF_OWNED_TEXT struct nf_text shown = {0};
        nf_shown(&shown, added->path);
        nf_text_format(text,
                       added->known ? _("in the test set already: %s, which kills %zu\n")
                                    : _("added to the test set: %s, which kills %zu\n"),
                       nf_text_terminated(&shown), added->kills);
        text->failed |= shown.failed;
    }
}

void nf_mutants_table(struct nf_text *text, const struct nf_mutants_report *report)
{
    struct nf_tables tables = {0};
    put_programs(&tables, report);
    if (nf_mutants_count(report->mutants, SIZE_MAX).states[NF_MUTANT_KILLED] > 0)
        put_killers(&tables, report);
    nf_tables_terminal(text, &tables);
    text->failed |= tables.failed;
    nf_tables_free(&tables);
    put_survivors(text, report);
    put_added(text, report);
}

/* ---- JSON ---- */

static json_t *json_clean(const char *name)
{
    NF_OWNED_TEXT struct nf_text text = {0};
    nf_shown(&text, name);
    return nf_json_text(&text);
}

static json_t *json_counts(const struct nf_mutants_report *report, size_t program)
{
    const struct nf_mutants_count count = nf_mutants_count(report->mutants, program);
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "program",
        json_clean(name_in_folder(report, program)), "changes", nf_json_count(count.all), "refused",
        nf_json_count(count.states[NF_MUTANT_REFUSED]), "equal",
        nf_json_count(count.states[NF_MUTANT_EQUAL]), "untried",
        nf_json_count(count.states[NF_MUTANT_UNTRIED]), "killed",
        nf_json_count(count.states[NF_MUTANT_KILLED]), "lives",
        nf_json_count(count.states[NF_MUTANT_LIVES]), "shown", nf_json_count(count.shown));
}

static json_t *json_mutant(const struct nf_mutants_report *report, const struct nf_mutant *mutant)
{
    static const char *const states[] = {
        [NF_MUTANT_UNTRIED] = "untried", [NF_MUTANT_REFUSED] = "refused",
        [NF_MUTANT_EQUAL] = "equal",     [NF_MUTANT_KILLED] = "killed",
        [NF_MUTANT_LIVES] = "lives",
    };
    const struct nf_test_set *const set = report->options->judging.set;
    const bool killed = mutant->state == NF_MUTANT_KILLED;
    const bool is_shown = mutant->shown != NF_MUTANT_UNSHOWN;
    const char *const source = report->mutants->programs[mutant->program].source.data;
    NF_OWNED_TEXT struct nf_text was = {0}, now = {0};
    nf_shown_bytes(&was, source + mutant->edit->from, mutant->edit->size);
    nf_shown(&now, mutant->edit->with);
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o}", "program",
        json_clean(name_in_folder(report, mutant->program)), "line",
        nf_json_count(mutant->edit->line), "was", nf_json_text(&was), "now", nf_json_text(&now),
        "state", states[mutant->state], "test",
        killed ? json_clean(set->tests[mutant->test].name) : json_null(), "case",
        is_shown ? nf_json_count(report->mutants->cases[mutant->shown].index) : json_null(),
        "verdict", killed || is_shown ? json_string(nf_verdict_name(mutant->verdict)) : json_null(),
        "cases", nf_json_count(mutant->cases));
}

enum nf_status nf_mutants_json(struct nf_text *text, const struct nf_mutants_report *report,
                               struct nf_error *err)
{
    json_t *const object = json_object(), *const programs = json_array(),
                  *const mutants = json_array(), *const added = json_array();
    for (size_t i = 0; i < report->mutants->programs_count; i++)
        json_array_append_new(programs, json_counts(report, i));
    for (size_t i = 0; i < report->mutants->count; i++)
        json_array_append_new(mutants, json_mutant(report, &report->mutants->list[i]));
    for (size_t i = 0; i < report->added_count; i++)
        json_array_append_new(added, json_pack("{s:o, s:b, s:o}", "instance",
                                               json_clean(report->added[i].path), "known",
                                               report->added[i].known, "kills",
                                               nf_json_count(report->added[i].kills)));
    json_object_set_new(object, "schema", json_string("ninefold.mutants/1"));
    json_object_set_new(object, "version", json_string(nf_version));
    json_object_set_new(object, "folder", json_clean(report->folder));
    json_object_set_new(object, "tests", nf_json_count(report->options->judging.set->count));
    json_object_set_new(object, "cases", nf_json_count(report->cases));
    json_object_set_new(object, "seconds", json_real(report->seconds));
    json_object_set_new(object, "programs", programs);
    json_object_set_new(object, "mutants", mutants);
    json_object_set_new(object, "added", added);
    return nf_text_json(text, object, err);
}
