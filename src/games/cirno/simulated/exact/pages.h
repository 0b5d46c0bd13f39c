/* Memory for tables that are read all over, in huge pages where there are any: to look up pages of
 * 4 KB takes a tenth to a sixth of the time. */
#ifndef NF_CIRNO_PAGES_H
#define NF_CIRNO_PAGES_H

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { CIRNO_PAGE = 1 << 21 };

/* Returns `bytes` zeros from the start of a page on. *block is to be freed. NULL without memory. */
static inline void *cirno_pages(void **block, size_t bytes)
{
    *block = calloc(1, CIRNO_PAGE + bytes);
    if (*block == NULL)
        return NULL;
    char *const first = (char *)*block + (CIRNO_PAGE - (uintptr_t)*block % CIRNO_PAGE);
    (void)madvise(first, bytes, MADV_HUGEPAGE); /* only a hint */
    return first;
}

#endif
