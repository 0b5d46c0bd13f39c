/* The program that libFuzzer drives: --target=NAME says what is tested, all other arguments are
 * those of libFuzzer. */
#include "fuzz_target.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct nf_fuzz_target *target;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void list_targets(void)
{
    const struct nf_fuzz_target *each;
    for (size_t i = 0; (each = nf_fuzz_target_at(i)) != NULL; i++)
        printf("%s %zu\n", each->name, each->largest);
    exit(0);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char option[] = "--target=";
    for (int i = 1; i < *argc; i++) {
        if (strcmp((*argv)[i], "--list") == 0)
            list_targets();
        if (strncmp((*argv)[i], option, sizeof option - 1) == 0)
            target = nf_fuzz_find((*argv)[i] + sizeof option - 1);
    }
    if (target == NULL) {
        fputs("expected --target=NAME; --list lists the names\n", stderr);
        exit(2);
    }
    /* What a target reads by mistake is nothing. */
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0)
        exit(4);
    close(nothing);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    nf_fuzz_try(target, (const char *)bytes, size);
    return 0;
}
