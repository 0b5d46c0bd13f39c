#include "base/version.h"

/* The Makefile says these for this one file. */
#ifndef NF_VERSION
#define NF_VERSION "unknown"
#endif
#ifndef NF_COMMIT
#define NF_COMMIT "unknown"
#endif
#ifndef NF_FLAGS
#define NF_FLAGS "unknown"
#endif

#define TEXT_OF(number) #number
#define TEXT(number)    TEXT_OF(number)
#if defined(__clang__)
#define COMPILER                                                                                   \
    "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__) "." TEXT(__clang_patchlevel__)
#elif defined(__GNUC__)
#define COMPILER "gcc " TEXT(__GNUC__) "." TEXT(__GNUC_MINOR__) "." TEXT(__GNUC_PATCHLEVEL__)
#else
#define COMPILER "unknown"
#endif

const char nf_version[] = NF_VERSION;
const char nf_commit[] = NF_COMMIT;
const char nf_compiler[] = COMPILER;
const char nf_flags[] = NF_FLAGS;
