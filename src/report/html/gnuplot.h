/* Runs gnuplot. */
#ifndef NF_HTML_GNUPLOT_H
#define NF_HTML_GNUPLOT_H

#include "base/text.h"

/* Feeds `script` to gnuplot's standard input, without a shell and without anybody's settings, and
 * appends what it prints to `drawn`. NF_IO if it is not installed or fails. */
enum nf_status nf_gnuplot_run(const struct nf_text *script, struct nf_text *drawn,
                              struct nf_error *err);

#endif
