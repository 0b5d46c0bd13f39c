/* Test sets: which files of a folder are tests, which is a remark, and where new ones go. */
#include "judge/judging/test_set.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct nf_test_set set;

static int end(void **state)
{
    nf_test_set_close(&set);
    return nf_folder_end(state);
}

/* Makes files by their names, separated by blanks, each with its name in it, and their folders. */
static void make(const char *names)
{
    char copy[400], *rest = NULL;
    strcpy(copy, names);
    for (char *name = strtok_r(copy, " ", &rest); name != NULL; name = strtok_r(NULL, " ", &rest)) {
        for (char *slash = strchr(name, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
            *slash = '\0';
            mkdir(name, 0777);
            *slash = '/';
        }
        char line[64];
        snprintf(line, sizeof line, "%s\n", name);
        nf_folder_put(name, line, 0600);
    }
}

/* The tests of a folder, with a + behind each that has an answer; and the folder for new ones. */
static void finds(const char *where, const char *names, const char *home)
{
    char found[400] = "";
    nf_test_set_close(&set);
    assert_ok(nf_test_set_open, &set, where);
    for (size_t i = 0; i < set.count; i++) {
        const char *const answer = nf_test_answer(&set.tests[i]);
        assert_true(answer == NULL || access(answer, F_OK) == 0);
        assert_int_equal(access(set.tests[i].instance, F_OK), 0);
        assert_string_equal(set.tests[i].name + strlen(set.tests[i].name) -
                                strlen(set.tests[i].base),
                            set.tests[i].base);
        assert_null(strchr(set.tests[i].base, '/'));
        strcat(strcat(strcat(found, i > 0 ? " " : ""), set.tests[i].name),
               answer != NULL ? "+" : "");
    }
    assert_string_equal(found, names);
    assert_string_equal(set.home, home);
}

static void notes(const char *expected)
{
    assert_int_equal(set.notes.size, strlen(expected));
    assert_memory_equal(set.notes.size > 0 ? set.notes.data : "", expected, set.notes.size);
}

TEST(tests_are_in_the_order_of_their_numbers_with_their_answers)
{
    make("10.in 9.in 9.ans a/2.in a/2.out a/b/c/d/1.in .hidden.in notes.txt .in");
    finds(".", "9+ 10 a/2+ a/b/c/d/1", ".");
    notes("");
    assert_false(set.package);
    finds("./a//", "2+ b/c/d/1", "./a//");
    make("9.out");
    finds(".", "9+ 10 a/2+ a/b/c/d/1", ".");
    assert_string_equal(nf_test_answer(&set.tests[0]), "./9.ans");
}

TEST(what_is_passed_over_but_looks_like_a_test_is_told)
{
    make("1.in 1.ans 2.ans 3.out a/b/c/d/e/4.in");
    assert_int_equal(symlink("a", "link"), 0);
    finds(".", "1+", ".");
    assert_int_equal(set.notes_count, 4);
    char lines[400];
    snprintf(lines, sizeof lines, "%.*s", (int)set.notes.size, set.notes.data);
    assert_non_null(strstr(lines, "./2.ans: an answer without an instance beside it\n"));
    assert_non_null(strstr(lines, "./3.out: an answer without an instance beside it\n"));
    assert_non_null(strstr(lines, "./link: a link to a folder, not followed\n"));
    assert_non_null(strstr(lines, "./a/b/c/d/e: a folder too deep, not searched\n"));
    assert_null(strstr(lines, "more of the kind"));
    make("5.ans");
    finds(".", "1+", ".");
    assert_null(memmem(set.notes.data, set.notes.size, "more", 4));
    make("6.ans 7.ans");
    finds(".", "1+", ".");
    assert_int_equal(set.notes_count, 7);
    const char *const last = "... and 2 more of the kind\n";
    assert_memory_equal(set.notes.data + set.notes.size - strlen(last), last, strlen(last));
}

TEST(a_package_is_searched_for_samples_and_secret_tests_alone)
{
    make("1.in data/2.in data/sample/3.in data/secret/4.in data/secret/4.ans data/invalid/5.in");
    finds(".", "sample/3 secret/4+", "./data/secret");
    assert_true(set.package);
    finds("data", "sample/3 secret/4+", "data/secret");
    finds("data/secret", "4+", "data/secret");
    assert_false(set.package);
    make("sample/1.in");
    finds("sample", "1", "sample");
    make("other/sample/7.in");
    finds("other", "sample/7", "other/sample");
    assert_true(set.package);
}

TEST(a_test_of_a_package_is_no_link_out_of_it_and_that_of_a_folder_may_be_any)
{
    make("p/data/secret/1.in p/data/secret/1.ans p/shared outside");
    assert_int_equal(symlink("../../shared", "p/data/secret/2.in"), 0);
    finds("p", "secret/1+ secret/2", "p/data/secret");
    finds("p/data/secret", "1+ 2", "p/data/secret");
    unlink("p/data/secret/1.ans");
    assert_int_equal(symlink("../../../outside", "p/data/secret/1.ans"), 0);
    nf_test_set_close(&set);
    assert_ends(NF_INVALID, "p/data/secret/1.ans: a link that leads out of the package",
                nf_test_set_open, &set, "p");
    nf_test_set_close(&set);
    finds("p/data/secret", "1+ 2", "p/data/secret");
}

/* So that it is among those of its group. */
TEST(in_a_package_of_groups_new_tests_join_the_last_group)
{
    make("secret/1-small/1.in secret/2-all/1.in");
    finds(".", "secret/1-small/1 secret/2-all/1", "./secret/2-all");
    make("sample/1.in");
    finds(".", "sample/1 secret/1-small/1 secret/2-all/1", "./secret/2-all");
    make("flat/secret/1.in flat/secretly/2.in");
    finds("flat", "secret/1", "flat/secret");
    make("only/sample/1.in only/secret/readme");
    finds("only", "sample/1", "only/secret");
    make("empty/secret/readme");
    finds("empty", "", "empty/secret");
    assert_true(set.package);
}

TEST(a_set_may_be_empty_but_not_where_tests_are_needed)
{
    finds(".", "", ".");
    assert_ends(NF_INVALID, "folder: found no test, expected *.in files", nf_test_set_need, &set,
                "folder");
    make("1.in");
    finds(".", "1", ".");
    assert_ok(nf_test_set_need, &set, "folder");
}

TEST(what_cannot_be_a_test_or_a_folder_is_an_error)
{
    assert_ends(NF_IO, "none: No such file or directory", nf_test_set_open, &set, "none");
    nf_test_set_close(&set);
    assert_int_equal(symlink("nowhere", "1.in"), 0);
    assert_ends(NF_IO, "./1.in: No such file or directory", nf_test_set_open, &set, ".");
    nf_test_set_close(&set);
    unlink("1.in");
    assert_int_equal(mkfifo("2.in", 0666), 0);
    assert_ends(NF_IO, "./2.in: not a file", nf_test_set_open, &set, ".");
}

/* ---- adding ---- */

static void adds(const char *bytes, const char *path, bool already)
{
    const struct nf_text instance = {.data = (char *)(uintptr_t)bytes, .size = strlen(bytes)};
    const struct nf_text answer = {.data = (char *)(uintptr_t) "right\n", .size = 6};
    FREED_BY(nf_test_free) char *told;
    bool known;
    assert_ok(nf_test_set_add, ".", &instance, &answer, &told, &known);
    assert_string_equal(told, path);
    assert_int_equal(known, already);
}

TEST(a_new_test_has_the_next_free_name_and_the_endings_of_the_set)
{
    adds("first\n", "./001.in", false);
    nf_folder_has("001.in", "first\n");
    nf_folder_has("001.out", "right\n");
    adds("first\n", "./001.in", true);
    adds("firsts", "./002.in", false);
    make("003.ans");
    assert_int_equal(symlink("nowhere", "004.out"), 0);
    adds("third\n", "./005.in", false);
    nf_folder_has("003.ans", "003.ans\n");
    nf_folder_has("005.out", "right\n");
    make("006.in 006.ans");
    adds("fourth\n", "./007.in", false);
    nf_folder_has("007.ans", "right\n");
    assert_int_equal(access("007.out", F_OK), -1);
    /* Those in folders have names of their own. */
    make("a/100.in");
    adds("fifth\n", "./008.in", false);
    assert_int_equal(system("test -z \"$(find . -name '.*.ninefold-*')\""), 0);
}

TEST(a_new_test_of_a_package_goes_to_its_last_group)
{
    make("data/sample/9.in data/secret/1-small/30.in data/secret/2-all/07-x.in");
    adds("first\n", "./data/secret/2-all/08-fuzz.in", false);
    nf_folder_has("data/secret/2-all/08-fuzz.ans", "right\n");
    adds("data/sample/9.in\n", "./data/sample/9.in", true);
}

int main(void)
{
    return nf_run_tests(nf_folder_begin, end);
}
