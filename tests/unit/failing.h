/* Allocations that fail when told to. The linker leads the calls of malloc() and its kin here in
 * test programs whose names end in _memory, see the Makefile. Not for several threads at once. */
#ifndef NF_TEST_FAILING_H
#define NF_TEST_FAILING_H

#include <stddef.h>
#include <stdint.h>

#define NF_NONE_FAILS UINT32_MAX

/* Makes the allocation of that number, counted from 0 from now on, return NULL. */
void nf_fail_allocation(uint32_t number);

/* How many there were since then. */
uint32_t nf_allocations(void);

/* How many blocks that were allocated since the program began are not freed. */
size_t nf_blocks(void);

#endif
