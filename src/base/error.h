/* Errors and exit codes, the same for every command. */
#ifndef NF_ERROR_H
#define NF_ERROR_H

/* Exit codes of commands, and results of functions that can fail. 128+n means: stopped by signal n
 * after reporting the finished part. */
enum nf_status {
    NF_OK = 0,
    NF_DIFFERENT = 1, /* a counterexample, mismatch or regression was found */
    NF_USAGE = 2,     /* wrong options */
    NF_INVALID = 3,   /* input that breaks the rules, or parameters for which no game exists */
    NF_IO = 4,        /* files, pipes, memory, threads */
    NF_INTERNAL = 5,  /* a bug in ninefold */
    NF_BUDGET = 6,    /* time or number of trials used up before the target was reached */
};

/* An error message: one line, safe to print whatever it quotes (base/shown.h). The function that
 * finds the error fills it; main prints it once. */
struct nf_error {
    char text[640];
};

/* Writes a printf-style message, translated (base/lang.h), into `err` and returns `code`, so that a
 * function can fail in one line. The message is cut at the size of `err`; unprintable bytes become
 * \xNN. `err` must not be NULL. Thread-safe for different `err`. */
__attribute__((format(printf, 3, 4))) enum nf_status
nf_fail(struct nf_error *err, enum nf_status code, const char *format, ...);

/* Returns the status of a call at once if it is not NF_OK. What is to be freed by then has an owner
 * (base/owned.h). */
#define NF_TRY(call)                                                                               \
    do {                                                                                           \
        const enum nf_status tried_ = (call);                                                      \
        if (tried_ != NF_OK)                                                                       \
            return tried_;                                                                         \
    } while (0)

/* Fails with NF_IO and "out of memory". Which allocation it was helps nobody. Thread-safe for
 * different `err`. */
enum nf_status nf_fail_memory(struct nf_error *err);

/* Returns so at once unless `had` holds: that a pointer is not NULL, that a text has not failed. */
#define NF_TRY_MEMORY(had, err)                                                                    \
    do {                                                                                           \
        if (!(had))                                                                                \
            return nf_fail_memory(err);                                                            \
    } while (0)

#endif
