#include "commands/parts/keep_pages.h"

#include "report/html/story_page.h"

#include <inttypes.h>
#include <stdio.h>

static enum nf_status add_page(const struct nf_fuzz_report *report, const char *path,
                               const struct nf_trial_case *run, const char *mistake,
                               struct nf_out_set *files, struct nf_error *err)
{
    enum { MOST_LINES = 1000 };
    const struct nf_trials *const trials = &report->options->trials;
    const struct nf_input instance = nf_text_input(&run->instance, path),
                          output = nf_text_input(&run->result.output, "output");
    char verdict[NF_VERDICT_BYTES];
    struct nf_story story = {.game = trials->game,
                             .instance = &instance,
                             .output = &output,
                             .verdict = nf_verdict_words(verdict, &run->judgement),
                             .errors = run->result.errors,
                             .mistake = mistake,
                             .strict = trials->strict,
                             .framed = true,
                             .most = MOST_LINES};
    struct nf_text text = {0};
    enum nf_status status = nf_story_open(&story, err);
    if (status == NF_OK)
        status = nf_html_story(&text, &story, err);
    if (status == NF_OK)
        status = nf_out_set_add(files, path, &text, err);
    nf_text_free(&text);
    nf_story_close(&story);
    return status;
}

enum nf_status nf_keep_pages(const struct nf_fuzz_report *report, struct nf_out_set *files,
                             struct nf_error *err)
{
    enum nf_status status = NF_OK;
    struct nf_text mistake = {0};
    nf_fuzz_mistake(&mistake, report);
    if (mistake.size > 0)
        nf_text_bytes(&mistake, "", 1);
    for (uint32_t i = 0; status == NF_OK && i < report->result->findings_count; i++) {
        const struct nf_finding *const finding = &report->result->findings[i];
        char path[4096];
        const int length =
            snprintf(path, sizeof path, "%s/%03" PRIu32 ".html", report->keep, i + 1);
        const struct nf_trial_case *const run = finding->padding > 0 ? &finding->padded
                                                : finding->shrunk    ? &finding->smallest
                                                                     : &finding->found;
        status = length < 0 || (size_t)length >= sizeof path
                     ? nf_fail(err, NF_IO, "--keep: the path is too long")
                     : add_page(report, path, run, mistake.data, files, err);
    }
    if (status == NF_OK && mistake.failed)
        status = nf_fail(err, NF_IO, "out of memory");
    nf_text_free(&mistake);
    return status;
}
