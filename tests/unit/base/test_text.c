/* Inputs, growing text, and files that appear whole or not at all. */
/* valgrind: quick enough to be run under it as well */
#include "base/text.h"

#include "base/shown.h"
#include "tests/unit/folder.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- input ---- */

/* Opens a file that begins with `start`; its input is to be closed. */
static struct nf_input opened(const char *path, const char *start)
{
    struct nf_input input;
    assert_ok(nf_input_open, &input, path);
    assert_true(input.size >= strlen(start));
    assert_memory_equal(input.data, start, strlen(start));
    return input;
}

TEST(an_input_stays_whole_when_its_file_is_cut_short)
{
    nf_folder_put("a", "one\ntwo", 0600);
    struct nf_input input = opened("a", "one\ntwo");
    assert_int_equal(truncate("a", 0), 0);
    assert_int_equal(input.size, 7);
    assert_memory_equal(input.data, "one\ntwo", 7);
    nf_input_close(&input);
    input = opened("a", ""); /* and an empty file is an empty input */
    assert_int_equal(input.size, 0);
    nf_input_close(&input);
}

TEST(a_file_that_claims_to_be_empty_is_read)
{
    struct nf_input input = opened("/proc/self/status", "Name:");
    nf_input_close(&input);
}

TEST(a_large_file_takes_hardly_more_memory_than_it_has_bytes)
{
    enum { SIZE = 1000000 };
    nf_folder_put("a", "x", 0600);
    assert_int_equal(truncate("a", SIZE), 0);
    FREED_BY(nf_input_close) struct nf_input input = opened("a", "x");
    assert_int_equal(input.size, SIZE);
    assert_in_range(malloc_usable_size((void *)(uintptr_t)input.data), SIZE, SIZE + SIZE / 10);
}

/* Makes `fd` standard input while nf_input_open reads it; closes it. */
static void open_as_stdin(struct nf_input *input, int fd, const char *path)
{
    struct nf_error err;
    const int kept = dup(STDIN_FILENO);
    assert_true(kept >= 0);
    assert_int_equal(dup2(fd, STDIN_FILENO), STDIN_FILENO);
    const enum nf_status status = nf_input_open(input, path, &err);
    assert_int_equal(dup2(kept, STDIN_FILENO), STDIN_FILENO);
    close(kept);
    close(fd);
    assert_int_equal(status, NF_OK);
    assert_string_equal(input->name, "standard input");
}

TEST(a_pipe_is_read_to_its_end)
{
    enum { SIZE = 200000 }; /* more than a pipe holds, and than is allocated at first */
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        for (int i = 0; i < SIZE; i++)
            if (write(ends[1], &"0123456789"[i % 10], 1) != 1)
                _exit(1);
        _exit(0);
    }
    close(ends[1]);
    FREED_BY(nf_input_close) struct nf_input input;
    open_as_stdin(&input, ends[0], "-");
    assert_int_equal(input.size, SIZE);
    for (size_t i = 0; i < SIZE; i++)
        assert_int_equal(input.data[i], "0123456789"[i % 10]);
}

TEST(standard_input_is_read_from_where_it_stands)
{
    nf_folder_put("a", "read, not read", 0600);
    const int fd = open("a", O_RDONLY);
    assert_int_equal(lseek(fd, 6, SEEK_SET), 6);
    FREED_BY(nf_input_close) struct nf_input input;
    open_as_stdin(&input, fd, NULL);
    assert_int_equal(input.size, 8);
    assert_memory_equal(input.data, "not read", 8);
}

static void refuse_input(const char *path, const char *why)
{
    struct nf_input input;
    char expected[256];
    snprintf(expected, sizeof expected, "%s: %s", path, why);
    assert_ends(NF_IO, expected, nf_input_open, &input, path);
}

TEST(what_cannot_be_read_is_refused_by_name)
{
    refuse_input(".", "is a directory, expected a file");
    refuse_input("none", strerror(ENOENT));
    if (geteuid() != 0) { /* root reads everything */
        nf_folder_put("closed", "x", 0);
        refuse_input("closed", strerror(EACCES));
    }
}

TEST(an_input_above_128_mib_is_refused_whether_its_size_is_known_or_not)
{
    nf_folder_put("a", "x", 0600);
    assert_int_equal(truncate("a", ((off_t)1 << 27) + 1), 0); /* takes no room on disk */
    refuse_input("a", "larger than 128 MiB, the largest input read");
    refuse_input("/dev/zero", "larger than 128 MiB, the largest input read");
}

/* ---- messages ---- */

static void check_place(const char *data, size_t offset, const char *expected)
{
    const struct nf_input input = {.name = "f", .data = data, .size = strlen(data)};
    struct nf_error err;
    assert_int_equal(nf_fail_at(&err, &input, offset, "%s", "x"), NF_INVALID);
    assert_string_equal(err.text, expected);
}

TEST(lines_and_columns_count_bytes_from_1)
{
    check_place("", 0, "f:1:1: x");
    check_place("ab", 2, "f:1:3: x");
    check_place("ab\n", 2, "f:1:3: x"); /* the line end belongs to its line */
    check_place("ab\n", 3, "f:2:1: x");
    check_place("\n\n\tab", 3, "f:3:2: x"); /* a tab is one column */
    check_place("a\r\nb", 3, "f:2:1: x");
    check_place("\xc3\xa9x", 2, "f:1:3: x"); /* two bytes of one letter */
}

TEST(a_long_path_leaves_room_for_the_message)
{
    char name[3000];
    memset(name, 'd', sizeof name);
    strcpy(name + sizeof name - 7, "/a.txt");
    const struct nf_input input = {.name = name, .data = "", .size = 0};
    struct nf_error err;
    nf_fail_at(&err, &input, 0, "%s", "what is wrong");
    assert_non_null(strstr(err.text, "d/a.txt:1:1: what is wrong"));
    assert_memory_equal(err.text, "...d", 4);
}

static void check_quote(const char *bytes, size_t length, const char *expected)
{
    char quoted[NF_QUOTED];
    assert_string_equal(nf_quote(quoted, bytes, length), expected);
}

TEST(quotes_show_unprintable_bytes_and_cut_long_ones)
{
    check_quote("A1", 2, "'A1'");
    check_quote("A\0\xff\x7f", 4, "'A\\x00\\xff\\x7f'");
    check_quote("123456789012345678901234", 24, "'123456789012345678901234'");
    check_quote("1234567890123456789012345", 25, "'123456789012345678901234'... (25 bytes)");
    /* No character is cut in two. */
    check_quote("\xe7\x90\xaa\xe9\x9c\xb2\xe8\xaf\xba", 9,
                "'\xe7\x90\xaa\xe9\x9c\xb2\xe8\xaf\xba'");
    check_quote("1234567890123456789012\xe7\x90\xaa", 25, "'1234567890123456789012'... (25 bytes)");
    check_quote("123456789012345678901\xe7\x90\xaa", 24, "'123456789012345678901\xe7\x90\xaa'");
    check_quote("\xe7\x90", 2, "'\\xe7\\x90'");
    check_quote("a\xe2\x80\xae"
                "b",
                5, "'a\\xe2\\x80\\xaeb'");
    FREED_BY(nf_test_free) char *const megabyte = calloc(1, 1000000);
    char quoted[NF_QUOTED];
    assert_non_null(megabyte);
    assert_true(strlen(nf_quote(quoted, megabyte, 1000000)) < NF_QUOTED);
    assert_non_null(strstr(quoted, "\\x00'... (1000000 bytes)"));
}

TEST(quotes_name_what_is_not_seen_or_taken_for_another_character)
{
    check_quote("\xef\xbb\xbf"
                "2",
                4, "'\\xef\\xbb\\xbf2' (with a byte order mark, BOM)");
    check_quote("\xef\xbc\x92", 3, "'\xef\xbc\x92' (with full-width digits)");
    check_quote("A\xef\xbc\x99", 4, "'A\xef\xbc\x99' (with full-width digits)");
    check_quote("\xef\xbc\xa1"
                "1",
                4,
                "'\xef\xbc\xa1"
                "1' (with full-width characters)");
    check_quote("2\xe3\x80\x80"
                "1",
                5,
                "'2\xe3\x80\x80"
                "1' (with a full-width blank)");
    check_quote("2\xc2\xa0"
                "1",
                4,
                "'2\xc2\xa0"
                "1' (with a no-break blank)");
    check_quote("\xd0\x90"
                "1",
                3,
                "'\xd0\x90"
                "1' (with Greek or Cyrillic letters)");
    check_quote("1234567890123456789012345\xef\xbc\x92", 28,
                "'123456789012345678901234'... (28 bytes)");
}

/* ---- growing text ---- */

TEST(text_keeps_every_append)
{
    enum { LINES = 400000 }; /* 12 MB: past where large texts are stored otherwise */
    struct nf_text text = {0};
    for (int i = 0; i < LINES; i++) {
        nf_text_format(&text, "%08d", i);
        nf_text_string(&text, " and then some ");
        nf_text_bytes(&text, "\0more\n", 6);
    }
    assert_false(text.failed);
    assert_int_equal(text.size, (size_t)LINES * 29);
    for (int i = 0; i < LINES; i++) {
        char line[32];
        snprintf(line, sizeof line, "%08d and then some ", i);
        assert_memory_equal(text.data + (size_t)i * 29, line, 23);
        assert_memory_equal(text.data + (size_t)i * 29 + 23, "\0more\n", 6);
    }
    nf_text_free(&text);
    assert_null(text.data);
}

TEST(memory_that_runs_out_is_reported_once_by_write)
{
    FREED_BY(nf_text_free) struct nf_text text = {0};
    struct nf_error err;
    nf_text_string(&text, "kept");
    assert_null(nf_text_room(&text, SIZE_MAX / 4));
    assert_true(text.failed);
    nf_text_string(&text, "dropped");
    nf_text_format(&text, "%d", 1);
    assert_int_equal(text.size, 4);
    assert_ends(NF_IO, "out of memory", nf_text_write, &text, STDOUT_FILENO, "output");
    assert_int_equal(nf_text_save(&text, "a", &err), NF_IO);
    nf_folder_lists("", "");
}

/* ---- output ---- */

TEST(a_full_disk_and_a_closed_pipe_are_errors)
{
    const struct nf_text text = nf_words_text("x");
    assert_ends(NF_IO, "/dev/full: No space left on device", nf_text_save, &text, "/dev/full");
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    signal(SIGPIPE, SIG_IGN);
    assert_ends(NF_IO, "pipe: Broken pipe", nf_text_write, &text, ends[1], "pipe");
    close(ends[1]);
}

TEST(save_makes_and_replaces_whole_files_also_through_a_symbolic_link)
{
    static const char *const names[] = {"new", "old", "link"};
    const struct nf_text text = nf_words_text("new content\n");
    struct stat status;
    nf_folder_put("old", "something that was longer before\n", 0640);
    nf_folder_put("target", "old", 0600);
    assert_int_equal(symlink("target", "link"), 0);
    for (int i = 0; i < 3; i++) {
        assert_ok(nf_text_save, &text, names[i]);
        nf_folder_has(names[i], "new content\n");
    }
    assert_int_equal(stat("old", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    nf_folder_has("target", "new content\n");
    nf_folder_lists("", "link new old target "); /* no temporary file is left */
}

TEST(a_save_that_fails_reports_what_is_wrong_and_leaves_all_as_it_was)
{
    static const char *const rows[][2] = {{"none/a", "none/a: No such file or directory"},
                                          {"file/a", "file/a: Not a directory"},
                                          {".", ".: is a directory, expected a file"}};
    const struct nf_text text = nf_words_text("x");
    nf_folder_put("file", "old", 0600);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_ends(NF_IO, rows[i][1], nf_text_save, &text, rows[i][0]);
    nf_folder_has("file", "old");
    nf_folder_lists("", "file ");
    assert_ok(nf_text_save, &text, "/dev/null");
}

TEST(a_save_leaves_signals_as_they_were)
{
    const struct nf_text text = nf_words_text("x");
    struct nf_error err;
    sigset_t mine, after;
    sigemptyset(&mine);
    sigaddset(&mine, SIGUSR1);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, &mine, NULL), 0);
    for (int fails = 0; fails < 2; fails++) {
        assert_int_equal(nf_text_save(&text, fails ? "none/a" : "a", &err), fails ? NF_IO : NF_OK);
        assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &after), 0);
        for (int number = 1; number < 32; number++)
            assert_int_equal(sigismember(&after, number), number == SIGUSR1);
    }
    sigemptyset(&mine);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, &mine, NULL), 0);
}

/* Reads all of a pipe, slowly at first, in a process of its own; its exit code is 0 if the bytes
 * came in order. */
static pid_t read_slowly(const int ends[2], size_t size)
{
    const pid_t pid = fork();
    if (pid != 0)
        return pid;
    unsigned char bytes[4096];
    ssize_t got;
    size_t seen = 0;
    bool right = true;
    close(ends[1]);
    usleep(50000);
    while ((got = read(ends[0], bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < got; i++)
            right &= bytes[i] == (unsigned char)(seen++ * 7);
    _exit(right && seen == size ? 0 : 1);
}

TEST(a_descriptor_that_does_not_wait_gets_everything_all_the_same)
{
    enum { SIZE = 1 << 20 }; /* more than a pipe holds */
    int ends[2], left;
    FREED_BY(nf_text_free) struct nf_text text = {0};
    struct nf_error err = {""};
    char *const room = nf_text_room(&text, SIZE);
    assert_non_null(room);
    for (size_t i = 0; i < SIZE; i++)
        room[i] = (char)(i * 7);
    text.size = SIZE;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    const pid_t reader = read_slowly(ends, SIZE);
    assert_true(reader > 0);
    close(ends[0]);
    const enum nf_status status = nf_text_write(&text, ends[1], "pipe", &err);
    close(ends[1]);
    assert_int_equal(waitpid(reader, &left, 0), reader);
    assert_int_equal(status, NF_OK);
    assert_int_equal(left, 0);
}

TEST(text_from_outside_is_shown_on_one_line)
{
    static const char *const shown[][2] = {
        {"S\xc3\xa4tze \xe7\x90\x83 \xf0\x9f\x83\x81 a\\b",
         "S\xc3\xa4tze \xe7\x90\x83 \xf0\x9f\x83\x81 a\\b"},
        {"a\x1b[31m\r\n\tb\x7f", "a\\x1b[31m\\x0d\\x0a\\x09b\\x7f"},
        {"\xc2\x9b\xc2\xa0", "\\xc2\\x9b\xc2\xa0"},
        {"\xe2\x80\xae\xe2\x81\xa6\xd8\x9c\xe2\x80\xa8",
         "\\xe2\\x80\\xae\\xe2\\x81\\xa6\\xd8\\x9c\\xe2\\x80\\xa8"},
        {"\xff\xe7\x90", "\\xff\\xe7\\x90"},
        {"\xc0\xbc\xed\xa0\x80", "\\xc0\\xbc\\xed\\xa0\\x80"},
    };
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        struct nf_text text = {0};
        struct nf_error err;
        nf_shown(&text, shown[i][0]);
        assert_text(&text, shown[i][1]);
        nf_fail(&err, NF_IO, "%s", shown[i][0]);
        assert_string_equal(err.text, shown[i][1]);
    }
}

TEST(words_for_the_shell_come_out_of_it_as_they_were)
{
    static const char *const words[] = {
        "plain-word_1.txt", "",   "it's",      "a b",      "$HOME;`id`",
        "\"*?~#&|<>()\\",   "\n", "A1=3,E9=1", "1..5=a b", "\x1b[31m'\\x\xff\xc2\x9b\xe2\x80\xae\t",
        "\3771'\n\\n$HOME"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        FREED_BY(nf_text_free) struct nf_text line = {0};
        char found[64];
        nf_text_string(&line, "printf '%s!' ");
        nf_text_word(&line, words[i]);
        nf_text_bytes(&line, "", 1);
        /* What must not be shown is not in the line, so it can be shown and pasted. */
        for (const char *byte = line.data; *byte != '\0'; byte++)
            assert_in_range((unsigned char)*byte, ' ', '~');
        setenv("NF_TEST_LINE", line.data, 1);
        FILE *const shell = popen("exec bash -c \"$NF_TEST_LINE\"", "r");
        assert_non_null(shell);
        const size_t length = fread(found, 1, sizeof found - 1, shell);
        found[length] = '\0';
        assert_int_equal(pclose(shell), 0);
        assert_int_equal(length, strlen(words[i]) + 1);
        assert_memory_equal(found, words[i], length - 1);
    }
    /* What needs no quotes has none, and what can be shown has simple ones. */
    struct nf_text plain = {0};
    nf_text_word(&plain, "1..5=keep-e,/a/b.txt");
    nf_text_word(&plain, &"\na b"[1]);
    assert_text(&plain, "1..5=keep-e,/a/b.txt'a b'");
}

TEST(newlines_are_counted_within_the_bytes_given_and_none_in_no_bytes)
{
    static const char bytes[] = "\na\n\0\nb\n";
    static const uint64_t expected[] = {0, 1, 1, 2, 2, 3, 3, 4};
    for (size_t size = 0; size < sizeof expected / sizeof *expected; size++)
        assert_int_equal(nf_newlines(bytes, size), expected[size]);
    assert_int_equal(nf_newlines(NULL, 0), 0);
}

int main(void)
{
    return nf_run_tests(nf_folder_begin, nf_folder_end);
}
