/* The layouts of packages, and the files that only one judge has. */
#include "base/embed.h"
#include "base/lang.h"
#include "commands/judge/package.h"
#include "table/html/markup.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

/* ---- the statement, which is kept in Markdown ---- */

enum part {
    PART_ALL,
    PART_LEGEND, /* behind the title, up to "## Input" */
    PART_INPUT,  /* below it, up to "## Output" */
    PART_OUTPUT, /* below that */
};

/* Appends a title, which has no backslash. */
static void put_tex_title(struct nf_text *text, const char *title, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        nf_text_string(text, strchr("_%&#{}$^~", title[i]) != NULL ? "\\" : "");
        nf_text_bytes(text, &title[i], 1);
        nf_text_string(text, strchr("^~", title[i]) != NULL ? "{}" : "");
    }
}

/* Appends a line: code between ` becomes \texttt, words between ** \textbf, mathematics between $
 * stays. */
static void put_tex_line(struct nf_text *text, const char *line, size_t size)
{
    bool code = false, bold = false, maths = false;
    for (size_t i = 0; i < size; i++) {
        const char byte = line[i];
        maths ^= byte == '$' && !code;
        if (byte == '`') {
            nf_text_string(text, code ? "}" : "\\texttt{");
            code = !code;
            continue;
        }
        if (!maths && i + 1 < size && memcmp(line + i, "**", 2) == 0) {
            nf_text_string(text, bold ? "}" : "\\textbf{");
            bold = !bold;
            i++;
            continue;
        }
        if (!maths && !code && i + 1 < size && memcmp(line + i, "<=", 2) == 0) {
            nf_text_string(text, "$\\le$");
            i++;
            continue;
        }
        if (!maths && strchr("_%&#{}", byte) != NULL)
            nf_text_string(text, "\\");
        nf_text_bytes(text, &byte, 1);
    }
    nf_text_string(text, "\n");
}

/* A line of the whole statement; `*items` says whether it stands in a list. */
static void put_tex(struct nf_text *text, const char *line, size_t size, bool *items)
{
    const bool item = size > 1 && memcmp(line, "- ", 2) == 0;
    const bool goes_on = *items && size > 1 && memcmp(line, "  ", 2) == 0;
    if (item && !*items)
        nf_text_string(text, "\\begin{itemize}\n");
    if (*items && !item && !goes_on)
        nf_text_string(text, "\\end{itemize}\n");
    *items = item || goes_on;
    if (item)
        nf_text_string(text, "\\item ");
    if (size > 2 && memcmp(line, "# ", 2) == 0) {
        nf_text_string(text, "\\problemname{");
        put_tex_title(text, line + 2, size - 2);
        nf_text_string(text, "}\n");
    } else if (size > 3 && memcmp(line, "## ", 3) == 0)
        nf_text_format(text, "\\section*{%.*s}\n", (int)(size - 3), line + 3);
    else
        put_tex_line(text, line + (item ? 2 : 0), size - (item ? 2 : 0));
}

/* Appends a part of `markdown` (nf_package.statements) in LaTeX. */
static void put_statement(struct nf_text *text, const char *markdown, enum part part)
{
    enum part here = PART_LEGEND;
    bool items = false;
    const char *const start = part == PART_ALL ? markdown : strstr(markdown, "\n\n") + 2;
    for (const char *line = start; *line != '\0';) {
        const size_t size = strcspn(line, "\n");
        const bool head = memcmp(line, "## ", 3) == 0;
        here += head;
        if (part == PART_ALL || (here == part && !head))
            put_tex(text, line, size, &items);
        line += size + (line[size] == '\n');
    }
    if (items)
        nf_text_string(text, "\\end{itemize}\n");
}

/* Appends a paragraph, or with `column` 2 an item of a list, in lines that are not too long. */
static void put_words(struct nf_text *text, size_t column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void put_words(struct nf_text *text, size_t column, const char *format, ...)
{
    char words[1024];
    va_list values;
    va_start(values, format);
    const int size = vsnprintf(words, sizeof words, format, values);
    va_end(values);
    assert(size >= 0 && (size_t)size < sizeof words);
    nf_text_string(text, column > 0 ? "- " : "\n");
    nf_text_wrapped(text, words, (size_t)size, column, 0);
}

static void put_files(struct nf_text *text, const struct nf_packing *packing)
{
    const struct nf_pack_layout *const layout = packing->layout;
    put_words(text, 2, "`%s`: right programs, straight from the statement.", layout->accepted);
    if (packing->problem->suite->package->wrong != NULL)
        put_words(text, 2,
                  "`%s`: programs that are wrong on purpose, get Wrong Answer, and say in their "
                  "first line why.%s",
                  layout->wrong,
                  layout->scoring ? " With points those that pass a subtask are in "
                                    "`submissions/partially_accepted`, and those in their place "
                                    "here print nothing."
                                  : "");
    put_words(text, 2, "`%s`: inputs that validators must refuse.", layout->invalid);
    if (layout->form != NULL)
        put_words(text, 2,
                  "`%s`: what inputs look like, in the language of checktestdata: `checktestdata "
                  "problem.ctd < INPUT`. The limits are those of the whole problem.",
                  layout->form);
    if (nf_package_validates(packing))
        put_words(text, 2,
                  "`%s`: in C++17 and in testlib's manner, but without testlib.h: exit code %s "
                  "with the reason if not%s.",
                  layout->validator_cpp,
                  layout->versioned ? "42 if an input is valid, 43" : "0 if an input is valid, 3",
                  layout->versioned ? "; it plays the game, which a form cannot"
                                    : "; `--group SUBTASK` for the limits of a subtask");
    if (layout->checker_py != NULL)
        put_words(text, 2,
                  "`%s`: `python3 checker.py INPUT OUTPUT ANSWER`, word by word, exit code 0 or 1. "
                  "Only one output is right, so a judge's own comparison does as well.",
                  layout->checker_py);
    if (layout->checker_cpp != NULL)
        put_words(text, 2, "`%s`: compares word by word, in testlib's manner.",
                  layout->checker_cpp);
}

NF_EMBED(nf_use_md, "gen/package/use.md");

/* Appends how a layout's package is used, which stands below the layout's name in use.md. */
static void put_use(struct nf_text *text, const char *layout)
{
    char head[32];
    snprintf(head, sizeof head, "\n# %s\n", layout);
    const char *const start = strstr(nf_use_md, head) + strlen(head);
    const char *const next = strstr(start, "\n# ");
    nf_text_bytes(text, start, next != NULL ? (size_t)(next - start) : strlen(start));
}

/* Writes README.md: what holds for all packages, and how this one is used. */
static void put_readme(struct nf_packing *packing)
{
    const struct nf_suite *const suite = packing->problem->suite;
    const struct nf_pack_layout *const layout = packing->layout;
    struct nf_text text = {0};
    nf_text_format(&text, "# %s: a problem package\n", packing->problem->title);
    put_words(&text, 0,
              "Made by `ninefold gen --game %s --seed %llu --suite DIR --format %s%s`, which makes "
              "the same files again. It needs no ninefold.",
              packing->problem->name, (unsigned long long)packing->seed, layout->name,
              packing->options);
    put_use(&text, layout->name);
    nf_text_string(&text, "\n## Subtasks\n\n");
    for (const struct nf_suite_group *group = suite->groups; group->name != NULL; group++)
        put_words(&text, 1, "%s, %u points: %s.", group->name, group->points,
                  group->limits[NF_ENGLISH]);
    nf_text_string(&text, "\n## Limits\n\n");
    put_words(&text, 1, "%u s a test: %s.", suite->package->seconds, suite->package->seconds_from);
    put_words(&text, 1, "%d MiB of memory.", NF_PACKAGE_MEMORY);
    nf_text_string(&text, "\n## Files\n\n");
    put_files(&text, packing);
    nf_package_put(packing, "README.md", &text);
}

static void finish_plain(struct nf_packing *packing)
{
    struct nf_text limits = {0};
    nf_text_format(&limits, "limits:\n  memory: %d\n  time_limit: %u\n", NF_PACKAGE_MEMORY,
                   packing->problem->suite->package->seconds);
    nf_package_put(packing, "problem.yaml", &limits);
    put_readme(packing);
}

/* ---- the problem package format of Kattis and the ICPC ---- */

#define CASE_MATTERS "output_validator_args: [case_sensitive]\n"

static void put_config(struct nf_packing *packing, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void put_config(struct nf_packing *packing, const char *path, const char *format, ...)
{
    char words[256];
    va_list values;
    struct nf_text text = {0};
    va_start(values, format);
    vsnprintf(words, sizeof words, format, values);
    va_end(values);
    nf_text_string(&text, words);
    nf_package_put(packing, path, &text);
}

/* Appends a title, which has neither " nor backslash, in quotes unless it is some plain words. */
static void put_yaml_word(struct nf_text *text, const char *word)
{
    bool plain = word[0] != '\'', several = false;
    for (const char *c = word; *c != '\0'; c++) {
        several |= *c == ' ' || *c < 0; /* else it may be true, null and the like */
        plain &= isalpha((unsigned char)*c) != 0 || *c == ' ' || *c == '\'' || *c < 0;
    }
    plain &= several;
    nf_text_format(text, plain ? "%s" : "\"%s\"", word);
}

/* The same problem has the same identity wherever it is made. */
static void put_uuid(struct nf_text *text, const struct nf_packing *packing)
{
    const XXH128_hash_t hash = XXH3_128bits_withSeed(packing->problem->name,
                                                     strlen(packing->problem->name), packing->seed);
    const uint64_t high = (hash.high64 & ~UINT64_C(0xf000)) | UINT64_C(0x8000);
    const uint64_t low = hash.low64 >> 2 | UINT64_C(1) << 63;
    nf_text_format(text, "uuid: %08x-%04x-%04x-%04x-%012llx\n", (unsigned)(high >> 32),
                   (unsigned)(high >> 16 & 0xffff), (unsigned)(high & 0xffff),
                   (unsigned)(low >> 48), (unsigned long long)(low & 0xffffffffffff));
}

/* What all versions have in problem.yaml; last are the limits. */
static void put_common(struct nf_text *text, const struct nf_packing *packing)
{
    put_uuid(text, packing);
    nf_text_format(text,
                   "license: cc by\nrights_owner: the ninefold authors\nlimits:\n  memory: %d\n"
                   "  output: 32\n",
                   NF_PACKAGE_MEMORY);
}

/* The statement in a language, as LaTeX, as the package is and as it is with points. */
static void put_tex_statement(struct nf_packing *packing, const char *path, uint32_t language)
{
    const struct nf_suite *const suite = packing->problem->suite;
    for (int points = 0; points <= 1; points++) {
        struct nf_text text = {0}, subtasks = {0};
        char where[NF_PACKAGE_PATH];
        nf_package_subtasks(&subtasks, suite, language, points != 0);
        put_statement(&text, suite->package->statements[language], PART_ALL);
        nf_text_string(&text, "\n");
        put_statement(&text, nf_text_terminated(&subtasks), PART_ALL);
        nf_text_free_part(&subtasks, &text);
        snprintf(where, sizeof where, "%s%s", points != 0 ? "scoring/" : "", path);
        nf_package_put(packing, where, &text);
    }
}

/* ---- its version "legacy": Kattis and DOMjudge ---- */

static void put_kattis_yaml(struct nf_packing *packing, const char *path, const char *type)
{
    struct nf_text text = {0};
    nf_text_string(&text, "name: ");
    put_yaml_word(&text, packing->problem->title);
    nf_text_format(&text, "\n%svalidator_flags: case_sensitive\n", type);
    put_common(&text, packing);
    nf_package_put(packing, path, &text);
}

/* What turns the package into one with points. */
static void put_scoring(struct nf_packing *packing)
{
    put_kattis_yaml(packing, "scoring/problem.yaml",
                    "type: scoring\ngrading:\n  show_test_data_groups: true\n");
    put_config(packing, "scoring/data/testdata.yaml",
               "on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n");
    put_config(packing, "scoring/data/sample/testdata.yaml",
               "on_reject: continue\nrange: 0 0\naccept_score: 0\ngrader_flags: first_error\n");
    put_config(packing, "scoring/data/secret/testdata.yaml",
               "on_reject: continue\nrange: 0 100\n"
               "grader_flags: first_error accept_if_any_accepted\n");
}

static void put_groups(struct nf_packing *packing)
{
    const struct nf_suite_group *const groups = packing->problem->suite->groups;
    for (uint32_t i = 0; groups[i].name != NULL; i++) {
        char path[NF_PACKAGE_PATH];
        snprintf(path, sizeof path, "scoring/data/secret/%u-%s/testdata.yaml", i + 1,
                 groups[i].name);
        put_config(packing, path,
                   "on_reject: break\naccept_score: %u\nrange: 0 %u\ngrader_flags: min\n",
                   groups[i].points, groups[i].points);
    }
}

static void finish_kattis(struct nf_packing *packing)
{
    const struct nf_package *const package = packing->problem->suite->package;
    put_kattis_yaml(packing, "problem.yaml", "");
    put_config(packing, "domjudge-problem.ini", "timelimit='%u'\n", package->seconds);
    put_groups(packing);
    put_scoring(packing);
    put_tex_statement(packing, "problem_statement/problem.en.tex", NF_ENGLISH);
    put_readme(packing);
}

/* ---- its version 2025-09: BAPCtools ---- */

static const char *const languages[NF_STATEMENTS] = {"en", "zh"};

static void put_icpc_yaml(struct nf_packing *packing, const char *path, const char *type)
{
    const struct nf_package *const package = packing->problem->suite->package;
    struct nf_text text = {0};
    nf_text_format(&text, "problem_format_version: 2025-09\n%sname:\n", type);
    for (uint32_t i = 0; i < NF_STATEMENTS; i++) {
        struct nf_text title = {0};
        nf_text_format(&text, "  %s: ", languages[i]);
        nf_package_title(&title, package->statements[i]);
        put_yaml_word(&text, nf_text_terminated(&title));
        nf_text_free_part(&title, &text);
        nf_text_string(&text, "\n");
    }
    put_common(&text, packing);
    nf_text_format(&text, "  time_limit: %u\n", package->seconds);
    nf_package_put(packing, path, &text);
}

/* A test group's settings, with or without points. */
static void put_icpc_group(struct nf_packing *packing, uint32_t number, bool points)
{
    const struct nf_suite_group *const group = &packing->problem->suite->groups[number];
    struct nf_text text = {0};
    char path[NF_PACKAGE_PATH];
    snprintf(path, sizeof path, "%sdata/secret/%u-%s/test_group.yaml", points ? "scoring/" : "",
             number + 1, group->name);
    if (points)
        nf_text_format(&text, "max_score: %u\n", group->points);
    nf_text_string(&text, CASE_MATTERS);
    nf_package_put(packing, path, &text);
}

static void finish_icpc(struct nf_packing *packing)
{
    const struct nf_suite *const suite = packing->problem->suite;
    put_icpc_yaml(packing, "problem.yaml", "");
    put_icpc_yaml(packing, "scoring/problem.yaml", "type: scoring\n");
    put_config(packing, "data/sample/test_group.yaml", CASE_MATTERS);
    for (uint32_t i = 0; suite->groups[i].name != NULL; i++) {
        put_icpc_group(packing, i, false);
        put_icpc_group(packing, i, true);
    }
    for (uint32_t i = 0; i < NF_STATEMENTS; i++) {
        char path[NF_PACKAGE_PATH];
        snprintf(path, sizeof path, "statement/problem.%s.tex", languages[i]);
        put_tex_statement(packing, path, i);
    }
    put_readme(packing);
}

/* ---- Luogu ---- */

static void finish_luogu(struct nf_packing *packing)
{
    const struct nf_suite *const suite = packing->problem->suite;
    struct nf_text text = {0};
    for (uint32_t i = 0; i < packing->tests; i++)
        nf_text_format(&text,
                       "%02u.in:\n  timeLimit: %u\n  memoryLimit: %d\n  score: %u\n"
                       "  subtaskId: %u\n",
                       i + 1, suite->package->seconds * 1000, NF_PACKAGE_MEMORY * 1024,
                       nf_package_points(suite, i), nf_package_group(suite, i) + 1);
    nf_package_put(packing, "data/config.yml", &text);
    put_readme(packing);
}

/* ---- Hydro ---- */

static void finish_hydro(struct nf_packing *packing)
{
    const struct nf_suite *const suite = packing->problem->suite;
    struct nf_text text = {0};
    nf_text_format(&text,
                   "type: default\nchecker_type: testlib\nchecker: checker.cc\ntime: %us\n"
                   "memory: %dm\nsubtasks:\n",
                   suite->package->seconds, NF_PACKAGE_MEMORY);
    for (uint32_t i = 0; i < packing->tests; i++) {
        const uint32_t group = nf_package_group(suite, i);
        if (i == 0 || group != nf_package_group(suite, i - 1))
            nf_text_format(&text, "  - id: %u\n    score: %u\n    type: min\n    cases:\n",
                           group + 1, suite->groups[group].points);
        nf_text_format(&text, "      - input: %02u.in\n        output: %02u.out\n", i + 1, i + 1);
    }
    nf_package_put(packing, "problem/testdata/config.yaml", &text);
    struct nf_text named = {0};
    nf_text_string(&named, "title: ");
    put_yaml_word(&named, packing->problem->title);
    nf_text_string(&named, "\ntag: []\n");
    nf_package_put(packing, "problem/problem.yaml", &named);
    put_readme(packing);
}

/* ---- Polygon ---- */

static void put_section(struct nf_packing *packing, const char *path, enum part part)
{
    struct nf_text text = {0};
    put_statement(&text, packing->problem->suite->package->statements[NF_ENGLISH], part);
    nf_package_put(packing, path, &text);
}

static void put_polygon_tests(struct nf_text *text, const struct nf_packing *packing)
{
    const struct nf_suite *const suite = packing->problem->suite;
    nf_text_format(text,
                   "    <testset name=\"tests\">\n      <time-limit>%u</time-limit>\n"
                   "      <memory-limit>%d</memory-limit>\n      <test-count>%u</test-count>\n"
                   "      <input-path-pattern>tests/%%02d</input-path-pattern>\n"
                   "      <answer-path-pattern>tests/%%02d.a</answer-path-pattern>\n"
                   "      <tests>\n",
                   suite->package->seconds * 1000, NF_PACKAGE_MEMORY << 20,
                   packing->tests + packing->samples);
    for (uint32_t i = 0; i < packing->samples; i++)
        nf_text_string(text, "        <test group=\"samples\" method=\"manual\" points=\"0.0\""
                             " sample=\"true\"/>\n");
    for (uint32_t i = 0; i < packing->tests; i++)
        nf_text_format(text, "        <test group=\"%s\" method=\"manual\" points=\"%u.0\"/>\n",
                       suite->tests[i].group, nf_package_points(suite, i));
    nf_text_string(text, "      </tests>\n      <groups>\n"
                         "        <group feedback-policy=\"complete\" name=\"samples\""
                         " points=\"0.0\" points-policy=\"complete-group\"/>\n");
    for (const struct nf_suite_group *group = suite->groups; group->name != NULL; group++)
        nf_text_format(text,
                       "        <group feedback-policy=\"icpc\" name=\"%s\" points=\"%u.0\""
                       " points-policy=\"complete-group\"/>\n",
                       group->name, group->points);
    nf_text_string(text, "      </groups>\n    </testset>\n");
}

static void put_polygon_program(void *owner, const char *folder, const char *name, bool cpp)
{
    struct nf_text *const text = owner;
    const bool right = strcmp(name, "solution") == 0;
    nf_text_format(text,
                   "      <solution tag=\"%s\">\n        <source path=\"%s/%s.%s\" type=\"%s\"/>\n"
                   "      </solution>\n",
                   !right ? "wrong-answer"
                   : cpp  ? "main"
                          : "accepted",
                   folder, name, cpp ? "cpp" : "py", cpp ? "cpp.g++17" : "python.3");
}

static void put_problem_xml(struct nf_packing *packing)
{
    struct nf_text text = {0};
    nf_text_format(&text,
                   "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n"
                   "<problem revision=\"1\" short-name=\"%s\">\n  <names>\n"
                   "    <name language=\"english\" value=\"",
                   packing->problem->name);
    nf_html_text(&text, packing->problem->title);
    nf_text_string(&text, "\"/>\n  </names>\n"
                          "  <judging input-file=\"\" output-file=\"\">\n");
    put_polygon_tests(&text, packing);
    nf_text_string(&text, "  </judging>\n  <files>\n    <executables>\n"
                          "      <executable>\n        <source path=\"files/validator.cpp\""
                          " type=\"cpp.g++17\"/>\n      </executable>\n    </executables>\n"
                          "  </files>\n  <assets>\n    <checker>\n"
                          "      <source path=\"files/check.cpp\" type=\"cpp.g++17\"/>\n"
                          "    </checker>\n    <validators>\n      <validator>\n"
                          "        <source path=\"files/validator.cpp\" type=\"cpp.g++17\"/>\n"
                          "      </validator>\n    </validators>\n    <solutions>\n");
    nf_package_programs(packing, &text, put_polygon_program);
    nf_text_string(&text, "    </solutions>\n  </assets>\n</problem>\n");
    nf_package_put(packing, "problem.xml", &text);
}

static void finish_polygon(struct nf_packing *packing)
{
    put_problem_xml(packing);
    struct nf_text name = {0}, subtasks = {0}, scoring = {0};
    put_tex_title(&name, packing->problem->title, strlen(packing->problem->title));
    nf_text_string(&name, "\n");
    nf_package_put(packing, "statement-sections/english/name.tex", &name);
    nf_package_subtasks(&subtasks, packing->problem->suite, NF_ENGLISH, true);
    put_statement(&scoring, nf_text_terminated(&subtasks), PART_LEGEND); /* without its head */
    nf_text_free_part(&subtasks, &scoring);
    nf_package_put(packing, "statement-sections/english/scoring.tex", &scoring);
    put_section(packing, "statement-sections/english/legend.tex", PART_LEGEND);
    put_section(packing, "statement-sections/english/input.tex", PART_INPUT);
    put_section(packing, "statement-sections/english/output.tex", PART_OUTPUT);
    put_readme(packing);
}

/* What judges leave free is the same everywhere. */
#define FREE_LAYOUT                                                                                \
    .instance = ".in", .answer = ".out", .form = "problem.ctd", .validator_cpp = "validator.cpp",  \
    .checker_py = "checker.py", .accepted = "submissions/accepted",                                \
    .wrong = "submissions/wrong_answer", .invalid = "invalid", .invalid_ending = ".txt"

/* What versions of the problem package format share. */
#define VERSIONED_LAYOUT                                                                           \
    .test = "data/secret/#/@", .sample = "data/sample/@", .instance = ".in", .answer = ".ans",     \
    .versioned = true, .form = "input_validators/problem.ctd",                                     \
    .validator_cpp = "input_validators/validator.cpp", .accepted = "submissions/accepted",         \
    .wrong = "submissions/wrong_answer", .invalid_ending = ".in"

#define STATEMENT_MD .statements = {"statement.md", "statement.zh.md"}

const struct nf_pack_layout nf_pack_layouts[] = {
    {.name = "plain",
     .help = N_("01.in, 01.out, ..., statement, validators, checkers, programs"),
     .test = "@",
     STATEMENT_MD,
     .checker_cpp = "checker.cpp",
     FREE_LAYOUT,
     .finish = finish_plain},
    {.name = "kattis",
     .help = N_("a problem package for Kattis and DOMjudge"),
     VERSIONED_LAYOUT,
     .note = ".desc",
     .note_start = "",
     .invalid = "invalid_inputs",
     .scoring = true,
     .finish = finish_kattis},
    {.name = "icpc",
     .help = N_("a problem package of version 2025-09, for BAPCtools"),
     VERSIONED_LAYOUT,
     .note = ".yaml",
     .note_start = "description: ",
     .invalid = "data/invalid_input",
     .finish = finish_icpc},
    {.name = "polygon",
     .help = N_("a problem package for Polygon, that is Codeforces"),
     .test = "tests/@",
     .sample = "tests/@",
     .instance = "",
     .answer = ".a",
     .samples_first = true,
     .validator_cpp = "files/validator.cpp",
     .checker_cpp = "files/check.cpp",
     .accepted = "solutions",
     .wrong = "solutions",
     .invalid = "invalid",
     .invalid_ending = ".txt",
     .finish = finish_polygon},
    {.name = "luogu",
     .help = N_("data with config.yml for Luogu, and what else a problem needs"),
     .test = "data/@",
     STATEMENT_MD,
     FREE_LAYOUT,
     .finish = finish_luogu},
    {.name = "hydro",
     .help = N_("a problem with config.yaml for Hydro"),
     .test = "problem/testdata/@",
     .statements = {"problem/problem_en.md", "problem/problem_zh.md"},
     .checker_cpp = "problem/testdata/checker.cc",
     FREE_LAYOUT,
     .finish = finish_hydro},
    {.name = NULL},
};
