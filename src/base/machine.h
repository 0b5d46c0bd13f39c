/* What the program runs on: the processor's name, how many of them, what they can do. */
#ifndef NF_MACHINE_H
#define NF_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

enum { NF_MACHINE_NAME_BYTES = 64 };

/* Writes the processor's name, e.g. "Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz", ended by a NUL; the
 * architecture's name where the system tells no other. Thread-safe. */
void nf_machine_name(char name[NF_MACHINE_NAME_BYTES]);

/* Processors this process may run on (its affinity mask, so `taskset` and containers count), at
 * least 1. Thread-safe. */
uint32_t nf_machine_cpus(void);

/* Whether AVX2 and BMI2, or AVX-512 F, BW, VL and DQ with BMI2, can be used: the processor has
 * them (CPUID) and the system saves their registers (XGETBV). False on other architectures.
 * Asks anew at each call, so thread-safe; not for inner loops. */
bool nf_machine_has_avx2(void);
bool nf_machine_has_avx512(void);

#endif
