/* Who releases a variable: for the code of tests. */
#ifndef NF_FREED_H
#define NF_FREED_H

#include <stdlib.h>

/* FREED_BY(nf_text_free) struct nf_text text = {0}; is a variable that this function is given where
 * its block ends, and need not be used elsewhere. */
#define FREED_BY(function) __attribute__((cleanup(function), unused))

/* For FREED_BY: what the pointer of which this is the address points to goes to free(). */
static inline void nf_test_free(const void *pointer)
{
    free(*(void *const *)pointer);
}

#endif
