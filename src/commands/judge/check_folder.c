#include "commands/judge/check_folder.h"

#include "base/lang.h"
#include "base/owned.h"
#include "base/screen.h"
#include "base/shown.h"
#include "commands/parts/common.h"
#include "judge/fuzz/verdict.h"
#include "judge/judge.h"
#include "judge/judging/test_set.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What is found out. */
struct checking {
    const struct nf_check_folder *order;
    const struct nf_test_set *set;
    struct nf_spacings spacings; /* by the numbers of the tests */
    struct nf_text table, why;   /* why: of the first wrong output */
    uint64_t verdicts[NF_VERDICTS];
    size_t count, missing;
};

/* Returns the path of a test's output, which the caller frees: NAME.out before NAME.ans. `*path` is
 * NULL if there is none. */
static enum nf_status find_output(const struct nf_check_folder *order, const struct nf_test *test,
                                  char **path, struct nf_error *err)
{
    static const char *const endings[] = {".out", ".ans"};
    const char *const beside = test->out != NULL ? test->out : test->ans;
    *path = NULL;
    if (order->outputs == NULL) {
        *path = beside != NULL ? strdup(beside) : NULL;
        return beside == NULL || *path != NULL ? NF_OK : nf_fail(err, NF_IO, "out of memory");
    }
    for (int i = 0; *path == NULL && i < 2; i++) {
        bool there;
        NF_OWNED char *found = NULL;
        if (asprintf(&found, "%s/%s%s", order->outputs, test->name, endings[i]) < 0) {
            found = NULL;
            return nf_fail(err, NF_IO, "out of memory");
        }
        NF_TRY(nf_test_file(found, &there, err));
        if (there) {
            *path = found;
            found = NULL;
        }
    }
    return NF_OK;
}

/* Appends a line of the table, and keeps the explanation of the first fault. */
static void put_test_line(struct checking *checking, const struct nf_test *test, const char *path,
                          const char *verdict, const struct nf_input *why)
{
    const char *const end = why->size > 0 ? memchr(why->data, '\n', why->size) : NULL;
    const int length = end != NULL ? (int)(end - why->data) : (int)why->size;
    nf_screen_put(&checking->table, strcmp(verdict, "AC") == 0 ? NF_GOOD : NF_BAD, -4, verdict);
    nf_text_string(&checking->table, "  ");
    nf_shown(&checking->table, test->name);
    nf_text_format(&checking->table, "%s%.*s\n", length > 0 ? _(": ") : "", length,
                   length > 0 ? why->data : "");
    if (end == NULL || checking->why.size > 0 || strcmp(verdict, "AC") == 0)
        return;
    nf_text_string(&checking->why, "\n");
    nf_shown(&checking->why, path);
    nf_text_string(&checking->why, ":\n");
    nf_text_bytes(&checking->why, why->data, why->size);
}

static enum nf_status compare(struct checking *checking, const struct nf_test *test,
                              const char *path, const struct nf_input *instance,
                              struct nf_error *err)
{
    const struct nf_check_folder *const order = checking->order;
    NF_OWNED_INPUT struct nf_input output = {0};
    struct nf_judgement judgement = {.verdict = NF_AC};
    NF_FREED_BY(nf_difference_free) struct nf_difference difference = {0};
    NF_TRY(nf_input_open(&output, path, err));
    NF_TRY(nf_check_output(order->problem, instance, NULL, &output, &difference, err));
    nf_judge_difference(&difference, order->strict, &judgement);
    checking->verdicts[judgement.verdict]++;
    nf_spacings_add(&checking->spacings, (uint64_t)(test - checking->set->tests), &judgement);
    const struct nf_input why = nf_text_input(&difference.why, "");
    put_test_line(checking, test, path, nf_verdict_name(judgement.verdict), &why);
    return NF_OK;
}

static enum nf_status check_test(struct checking *checking, const struct nf_test *test,
                                 struct nf_error *err)
{
    const char *const none = _("it has no output");
    NF_OWNED char *path = NULL;
    NF_OWNED_INPUT struct nf_input instance = {0};
    NF_OWNED_TEXT struct nf_text played = {0};
    NF_TRY(nf_input_open(&instance, test->instance, err));
    NF_TRY(find_output(checking->order, test, &path, err));
    if (path != NULL)
        return compare(checking, test, path, &instance, err);
    /* Even so, an instance that is not valid is told. */
    NF_TRY(nf_play(checking->order->problem->rules, &instance, &played, err));
    checking->missing++;
    put_test_line(checking, test, NULL, "none", &(struct nf_input){"", none, strlen(none)});
    return NF_OK;
}

/* Says which accepted outputs other judges may refuse. */
static void put_spacings(const struct checking *checking, struct nf_text *text)
{
    for (int i = 0; i < NF_SPACINGS; i++) {
        struct nf_text words = {0}, name = {0};
        if (checking->spacings.of[i].count == 0)
            continue;
        nf_shown(&name, checking->set->tests[checking->spacings.of[i].first].name);
        nf_spacings_put(&words, &checking->spacings, (enum nf_spacing)i, nf_text_terminated(&name));
        nf_text_wrapped(text, words.data, words.size, 0, 0);
        nf_text_free_part(&name, &words);
        nf_text_free_part(&words, text);
    }
}

static enum nf_status conclude_check(struct checking *checking, struct nf_error *err)
{
    struct nf_text *const text = &checking->table;
    nf_text_bytes(text, checking->why.data, checking->why.size);
    nf_text_format(text, _("\n%zu outputs"), checking->count - checking->missing);
    for (int verdict = 0; verdict < NF_VERDICTS; verdict++)
        if (checking->verdicts[verdict] > 0)
            nf_text_format(text, "%s%llu %s", _(", "),
                           (unsigned long long)checking->verdicts[verdict],
                           nf_verdict_name((enum nf_verdict)verdict));
    if (checking->missing > 0)
        nf_text_format(text, _("; %zu missing"), checking->missing);
    nf_text_string(text, "\n");
    put_spacings(checking, text);
    text->failed |= checking->why.failed;
    NF_TRY(nf_common_print(text, NF_OK, err));
    return checking->verdicts[NF_AC] == checking->count ? NF_OK : NF_DIFFERENT;
}

/* The folder of outputs must be one, or everything would look missing. */
static enum nf_status check_outputs(const char *outputs, struct nf_error *err)
{
    struct stat found;
    if (outputs == NULL)
        return NF_OK;
    if (stat(outputs, &found) != 0)
        return nf_fail(err, NF_IO, "%.400s: %s", outputs, strerror(errno));
    return S_ISDIR(found.st_mode) ? NF_OK : nf_fail(err, NF_IO, "%.400s: not a folder", outputs);
}

static void free_checking(struct checking *checking)
{
    nf_text_free(&checking->table);
    nf_text_free(&checking->why);
}

enum nf_status nf_check_folder(const struct nf_check_folder *order, struct nf_error *err)
{
    NF_FREED_BY(nf_test_set_close) struct nf_test_set set = {0};
    NF_FREED_BY(free_checking) struct checking checking = {.order = order, .set = &set};
    NF_TRY(check_outputs(order->outputs, err));
    NF_TRY(nf_test_set_open(&set, order->folder, err));
    if (set.notes.size > 0)
        fprintf(stderr, "%.*s", (int)set.notes.size, set.notes.data);
    NF_TRY(nf_test_set_need(&set, order->folder, err));
    checking.count = set.count;
    for (size_t i = 0; i < set.count; i++)
        NF_TRY(check_test(&checking, &set.tests[i], err));
    return conclude_check(&checking, err);
}
