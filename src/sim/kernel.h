/* A kernel: the part of the contract that plays. It takes indices from a feed, plays the games of a
 * setup, and hands one outcome record a game to a sink. */
#ifndef NF_KERNEL_H
#define NF_KERNEL_H

#include "base/error.h"
#include "base/text.h"
#include "sim/setup.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a kernel gets its next game from: the indices next .. end-1, then what `more` brings.
 * A feed belongs to one thread. */
struct nf_feed {
    uint64_t next, end;
    bool (*more)(struct nf_feed *feed); /* sets next < end and returns true, or returns false */
};

/* Takes the next index; false when there is none left, now and ever after. */
static inline bool nf_feed_take(struct nf_feed *feed, uint64_t *index)
{
    if (feed->next == feed->end && !feed->more(feed))
        return false;
    *index = feed->next++;
    return true;
}

/* One finished game. `words` is only valid during the call that passes it on. */
struct nf_outcome {
    uint64_t index;
    const uint32_t *words;              /* the outcome record */
    uint32_t rejected[NF_REJECT_KINDS]; /* candidates of this index thrown away before it, by the
                                           game's kinds of reasons */
};

/* nf_feed.more of a feed that brings no more than it has. */
bool nf_no_more(struct nf_feed *feed);

/* Where outcomes go. A sink belongs to one thread; games arrive in any order. */
struct nf_sink {
    void (*take)(struct nf_sink *sink, const struct nf_outcome *outcome);
};

/* One way to play the games of a module. A kernel that needs data of its own puts this first into a
 * larger struct: its functions get the kernel they are called for. Every function is thread-safe.
 */
struct nf_kernel {
    const char *name;
    /* Whether this machine can run it; nf_everywhere() where all can. */
    bool (*supported)(void);
    /* Bytes a worker needs, a multiple of NF_CACHE_LINE. */
    size_t (*memory)(const struct nf_kernel *self, const struct nf_setup *setup);
    /* Plays every game of `feed` into `sink`. `memory` is aligned to NF_CACHE_LINE, not cleared,
     * and the worker's own. Allocates nothing. NF_INVALID if more candidates of one
     * index were thrown away than the game allows; `err` then says which parameter to change. */
    enum nf_status (*play)(const struct nf_kernel *self, const struct nf_setup *setup, void *memory,
                           struct nf_feed *feed, struct nf_sink *sink, struct nf_error *err);
    /* Why it cannot play games of `setup`, a text that stays: "it plays at most four different
     * strategies at a table"; NULL: it can. May be NULL: it plays all games; so does every
     * reference. */
    const char *(*unfit)(const struct nf_kernel *self, const struct nf_setup *setup);
    /* Called once before a worker's `play`, which may follow several times, with its `memory`,
     * where it may keep a handle: gets what `play` must not allocate, such as a device. On failure
     * it has released all it got: neither `play` nor `close` follows. May be NULL: there is nothing
     * to get. */
    enum nf_status (*open)(const struct nf_kernel *self, const struct nf_setup *setup, void *memory,
                           struct nf_error *err);
    /* Called once after each `open` that succeeded, whatever `play` returned. May be NULL. */
    void (*close)(const struct nf_kernel *self, void *memory);
    /* Indices that the runner hands a worker at once, where its caller asks for no number itself;
     * 0: the runner chooses, at most 64. */
    uint32_t block;
};

/* Opens and closes a kernel around any number of nf_kernel.play in `memory`, which stays as it is
 * between them. nf_kernel_open() fails as nf_kernel.open does; then there is nothing to close.
 * Thread-safe for different memories. */
enum nf_status nf_kernel_open(const struct nf_kernel *kernel, const struct nf_setup *setup,
                              void *memory, struct nf_error *err);
void nf_kernel_close(const struct nf_kernel *kernel, void *memory);

/* Opens `kernel`, plays every game of `feed` into `sink`, and closes it. `memory` is of
 * kernel->memory() bytes, as nf_kernel.play has it. Fails as `open` or `play` does. Thread-safe. */
enum nf_status nf_kernel_play(const struct nf_kernel *kernel, const struct nf_setup *setup,
                              void *memory, struct nf_feed *feed, struct nf_sink *sink,
                              struct nf_error *err);

/* A way to play games one after the other. */
struct nf_each {
    size_t bytes; /* that a worker needs */
    /* Plays game outcome->index: sets outcome->words, which stay in `memory`, and
     * outcome->rejected, if it is not 0. `memory` is aligned to NF_CACHE_LINE, 0 before the first
     * game, and the worker's own. Otherwise as nf_kernel.play. */
    enum nf_status (*play)(const struct nf_setup *setup, void *memory, struct nf_outcome *outcome,
                           struct nf_error *err);
};

/* Plays every game of `feed` so, as nf_kernel.play. */
enum nf_status nf_play_each(const struct nf_each *each, const struct nf_setup *setup, void *memory,
                            struct nf_feed *feed, struct nf_sink *sink, struct nf_error *err);

/* A kernel that plays so: its `memory` and `play` are nf_each_memory and nf_each_play. */
struct nf_each_kernel {
    struct nf_kernel base;
    struct nf_each each;
};
size_t nf_each_memory(const struct nf_kernel *self, const struct nf_setup *setup);
enum nf_status nf_each_play(const struct nf_kernel *self, const struct nf_setup *setup,
                            void *memory, struct nf_feed *feed, struct nf_sink *sink,
                            struct nf_error *err);

/* True. */
bool nf_everywhere(void);

/* Whether `kernel` can play games of `setup` on this machine. Thread-safe. */
static inline bool nf_kernel_fits(const struct nf_kernel *kernel, const struct nf_setup *setup)
{
    return kernel->supported() && (kernel->unfit == NULL || kernel->unfit(kernel, setup) == NULL);
}

/* ---- promises ---- */

/* Promises: what a game's rules say of every step, as assertions that the reference is held to
 * while it plays (run --check). A promise is short and says one thing; it is no second player. */
struct nf_promise {
    const char *sentence; /* behind "expected that": "nobody loses who could play" */
    /* Whether it holds at a step, a struct of the game's own. A promise that says nothing of a step
     * of that kind holds. */
    bool (*holds)(const void *step);
};

struct nf_promise_ops {
    const struct nf_promise *promises; /* ended by one without a sentence */
    /* Appends where a step is and what happens there: "round 2, turn 7: seat 3 plays A1". */
    void (*describe)(const void *step, struct nf_text *text);
    /* Plays with the reference, and has nf_promises_hold() look at every step. NF_INTERNAL where a
     * promise does not hold. */
    struct nf_each each;
};

/* Whether every promise holds at a step of game `index`. If not, fills `err`: NF_INTERNAL, with the
 * game, the step and the first promise that does not hold. Thread-safe. */
bool nf_promises_hold(const struct nf_promise_ops *ops, uint64_t index, const void *step,
                      struct nf_error *err);

/* A kernel, no member of nf_game.kernels, for every game that has promises: plays by them. */
extern const struct nf_kernel nf_checking;

#endif
