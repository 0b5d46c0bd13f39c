/* Linked into what is built to see which lines a test reaches: every block of the sources in
 * question calls the function below, which notes its place in the file that NF_REACHED names. The
 * file is shared memory, so it also holds what processes reached that were killed. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Before and behind all code in question, by the linker. */
extern const char nf_reach_begin[], nf_reach_end[];

void __sanitizer_cov_trace_pc(void);

static unsigned char *reached;

__attribute__((constructor)) static void begin(void)
{
    const char *const path = getenv("NF_REACHED");
    const int file = path == NULL ? -1 : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    const off_t size = nf_reach_end - nf_reach_begin;
    if (file < 0)
        return;
    if (lseek(file, 0, SEEK_END) >= size || ftruncate(file, size) == 0) {
        void *const map = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        reached = map == MAP_FAILED ? NULL : map;
    }
    close(file);
}

void __sanitizer_cov_trace_pc(void)
{
    if (reached != NULL)
        reached[(uintptr_t)__builtin_return_address(0) - (uintptr_t)nf_reach_begin] = 1;
}
