#include "commands/parts/keep_pages.h"

#include "report/html/story_page.h"

#include <inttypes.h>
#include <stdio.h>

static enum nf_status write_page(const struct nf_fuzz_report *report, const char *path,
                                 const struct nf_trial_case *run, struct nf_error *err)
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
                             .strict = trials->strict,
                             .framed = true,
                             .most = MOST_LINES};
    enum nf_status status = nf_story_open(&story, err);
    if (status == NF_OK)
        status = nf_html_story_save(&story, path, err);
    nf_story_close(&story);
    return status;
}

enum nf_status nf_keep_pages(const struct nf_fuzz_report *report, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    for (uint32_t i = 0; status == NF_OK && i < report->result->findings_count; i++) {
        const struct nf_finding *const finding = &report->result->findings[i];
        char path[4096];
        const int length =
            snprintf(path, sizeof path, "%s/%03" PRIu32 ".html", report->keep, i + 1);
        if (length < 0 || (size_t)length >= sizeof path)
            return nf_fail(err, NF_IO, "--keep: the path is too long");
        const struct nf_trial_case *const run = finding->padding > 0 ? &finding->padded
                                                : finding->shrunk    ? &finding->smallest
                                                                     : &finding->found;
        status = write_page(report, path, run, err);
    }
    return status;
}
