/* Files that appear whole: where a path leads through links, side files and their names, what is
 * kept of the file before, and signals in the meantime. */
#include "base/lang.h"
#include "base/out_file.h"
#include "tests/unit/folder.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- names ---- */

/* `path` leads to the file `name` of the folder. */
static void leads_to(const char *path, const char *name)
{
    FREED_BY(nf_test_free) char *const target = nf_out_target(path);
    if (target == NULL)
        fail_msg("%s: %s", path, strerror(errno));
    assert_string_equal(target, nf_folder_path(name));
}

static void leads_nowhere(const char *path, int error)
{
    errno = 0;
    assert_null(nf_out_target(path));
    assert_int_equal(errno, error);
}

TEST(a_path_leads_through_links_to_a_file_that_need_not_be_there)
{
    assert_int_equal(mkdir("sub", 0700), 0);
    nf_folder_put("there", "", 0600);
    leads_to("there", "there");
    leads_to("none", "none");
    leads_to("./sub/../none", "none");
    leads_to("sub/none", "sub/none");
    assert_int_equal(symlink("there", "to-there"), 0);
    assert_int_equal(symlink("none", "to-none"), 0);
    assert_int_equal(symlink("sub/far", "to-far"), 0);
    assert_int_equal(symlink("../to-far", "sub/up"), 0);
    assert_int_equal(symlink("sub", "to-sub"), 0);
    leads_to("to-there", "there");
    leads_to("to-none", "none");
    leads_to("to-far", "sub/far");
    leads_to("sub/up", "sub/far");
    leads_to("to-sub/none", "sub/none");
    const char *const whole = nf_folder_path("sub/whole");
    assert_int_equal(symlink(whole, "to-whole"), 0);
    leads_to("to-whole", "sub/whole");
    leads_to(whole, "sub/whole");
    FREED_BY(nf_test_free) char *const root = nf_out_target("/there-is-no-such-file");
    assert_string_equal(root, "/there-is-no-such-file");
}

TEST(a_path_that_leads_to_no_folder_or_round_is_refused)
{
    nf_folder_put("file", "", 0600);
    leads_nowhere("none/a", ENOENT);
    leads_nowhere("none/", ENOENT);
    leads_nowhere("", ENOENT);
    leads_nowhere("file/a", ENOTDIR);
    assert_int_equal(symlink("round", "round"), 0);
    leads_nowhere("round", ELOOP);
    assert_int_equal(symlink("none/a", "to-no-folder"), 0);
    leads_nowhere("to-no-folder", ENOENT);
    /* As many links as the system follows, to a file that is not there. */
    char name[16], next[16];
    for (int i = 1; i <= 40; i++) {
        snprintf(name, sizeof name, "l%d", i);
        snprintf(next, sizeof next, "l%d", i - 1);
        assert_int_equal(symlink(next, name), 0);
    }
    leads_to("l39", "l0");
    leads_nowhere("l40", ELOOP);
}

TEST(side_files_are_hidden_beside_their_target)
{
    static const char *const rows[][3] = {
        {"/a/b/c.json", "/a/b/.c.json.ninefold-new", "/a/b"},
        {"/c", "/.c.ninefold-new", "/"},
        {"/a/c", "/a/.c.ninefold-new", "/a"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FREED_BY(nf_test_free)
        char *const side = nf_out_side(rows[i][0], "new"), *const in = nf_out_folder(rows[i][0]);
        assert_string_equal(side, rows[i][1]);
        assert_string_equal(in, rows[i][2]);
    }
}

/* ---- files ---- */

TEST(unique_side_files_are_new_and_empty)
{
    const char *const target = nf_folder_path("a"), *const nowhere = nf_folder_path("none/a");
    FREED_BY(nf_test_free) char *side, *other, *sub, *none;
    const int fd = nf_out_unique(target, &side), second = nf_out_unique(target, &other);
    struct stat status;
    assert_true(fd >= 0 && second >= 0);
    assert_string_not_equal(side, other);
    assert_int_equal(fstat(fd, &status), 0);
    assert_true(S_ISREG(status.st_mode) && status.st_size == 0);
    assert_int_equal(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    assert_int_equal(nf_out_unique_folder(target, &sub), 0);
    assert_int_equal(stat(sub, &status), 0);
    assert_true(S_ISDIR(status.st_mode));
    assert_string_not_equal(sub, side);
    errno = 0;
    assert_int_equal(nf_out_new(side), -1); /* its name is in use */
    assert_int_equal(errno, EEXIST);
    close(fd);
    close(second);
    errno = 0;
    assert_int_equal(nf_out_unique(nowhere, &none), -1);
    assert_int_equal(errno, ENOENT);
    assert_null(none);
    assert_int_equal(nf_out_unique_folder(nowhere, &none), -1);
}

TEST(a_side_file_gets_the_permissions_of_what_it_replaces)
{
    static const mode_t modes[] = {0600, 0640, 0755, 0666, 0222, 04711};
    const struct nf_text text = nf_words_text("whole");
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        const char *const target = nf_folder_path("a");
        FREED_BY(nf_test_free) char *side;
        struct stat status;
        nf_folder_put(target, "", modes[i]);
        const int fd = nf_out_unique(target, &side);
        assert_ok(nf_out_fill, fd, side, target, &text, "shown");
        assert_int_equal(fcntl(fd, F_GETFD), -1); /* closed */
        assert_int_equal(stat(side, &status), 0);
        assert_int_equal(status.st_mode & 07777, modes[i] & 0777);
        assert_int_equal(status.st_size, 5);
        assert_ok(nf_out_name, side, target, "shown");
        nf_folder_lists("", "a ");
        assert_int_equal(unlink(target), 0);
    }
}

TEST(a_side_file_that_fails_is_removed)
{
    const struct nf_text text = nf_words_text("x");
    assert_true(nf_lang_choose("en"));
    const char *const target = nf_folder_path("a");
    char *side;
    int fd = nf_out_unique(target, &side);
    close(fd);
    fd = open(side, O_RDONLY | O_CLOEXEC); /* cannot be written */
    assert_ends(NF_IO, "shown: Bad file descriptor", nf_out_fill, fd, side, target, &text, "shown");
    nf_folder_lists("", "");
    free(side);
    /* Nor is there one whose target cannot be looked at, or cannot be replaced. */
    nf_folder_put("file", "", 0600);
    const char *const behind = nf_folder_path("file/a");
    fd = nf_out_unique(target, &side);
    assert_ends(NF_IO, "shown: Not a directory", nf_out_fill, fd, side, behind, &text, "shown");
    nf_folder_lists("", "file ");
    free(side);
    fd = nf_out_unique(target, &side);
    close(fd);
    assert_int_equal(mkdir("a", 0700), 0);
    assert_ends(NF_IO, "shown: Is a directory", nf_out_name, side, target, "shown");
    nf_folder_lists("", "a file ");
    free(side);
}

TEST(a_file_nobody_may_write_is_not_replaced)
{
    static const mode_t modes[] = {0600, 0620, 0602, 0200, 0400, 0444, 0555, 0};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        const bool may = (modes[i] & 0222) != 0;
        struct stat found;
        char refusal[128];
        nf_folder_put("a", "", modes[i]);
        assert_int_equal(stat("a", &found), 0);
        snprintf(refusal, sizeof refusal,
                 "a: found a write-protected file (mode %03o), expected one that may be replaced",
                 (unsigned)modes[i]);
        assert_ends(may ? NF_OK : NF_IO, may ? "" : refusal, nf_out_permitted, "a", &found);
        assert_int_equal(unlink("a"), 0);
    }
    assert_ends(NF_IO, "a: No such file or directory", nf_out_permitted, "a",
                &(struct stat){.st_mode = S_IFREG | 0600});
}

TEST(a_name_in_use_is_not_taken_by_a_link)
{
    struct stat first, second;
    nf_folder_put("a", "", 0600);
    nf_folder_put("b", "", 0600);
    assert_int_equal(nf_out_link("a", "b"), -1);
    assert_int_equal(errno, EEXIST);
    assert_int_equal(nf_out_link("a", "c"), 0);
    assert_int_equal(stat("a", &first), 0);
    assert_int_equal(stat("c", &second), 0);
    assert_true(first.st_ino == second.st_ino);
    assert_int_equal(nf_out_link("none", "d"), -1);
    assert_int_equal(errno, ENOENT);
    /* What has no hard links is renamed. */
    assert_int_equal(mkdir("e", 0700), 0);
    assert_int_equal(nf_out_link("e", "f"), 0);
    assert_int_equal(access("e", F_OK), -1);
    assert_int_equal(access("f", F_OK), 0);
    assert_int_equal(mkdir("e", 0700), 0);
    assert_int_equal(nf_out_link("e", "f"), -1);
    assert_int_equal(errno, EEXIST);
}

/* ---- signals ---- */

static volatile sig_atomic_t caught;

static void count(int number)
{
    (void)number;
    caught++;
}

TEST(signals_wait_while_a_side_file_is_there_but_faults_do_not)
{
    static const int late[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGUSR1, SIGXCPU, SIGPIPE},
                     at_once[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    sigset_t before, mine, after;
    sigemptyset(&mine);
    sigaddset(&mine, SIGUSR2);
    pthread_sigmask(SIG_SETMASK, &mine, NULL);
    for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
        void (*const old)(int) = signal(late[i], count);
        caught = 0;
        nf_out_shield(&before);
        raise(late[i]);
        assert_int_equal(caught, 0);
        nf_out_unshield(&before);
        assert_int_equal(caught, 1);
        signal(late[i], old);
    }
    for (size_t i = 0; i < sizeof at_once / sizeof *at_once; i++) {
        void (*const old)(int) = signal(at_once[i], count);
        caught = 0;
        nf_out_shield(&before);
        raise(at_once[i]);
        assert_int_equal(caught, 1);
        nf_out_unshield(&before);
        signal(at_once[i], old);
    }
    /* What was kept away before still is. */
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    assert_true(sigismember(&after, SIGUSR2) && !sigismember(&after, SIGINT));
    sigemptyset(&mine);
    pthread_sigmask(SIG_SETMASK, &mine, NULL);
}

int main(void)
{
    return nf_run_tests(nf_folder_begin, nf_folder_end);
}
