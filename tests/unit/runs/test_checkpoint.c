/* The file that a long run writes its state to: whole at every moment, the state before it kept,
 * one run at a time. */
/* threads: run under ThreadSanitizer as well */
#include "runs/checkpoint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64], path[80];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/ninefold-checkpoint-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/state", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static void beside(char name[96], const char *end)
{
    snprintf(name, 96, "%s%s", path, end);
}

/* What the file PATH+end holds; "(none)" where there is no such file. */
static const char *content(const char *end)
{
    static char text[64];
    char name[96];
    beside(name, end);
    FILE *const file = fopen(name, "r");
    if (file == NULL)
        return "(none)";
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void write_file(const char *text)
{
    FILE *const file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static enum nf_exit save(struct nf_checkpoint *file, const char *text, bool last)
{
    struct nf_error err = {""};
    struct nf_text state = {0};
    nf_text_string(&state, text);
    const enum nf_exit end = nf_checkpoint_save(file, &state, last, &err);
    nf_text_free(&state);
    return end;
}

static struct nf_checkpoint opened(const char *to)
{
    struct nf_checkpoint file;
    struct nf_error err = {""};
    if (nf_checkpoint_open(&file, to, &err) != NF_OK)
        fail_msg("%s", err.text);
    return file;
}

static void each_state_replaces_the_one_before_which_is_kept(void **state)
{
    (void)state;
    struct nf_checkpoint file = opened(path);
    assert_int_equal(save(&file, "one", false), NF_OK);
    assert_string_equal(content(""), "one");
    assert_string_equal(content(".1"), "(none)");
    assert_int_equal(save(&file, "two", false), NF_OK);
    assert_string_equal(content(""), "two");
    assert_string_equal(content(".1"), "one");
    assert_int_equal(save(&file, "three", true), NF_OK);
    assert_string_equal(content(""), "three");
    assert_string_equal(content(".1"), "two");
    nf_checkpoint_close(&file);
    assert_string_equal(content(".tmp"), "(none)");
    assert_string_equal(content(".1.tmp"), "(none)");
    assert_string_equal(content(".lock"), "(none)");
}

static void a_job_that_saves_once_leaves_one_file(void **state)
{
    (void)state;
    write_file("of another job");
    struct nf_checkpoint file = opened(path);
    assert_int_equal(save(&file, "one", true), NF_OK);
    assert_string_equal(content(""), "one");
    assert_string_equal(content(".1"), "(none)");
    nf_checkpoint_close(&file);
}

static void what_another_job_left_is_kept_while_this_one_is_not_finished(void **state)
{
    (void)state;
    write_file("of another job");
    struct nf_checkpoint file = opened(path);
    assert_int_equal(save(&file, "one", false), NF_OK);
    assert_string_equal(content(".1"), "of another job");
    nf_checkpoint_close(&file);
}

static void a_state_taken_up_is_kept_at_the_first_save(void **state)
{
    (void)state;
    write_file("half");
    struct nf_checkpoint file = opened(path);
    nf_checkpoint_take_up(&file);
    assert_int_equal(save(&file, "whole", true), NF_OK);
    assert_string_equal(content(".1"), "half");
    nf_checkpoint_close(&file);
}

static void what_a_killed_job_left_half_written_is_written_over(void **state)
{
    (void)state;
    char name[96], spare[96], before[96];
    beside(name, ".tmp");
    beside(spare, ".1.tmp");
    beside(before, ".1");
    write_file("a long text that was written before it was killed");
    assert_int_equal(rename(path, name), 0);
    /* Killed between the two names: FILE and FILE.1 are one file, and the spare name is left. */
    write_file("one");
    assert_int_equal(link(path, spare), 0);
    assert_int_equal(link(path, before), 0);
    struct nf_checkpoint file = opened(path);
    nf_checkpoint_take_up(&file);
    assert_int_equal(save(&file, "two", false), NF_OK);
    assert_string_equal(content(""), "two");
    assert_string_equal(content(".1"), "one");
    assert_string_equal(content(".tmp"), "(none)");
    assert_string_equal(content(".1.tmp"), "(none)");
    nf_checkpoint_close(&file);
}

static void a_second_job_is_kept_off_until_the_first_has_ended(void **state)
{
    (void)state;
    struct nf_checkpoint first = opened(path), second;
    struct nf_error err = {""};
    assert_int_equal(nf_checkpoint_open(&second, path, &err), NF_IO);
    assert_non_null(strstr(err.text, "another run is writing to it"));
    nf_checkpoint_close(&first);
    second = opened(path);
    nf_checkpoint_close(&second);
}

static void a_lock_that_a_killed_job_left_does_not_matter(void **state)
{
    (void)state;
    char name[96];
    beside(name, ".lock");
    FILE *const left = fopen(name, "w");
    fclose(left);
    struct nf_checkpoint file = opened(path);
    assert_int_equal(save(&file, "one", true), NF_OK);
    nf_checkpoint_close(&file);
    assert_string_equal(content(".lock"), "(none)");
}

static void a_symbolic_link_stays_and_the_file_it_leads_to_is_written(void **state)
{
    (void)state;
    char link_path[96];
    struct stat found;
    beside(link_path, ".link");
    write_file("before");
    assert_int_equal(symlink(path, link_path), 0);
    struct nf_checkpoint file = opened(link_path);
    assert_int_equal(save(&file, "one", false), NF_OK);
    nf_checkpoint_close(&file);
    assert_string_equal(content(""), "one");
    assert_int_equal(lstat(link_path, &found), 0);
    assert_true(S_ISLNK(found.st_mode));
}

static void the_mode_of_a_file_stays(void **state)
{
    (void)state;
    struct stat found;
    write_file("before");
    assert_int_equal(chmod(path, 0600), 0);
    struct nf_checkpoint file = opened(path);
    assert_int_equal(save(&file, "one", true), NF_OK);
    nf_checkpoint_close(&file);
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
}

static void a_state_that_cannot_be_written_leaves_the_one_before(void **state)
{
    (void)state;
    char name[96];
    struct nf_checkpoint file = opened(path);
    assert_int_equal(save(&file, "one", false), NF_OK);
    beside(name, ".tmp");
    assert_int_equal(mkdir(name, 0777), 0); /* so that the temporary file cannot be made */
    assert_int_equal(save(&file, "two", false), NF_IO);
    assert_string_equal(content(""), "one");
    assert_int_equal(rmdir(name), 0);
    beside(name, ".1");
    assert_int_equal(mkdir(name, 0777), 0); /* nor the one before be kept */
    assert_int_equal(save(&file, "two", false), NF_IO);
    assert_string_equal(content(""), "one");
    assert_string_equal(content(".tmp"), "(none)");
    nf_checkpoint_close(&file);
}

static void directories_missing_folders_and_pipes_are_told_apart(void **state)
{
    (void)state;
    struct nf_checkpoint file;
    struct nf_error err = {""};
    assert_int_equal(nf_checkpoint_open(&file, folder, &err), NF_IO);
    assert_non_null(strstr(err.text, "is a directory"));
    assert_int_equal(nf_checkpoint_open(&file, "/nonexistent/folder/state", &err), NF_IO);
    assert_non_null(strstr(err.text, "/nonexistent/folder/state"));
    file = opened("-");
    assert_true(file.in_place);
    nf_checkpoint_close(&file);
    file = opened("/dev/null");
    assert_true(file.in_place);
    nf_checkpoint_close(&file);
    nf_checkpoint_close(&(struct nf_checkpoint){0});
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_state_replaces_the_one_before_which_is_kept),
        TEST(a_job_that_saves_once_leaves_one_file),
        TEST(what_another_job_left_is_kept_while_this_one_is_not_finished),
        TEST(a_state_taken_up_is_kept_at_the_first_save),
        TEST(what_a_killed_job_left_half_written_is_written_over),
        TEST(a_second_job_is_kept_off_until_the_first_has_ended),
        TEST(a_lock_that_a_killed_job_left_does_not_matter),
        TEST(a_symbolic_link_stays_and_the_file_it_leads_to_is_written),
        TEST(the_mode_of_a_file_stays),
        TEST(a_state_that_cannot_be_written_leaves_the_one_before),
        TEST(directories_missing_folders_and_pipes_are_told_apart),
    };
    return cmocka_run_group_tests_name("checkpoints", tests, NULL, NULL);
}
