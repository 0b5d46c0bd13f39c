/* Prints what it has been given: its open descriptors, the signals it blocks and ignores, and the
 * variables of its environment that begin with NINEFOLD_FORKSERVER_ or LD_. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>

extern char **environ;

int main(void)
{
    char line[256];
    DIR *const descriptors = opendir("/proc/self/fd");
    const struct dirent *entry;
    while (descriptors != NULL && (entry = readdir(descriptors)) != NULL) {
        char own[16];
        snprintf(own, sizeof own, "%d", dirfd(descriptors));
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, own) != 0)
            printf("descriptor %s\n", entry->d_name);
    }
    if (descriptors != NULL)
        closedir(descriptors);
    FILE *const status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL) {
        if (strncmp(line, "SigBlk", 6) == 0 || strncmp(line, "SigIgn", 6) == 0)
            fputs(line, stdout);
    }
    if (status != NULL)
        fclose(status);
    for (char **variable = environ; *variable != NULL; variable++) {
        if (strncmp(*variable, "NINEFOLD_FORKSERVER_", 20) == 0 ||
            strncmp(*variable, "LD_", 3) == 0)
            puts(*variable);
    }
    return 0;
}
