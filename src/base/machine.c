#include "base/machine.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#define NF_X86 1
#else
#define NF_X86 0
#endif

#if NF_X86

/* Bits as in Intel's manual, volume 2, instruction CPUID. */
enum {
    LEAF1_ECX_OSXSAVE = 1 << 27,
    LEAF7_EBX_AVX2 = 1 << 5,
    LEAF7_EBX_BMI2 = 1 << 8,
    LEAF7_EBX_AVX512F = 1 << 16,
    LEAF7_EBX_AVX512DQ = 1 << 17,
    LEAF7_EBX_AVX512BW = 1 << 30,
    XCR0_YMM = 0x06, /* SSE and AVX state */
    XCR0_ZMM = 0xe6, /* and mask registers, upper halves, registers 16 to 31 */
};
#define LEAF7_EBX_AVX512VL (1u << 31)

/* Returns the register sets that the system saves when it switches threads (XCR0). */
static uint32_t saved_state(void)
{
    uint32_t eax, ebx, ecx, edx;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || (ecx & LEAF1_ECX_OSXSAVE) == 0)
        return 0;
    /* _xgetbv() would need -mxsave for the whole file. */
    __asm__ volatile("xgetbv" : "=a"(eax), "=d"(edx) : "c"(0));
    return eax;
}

static bool has(uint32_t features, uint32_t state)
{
    uint32_t eax, ebx, ecx, edx;
    return (saved_state() & state) == state && __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) &&
           (ebx & features) == features;
}

bool nf_machine_has_avx2(void)
{
    return has(LEAF7_EBX_AVX2 | LEAF7_EBX_BMI2, XCR0_YMM);
}

bool nf_machine_has_avx512(void)
{
    return has(LEAF7_EBX_AVX2 | LEAF7_EBX_BMI2 | LEAF7_EBX_AVX512F | LEAF7_EBX_AVX512DQ |
                   LEAF7_EBX_AVX512BW | LEAF7_EBX_AVX512VL,
               XCR0_ZMM);
}

/* The processor's own name: leaves 0x80000002 to 0x80000004, 16 bytes each. */
static bool brand_string(char name[NF_MACHINE_NAME_BYTES])
{
    uint32_t words[12];
    for (unsigned i = 0; i < 3; i++)
        if (!__get_cpuid(0x80000002u + i, &words[4 * i], &words[4 * i + 1], &words[4 * i + 2],
                         &words[4 * i + 3]))
            return false;
    _Static_assert(sizeof words < NF_MACHINE_NAME_BYTES, "the name fits");
    memcpy(name, words, sizeof words);
    name[sizeof words] = '\0';
    return name[strspn(name, " ")] != '\0';
}

#else

bool nf_machine_has_avx2(void)
{
    return false;
}

bool nf_machine_has_avx512(void)
{
    return false;
}

static bool brand_string(char name[NF_MACHINE_NAME_BYTES])
{
    (void)name;
    return false;
}

#endif

/* Drops spaces at both ends and all but one between words. */
static void squeeze(char *name)
{
    char *to = name;
    for (const char *from = name; *from != '\0'; from++)
        if (*from != ' ' || (to != name && to[-1] != ' '))
            *to++ = *from;
    if (to != name && to[-1] == ' ')
        to--;
    *to = '\0';
}

void nf_machine_name(char name[NF_MACHINE_NAME_BYTES])
{
    struct utsname system;
    if (brand_string(name))
        squeeze(name);
    else
        snprintf(name, NF_MACHINE_NAME_BYTES, "%.*s", NF_MACHINE_NAME_BYTES - 1,
                 uname(&system) == 0 ? system.machine : "unknown");
}

uint32_t nf_machine_cpus(void)
{
#ifdef __wasm__
    return 1; /* as base/threads.c has it */
#else
    /* The mask must be as long as the kernel's, whose length is unknown. */
    for (size_t bits = 1024; bits <= 1 << 20; bits *= 2) {
        cpu_set_t *mask = CPU_ALLOC(bits);
        if (mask == NULL)
            break;
        const size_t bytes = CPU_ALLOC_SIZE(bits);
        const int known = sched_getaffinity(0, bytes, mask);
        const int cpus = known == 0 ? CPU_COUNT_S(bytes, mask) : 0;
        CPU_FREE(mask);
        if (cpus > 0)
            return (uint32_t)cpus;
    }
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (uint32_t)online : 1;
#endif
}
