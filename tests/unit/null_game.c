#include "null_game.h"

#include <time.h>

static const struct nf_kernel *const kernels[] = {&null_kernel, NULL};
static const struct nf_profile profiles[] = {{"none", "nothing to choose", 0, 0, 0},
                                             {NULL, NULL, 0, 0, 0}};

const struct nf_game null_game = {
    .name = "null",
    .title = "A game without rules",
    .players = {1, NF_MAX_SEATS, 2},
    .rounds = {1, NF_MAX_ROUNDS, 3},
    .cards_per_turn = 1,
    .reject_reasons = {"were too long", "were too odd"},
    .profiles = profiles,
    .kernels = kernels,
};

uint32_t null_record(uint64_t index, uint32_t round, uint32_t players)
{
    const uint64_t mixed = (index * 0x9e3779b97f4a7c15u + round * 0x2545f4914f6cdd1du) >> 20;
    const uint32_t turns = 1 + (uint32_t)(mixed >> 8) % 200;
    return turns << NF_SEAT_BITS | (uint32_t)(mixed % players);
}

static bool supported(void)
{
    return true;
}

static size_t memory(const struct nf_setup *setup)
{
    (void)setup;
    return NF_CACHE_LINE;
}

static void hand_in(const struct nf_setup *setup, struct nf_sink *sink, uint64_t index)
{
    uint32_t rounds[NF_MAX_ROUNDS];
    for (uint32_t round = 0; round < setup->params.rounds; round++)
        rounds[round] = null_record(index, round, setup->params.players);
    struct nf_outcome outcome = {.index = index, .rounds = rounds};
    outcome.rejected[NF_REJECT_DECK] = index % 10 == 0;
    sink->take(sink, &outcome);
}

static enum nf_exit play(const struct nf_setup *setup, void *block, struct nf_feed *feed,
                         struct nf_sink *sink, struct nf_error *err)
{
    (void)block;
    (void)err;
    uint64_t index;
    while (nf_feed_take(feed, &index))
        hand_in(setup, sink, index);
    return NF_OK;
}

static enum nf_exit play_late(const struct nf_setup *setup, void *block, struct nf_feed *feed,
                              struct nf_sink *sink, struct nf_error *err)
{
    enum { BATCH = 37 };
    (void)block;
    (void)err;
    uint64_t batch[BATCH];
    for (int held = BATCH; held == BATCH;) {
        held = 0;
        while (held < BATCH && nf_feed_take(feed, &batch[held]))
            held++;
        for (int i = held; i-- > 0;)
            hand_in(setup, sink, batch[i]);
    }
    return NF_OK;
}

static enum nf_exit play_slow(const struct nf_setup *setup, void *block, struct nf_feed *feed,
                              struct nf_sink *sink, struct nf_error *err)
{
    (void)block;
    (void)err;
    uint64_t index;
    while (nf_feed_take(feed, &index)) {
        nanosleep(&(struct timespec){0, 1000000}, NULL);
        hand_in(setup, sink, index);
    }
    return NF_OK;
}

static enum nf_exit play_bad(const struct nf_setup *setup, void *block, struct nf_feed *feed,
                             struct nf_sink *sink, struct nf_error *err)
{
    (void)block;
    uint64_t index;
    while (nf_feed_take(feed, &index)) {
        if (index == 1000)
            return nf_fail(err, NF_INVALID, "game 1000 is hopeless");
        hand_in(setup, sink, index);
    }
    return NF_OK;
}

const struct nf_kernel null_kernel = {"null", supported, memory, play};
const struct nf_kernel null_late_kernel = {"late", supported, memory, play_late};
const struct nf_kernel null_slow_kernel = {"slow", supported, memory, play_slow};
const struct nf_kernel null_bad_kernel = {"bad", supported, memory, play_bad};
