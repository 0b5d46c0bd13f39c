/* Which build this is. */
#ifndef NF_VERSION_H
#define NF_VERSION_H

#include "base/text.h"

extern const char nf_version[];  /* "1.0.0" */
extern const char nf_commit[];   /* "1a2b3c4d5e", "-dirty" behind it where files were changed */
extern const char nf_compiler[]; /* "gcc 12.2.0" */
extern const char nf_flags[];    /* "-O2 -g" */

/* Appends what `ninefold --version` prints: the above, the licence, and the kernels that this
 * machine can run. */
void nf_version_text(struct nf_text *text);

#endif
