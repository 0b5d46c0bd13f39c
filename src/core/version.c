#include "core/version.h"

#include "base/machine.h"
#include "core/contract/game.h"

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

void nf_version_text(struct nf_text *text)
{
    char machine[NF_MACHINE_NAME_BYTES];
    nf_machine_name(machine);
    nf_text_format(text, "ninefold %s\ncommit: %s\ncompiler: %s\nflags: %s\n", nf_version,
                   nf_commit, nf_compiler, nf_flags);
    nf_text_format(text, "licence: MIT, the ninefold authors\nmachine: %s\n", machine);
    for (const struct nf_game *const *game = nf_games; *game != NULL; game++) {
        if (game == nf_games)
            nf_text_string(text, "kernels:");
        else
            nf_text_format(text, "%s:", (*game)->name);
        for (const struct nf_kernel *const *kernel = (*game)->kernels; *kernel != NULL; kernel++)
            if ((*kernel)->supported())
                nf_text_format(text, " %s", (*kernel)->name);
        nf_text_string(text, "\n");
    }
}
