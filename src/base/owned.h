/* Owners that are freed where their block ends, also at an early return. */
#ifndef NF_OWNED_H
#define NF_OWNED_H

#include "base/text.h"

#include <stdlib.h>

/* For NF_OWNED alone: frees what the pointer at `owner` points to. */
static inline void nf_owned_free(void *owner)
{
    free(*(void **)owner);
}

/* A pointer to memory of malloc(), or NULL: NF_OWNED char *path = NULL; */
#define NF_OWNED __attribute__((cleanup(nf_owned_free)))

/* A variable that release(&variable) frees: a function of its address, which allows what was never
 * filled. A text; an input. */
#define NF_FREED_BY(release) __attribute__((cleanup(release)))
#define NF_OWNED_TEXT        NF_FREED_BY(nf_text_free)
#define NF_OWNED_INPUT       NF_FREED_BY(nf_input_close)

#endif
