/* Compilers that do not end, take all memory, or leave files behind. */
#include "judge/sandbox/build.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char source[] = "/tmp/ninefold-test-XXXXXX.src";

static struct nf_build by(const char *command)
{
    return (struct nf_build){
        .by = command,
        /* Of time limits that are not reached, however busy the machine is. */
        .limits = {
            .cpu_ns = 60000000000, .wall_ns = 60000000000, .memory = 64 << 20, .output = 1 << 20}};
}

static void refused_by(const struct nf_build build, const char *words)
{
    char *words_of[] = {source, NULL};
    FREED_BY(nf_built_remove) struct nf_built built;
    assert_ends_saying(NF_INVALID, words, nf_build, words_of, &build, &built);
}

static void refused(const char *command, const char *words)
{
    refused_by(by(command), words);
}

TEST(a_compiler_is_stopped_at_its_limits)
{
    struct nf_build waits = by("sleep 1000; true"), loops = by("while :; do :; done; true");
    waits.limits.wall_ns = 300000000;
    loops.limits.cpu_ns = 200000000;
    refused_by(waits, "took more than 0.3 s");
    refused_by(loops, "took more than 0.2 s of processor time");
    refused("awk 'BEGIN { s = \"x\"; while (1) s = s s }'; true", "more than 64 MiB of memory");
    refused("head -c 2M /dev/zero; true", "wrote more than 1 MiB");
    refused("kill -SEGV $$; true", "killed by signal 11");
    refused("exit 7; true", "exit code 7");
    refused("true", "made no program");
}

TEST(what_was_built_is_gone_with_its_folder)
{
    const struct nf_build build = by("make() { mkdir -p \"$1/a/b\" && touch \"$1/a/b/c\" && cp "
                                     "/bin/true \"$2\"; }; make \"$1\" \"$2\"");
    char *words[] = {source, "argument", NULL};
    struct nf_built built;
    struct stat found;
    assert_ok(nf_build, words, &build, &built);
    assert_int_equal(stat(built.command[0], &found), 0);
    assert_string_equal(built.command[1], "argument");
    assert_null(built.command[2]);
    char folder[256];
    snprintf(folder, sizeof folder, "%s", built.folder);
    nf_built_remove(&built);
    assert_int_equal(stat(folder, &found), -1);
}

TEST(what_is_no_source_is_run_as_it_is)
{
    const struct nf_build usual = {0}, other = by("cc");
    assert_false(nf_build_is_source("/bin/sh", &usual));
    assert_false(nf_build_is_source("/bin/sh", &other));
    assert_false(nf_build_is_source("/tmp", &other));
    assert_false(nf_build_is_source("nowhere.c", &usual));
    assert_false(nf_build_is_source(source, &usual));
    assert_true(nf_build_is_source(source, &other));
}

int main(void)
{
    const int file = mkstemps(source, 4);
    if (file < 0 || close(file) != 0)
        return 1;
    const int failed = nf_run_tests(NULL, NULL);
    unlink(source);
    return failed;
}
