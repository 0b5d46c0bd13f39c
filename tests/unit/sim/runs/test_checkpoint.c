/* The file that a long run writes its state to: whole at every moment, the state before it kept,
 * one run at a time. */
/* threads: run under ThreadSanitizer as well */
#include "sim/runs/checkpoint.h"

#include "base/signals.h"
#include "tests/unit/folder.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The file, its state before, and the side files it is written by. */
static const char path[] = "state", before[] = "state.1", new[] = ".state.ninefold-new",
                  lock[] = ".state.ninefold-lock";

static enum nf_status save(struct nf_checkpoint *file, const char *text)
{
    struct nf_error err = {""};
    const struct nf_text state = nf_words_text(text);
    return nf_checkpoint_save(file, &state, &err);
}

static struct nf_checkpoint opened(const char *to)
{
    struct nf_checkpoint file;
    assert_ok(nf_checkpoint_open, &file, to);
    return file;
}

/* The file and the state before hold these, and beside them there is nothing. */
static void check_states(const char *now, const char *earlier)
{
    nf_folder_has(path, now);
    if (earlier != NULL)
        nf_folder_has(before, earlier);
    nf_folder_lists("", earlier != NULL ? "state state.1 " : "state ");
}

/* Saves one state in a file that is opened and closed for it. */
static void save_alone(const char *to, const char *text)
{
    struct nf_checkpoint file = opened(to);
    assert_int_equal(save(&file, text), NF_OK);
    nf_checkpoint_close(&file);
}

TEST(each_state_replaces_the_one_before_which_is_kept)
{
    struct nf_checkpoint file = opened(path);
    assert_int_equal(save(&file, "one"), NF_OK);
    nf_folder_has(path, "one");
    assert_int_equal(save(&file, "two"), NF_OK);
    assert_int_equal(save(&file, "three"), NF_OK);
    nf_checkpoint_close(&file);
    check_states("three", "two");
}

TEST(another_jobs_file_is_replaced_and_its_state_before_goes_with_it)
{
    nf_folder_put(path, "of another job", 0600);
    nf_folder_put(before, "before that", 0600);
    struct nf_checkpoint file = opened(path);
    assert_true(file.kept);
    assert_int_equal(save(&file, "one"), NF_OK);
    nf_checkpoint_close(&file);
    check_states("one", NULL);
}

TEST(a_state_before_that_somebody_else_made_meanwhile_is_left_alone)
{
    struct nf_checkpoint file = opened(path);
    assert_false(file.kept);
    assert_int_equal(save(&file, "one"), NF_OK);
    nf_folder_put(before, "a stranger's", 0600);
    assert_int_equal(save(&file, "two"), NF_IO);
    nf_folder_has(path, "one");
    assert_int_equal(unlink(before), 0);
    assert_int_equal(save(&file, "two"), NF_OK);
    assert_int_equal(save(&file, "three"), NF_OK);
    assert_int_equal(unlink(before), 0);
    nf_folder_put(before, "a stranger's", 0600);
    assert_int_equal(save(&file, "four"), NF_IO);
    nf_checkpoint_close(&file);
    check_states("three", "a stranger's");
}

/* And what a killed job left half written is written over. */
TEST(a_state_taken_up_is_kept_at_the_first_save)
{
    static const char *const halves[] = {NULL, "", "{",
                                         "{\n  \"schema\": \"ninefold.saved/1\",\n  \"ver"};
    for (int i = 0; i < 4; i++) {
        nf_folder_put(path, "one", 0600);
        if (halves[i] != NULL) {
            nf_folder_put(new, halves[i], 0600);
            /* Killed between the two names: FILE and FILE.1 are one file. */
            assert_int_equal(link(path, before), 0);
        }
        struct nf_checkpoint file = opened(path);
        nf_checkpoint_take_up(&file, path);
        assert_int_equal(save(&file, "two"), NF_OK);
        nf_checkpoint_close(&file);
        check_states("two", "one");
        assert_int_equal(unlink(before), 0);
    }
}

/* A file that is refused, with these words. */
static void check_refused(const char *name, const char *message)
{
    struct nf_checkpoint file;
    assert_ends_saying(NF_IO, message, nf_checkpoint_open, &file, name);
}

/* Refused for the side file `name`, which is as it was afterwards. */
static void assert_in_the_way(const char *name)
{
    struct stat earlier, after;
    assert_int_equal(lstat(name, &earlier), 0);
    check_refused(path, name);
    assert_int_equal(lstat(name, &after), 0);
    assert_true(earlier.st_ino == after.st_ino && earlier.st_size == after.st_size);
    assert_int_equal(unlink(name), 0);
}

TEST(files_of_others_under_the_names_of_side_files_are_left_alone)
{
    static const char *const names[] = {new, lock}, victim[] = "victim";
    for (int i = 0; i < 2; i++) {
        nf_folder_put(names[i], "a letter to my aunt", 0600);
        assert_in_the_way(names[i]);
        assert_int_equal(mkfifo(names[i], 0600), 0);
        assert_in_the_way(names[i]);
        /* Links lead nowhere, whatever is there. */
        assert_int_equal(symlink(victim, names[i]), 0);
        assert_in_the_way(names[i]);
        assert_int_equal(access(victim, F_OK), -1);
        nf_folder_put(victim, "", 0600);
        assert_int_equal(symlink(victim, names[i]), 0);
        assert_in_the_way(names[i]);
        assert_int_equal(unlink(victim), 0);
    }
    nf_folder_put(victim, "{\n  \"schema\": \"ninefold.saved/1\"", 0600);
    assert_int_equal(link(victim, new), 0); /* it has another name: not what a job left */
    assert_in_the_way(new);
}

/* However often: the job that is kept off leaves the lock where it is. One that a killed job left
 * does not matter. */
TEST(a_second_job_is_kept_off_and_who_looks_sees_why_until_the_first_has_ended)
{
    assert_false(nf_checkpoint_held(path));
    nf_folder_put(lock, "", 0600);
    assert_false(nf_checkpoint_held(path));
    struct nf_checkpoint first = opened(path);
    for (int i = 0; i < 3; i++) {
        assert_true(nf_checkpoint_held(path));
        check_refused(path, "another run is writing to it");
    }
    nf_checkpoint_close(&first);
    assert_false(nf_checkpoint_held(path));
    save_alone(path, "one");
    check_states("one", NULL);
}

TEST(a_lock_that_cannot_be_made_is_named)
{
    assert_int_equal(mkdir(lock, 0777), 0);
    check_refused(path, "cannot make its lock");
    check_refused(path, lock);
}

/* A file that is not there yet is made where the link leads. */
TEST(a_symbolic_link_stays_and_the_file_it_leads_to_is_written_and_keeps_its_mode)
{
    struct stat found;
    nf_folder_put(path, "before", 0600);
    assert_int_equal(symlink(path, "link"), 0);
    for (int made = 0; made < 2; made++) {
        save_alone("link", "one");
        nf_folder_has(path, "one");
        assert_int_equal(lstat("link", &found), 0);
        assert_true(S_ISLNK(found.st_mode));
        assert_int_equal(stat(path, &found), 0);
        assert_true(made || (found.st_mode & 0777) == 0600);
        assert_int_equal(unlink(path), 0);
    }
}

TEST(a_write_protected_file_is_refused)
{
    nf_folder_put(path, "before", 0444);
    check_refused(path, "write-protected");
    assert_int_equal(chmod(path, 0644), 0);
    nf_folder_put(before, "before that", 0444);
    check_refused(path, before);
}

TEST(a_state_that_cannot_be_written_leaves_the_one_before)
{
    struct nf_checkpoint file = opened(path);
    assert_int_equal(save(&file, "one"), NF_OK);
    assert_int_equal(mkdir(new, 0777), 0); /* so that the side file cannot be made */
    assert_int_equal(save(&file, "two"), NF_IO);
    nf_folder_has(path, "one");
    assert_int_equal(rmdir(new), 0);
    assert_int_equal(mkdir(before, 0777), 0); /* nor the one before be kept */
    assert_int_equal(save(&file, "two"), NF_IO);
    nf_folder_has(path, "one");
    nf_checkpoint_close(&file);
    nf_folder_lists("", "state state.1 ");
    check_refused(path, before);
}

TEST(directories_missing_folders_and_pipes_are_told_apart)
{
    check_refused(".", "is a directory");
    check_refused("/nonexistent/folder/state", "/nonexistent/folder/state");
    check_refused("/dev/null", "found a device");
    assert_int_equal(mkfifo("fifo", 0666), 0);
    check_refused("fifo", "found a FIFO");
    struct nf_checkpoint file = opened("-");
    assert_true(file.in_place);
    nf_checkpoint_close(&file);
    nf_checkpoint_close(&(struct nf_checkpoint){0});
}

/* ---- what reaches the disk ---- */

/* The calls of this program, in place of the C library's: what they do, and a note of it. */
struct noted {
    char call; /* 'w'rite, fs'y'nc, 'r'ename to FILE, to 'o'ther names */
    ino_t inode;
};
static struct noted noted[1000];
static size_t noted_count;

static void note(char call, ino_t inode)
{
    if (noted_count < sizeof noted / sizeof *noted)
        noted[noted_count++] = (struct noted){call, inode};
}

static void note_fd(char call, int fd)
{
    struct stat found;
    if (fstat(fd, &found) == 0)
        note(call, found.st_ino);
}

ssize_t write(int fd, const void *bytes, size_t count)
{
    note_fd('w', fd);
    return syscall(SYS_write, fd, bytes, count);
}

int fsync(int fd)
{
    note_fd('y', fd);
    return (int)syscall(SYS_fsync, fd);
}

int rename(const char *from, const char *to)
{
    struct stat found;
    if (stat(from, &found) == 0)
        note(strcmp(to, nf_folder_path(path)) == 0 ? 'r' : 'o', found.st_ino);
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

/* How often a lock was removed that nobody held, so that another job may just have taken it. */
static size_t free_locks_removed;

int unlink(const char *name)
{
    const int fd = strcmp(name, nf_folder_path(lock)) == 0
                       ? open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
                       : -1;
    free_locks_removed += fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0;
    if (fd >= 0)
        close(fd);
    return (int)syscall(SYS_unlinkat, AT_FDCWD, name, 0);
}

/* Also behind a signal, which ended the program before. */
TEST(a_lock_is_removed_while_it_is_held)
{
    free_locks_removed = 0;
    struct nf_checkpoint file = opened(path);
    assert_int_equal(raise(SIGTERM), 0);
    assert_int_equal(nf_signals_caught(), SIGTERM);
    assert_int_equal(save(&file, "some state"), NF_OK);
    nf_checkpoint_unlock(&file);
    check_states("some state", NULL);
    nf_checkpoint_close(&file);
    file = opened(path);
    nf_checkpoint_close(&file);
    check_states("some state", NULL);
    assert_int_equal(free_locks_removed, 0);
}

/* Somebody has removed the lock, and another job has made its own. */
TEST(a_lock_of_another_job_is_left_alone)
{
    struct nf_checkpoint file = opened(path);
    assert_int_equal(unlink(lock), 0);
    nf_folder_put(lock, "", 0600);
    nf_checkpoint_close(&file);
    nf_folder_has(lock, "");
}

/* Whether what was noted brings the file `inode` to the disk, then gives it its name,
 * and then brings that to the disk. */
static bool is_safe(ino_t inode, ino_t in)
{
    bool synced = false, named = false, safe = false;
    for (size_t i = 0; i < noted_count; i++) {
        const struct noted *const call = &noted[i];
        if (call->call == 'w' && call->inode == inode)
            synced = false;
        else if (call->call == 'y' && call->inode == inode)
            synced = true;
        else if (call->call == 'r' && call->inode == inode && synced)
            named = true;
        else if (call->call == 'y' && call->inode == in && named)
            safe = true;
    }
    return safe;
}

TEST(each_save_brings_the_file_to_the_disk_before_its_name_and_the_folder_after_it)
{
    struct stat saved, in;
    assert_int_equal(stat(".", &in), 0);
    struct nf_checkpoint file = opened(path);
    for (int i = 0; i < 5; i++) {
        noted_count = 0;
        assert_int_equal(save(&file, i % 2 == 0 ? "some state" : "another state"), NF_OK);
        assert_int_equal(stat(path, &saved), 0);
        assert_true(is_safe(saved.st_ino, in.st_ino));
    }
    nf_checkpoint_close(&file);
}

int main(void)
{
    return nf_run_tests(nf_folder_begin, nf_folder_end);
}
