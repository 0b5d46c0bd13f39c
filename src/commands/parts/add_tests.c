#include "commands/parts/add_tests.h"

#include "base/lang.h"
#include "base/shown.h"
#include "commands/parts/common.h"
#include "fuzz/judging/test_set.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum nf_status nf_add_tests_open(const char *folder, struct nf_error *err)
{
    struct nf_test_set set = {0};
    enum nf_status status = nf_common_make_folder(folder, err);
    if (status == NF_OK)
        status = nf_test_set_open(&set, folder, err);
    nf_test_set_close(&set);
    return status;
}

enum nf_status nf_add_tests(const char *folder, const struct nf_fuzz_result *result,
                            struct nf_text *told, struct nf_error *err)
{
    for (uint32_t i = 0; i < result->findings_count; i++) {
        const struct nf_finding *const finding = &result->findings[i];
        const struct nf_trial_case *const test =
            finding->shrunk ? &finding->smallest : &finding->found;
        char *path;
        bool known;
        if (test->ends != NF_LF) {
            nf_text_format(told, _("case %llu was not added: it fails only with %s\n"),
                           (unsigned long long)finding->found.index,
                           _(nf_line_ends_words[test->ends]));
            continue;
        }
        const enum nf_status status =
            nf_test_set_add(folder, &test->instance, &test->answer, &path, &known, err);
        if (status != NF_OK)
            return status;
        struct nf_text shown = {0};
        nf_shown(&shown, path);
        nf_text_format(told,
                       known ? _("case %llu is in the test set already: %.*s\n")
                             : _("case %llu was added to the test set: %.*s, with its answer\n"),
                       (unsigned long long)finding->found.index, (int)shown.size, shown.data);
        told->failed |= shown.failed;
        nf_text_free(&shown);
        free(path);
    }
    return NF_OK;
}

enum nf_status nf_add_tests_tell(const struct nf_text *told, const char *json, struct nf_error *err)
{
    const bool taken = json != NULL && strcmp(json, "-") == 0;
    if (told->size == 0 && !told->failed)
        return NF_OK;
    return nf_text_write(told, taken ? STDERR_FILENO : STDOUT_FILENO,
                         taken ? "standard error" : "standard output", err);
}
