/* Catching the signals that end a long job early, so that it can report what is finished. */
#ifndef NF_SIGNALS_H
#define NF_SIGNALS_H

/* Catches the signals with which people, shells and batch systems end programs: SIGINT, SIGTERM,
 * SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2 and SIGALRM. Signals that were ignored before stay
 * ignored (nohup ignores SIGHUP), except SIGINT and SIGTERM. Holds nest: each needs a release, and
 * the outermost release restores the old handlers. Call both from the main thread.
 *
 * `also` is called inside the signal handler, that of the last hold that passed one, until the
 * outermost release; it may be NULL. With one at the outermost hold, signals interrupt system
 * calls; without it, system calls are restarted. */
void nf_signals_hold(void (*also)(void));
void nf_signals_release(void);

/* Returns the last signal caught since the outermost hold began, or 0. The value survives the
 * release. Thread-safe. */
int nf_signals_caught(void);

#endif
