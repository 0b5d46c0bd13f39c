/* One run of a command, with or without a fault. */
#ifndef NF_FAULTS_TRIAL_H
#define NF_FAULTS_TRIAL_H

#include "folder.h"

enum { NF_MAX_WORDS = 48 };

/* A line of the table of commands. */
struct nf_deed {
    char *name;
    char *words[NF_MAX_WORDS]; /* the program's arguments, ended by NULL */
    char *input;               /* a file for standard input, or NULL */
    size_t most;               /* faults that are tried, for what takes long; 0: as chosen */
    char *line;                /* as it stands in the table, after the name */
};

/* Where and with what commands are run. */
struct nf_stage {
    const char *program, *preload; /* absolute */
    const char *others;            /* what is preloaded after it, or "" */
    struct nf_folder given;        /* what the folder has when a command begins */
    struct nf_folder before;       /* the same by meaning, see nf_folder_read */
    char scratch[160];             /* the folder, made and removed each time; and SCRATCH.log */
};

/* What came of it. */
struct nf_outcome {
    int refusal;   /* the exit code that says that something failed */
    int code;      /* exit code, or 128 + signal */
    bool hung;     /* and was killed */
    bool left;     /* processes it left behind were killed */
    bool measured; /* what it prints and writes is never the same */
    bool partial;  /* where it fails, what it found until then is told, in whatever form it has */
    bool states;   /* saved states of any time are as good as the last */
    char *out, *err;
    struct nf_folder folder;
    char *log;
};

/* Runs a command. `fault` is the value of NF_FAULT or NULL, then the log has all calls; with
 * `trace` it has stacks. */
void nf_trial(const struct nf_stage *stage, const struct nf_deed *deed, const char *fault,
              bool trace, struct nf_outcome *outcome);
void nf_outcome_free(struct nf_outcome *outcome);

/* What is wrong with an outcome, held against the one without a fault; NULL: nothing. Static or
 * in `words`. */
const char *nf_judge(const struct nf_stage *stage, const char *fault, const struct nf_outcome *good,
                     const struct nf_outcome *outcome, char words[512]);

#endif
