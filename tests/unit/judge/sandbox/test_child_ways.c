/* What only one way of starting programs has: what the sandbox keeps in, and what the fork server
 * needs, refuses and survives. */
/* first: waits for programs */
#include "tests/unit/folder.h"
#include "tests/unit/judge/sandbox/hostile.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <arpa/inet.h>
#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct nf_child_options sandbox = {.sandbox = true}, server = {.forkserver = true};

/* The path of a copy of a hostile program, in the folder of the test. */
static const char *copy_counter(void)
{
    char command[5000];
    snprintf(command, sizeof command, "cp '%s' copy", nf_hostile_path("counter"));
    assert_int_equal(system(command), 0);
    return nf_folder_path("copy");
}

/* ---- the sandbox ---- */

/* Listens on a free port of this machine; returns the socket. */
static int listen_here(uint16_t *port)
{
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    assert_true(listener >= 0);
    assert_int_equal(bind(listener, (const struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(listener, 8), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &size), 0);
    *port = ntohs(address.sin_port);
    return listener;
}

/* What a program can do: connect to a port of this machine, write to a file and to /tmp, and see
 * processes, by their ids. */
static void probe(struct nf_child_options options, char answer[64])
{
    uint16_t port;
    char script[500], path[] = "/var/tmp/ninefold-child-XXXXXX";
    const int listener = listen_here(&port), file = mkstemp(path);
    assert_true(file >= 0);
    snprintf(script, sizeof script,
             "exec 2>/dev/null\n"
             "(: >/dev/tcp/127.0.0.1/%u) && echo network\n"
             "(: >%s) && echo file\n"
             "(: >/tmp/ninefold-prober) && echo tmp\n"
             "cd /proc && echo [0-9]*",
             port, path);
    FREED_BY(nf_child_result_free)
    struct nf_child_result result =
        nf_hostile_once_words(options, (char *[]){"bash", "-c", script, NULL}, "");
    snprintf(answer, 64, "%.*s", (int)result.output.size, result.output.data);
    close(listener);
    close(file);
    unlink(path);
}

TEST(sandbox_has_no_network_no_files_to_write_that_stay_and_no_others)
{
    char inside[64], outside[64];
    nf_hostile_need_sandbox();
    probe(sandbox, inside);
    assert_string_equal(inside, "tmp\n1 2\n"); /* bubblewrap and itself */
    assert_int_not_equal(access("/tmp/ninefold-prober", F_OK), 0);
    /* The probe can tell: without the sandbox all of that works. */
    probe((struct nf_child_options){0}, outside);
    assert_int_equal(strncmp(outside, "network\nfile\ntmp\n", 17), 0);
    assert_int_equal(unlink("/tmp/ninefold-prober"), 0);
}

TEST(program_below_tmp_is_seen_in_the_sandbox)
{
    nf_hostile_need_sandbox();
    FREED_BY(nf_child_result_free)
    struct nf_child_result result =
        nf_hostile_once_words(sandbox, (char *[]){(char *)copy_counter(), NULL}, "x");
    assert_int_equal(result.ending, NF_ENDED);
    assert_int_equal(result.output.size, strlen("1 1 120\n"));
}

/* Writes what of `names`, paths ended by NULL, a shell sees with these words behind its script. */
static void look_for(struct nf_child_options options, const char *const *names, const char *word,
                     char answer[300])
{
    struct nf_text script = {0};
    FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    nf_text_string(&script, "for name in");
    for (; *names != NULL; names++)
        nf_text_format(&script, " \\\n%.1s''%s", *names, *names + 1); /* which names no file */
    nf_text_string(&script, "; do if [ -e $name ]; then echo ${name##*/}; fi; done");
    nf_text_bytes(&script, "", 1);
    result = nf_hostile_once_words(
        options, (char *[]){"bash", "-c", script.data, "bash", (char *)(uintptr_t)word, NULL}, "");
    snprintf(answer, 300, "%.*s", (int)result.output.size, result.output.data);
    nf_text_free(&script);
}

/* A home of Python with a program and a library, a folder with a test set, a file beside them. */
static const char *const laid_out[] = {"home/bin/program",
                                       "home/lib/library",
                                       "home/pyvenv.cfg",
                                       "work/source",
                                       "work/set/answer",
                                       "beside",
                                       NULL};

static void lay_out(char paths[7][PATH_MAX], const char *names[7])
{
    static const char *const folders[] = {"home", "home/bin", "home/lib", "work", "work/set"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        assert_int_equal(mkdir(nf_folder_path(folders[i]), 0700), 0);
    for (int i = 0; laid_out[i] != NULL; i++) {
        nf_folder_put(laid_out[i], "#!/bin/sh\n", 0700);
        snprintf(paths[i], PATH_MAX, "%s", nf_folder_path(laid_out[i]));
        names[i] = paths[i];
    }
}

TEST(sandbox_shows_what_the_program_and_its_arguments_are_and_no_other_file)
{
    static char paths[7][PATH_MAX];
    const char *names[8] = {NULL}, *const system[] = {"/usr/bin/env", "/etc/shadow", "/var/lib",
                                                      "/sys", NULL};
    char hidden[PATH_MAX];
    const struct nf_child_options hiding = {.sandbox = true, .hidden = hidden};
    char answer[300];
    nf_hostile_need_sandbox();
    lay_out(paths, names);
    snprintf(hidden, sizeof hidden, "%s", nf_folder_path("work/set"));
    look_for(sandbox, system, "", answer);
    assert_string_equal(answer, "env\n");
    look_for(sandbox, names, "", answer);
    assert_string_equal(answer, "");
    look_for(sandbox, names, paths[5], answer);
    assert_string_equal(answer, "beside\n");
    look_for(sandbox, names, paths[0], answer); /* with the home it has */
    assert_string_equal(answer, "program\nlibrary\npyvenv.cfg\n");
    look_for(sandbox, names, nf_folder_path("work"), answer);
    assert_string_equal(answer, "source\nanswer\n");
    look_for(hiding, names, nf_folder_path("work"), answer);
    assert_string_equal(answer, "source\n");
    look_for(hiding, names, nf_folder_path("work/set"), answer);
    assert_string_equal(answer, "");
    look_for(hiding, names, nf_folder_path("work/set/answer"), answer);
    assert_string_equal(answer, "answer\n");
    look_for((struct nf_child_options){0}, names, "", answer);
    assert_string_equal(answer, "program\nlibrary\npyvenv.cfg\nsource\nanswer\nbeside\n");
}

TEST(sandbox_passes_on_how_the_program_ended)
{
    /* Bubblewrap tells signal n as 128 + n; there is no signal 0, and none above 64. */
    static const struct nf_hostile_row rows[] = {
        {"a code", "bad ender exit 3", .code = 3},
        {"127", "bad ender exit 127", .code = 127},
        {"no signal 0", "bad ender exit 128", .code = 128},
        {"signal 1", "bad ender exit 129", .ending = NF_KILLED, .code = 1},
        {"signal 64", "bad ender exit 192", .ending = NF_KILLED, .code = 64},
        {"no signal 65", "bad ender exit 193", .code = 193},
        {"255", "bad ender exit 255", .code = 255},
        {"a signal", "bad ender signal 11", .ending = NF_KILLED, .code = SIGSEGV},
    };
    nf_hostile_rows(NF_HOSTILE_SANDBOX, rows, sizeof rows / sizeof *rows);
}

/* However long the command line gets. */
TEST(every_argument_arrives_in_the_sandbox)
{
    enum { MOST = 80 };
    char *argv[4 + MOST + 1] = {"sh", "-c", "echo $# $*", "sh"}, expected[2 * MOST + 8];
    nf_hostile_need_sandbox();
    for (int count = 1; count <= MOST; count += 13) {
        int length = snprintf(expected, sizeof expected, "%d", count);
        for (int i = 0; i < count; i++) {
            argv[4 + i] = "x";
            length += snprintf(expected + length, sizeof expected - (size_t)length, " x");
        }
        FREED_BY(nf_child_result_free)
        struct nf_child_result result = nf_hostile_once_words(sandbox, argv, "");
        assert_int_equal(result.output.size, length + 1);
        assert_memory_equal(result.output.data, expected, (size_t)length);
    }
}

/* Makes `folder` the only one in PATH; returns what PATH was, to be put back. */
static char *look_only_in(const char *folder)
{
    char *const path = strdup(getenv("PATH"));
    setenv("PATH", folder, 1);
    return path;
}

/* For FREED_BY. */
static void look_again(char *const *path)
{
    setenv("PATH", *path, 1);
    free(*path);
}

/* It is not there, or fails as the real one does where namespaces are forbidden. */
TEST(missing_and_failing_bubblewrap_is_an_error_with_its_reason)
{
    FREED_BY(look_again) char *const path = look_only_in(nf_folder_path(""));
    nf_hostile_refuse(sandbox, nf_hostile_path("counter"), NF_IO, "bubblewrap");
    nf_folder_put("bwrap", "#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n", 0700);
    nf_hostile_refuse(sandbox, nf_hostile_path("counter"), NF_IO, "bwrap: No permissions");
}

/* It works when it is tried, but not for the case. */
TEST(a_sandbox_that_fails_later_is_no_fault_of_the_program)
{
    FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    nf_folder_put("bwrap",
                  "#!/bin/sh\ncase \" $* \" in *' test -x '*) exit 0; esac\n"
                  "echo 'bwrap: no room' >&2\nexit 1\n",
                  0700);
    FREED_BY(look_again) char *const path = look_only_in(nf_folder_path(""));
    FREED_BY(nf_hostile_close)
    struct nf_child *const child =
        nf_hostile_open_words(sandbox, (char *[]){(char *)nf_hostile_path("counter"), NULL});
    assert_ends(NF_IO, "the sandbox failed: bwrap: no room", nf_child_run, child, 0, "", 0,
                &result);
}

/* ---- no other way ---- */

TEST(every_case_has_words_of_its_own)
{
    static const char *const inputs[] = {"loud", "", "l"};
    char *words[] = {"sh", "-c", "cat >&2; echo out", NULL};
    FREED_BY(nf_hostile_close)
    struct nf_child *const child = nf_hostile_open_words((struct nf_child_options){0}, words);
    FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    for (int i = 0; i < 3; i++) {
        assert_ok(nf_child_run, child, 0, inputs[i], strlen(inputs[i]), &result);
        assert_string_equal(result.errors, inputs[i]);
        assert_int_equal(result.output.size, 4);
    }
}

/* ---- the fork server ---- */

/* Opens one slot for a program, hostile or by its whole path, that is to be forked, with one word
 * of arguments or NULL. */
static struct nf_child *open_server(struct nf_child_options options, const char *program,
                                    const char *word)
{
    char *const words[] = {program[0] == '/' ? (char *)program : (char *)nf_hostile_path(program),
                           (char *)word, NULL};
    unsetenv("NF_HOSTILE_READS");
    options.forkserver = true;
    return nf_hostile_open_words(options, words);
}

static const char counted[] = "3 3 294\n"; /* what a counter prints of "abc" */

/* Runs a case on "abc", which ends well, is forked or not, and prints what begins so. */
static void check_case(struct nf_child *child, enum nf_hostile_mode mode, bool forked,
                       const char *output)
{
    FREED_BY(nf_child_result_free)
    struct nf_child_result result = nf_hostile_run(child, mode, "abc", 3);
    if (result.forked != forked || result.ending != NF_ENDED || result.code != 0)
        fail_msg("forked: %d, ending %d, code %d: %s", result.forked, (int)result.ending,
                 result.code, nf_child_restart_reason(child));
    assert_in_range(result.output.size, strlen(output), SIZE_MAX);
    assert_memory_equal(result.output.data, output, strlen(output));
    assert_null(memmem(result.output.data, result.output.size, "LD_", 3));
    assert_null(memmem(result.output.data, result.output.size, "NINEFOLD", 8));
}

/* A program is started for each case, for that reason. */
static void check_started(struct nf_child *child, const char *output, const char *reason)
{
    for (int i = 0; i < 2; i++)
        check_case(child, NF_HOSTILE_PLAIN, false, output);
    assert_string_equal(nf_child_restart_reason(child), reason);
    nf_child_close(child);
}

TEST(program_in_the_sandbox_is_started)
{
    nf_hostile_need_sandbox();
    check_started(open_server(sandbox, "counter", NULL), counted, "");
}

TEST(statically_linked_and_setuid_programs_are_started)
{
    const char *const copy = copy_counter();
    assert_int_equal(chmod(copy, 04755), 0);
    check_started(open_server(server, "counter-static", NULL), counted, "it is statically linked");
    check_started(open_server(server, copy, NULL), counted,
                  "it runs with its owner's rights (setuid)");
}

TEST(without_its_library_the_program_is_started)
{
    FREED_BY(nf_test_free) char *const library = strdup(getenv("NINEFOLD_FORKSERVER"));
    setenv("NINEFOLD_FORKSERVER", "/nowhere/library.so", 1);
    check_started(open_server(server, "counter", NULL), counted,
                  "libninefold-forkserver.so is neither next to ninefold nor in ../lib/ninefold, "
                  "and NINEFOLD_FORKSERVER names no file");
    nf_folder_put("nine fold", "", 0600);
    setenv("NINEFOLD_FORKSERVER", nf_folder_path("nine fold"), 1);
    check_started(open_server(server, "counter", NULL), counted,
                  "the path of libninefold-forkserver.so has a space or a colon");
    setenv("NINEFOLD_FORKSERVER", library, 1);
}

/* A copy of a program, the words of whose header stand in another order. */
TEST(loader_is_found_wherever_its_name_stands_in_the_header)
{
    const char *const copy = copy_counter();
    const int file = open(copy, O_RDWR | O_CLOEXEC);
    ElfW(Ehdr) header;
    assert_int_equal(pread(file, &header, sizeof header, 0), sizeof header);
    ElfW(Phdr) segments[32], loader = {0};
    const size_t count = header.e_phnum, size = count * sizeof *segments;
    assert_in_range(count, 3, 32);
    assert_int_equal(header.e_phentsize, sizeof *segments);
    assert_int_equal(pread(file, segments, size, (off_t)header.e_phoff), size);
    for (size_t i = 0; i < count; i++) {
        if (segments[i].p_type == PT_INTERP)
            loader = segments[i];
        else if (loader.p_type == PT_INTERP)
            segments[i - 1] = segments[i];
    }
    segments[count - 1] = loader;
    assert_int_equal(loader.p_type, PT_INTERP);
    assert_int_equal(pwrite(file, segments, size, (off_t)header.e_phoff), size);
    close(file);
    FREED_BY(nf_hostile_close) struct nf_child *const child = open_server(server, copy, NULL);
    assert_string_equal(nf_child_restart_reason(child), "");
}

/* So that a program sees other addresses now and then. */
TEST(fork_server_is_started_anew_after_so_many_cases)
{
    FREED_BY(nf_hostile_close) struct nf_child *const child = open_server(server, "early", "pid");
    const int last = (int)nf_test_often(1, 2, 2) * NF_CHILD_FORKS;
    long servers[2 * NF_CHILD_FORKS + 1];
    for (int i = 0; i <= last; i++) {
        FREED_BY(nf_child_result_free)
        struct nf_child_result result = nf_hostile_run(child, NF_HOSTILE_SERVER, "a", 1);
        servers[i] = strtol(result.errors, NULL, 10);
        if (i > 0 && i % NF_CHILD_FORKS == 0)
            assert_int_not_equal(servers[i], servers[i - 1]);
        else if (i > 0)
            assert_int_equal(servers[i], servers[i - 1]);
    }
}

/* Nobody that it names is killed, and it is not asked again. */
TEST(fork_server_that_lies_is_ended_and_the_program_started)
{
    static const char *const lies[] = {"1", "4000000", "self", "-11"};
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        check_started(open_server(server, "liar", lies[i]), "",
                      "it ended while it waited for its input");
        assert_int_equal(nf_hostile_running(), 0);
    }
}

/* A case may kill whatever it finds; here somebody kills the server between two cases. One of much
 * memory takes requests until it is gone, but no longer answers them. */
TEST(program_whose_fork_server_is_lost_is_started)
{
    static const char *const programs[] = {"counter", "bad heavy"};
    for (int i = 0; i < 2; i++) {
        FREED_BY(nf_hostile_close)
        struct nf_child *const child =
            nf_hostile_open(NF_HOSTILE_SERVER, programs[i], &nf_hostile_ample, 1);
        for (int run = 0; run < 3; run++) {
            check_case(child, NF_HOSTILE_SERVER, run == 0, i == 0 ? counted : "");
            nf_hostile_kill();
        }
    }
}

/* The first cases go both ways in turns; later some are started all the same. */
TEST(program_is_forked_only_where_that_is_faster)
{
    enum { MEASURED = 12, CASES = 20 };
    for (int slow = 0; slow < 2; slow++) {
        FREED_BY(nf_hostile_close)
        struct nf_child *const child =
            open_server((struct nf_child_options){.mixed = true}, "early", slow ? "slow" : "late");
        for (int i = 0; i < CASES; i++)
            check_case(child, NF_HOSTILE_SERVER,
                       i < MEASURED ? i % 2 != 0 : !slow && i % NF_CHILD_EARLY != 0, "1 ");
        assert_string_equal(nf_child_restart_reason(child), "");
    }
}

/* Forks, but what is renewed. */
TEST(program_is_forked_where_it_reads)
{
    FREED_BY(nf_hostile_close)
    struct nf_child *const child =
        nf_hostile_open(NF_HOSTILE_SERVER, "counter", &nf_hostile_ample, 1);
    for (int i = 0; i < (int)nf_test_often(2, 3, 3) * NF_CHILD_FORKS; i++) {
        if (i % 70 == 0)
            nf_child_renew(child, 0);
        check_case(child, NF_HOSTILE_SERVER, i % 70 != 0, counted);
    }
    assert_string_equal(nf_child_restart_reason(child), "");
}

/* Through a chain of scripts that start processes and have them write, as that of pyenv is. Nothing
 * of the library is left in the environment, nor by bash, which has functions of its own for that.
 */
TEST(program_is_forked_where_it_reads_also_if_another_one_executes_it)
{
    static const char *const shells[] = {"sh", "bash"};
    static const char *const programs[] = {"counter", "bad"};
    static const char *const scripts[] = {
        "exec \"$0\" inventory",
        "a=$(echo $(basename /b/c)); exec sh -c 'd=$(echo $(uname)); exec \"$0\" "
        "inventory' \"$0\""};
    static const char *const outputs[] = {counted, "descriptor 0\ndescriptor 1\ndescriptor 2\n"};
    setenv("NF_HOSTILE_READS", "1", 1);
    for (int i = 0; i < 8; i++) {
        char *const command[] = {"env",
                                 "A=1",
                                 (char *)shells[i % 2],
                                 "-c",
                                 (char *)scripts[i / 4],
                                 (char *)nf_hostile_path(programs[i / 2 % 2]),
                                 NULL};
        FREED_BY(nf_hostile_close)
        struct nf_child *const child = nf_hostile_open_words(server, command);
        for (int run = 0; run < 3; run++)
            check_case(child, NF_HOSTILE_SERVER, true, outputs[i / 2 % 2]);
    }
}

/* Whatever a program does before it reads, its cases come to the end that they come to when it is
 * started for each, and the reason is told. */
TEST(program_that_forks_would_share_something_of_is_started)
{
    static const struct {
        const char *way, *reason;
    } ways[] = {
        {"file", "it has files open while it reads its input"},
        {"pipe", "it has files open while it reads its input"},
        {"closed", "it has files open while it reads its input"},
        {"written", "it writes before it reads its input"},
        {"output", "it writes before it reads its input"},
        {"errors", "it writes before it reads its input"},
        {"thread", "it starts threads before it reads its input"},
        {"process", "it starts processes before it reads its input"},
        {"shared", "it has memory that processes share"},
        {"alarm", "it does not let itself be forked while it reads its input"},
        {"timer", "it sets a timer before it reads its input"},
        {"exec", "it executes another program"},
        {"end", "it does not wait for its input"},
        {"poll", "it does not wait for its input"},
        {"peak", "it passes a limit before it reads its input"},
        {"memory", "it passes a limit before it reads its input"},
        {"spin", "it passes a limit before it reads its input"},
    };
    struct nf_child_limits limits = {.wall_ns = 7000000000, .memory = 64 << 20, .output = 1 << 20};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char command[32];
        /* On a busy machine what little processor time it may take must fit into the wall's. */
        limits.cpu_ns = strcmp(ways[i].way, "spin") == 0 ? 50000000 : 2000000000;
        snprintf(command, sizeof command, "early %s", ways[i].way);
        struct nf_child *const started = nf_hostile_open(NF_HOSTILE_PLAIN, command, &limits, 1);
        FREED_BY(nf_child_result_free)
        struct nf_child_result expected = nf_hostile_run(started, NF_HOSTILE_PLAIN, "7", 1);
        nf_child_close(started);
        FREED_BY(nf_hostile_close)
        struct nf_child *const forked =
            open_server((struct nf_child_options){.limits = limits}, "early", ways[i].way);
        for (int again = 0; again < 2; again++) {
            FREED_BY(nf_child_result_free)
            struct nf_child_result result = nf_hostile_run(forked, NF_HOSTILE_PLAIN, "7", 1);
            if (result.forked)
                fail_msg("%s: it is forked", ways[i].way);
            assert_int_equal(result.ending, expected.ending);
            assert_int_equal(result.code, expected.code);
            assert_int_equal(result.output.size, expected.output.size);
        }
        if (strcmp(nf_child_restart_reason(forked), ways[i].reason) != 0)
            fail_msg("%s: '%s'", ways[i].way, nf_child_restart_reason(forked));
    }
}

/* Where every case is stopped before that is clear, as those of shrinking are, it becomes clear all
 * the same. */
TEST(a_pipe_is_not_waited_for_again_and_again)
{
    static char *const command[] = {"sh", "-c", "cat | cat", NULL};
    enum { MOST = 40, LIMIT_NS = 200000000 };
    FREED_BY(nf_hostile_close)
    struct nf_child *const child = nf_hostile_open_words(server, command);
    FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    int runs = 0;
    while (nf_child_restart_reason(child)[0] == '\0' && runs++ < MOST)
        assert_ok(nf_child_run_within, child, 0, "7", 1, LIMIT_NS, &result);
    assert_string_equal(nf_child_restart_reason(child), "it does not wait for its input");
    assert_ok(nf_child_run, child, 0, "7", 1, &result);
    assert_int_equal(result.output.size, 1);
}

int main(void)
{
    nf_hostile_set_up();
    return nf_run_tests(nf_folder_begin, nf_folder_end);
}
