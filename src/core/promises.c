#include "core/promises.h"

#include "base/lang.h"
#include "core/contract/game.h"

#include <inttypes.h>
#include <string.h>

bool nf_promises_hold(const struct nf_promise_ops *ops, uint64_t index, const void *step,
                      struct nf_error *err)
{
    const struct nf_promise *promise = ops->promises;
    while (promise->sentence != NULL && promise->holds(step))
        promise++;
    if (promise->sentence == NULL)
        return true;
    struct nf_text text = {0};
    ops->tell(step, &text);
    nf_fail(err, NF_INTERNAL, "game %" PRIu64 ", %.*s: expected that %s", index, (int)text.size,
            text.data == NULL ? "" : text.data, _(promise->sentence));
    nf_text_free(&text);
    return false;
}

static size_t memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    return setup->game->promises->memory(setup);
}

static enum nf_status play(const struct nf_kernel *self, const struct nf_setup *setup, void *block,
                           struct nf_feed *feed, struct nf_sink *sink, struct nf_error *err)
{
    const struct nf_promise_ops *const ops = setup->game->promises;
    struct nf_outcome outcome;
    memset(block, 0, memory(self, setup));
    while (nf_feed_take(feed, &outcome.index)) {
        const enum nf_status status = ops->play(setup, block, &outcome, err);
        if (status != NF_OK)
            return status;
        sink->take(sink, &outcome);
    }
    return NF_OK;
}

const struct nf_kernel nf_checking = {"checking", nf_everywhere, memory, play, NULL};
