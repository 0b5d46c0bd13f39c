/* Reports what programs made of a test set: text, JSON. The functions are thread-safe. */
#ifndef NF_JUDGE_REPORT_H
#define NF_JUDGE_REPORT_H

#include "judge/judging/judging.h"
#include "judge/judging/package_settings.h"

/* The content of a report. All pointers are borrowed. */
struct nf_judge_report {
    const struct nf_judging_options *options;
    const struct nf_judging_result *result;
    const char *folder;   /* of the set */
    uint32_t factor;      /* of the suggested time limit */
    const char *compared; /* how, if by the stored answers: "": by tokens, else the checker */
    struct nf_package_limit cpu_ns, memory, output; /* the limits, with where they come from */
};

/* Appends the report, in 80 columns: of one program a row for each test, of several a row for each
 * program. */
void nf_judge_table(struct nf_text *text, const struct nf_judge_report *report);

/* Appends the report as JSON, schema "ninefold.judge/1". Returns NF_IO if memory runs out. */
enum nf_status nf_judge_json(struct nf_text *text, const struct nf_judge_report *report,
                             struct nf_error *err);

#endif
