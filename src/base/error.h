/* Errors and exit codes, the same for every command. */
#ifndef NF_ERROR_H
#define NF_ERROR_H

/* What a command ends with; also what fallible functions return. 128+n stands
 * for "ended by signal n, with the finished part reported". */
enum nf_status {
    NF_OK = 0,
    NF_DIFFERENT = 1, /* a counterexample, mismatch or regression was found */
    NF_USAGE = 2,     /* wrong options */
    NF_INVALID = 3,   /* input that breaks the rules, or parameters no game can be made of */
    NF_IO = 4,        /* files, pipes, memory, threads */
    NF_INTERNAL = 5,  /* a bug of ours */
    NF_BUDGET = 6,    /* time or count spent before the target */
};

/* One message, a line that can be shown whatever is quoted in it (core/shown.h); filled where the
 * fault is found and printed once by main. */
struct nf_error {
    char text[640];
};

/* Writes a printf-style message into `err` (cut at its size, what cannot be shown as \xNN) and
 * returns `code`, so that a failing function ends in one line. `err` must not be NULL. */
__attribute__((format(printf, 3, 4))) enum nf_status
nf_fail(struct nf_error *err, enum nf_status code, const char *format, ...);

#endif
