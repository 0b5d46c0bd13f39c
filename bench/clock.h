/* Clocks for measuring. */
#ifndef NF_CLOCK_H
#define NF_CLOCK_H

/* A clock for the harness; tests use a fake one. */
struct nf_clock {
    double (*now)(void *owner); /* seconds since some moment; monotonic */
    double (*cpu)(void *owner); /* processor seconds used by this process so far */
    void *owner;
};

/* CLOCK_MONOTONIC and CLOCK_PROCESS_CPUTIME_ID. */
extern const struct nf_clock nf_clock_monotonic;

/* Returns the ticks per second of the processor's time-stamp counter, measured against
 * CLOCK_MONOTONIC for about 30 ms. 0 if there is no counter with a constant rate (CPUID 0x80000007,
 * EDX bit 8). */
double nf_clock_tsc_hz(void);

#endif
