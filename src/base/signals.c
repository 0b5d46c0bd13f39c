#include "base/signals.h"

#include <assert.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM};
enum { SIGNALS = sizeof numbers / sizeof *numbers };

static struct sigaction before[SIGNALS];
static int holds;

/* Atomic, not just sig_atomic_t: the handler may run in a different thread than the readers. */
static atomic_int caught;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler may set it");

static void (*volatile called_also)(void);

static void catch_signal(int number)
{
    void (*const also)(void) = called_also;
    atomic_store_explicit(&caught, number, memory_order_relaxed);
    if (also != NULL)
        also();
}

static bool stays_ignored(size_t i)
{
    return numbers[i] != SIGINT && numbers[i] != SIGTERM && before[i].sa_handler == SIG_IGN;
}

void nf_signals_hold(void (*also)(void))
{
    if (also != NULL)
        called_also = also;
    if (holds++ > 0)
        return;
    struct sigaction action = {.sa_handler = catch_signal,
                               .sa_flags = also == NULL ? SA_RESTART : 0};
    sigfillset(&action.sa_mask); /* one at a time */
    atomic_store(&caught, 0);
    for (size_t i = 0; i < SIGNALS; i++) {
        sigaction(numbers[i], NULL, &before[i]);
        if (!stays_ignored(i))
            sigaction(numbers[i], &action, NULL);
    }
}

void nf_signals_release(void)
{
    assert(holds > 0);
    if (--holds > 0)
        return;
    for (size_t i = 0; i < SIGNALS; i++)
        if (!stays_ignored(i))
            sigaction(numbers[i], &before[i], NULL);
    called_also = NULL;
}

int nf_signals_caught(void)
{
    return atomic_load_explicit(&caught, memory_order_relaxed);
}
