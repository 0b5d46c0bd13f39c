/* Programs that are given as source files: compiled into a temporary folder, as judges do. */
#ifndef NF_BUILD_H
#define NF_BUILD_H

#include "base/error.h"
#include "judge/sandbox/child.h"

#include <stdbool.h>

/* How sources are compiled. */
struct nf_build {
    const char *by;    /* a shell command that gets "-o PROGRAM SOURCE" behind it; NULL: what judges
                          use, by the ending of the name */
    const char *flags; /* more words for a C or C++ compiler, and what it says is not shown; NULL:
                          none */
    bool sandbox;      /* as in struct nf_child_options */
    struct nf_child_limits limits; /* of the compiler; .output also bounds the program's size */
};

/* A program that can be run. */
struct nf_built {
    char **command; /* ended by NULL */
    char *folder;   /* where it was compiled; NULL: nothing was */
    bool held;      /* signals are, until the folder is gone */
};

/* Whether `name` is a source file: a regular file whose name ends in .c, .cpp, .cc, .cxx, .go,
 * .java, .py, .py3 or .rs, or any other where `build` has a command; but not one that may be
 * executed and begins as a script or an ELF file does. */
bool nf_build_is_source(const char *name, const struct nf_build *build);

/* What a source is made into a program by: gcc, g++ or the command of `build`, which take `flags`;
 * python3; javac; another compiler. */
enum nf_build_kind { NF_BUILD_C, NF_BUILD_PYTHON, NF_BUILD_JAVA, NF_BUILD_OTHER };
enum nf_build_kind nf_build_kind(const char *name, const struct nf_build *build);

/* Appends the shell command that compiles the source `name` of NF_BUILD_C: $1 is a folder, $2 the
 * program to make, $3 the source, $4 more flags. */
void nf_build_how(struct nf_text *how, const char *name, const struct nf_build *build);

/* Makes what is to be run for `command`, ended by NULL: itself, or if its first word is a source
 * file, the program compiled from it with the remaining words, or if it is called python3 or so and
 * a script that looks for the interpreter, that one with them. Prints what a compiler that fails
 * has to say to standard error. Until nf_built_remove() signals are held (base/signals.h), so that
 * the folder does not outlive the command; call both from the main thread, with no child open.
 * Returns NF_INVALID if the compiler fails or passes a limit, NF_IO if it is missing or cannot be
 * run, or 128+n after signal n. Free `built` with nf_built_remove() in any case. */
enum nf_status nf_build(char *const *command, const struct nf_build *build, struct nf_built *built,
                        struct nf_error *err);

/* Makes an empty temporary folder, which is gone with nf_built_remove(); until then signals are
 * held, so that it does not outlive the command. NF_IO. Call it from the main thread. */
enum nf_status nf_build_folder(struct nf_built *built, struct nf_error *err);

/* Runs a command once, with the `size` bytes of `input`, while a folder of nf_build() is there: a
 * signal that is caught ends it soon. Returns NF_IO if it cannot be run, and 128+n after signal n,
 * without a message. Free the result with nf_child_result_free() in any case. */
enum nf_status nf_build_run(const struct nf_child_options *options, const char *input, size_t size,
                            struct nf_child_result *result, struct nf_error *err);

/* nf_build_run() of the words of `command` behind those of `front`, both ended by NULL;
 * options->command is not used. NF_IO without memory, too. */
enum nf_status nf_build_run_wrapped(const char *const *front, char *const *command,
                                    const struct nf_child_options *options,
                                    const struct nf_text *input, struct nf_child_result *result,
                                    struct nf_error *err);

/* Precompiles what `source` includes from the system at its head into head.h of `folder`: most of
 * the time of a compiler goes to these headers. `name` ends as a source in C or C++ does, and
 * `build` has no command. A source that is compiled with `flags` (nf_build_how()) then takes
 * "-include head.h", too, with the folder in CPATH; where this fails, it takes longer. Returns
 * NF_IO, or 128+n after signal n. Where nf_build_run() may be called. */
enum nf_status nf_build_head(const char *folder, const char *name, const struct nf_build *build,
                             const char *flags, const struct nf_input *source,
                             struct nf_error *err);

/* Removes the folder and all in it, and frees `built`, which may be {0}. */
void nf_built_remove(struct nf_built *built);

#endif
