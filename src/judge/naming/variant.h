/* What programs print, held against what a player with mistakes prints. Thread-safe. */
#ifndef NF_VARIANT_H
#define NF_VARIANT_H

#include "judge/fuzz_ops.h"

/* The tokens of an output (base/format/tokens.h). Starts as {0}; freed by nf_printed_free(). */
struct nf_printed {
    struct nf_text words; /* a blank is between two of them */
    bool whole; /* a program: it ended as it should; a variant: all its bytes are common to programs
                   with these mistakes */
};

static inline void nf_printed_free(struct nf_printed *printed)
{
    nf_text_free(&printed->words);
}

/* Fills `printed` with `size` bytes of output. NF_IO without memory. */
enum nf_status nf_printed_set(struct nf_printed *printed, const char *bytes, size_t size,
                              bool whole, struct nf_error *err);

/* Fills `printed` with what a player with these mistakes prints (nf_fuzz_ops.play_as), as far as it
 * is common. NF_IO without memory. */
enum nf_status nf_printed_by(struct nf_printed *printed, const struct nf_fuzz_ops *ops,
                             uint64_t mistakes, const struct nf_text *instance,
                             struct nf_error *err);

/* Whether two variants differ as far as both are common to all programs with their mistakes. */
bool nf_printed_differ(const struct nf_printed *a, const struct nf_printed *b);

enum nf_agreement {
    NF_DIFFERS,
    NF_AGREES,
    NF_OPEN, /* the program's output ends before the part that is common, where it may do anything:
                it may have crashed and lost the rest */
};

/* Whether a program printed what the variant does. */
enum nf_agreement nf_printed_agree(const struct nf_printed *program,
                                   const struct nf_printed *variant);

#endif
