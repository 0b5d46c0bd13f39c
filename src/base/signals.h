/* SIGINT and SIGTERM caught for a while, so that a long job ends with what it has. */
#ifndef NF_SIGNALS_H
#define NF_SIGNALS_H

#include <signal.h>

/* What the two did before. */
struct nf_signals {
    struct sigaction interrupt, terminate;
};

/* Lets `handler` have both signals until nf_signals_restore(). `flags` are those of sigaction. */
void nf_signals_catch(struct nf_signals *before, void (*handler)(int), int flags);
void nf_signals_restore(const struct nf_signals *before);

#endif
