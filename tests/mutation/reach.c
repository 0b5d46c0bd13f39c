/* Linked into what is built to see which lines a test reaches: every block of the sources in
 * question calls the function below, which notes its place in a file for each test of bats, by its
 * number, in the folder that NF_REACHED names. The file is shared memory, so it also holds what
 * processes reached that were killed. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Before and behind all code in question, by the linker. */
extern const char nf_reach_begin[], nf_reach_end[];

void __sanitizer_cov_trace_pc(void);

static unsigned char *reached;

/* By system calls: those of the C library may be counted and fail (tests/faults). */
__attribute__((constructor)) static void begin(void)
{
    const char *const folder = getenv("NF_REACHED"), *const number = getenv("BATS_TEST_NUMBER");
    const long size = nf_reach_end - nf_reach_begin;
    char path[4096];
    if (folder == NULL)
        return;
    snprintf(path, sizeof path, "%s/%s", folder, number != NULL ? number : "0");
    const long file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return;
    if (syscall(SYS_lseek, file, 0, SEEK_END) >= size || syscall(SYS_ftruncate, file, size) == 0) {
        const long map = syscall(SYS_mmap, 0, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        reached = map == -1 ? NULL : (unsigned char *)map;
    }
    syscall(SYS_close, file);
}

void __sanitizer_cov_trace_pc(void)
{
    if (reached != NULL)
        reached[(uintptr_t)__builtin_return_address(0) - (uintptr_t)nf_reach_begin] = 1;
}
