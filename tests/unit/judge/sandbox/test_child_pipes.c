/* Pipes to and from a program, whose supervisor is here the test itself. */
#include "judge/sandbox/child_internal.h"
#include "tests/unit/test.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

/* Ninefold's end of a supervisor's socket and the supervisor's. */
static void meet(int ends[2])
{
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
}

static void part(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

static const struct nf_supervisor_report done = {.event = NF_SUPERVISOR_DONE, .code = 5};

/* Of a folder, which is ready to be read but cannot be. */
static int pump_a_folder(bool errors)
{
    FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    struct nf_supervisor_report report = {0};
    FREED_BY(nf_pipes_close)
    struct nf_pipes pipes = {.in = -1, .out = -1, .err = -1, .result = &result};
    int ends[2];
    const int folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_true(folder >= 0);
    *(errors ? &pipes.err : &pipes.out) = folder;
    meet(ends);
    nf_supervisor_answer(ends[1], &done);
    const struct nf_pipes_supervisor supervisor = {.socket = ends[0], .pid = getpid()};
    assert_int_equal(nf_pipes_pump(&pipes, &supervisor, -1, &report), 0);
    assert_int_equal(report.code, done.code);
    part(ends);
    return pipes.failed;
}

TEST(output_that_cannot_be_read_is_told)
{
    assert_int_equal(pump_a_folder(false), EISDIR);
    assert_int_equal(pump_a_folder(true), EISDIR);
}

TEST(input_that_cannot_be_written_is_told)
{
    struct nf_pipes pipes = {.in = open("/", O_RDONLY | O_CLOEXEC), .input = "x", .left = 1};
    assert_true(pipes.in >= 0);
    nf_pipes_write(&pipes);
    assert_int_equal(pipes.failed, EBADF);
    assert_int_equal(pipes.in, -1);
}

/* Hears the order to stop the program and reports its end. */
static void *keep(void *argument)
{
    int standard[3];
    const int order = nf_supervisor_listen(*(const int *)argument, standard);
    nf_supervisor_answer(*(const int *)argument, &done);
    return order == NF_SUPERVISOR_STOP ? argument : NULL;
}

TEST(too_much_output_is_stopped_once)
{
    FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    struct nf_supervisor_report report = {0};
    FREED_BY(nf_pipes_close) struct nf_pipes pipes;
    int ends[2], standard[3];
    pthread_t thread;
    void *stopped;
    char order;
    meet(ends);
    assert_int_equal(nf_pipes_open(&pipes, "", 0, 5, &result, standard), 0);
    assert_int_equal(write(standard[1], "123456", 6), 6);
    pthread_create(&thread, NULL, keep, &ends[1]);
    const struct nf_pipes_supervisor supervisor = {.socket = ends[0], .pid = getpid()};
    assert_int_equal(nf_pipes_pump(&pipes, &supervisor, -1, &report), 0);
    pthread_join(thread, &stopped);
    assert_non_null(stopped);
    assert_true(pipes.overflow);
    assert_int_equal(result.output.size, 5);
    assert_int_equal(recv(ends[1], &order, 1, MSG_DONTWAIT), -1);
    for (int i = 0; i < 3; i++)
        close(standard[i]);
    part(ends);
}

int main(void)
{
    alarm(300); /* what a test waits for in vain is not waited for for ever */
    return nf_run_tests(NULL, NULL);
}
