/* Which build this is. */
#ifndef NF_VERSION_H
#define NF_VERSION_H

extern const char nf_version[];  /* "1.0.0" */
extern const char nf_commit[];   /* "1a2b3c4d5e", "-dirty" behind it where files were changed */
extern const char nf_compiler[]; /* "gcc 12.2.0" */
extern const char nf_flags[];    /* "-O2 -g" */

#endif
