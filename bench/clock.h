/* What time is measured with. */
#ifndef NF_CLOCK_H
#define NF_CLOCK_H

/* A clock the harness reads; a test brings one of its own. */
struct nf_clock {
    double (*now)(void *owner); /* seconds since some moment; never goes back */
    double (*cpu)(void *owner); /* seconds that this process has spent on processors so far */
    void *owner;
};

/* CLOCK_MONOTONIC and CLOCK_PROCESS_CPUTIME_ID. */
extern const struct nf_clock nf_clock_monotonic;

/* Ticks a second of the processor's time-stamp counter, measured against CLOCK_MONOTONIC for about
 * 30 ms. 0 where there is no such counter, or none that runs at a constant rate (CPUID
 * 0x80000007, EDX bit 8): its ticks would mean nothing. */
double nf_clock_tsc_hz(void);

#endif
