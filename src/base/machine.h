/* The machine: name of the processor, number of processors, instruction sets. */
#ifndef NF_MACHINE_H
#define NF_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

enum { NF_MACHINE_NAME_BYTES = 64 };

/* Writes the processor's name, such as "Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz", with a final
 * NUL. If the system does not know it, writes the name of the architecture. Thread-safe. */
void nf_machine_name(char name[NF_MACHINE_NAME_BYTES]);

/* Returns how many processors this process may use, at least 1. It reads the affinity mask, so
 * `taskset` and containers are respected. Thread-safe. */
uint32_t nf_machine_cpus(void);

/* Whether AVX2 and BMI2, or AVX-512 F, BW, VL and DQ with BMI2, can be used: the processor has them
 * (CPUID) and the system saves their registers (XGETBV). False on other architectures. Both query
 * the processor at each call: thread-safe, but not for inner loops. */
bool nf_machine_has_avx2(void);
bool nf_machine_has_avx512(void);

#endif
