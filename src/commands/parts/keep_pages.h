/* The pages of fuzz --keep. */
#ifndef NF_COMMANDS_KEEP_PAGES_H
#define NF_COMMANDS_KEEP_PAGES_H

#include "fuzz/fuzz_report.h"

/* Adds NNN.html for each finding, in the folder report->keep, to `files`: what explain --html tells
 * of the case, as shrunk if it was, with the cards that were added to it. NF_IO if one fails. */
enum nf_status nf_keep_pages(const struct nf_fuzz_report *report, struct nf_out_set *files,
                             struct nf_error *err);

#endif
