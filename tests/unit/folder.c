#include "tests/unit/folder.h"

#include "base/text.h"
#include "tests/unit/test.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[PATH_MAX];

int nf_folder_begin(void **state)
{
    char made[] = "/tmp/ninefold-test-XXXXXX";
    (void)state;
    return mkdtemp(made) == NULL || chdir(made) != 0 || realpath(".", folder) == NULL ? -1 : 0;
}

int nf_folder_end(void **state)
{
    char command[PATH_MAX + 16];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return chdir("/") == 0 ? system(command) : -1;
}

const char *nf_folder_path(const char *name)
{
    static char paths[8][PATH_MAX + 64];
    static unsigned next;
    char *const path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], *name != '\0' ? "%s/%s" : "%s", folder, name);
    return path;
}

void nf_folder_put(const char *name, const char *content, mode_t mode)
{
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0);
    assert_int_equal(write(file, content, strlen(content)), strlen(content));
    assert_int_equal(fchmod(file, mode), 0);
    assert_int_equal(close(file), 0);
}

void nf_folder_has(const char *name, const char *content)
{
    FREED_BY(nf_input_close) struct nf_input input;
    assert_ok(nf_input_open, &input, name);
    if (input.size != strlen(content) || memcmp(input.data, content, input.size) != 0)
        fail_msg("%s: found '%.*s', expected '%s'", name, (int)input.size, input.data, content);
}

void nf_folder_lists(const char *name, const char *entries)
{
    char command[PATH_MAX + 32], found[1000];
    snprintf(command, sizeof command, "ls -A '%s' | tr '\\n' ' '", nf_folder_path(name));
    FILE *const pipe = popen(command, "r");
    assert_non_null(pipe);
    found[fread(found, 1, sizeof found - 1, pipe)] = '\0';
    pclose(pipe);
    assert_string_equal(found, entries);
}
