#include "sim/kernel.h"

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
