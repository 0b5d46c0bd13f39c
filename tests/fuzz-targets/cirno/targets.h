/* Targets of Cirno's game alone, each in a file of its own. */
#ifndef NF_FUZZ_CIRNO_H
#define NF_FUZZ_CIRNO_H

#include <stddef.h>

void nf_fuzz_strategy(const char *bytes, size_t size);
void nf_fuzz_seating(const char *bytes, size_t size);
void nf_fuzz_weights(const char *bytes, size_t size);

#endif
