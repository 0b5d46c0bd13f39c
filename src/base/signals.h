/* The signals that end a long job with what it has, caught for a while. */
#ifndef NF_SIGNALS_H
#define NF_SIGNALS_H

/* Catches what people, shells and batch systems end programs with: SIGINT, SIGTERM, SIGHUP,
 * SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2 and SIGALRM; but not, SIGINT and SIGTERM aside, what was
 * ignored before, as nohup has SIGHUP. A part of a job may hold them while the whole does; each
 * hold is ended by a release, and the last one lets them do again what they did before. From the
 * main thread.
 *
 * `also` is called in the handler of a signal from now to the release, or NULL; only the outermost
 * hold may have one. With it system calls are interrupted, without it they are taken up again. */
void nf_signals_hold(void (*also)(void));
void nf_signals_release(void);

/* The signal that came last since the outermost hold began, or 0; it stays so after the release.
 * Any thread. */
int nf_signals_caught(void);

#endif
