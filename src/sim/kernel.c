#include "sim/kernel.h"

#include "base/lang.h"
#include "sim/game.h"

#include <inttypes.h>
#include <string.h>

bool nf_no_more(struct nf_feed *feed)
{
    (void)feed;
    return false;
}

bool nf_everywhere(void)
{
    return true;
}

enum nf_status nf_play_each(const struct nf_each *each, const struct nf_setup *setup, void *memory,
                            struct nf_feed *feed, struct nf_sink *sink, struct nf_error *err)
{
    uint64_t index;
    memset(memory, 0, each->bytes);
    while (nf_feed_take(feed, &index)) {
        struct nf_outcome outcome = {.index = index};
        NF_TRY(each->play(setup, memory, &outcome, err));
        sink->take(sink, &outcome);
    }
    return NF_OK;
}

size_t nf_each_memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)setup;
    return nf_cache_lines(((const struct nf_each_kernel *)self)->each.bytes);
}

enum nf_status nf_each_play(const struct nf_kernel *self, const struct nf_setup *setup,
                            void *memory, struct nf_feed *feed, struct nf_sink *sink,
                            struct nf_error *err)
{
    const struct nf_each *const each = &((const struct nf_each_kernel *)self)->each;
    return nf_play_each(each, setup, memory, feed, sink, err);
}

enum nf_status nf_kernel_open(const struct nf_kernel *kernel, const struct nf_setup *setup,
                              void *memory, struct nf_error *err)
{
    return kernel->open != NULL ? kernel->open(kernel, setup, memory, err) : NF_OK;
}

void nf_kernel_close(const struct nf_kernel *kernel, void *memory)
{
    if (kernel->close != NULL)
        kernel->close(kernel, memory);
}

enum nf_status nf_kernel_play(const struct nf_kernel *kernel, const struct nf_setup *setup,
                              void *memory, struct nf_feed *feed, struct nf_sink *sink,
                              struct nf_error *err)
{
    NF_TRY(nf_kernel_open(kernel, setup, memory, err));
    const enum nf_status status = kernel->play(kernel, setup, memory, feed, sink, err);
    nf_kernel_close(kernel, memory);
    return status;
}

/* ---- promises ---- */

bool nf_promises_hold(const struct nf_promise_ops *ops, uint64_t index, const void *step,
                      struct nf_error *err)
{
    const struct nf_promise *promise = ops->promises;
    while (promise->sentence != NULL && promise->holds(step))
        promise++;
    if (promise->sentence == NULL)
        return true;
    struct nf_text text = {0};
    ops->describe(step, &text);
    nf_fail(err, NF_INTERNAL, "game %" PRIu64 ", %.*s: expected that %s", index, (int)text.size,
            text.data == NULL ? "" : text.data, _(promise->sentence));
    nf_text_free(&text);
    return false;
}

static size_t promises_memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    return nf_cache_lines(setup->game->promises->each.bytes);
}

static enum nf_status play_promises(const struct nf_kernel *self, const struct nf_setup *setup,
                                    void *block, struct nf_feed *feed, struct nf_sink *sink,
                                    struct nf_error *err)
{
    (void)self;
    return nf_play_each(&setup->game->promises->each, setup, block, feed, sink, err);
}

const struct nf_kernel nf_checking = {"checking", nf_everywhere, promises_memory, play_promises,
                                      .unfit = NULL};
