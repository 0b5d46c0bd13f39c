#include "sim/promises.h"

#include "base/lang.h"
#include "sim/game.h"

#include <inttypes.h>

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
