/* The pages of fuzz --keep. */
#ifndef NF_COMMANDS_KEEP_PAGES_H
#define NF_COMMANDS_KEEP_PAGES_H

#include "fuzz/fuzz_report.h"

/* Writes NNN.html for each finding to the folder report->keep: what explain --html tells of the
 * case, as shrunk if it was, with the cards that were added to it. NF_IO if one fails; others may
 * be written. */
enum nf_status nf_keep_pages(const struct nf_fuzz_report *report, struct nf_error *err);

#endif
