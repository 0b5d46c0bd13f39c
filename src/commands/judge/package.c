#include "commands/judge/package.h"

#include "base/embed.h"
#include "base/owned.h"
#include "judge/format/suite_write.h"
#include "judge/judge.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

NF_EMBED(nf_checker_py, "gen/package/checker.py");
NF_EMBED(nf_checker_cpp, "gen/package/checker.cpp");
NF_EMBED(nf_validator_cpp, "gen/package/validator.cpp");

/* ---- paths ---- */

uint32_t nf_package_group(const struct nf_suite *suite, uint32_t number)
{
    uint32_t group = 0;
    while (strcmp(suite->groups[group].name, suite->tests[number].group) != 0)
        group++;
    return group;
}

uint32_t nf_package_points(const struct nf_suite *suite, uint32_t number)
{
    const char *const name = suite->tests[number].group;
    const uint32_t points = suite->groups[nf_package_group(suite, number)].points;
    uint32_t before = 0, all = 0;
    for (uint32_t i = 0; suite->tests[i].group != NULL; i++) {
        const bool same = strcmp(suite->tests[i].group, name) == 0;
        before += same && i < number;
        all += same;
    }
    return points * (before + 1) / all - points * before / all;
}

void nf_package_test(const struct nf_packing *packing, uint32_t number, char path[NF_PACKAGE_PATH])
{
    const struct nf_pack_layout *const layout = packing->layout;
    const struct nf_suite *const suite = packing->problem->suite;
    const bool sample = number >= packing->tests;
    uint32_t shown = sample ? number - packing->tests + 1 : number + 1;
    if (layout->samples_first && !sample)
        shown += packing->samples;
    size_t used = 0;
    path[0] = '\0';
    for (const char *c = sample ? layout->sample : layout->test; *c != '\0'; c++) {
        char *const to = path + used;
        const size_t room = NF_PACKAGE_PATH - used;
        if (*c == '@')
            snprintf(to, room, "%02u", shown);
        else if (*c == '#')
            snprintf(to, room, "%u-%s", nf_package_group(suite, number) + 1,
                     suite->tests[number].group);
        else
            snprintf(to, room, "%c", *c);
        used += strlen(to);
    }
}

/* ---- files ---- */

void nf_package_put(struct nf_packing *packing, const char *path, struct nf_text *text)
{
    if (packing->status == NF_OK && text->failed)
        packing->status = nf_fail_memory(packing->err);
    if (packing->status == NF_OK)
        packing->status = packing->save(packing->owner, path, text, packing->err);
    nf_text_free(text);
}

static void put_string(struct nf_packing *packing, const char *path, const char *string)
{
    struct nf_text text = {0};
    if (path == NULL)
        return;
    nf_text_string(&text, string);
    nf_package_put(packing, path, &text);
}

/* ---- the statement ---- */

void nf_package_title(struct nf_text *text, const char *statement)
{
    const char *const title = statement + strlen("# ");
    nf_text_bytes(text, title, strcspn(title, "\n"));
}

void nf_package_subtasks(struct nf_text *text, const struct nf_suite *suite, uint32_t language,
                         bool points)
{
    static const char *const heads[NF_STATEMENTS] = {"Subtasks", "子任务"};
    static const char *const starts[NF_STATEMENTS] = {"- Subtask %u", "- 子任务 %u"};
    static const char *const worth[NF_STATEMENTS] = {", %u points", "，%u 分"};
    static const char *const ends[NF_STATEMENTS] = {": %s.\n", "：%s。\n"};
    nf_text_format(text, "## %s\n\n", heads[language]);
    for (uint32_t i = 0; suite->groups[i].name != NULL; i++) {
        nf_text_format(text, starts[language], i + 1);
        if (points)
            nf_text_format(text, worth[language], suite->groups[i].points);
        nf_text_format(text, ends[language], suite->groups[i].limits[language]);
    }
}

static void put_statement(struct nf_packing *packing, uint32_t language)
{
    static const char *const samples[NF_STATEMENTS] = {"Sample", "样例"};
    const char *const path = packing->layout->statements[language];
    struct nf_text text = {0};
    if (path == NULL)
        return;
    nf_text_string(&text, packing->problem->suite->package->statements[language]);
    nf_text_string(&text, "\n");
    nf_package_subtasks(&text, packing->problem->suite, language, true);
    for (uint32_t i = 0; i < packing->samples; i++) {
        const struct nf_text *const sample = &packing->texts[2 * i];
        nf_text_format(&text, "\n## %s %u\n\n```input%u\n", samples[language], i + 1, i + 1);
        nf_text_bytes(&text, sample[0].data, sample[0].size);
        nf_text_format(&text, "```\n\n```output%u\n", i + 1);
        nf_text_bytes(&text, sample[1].data, sample[1].size);
        nf_text_string(&text, "```\n");
    }
    nf_package_put(packing, path, &text);
}

/* ---- programs ---- */

static const char *line_behind(const char *line)
{
    return strchr(line, '\n') + 1;
}

/* A program that is wrong on purpose. */
struct wrong {
    const struct nf_mistake *mistake; /* of the catalogue; NULL: there is no such program */
    bool cpp;                         /* in C++, else in Python */
    const char *hunks;                /* its section of the diff, behind the two names */
};

/* Returns the wrong program `number`, from 0, of the package's diff. */
static struct wrong wrong_program(const struct nf_packing *packing, uint32_t number)
{
    static const char start[] = "\n+++ ";
    const char *name = packing->problem->suite->package->wrong;
    for (uint32_t i = 0; i <= number && name != NULL; i++) {
        name = strstr(name, start);
        name += name != NULL ? strlen(start) : 0;
    }
    if (name == NULL)
        return (struct wrong){.mistake = NULL};
    const size_t size = strcspn(name, ".");
    const struct nf_mistake *mistake = packing->problem->fuzz->mistakes;
    while (strncmp(mistake->name, name, size) != 0 || mistake->name[size] != '\0') {
        mistake++;
        assert(mistake->name != NULL);
    }
    return (struct wrong){mistake, memcmp(name + size, ".cpp", 4) == 0, line_behind(name)};
}

/* Whether a line of a diff is one of a hunk; a line without even a blank is an empty one. */
static bool is_in_hunk(const char *line)
{
    return *line != '\0' && strchr(" -+\n", *line) != NULL && strncmp(line, "--- ", 4) != 0;
}

/* Appends `text` with its lines changed as the hunks of a diff say. Where they stand is found by
 * the lines themselves, not by their numbers. */
static void put_patched(struct nf_text *to, const char *text, const char *hunks)
{
    for (const char *line = hunks; *line == '@';) {
        struct nf_text from = {0}, with = {0};
        for (line = line_behind(line); is_in_hunk(line); line = line_behind(line)) {
            const char *const words = line + (*line != '\n');
            const size_t size = (size_t)(line_behind(line) - words);
            if (*line != '+')
                nf_text_bytes(&from, words, size);
            if (*line != '-')
                nf_text_bytes(&with, words, size);
        }
        const char *const place = strstr(text, nf_text_terminated(&from));
        assert(place != NULL);
        nf_text_bytes(to, text, (size_t)(place - text));
        nf_text_bytes(to, with.data, with.size);
        text = place + from.size;
        nf_text_free_part(&from, to);
        nf_text_free_part(&with, to);
    }
    nf_text_string(to, text);
}

void nf_package_programs(const struct nf_packing *packing, void *owner,
                         void (*each)(void *owner, const char *folder, const char *name, bool cpp))
{
    const struct nf_pack_layout *const layout = packing->layout;
    each(owner, layout->accepted, "solution", true);
    each(owner, layout->accepted, "solution", false);
    struct wrong wrong;
    for (uint32_t i = 0; (wrong = wrong_program(packing, i)).mistake != NULL; i++)
        each(owner, layout->wrong, wrong.mistake->name, wrong.cpp);
}

enum nf_status nf_package_note(struct nf_packing *packing, uint32_t number,
                               const struct nf_text *instance, const struct nf_text *answer,
                               struct nf_error *err)
{
    const struct nf_suite *const suite = packing->problem->suite;
    const struct nf_fuzz_ops *const fuzz = packing->problem->fuzz;
    struct wrong wrong;
    for (uint32_t i = 0; (wrong = wrong_program(packing, i)).mistake != NULL; i++) {
        assert(i < NF_PACKAGE_WRONG);
        const struct nf_played_as played =
            nf_played_as(fuzz->play_as, UINT64_C(1) << (wrong.mistake - fuzz->mistakes), instance);
        NF_TRY_MEMORY(played.bytes != NULL, err);
        if (!played.whole || played.size != answer->size ||
            memcmp(played.bytes, answer->data, answer->size) != 0)
            packing->fails[i] |= 1u << nf_package_group(suite, number);
        free(played.bytes);
    }
    return NF_OK;
}

/* Whether the wrong program `number` passes a subtask. */
static bool passes_some(const struct nf_packing *packing, uint32_t number)
{
    uint32_t all = 0;
    for (uint32_t i = 0; packing->problem->suite->groups[i].name != NULL; i++)
        all |= 1u << i;
    return packing->fails[number] != all;
}

static void put_wrong(struct nf_packing *packing, const char *folder, const struct wrong *wrong)
{
    const struct nf_package *const package = packing->problem->suite->package;
    char path[NF_PACKAGE_PATH];
    struct nf_text text = {0};
    snprintf(path, sizeof path, "%s/%s.%s", folder, wrong->mistake->name,
             wrong->cpp ? "cpp" : "py");
    nf_text_format(&text, "%s Wrong on purpose: a player who %s.\n", wrong->cpp ? "//" : "#",
                   wrong->mistake->does);
    put_patched(&text, wrong->cpp ? package->solution_cpp : package->solution_py, wrong->hunks);
    nf_package_put(packing, path, &text);
}

/* With points, a program that passes a subtask is another judge's partially accepted one. What is
 * copied over the package cannot remove it from the wrong ones, so it is replaced there. */
static void put_partial(struct nf_packing *packing, const struct wrong *wrong)
{
    const char *const name = wrong->mistake->name;
    const char *const ending = wrong->cpp ? "cpp" : "py";
    char path[NF_PACKAGE_PATH];
    struct nf_text text = {0};
    put_wrong(packing, "scoring/submissions/partially_accepted", wrong);
    snprintf(path, sizeof path, "scoring/%s/%s.%s", packing->layout->wrong, name, ending);
    nf_text_format(&text,
                   "%s Prints nothing: %s.%s passes a subtask, and is in partially_accepted.\n%s",
                   wrong->cpp ? "//" : "#", name, ending, wrong->cpp ? "int main() {}\n" : "");
    nf_package_put(packing, path, &text);
}

static void put_programs(struct nf_packing *packing)
{
    const struct nf_package *const package = packing->problem->suite->package;
    char path[NF_PACKAGE_PATH];
    snprintf(path, sizeof path, "%s/solution.cpp", packing->layout->accepted);
    put_string(packing, path, package->solution_cpp);
    snprintf(path, sizeof path, "%s/solution.py", packing->layout->accepted);
    put_string(packing, path, package->solution_py);
    struct wrong wrong;
    for (uint32_t i = 0; (wrong = wrong_program(packing, i)).mistake != NULL; i++) {
        put_wrong(packing, packing->layout->wrong, &wrong);
        if (packing->layout->scoring && passes_some(packing, i))
            put_partial(packing, &wrong);
    }
}

/* ---- invalid inputs ---- */

static void put_invalid(struct nf_packing *packing, const char *name, struct nf_text *text)
{
    char path[NF_PACKAGE_PATH];
    snprintf(path, sizeof path, "%s/%s%s", packing->layout->invalid, name,
             packing->layout->invalid_ending);
    nf_package_put(packing, path, text);
}

/* What no game's form allows: the sample with bytes before it, in place of its first newline, and
 * in place of its last one. */
static void put_malformed(struct nf_packing *packing, const char *sample)
{
    static const struct {
        const char *name, *before, *first, *last;
    } forms[] = {
        {"leading-blank", " ", "\n", "\n"},
        {"leading-zero", "0", "\n", "\n"},
        {"trailing-blank", "", " \n", "\n"},
        {"carriage-return", "", "\r\n", "\n"},
        {"tab", "", "\t\n", "\n"},
        {"empty-line", "", "\n\n", "\n"},
        {"newline-missing", "", "\n", ""},
        {"newline-at-the-end", "", "\n", "\n\n"},
        {"word-at-the-end", "", "\n", " 1\n"},
        {"byte-of-utf-8", "", "\xc3\xa9\n", "\n"},
    };
    const char *const first = strchr(sample, '\n');
    const size_t size = strlen(sample);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct nf_text text = {0};
        nf_text_string(&text, forms[i].before);
        nf_text_bytes(&text, sample, (size_t)(first - sample));
        nf_text_string(&text, forms[i].first);
        nf_text_bytes(&text, first + 1, (size_t)(sample + size - 1 - (first + 1)));
        nf_text_string(&text, forms[i].last);
        put_invalid(packing, forms[i].name, &text);
    }
    put_invalid(packing, "empty", &(struct nf_text){0});
}

static void put_broken(void *packing, const char *name, struct nf_text *text)
{
    put_invalid(packing, name, text);
}

static void put_invalids(struct nf_packing *packing)
{
    const struct nf_input input = nf_text_input(&packing->texts[0], "the first sample");
    const struct nf_package_invalid *invalid = packing->problem->suite->package->invalid;
    NF_OWNED_TEXT struct nf_text sample = {0};
    nf_text_bytes(&sample, input.data, input.size);
    nf_text_bytes(&sample, "", 1);
    if (sample.failed) {
        packing->status = nf_fail_memory(packing->err);
        return;
    }
    put_malformed(packing, sample.data);
    nf_format_break(packing->problem->rules->format, &input, packing, put_broken);
    for (; invalid != NULL && invalid->name != NULL; invalid++) {
        struct nf_text text = {0};
        nf_text_string(&text, invalid->text);
        put_invalid(packing, invalid->name, &text);
    }
}

static void put_form(struct nf_packing *packing)
{
    struct nf_text text = {0};
    if (packing->layout->form == NULL)
        return;
    nf_validator_form(&text, packing->problem->rules->format, packing->problem->title);
    nf_package_put(packing, packing->layout->form, &text);
}

bool nf_package_validates(const struct nf_packing *packing)
{
    return !packing->layout->versioned || packing->problem->suite->package->check_cpp != NULL;
}

static void put_validator(struct nf_packing *packing)
{
    const bool versioned = packing->layout->versioned;
    const struct nf_validator validator = {.format = packing->problem->rules->format,
                                           .title = packing->problem->title,
                                           .valid = versioned ? 42 : 0,
                                           .invalid = versioned ? 43 : 3,
                                           .start = nf_validator_cpp,
                                           .check = packing->problem->suite->package->check_cpp};
    struct nf_text text = {0};
    if (!nf_package_validates(packing))
        return;
    nf_validator_write(&text, &validator);
    nf_package_put(packing, packing->layout->validator_cpp, &text);
}

enum nf_status nf_package_write(struct nf_packing *packing)
{
    const struct nf_pack_layout *const layout = packing->layout;
    for (uint32_t language = 0; language < NF_STATEMENTS; language++)
        put_statement(packing, language);
    put_form(packing);
    put_validator(packing);
    put_string(packing, layout->checker_py, nf_checker_py);
    put_string(packing, layout->checker_cpp, nf_checker_cpp);
    put_programs(packing);
    put_invalids(packing);
    layout->finish(packing);
    return packing->status;
}
