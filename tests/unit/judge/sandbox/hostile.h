/* Runs the programs of tests/hostile for the tests of src/judge/sandbox/child.h. */
#ifndef NF_TEST_HOSTILE_H
#define NF_TEST_HOSTILE_H

#include "judge/sandbox/child.h"

#include <stdbool.h>
#include <stddef.h>

/* How a program is started; the state of tests that hold for each way. */
enum nf_hostile_mode {
    NF_HOSTILE_PLAIN,
    NF_HOSTILE_SERVER, /* the program reads a byte before it does anything, and is forked there
                          (tests/hostile/reads.h) */
    NF_HOSTILE_SANDBOX
};

/* A test of a rule in one of the ways, if that is `wanted`. */
#define NF_HOSTILE_BY(way, mode, rule, wanted)                                                     \
    static void way##_##rule(__attribute__((unused)) void **unused)                                \
    {                                                                                              \
        rule(mode);                                                                                \
    }                                                                                              \
    __attribute__((constructor)) static void add_##way##_##rule(void)                              \
    {                                                                                              \
        if (wanted)                                                                                \
            nf_test_add(#way "_" #rule, way##_##rule);                                             \
    }

/* How many fork servers a slot has that has run a case. */
size_t nf_hostile_servers(enum nf_hostile_mode mode);

/* Ignores SIGPIPE, as main does, and shows where the fork server's library is. Ends the program if
 * the programs have not been built, and waits while another test uses them. To be called first. */
void nf_hostile_set_up(void);

/* The path of a program, or of the folder for "". One of some static buffers. */
const char *nf_hostile_path(const char *name);

/* How many processes run a program of the folder. */
size_t nf_hostile_running(void);

/* Kills them all, and does not wait until they are gone. */
void nf_hostile_kill(void);

/* Waits until so many do; false after ten seconds. */
bool nf_hostile_wait(size_t count);

/* Opens `slots` slots for a command line, whose words are separated by one space and whose first
 * word is the name of a hostile program. Fails the test where that fails, and skips it where
 * bubblewrap does not work on this machine. */
struct nf_child *nf_hostile_open(enum nf_hostile_mode mode, const char *command,
                                 const struct nf_child_limits *limits, uint32_t slots);

/* For FREED_BY. */
void nf_hostile_close(struct nf_child *const *child);

/* Opens one slot for any words, ended by NULL, as `options` say; with limits that end nothing,
 * where they have none. Fails the test where that fails. */
struct nf_child *nf_hostile_open_words(struct nf_child_options options, char *const words[]);

/* Opens, runs one case and closes, as nf_hostile_once. */
struct nf_child_result nf_hostile_once_words(struct nf_child_options options, char *const words[],
                                             const char *input);

/* Expects that a program cannot be opened, for that reason, and is named but for the sandbox. */
void nf_hostile_refuse(struct nf_child_options options, const char *path, enum nf_status code,
                       const char *reason);

/* Runs slot 0 on `input`, with a byte before it for a fork server, checks that no process of the
 * case is left, and returns the result, to be freed. Fails the test on any error. */
struct nf_child_result nf_hostile_run(struct nf_child *child, enum nf_hostile_mode mode,
                                      const char *input, size_t size);

/* Opens, runs one case and closes; then nothing at all may be left. */
struct nf_child_result nf_hostile_once(enum nf_hostile_mode mode, const char *command,
                                       const struct nf_child_limits *limits, const char *input,
                                       size_t size);

/* A program and how it ends. Where that is for a limit, it used more than that, or its output is as
 * long as that. */
struct nf_hostile_row {
    const char *rule, *command;
    size_t zeros;                                 /* bytes of input */
    uint64_t cpu_ns, wall_ns, memory, most_bytes; /* limits; 0: as nf_hostile_ample */
    enum nf_ending ending;
    int code;
    const char *output;                               /* NULL: any */
    size_t errors;                                    /* how long; 0: any */
    uint64_t least_cpu_ns, most_cpu_ns, least_memory; /* what it uses; 0: any */
};

/* Runs each; the test fails by the rule of the first that does not end so. */
void nf_hostile_rows(enum nf_hostile_mode mode, const struct nf_hostile_row *rows, size_t count);

/* Skips the test where bubblewrap does not work on this machine. */
void nf_hostile_need_sandbox(void);

/* Skips the test where no process id namespace can be made, so that a fork bomb which leaves its
 * group could be slow to end. */
void nf_hostile_need_namespace(void);

/* Limits that end nothing in a test that goes well, but a test that goes wrong. */
extern const struct nf_child_limits nf_hostile_ample;

#endif
