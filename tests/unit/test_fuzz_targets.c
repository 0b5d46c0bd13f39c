/* The fuzz targets on their corpora, which hold all that fuzzing has ever found, with any compiler.
 * `test_fuzz_targets --target=NAME FILE...` tries files instead. */
#include "sim/runs/saved.h"
#include "tests/fuzz-targets/fuzz_saved.h"
#include "tests/fuzz-targets/fuzz_target.h"
#include "tests/unit/test.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char corpora[] = "tests/fuzz-targets/corpus";

/* Tries one file; a copy of exactly its bytes, so that reading past them shows under a sanitizer.
 */
static void try_file(const struct nf_fuzz_target *target, const char *path)
{
    FREED_BY(nf_input_close) struct nf_input input;
    assert_ok(nf_input_open, &input, path);
    FREED_BY(nf_test_free) char *const copy = malloc(input.size + (input.size == 0));
    assert_non_null(copy);
    memcpy(copy, input.data, input.size);
    nf_fuzz_name(path);
    nf_fuzz_try(target, copy, input.size);
    nf_fuzz_name(NULL);
}

static int not_hidden(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void try_corpus(const struct nf_fuzz_target *target)
{
    char folder[512], path[1024];
    struct dirent **files;
    snprintf(folder, sizeof folder, "%s/%s", corpora, target->name);
    const int count = scandir(folder, &files, not_hidden, alphasort);
    if (count < 1)
        fail_msg("%s: there is nothing to try", folder);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]->d_name);
        try_file(target, path);
        free(files[i]);
    }
    free(files);
}

TEST(every_file_of_the_corpora_is_as_it_should_be)
{
    const struct nf_fuzz_target *target;
    for (size_t i = 0; (target = nf_fuzz_target_at(i)) != NULL; i++)
        try_corpus(target);
}

TEST(every_corpus_has_a_target)
{
    struct dirent **folders;
    const int count = scandir(corpora, &folders, not_hidden, alphasort);
    assert_in_range(count, 1, 100);
    for (int i = 0; i < count; i++) {
        if (nf_fuzz_find(folders[i]->d_name) == NULL)
            fail_msg("%s/%s: no such target", corpora, folders[i]->d_name);
        free(folders[i]);
    }
    free(folders);
}

/* A saved run that names a strategy whose text it has not, changed so by hand. */
TEST(a_saved_run_makes_nobody_read_another_file)
{
    static const char named[] = "params.strategy \"1=/\"", none[] = "params.strategies";
    FREED_BY(nf_text_free) struct nf_text text = {0};
    struct nf_saved saved;
    json_auto_t *document = nf_fuzz_run(1, 0);
    nf_fuzz_edit(document, named, sizeof named - 1);
    nf_fuzz_edit(document, none, sizeof none - 1);
    nf_fuzz_seal(document, &text);
    const struct nf_input input = nf_fuzz_reread(&text);
    assert_ends(NF_INVALID,
                "input:6:3: \"params\": expected \"strategies\" with the text of each "
                "strategy in \"strategy\" that is not built in",
                nf_saved_read, &input, &saved);
}

/* ---- what the targets hold others to ---- */

/* Whether a message about the two lines "ab" and "c" passes. */
static bool place_passes(const char *message)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        static const char text[] = "ab\nc\n";
        const struct nf_input input = nf_fuzz_input(text, sizeof text - 1);
        struct nf_error err;
        snprintf(err.text, sizeof err.text, "%s", message);
        fclose(stderr);
        signal(SIGABRT, SIG_DFL);
        nf_fuzz_place(&input, &err);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(a_message_names_a_line_and_a_column_of_the_input)
{
    assert_true(place_passes("input:1:1: found 'a'"));
    assert_true(place_passes("input:1:3: found the end of the line"));
    assert_true(place_passes("input:3:1: found the end of the input"));
    assert_false(place_passes("input:1:4: found"));
    assert_false(place_passes("input:4:1: found"));
    assert_false(place_passes("input:0:1: found"));
    assert_false(place_passes("input:1:0: found"));
    assert_false(place_passes("other:1:1: found"));
    assert_false(place_passes("input:1: found"));
    assert_false(place_passes("input:1:1: "));
    assert_false(place_passes("input:1:1: found '\033'"));
}

/* ---- */

static int try_files(const char *name, char **files)
{
    const struct nf_fuzz_target *const target = nf_fuzz_find(name);
    if (target == NULL || *files == NULL) {
        fprintf(stderr, "expected --target=NAME FILE...\n");
        return 2;
    }
    for (; *files != NULL; files++) {
        printf("%s\n", *files);
        fflush(stdout);
        try_file(target, *files);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strncmp(argv[1], "--target=", 9) == 0)
        return try_files(argv[1] + 9, argv + 2);
    return nf_run_tests(NULL, NULL);
}
