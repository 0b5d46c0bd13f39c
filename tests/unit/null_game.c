#include "tests/unit/null_game.h"

#include "table/tables.h"

#include <math.h>
#include <time.h>

static const struct nf_kernel *const kernels[] = {&null_kernel, NULL};
static const char *const reject_reasons[NF_REJECT_KINDS] = {"were too long", "were too odd"};
static const struct nf_profile profiles[] = {{"none", "nothing to choose", 0, 0, 0},
                                             {NULL, NULL, 0, 0, 0}};

/* ---- what is counted ---- */

static const struct nf_extreme_kind extremes[] = {
    [NULL_MOST_TURNS] = {.name = "most_turns", .title = "most turns", .unit = "turns"},
    [NULL_LEAST_MOOD] = {.name = "least_mood",
                         .title = "least mood",
                         .unit = "smiles",
                         .smallest = true},
    {.name = NULL},
};

static uint32_t words(const struct nf_setup *setup)
{
    return setup->params.players + 1;
}

static size_t scratch(const struct nf_setup *setup)
{
    (void)setup;
    return sizeof(uint64_t);
}

static void count(struct nf_tally *tally, const struct nf_outcome *outcome)
{
    const uint32_t players = tally->setup->params.players;
    const uint32_t mood = outcome->words[players];
    for (uint32_t player = 0; player < players; player++) {
        tally->sums[player] += outcome->words[player];
        nf_extreme_offer(&tally->extremes[NULL_MOST_TURNS], false, outcome->words[player],
                         outcome->index);
    }
    nf_extreme_offer(&tally->extremes[NULL_LEAST_MOOD], true, mood, outcome->index);
    *(uint64_t *)tally->scratch += mood;
}

static void settle(struct nf_tally *tally)
{
    uint64_t *const waiting = tally->scratch;
    tally->sums[tally->setup->params.players] += *waiting;
    *waiting = 0;
}

static uint64_t turns(const struct nf_tally *tally)
{
    uint64_t sum = 0;
    for (uint32_t player = 0; player < tally->setup->params.players; player++)
        sum += tally->sums[player];
    return sum;
}

static bool consistent(const struct nf_tally *tally)
{
    return turns(tally) >= tally->games * tally->setup->params.players;
}

static double width(const struct nf_tally *tally)
{
    return tally->games == 0 ? NAN : 1 / (double)tally->games;
}

static void describe(const struct nf_setup *setup, struct nf_text *text)
{
    nf_text_format(text, " among %u", setup->params.players);
}

static void report(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {
        .name = "moods", .title = "moods", .layout = NF_LINE_OF_TEXT};
    static const struct nf_column columns[] = {{.name = "mood", .title = "mood", .kind = NF_COUNT},
                                               {.name = NULL}};
    nf_tables_begin(tables, &about, columns);
    nf_cell_count(tables, tally->sums[tally->setup->params.players]);
}

static const struct nf_tally_ops ops = {
    .layout = "null.tally/1",
    .extremes = extremes,
    .words = words,
    .sums = words,
    .scratch = scratch,
    .count = count,
    .settle = settle,
    .turns = turns,
    .consistent = consistent,
    .width = width,
    .describe = describe,
    .report = report,
};

const struct nf_game null_game = {
    .name = "null",
    .title = "A game without rules",
    .players = {1, NF_MAX_SEATS, 2},
    .rounds = {1, 1, 1},
    .reject_reasons = reject_reasons,
    .profiles = profiles,
    .kernels = kernels,
    .tally = &ops,
};

/* ---- how it is played ---- */

void null_words(uint64_t index, uint32_t players, uint32_t *to)
{
    for (uint32_t i = 0; i <= players; i++) {
        const uint64_t mixed = (index * 0x9e3779b97f4a7c15u + i * 0x2545f4914f6cdd1du) >> 28;
        to[i] = 1 + (uint32_t)mixed % 200;
    }
}

static size_t memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self, (void)setup;
    return NF_CACHE_LINE;
}

static void hand_in(const struct nf_setup *setup, struct nf_sink *sink, uint64_t index)
{
    uint32_t record[NF_MAX_SEATS + 1];
    null_words(index, setup->params.players, record);
    struct nf_outcome outcome = {.index = index, .words = record};
    outcome.rejected[0] = index % 10 == 0;
    sink->take(sink, &outcome);
}

/* By all kernels; the late one takes a batch before it hands in the last game of it. */
static enum nf_status play(const struct nf_kernel *self, const struct nf_setup *setup, void *block,
                           struct nf_feed *feed, struct nf_sink *sink, struct nf_error *err)
{
    enum { BATCH = 37 };
    const int most = self == &null_late_kernel ? BATCH : 1;
    uint64_t batch[BATCH];
    (void)block;
    for (int held = most; held == most;) {
        held = 0;
        while (held < most && nf_feed_take(feed, &batch[held]))
            held++;
        for (int i = held; i-- > 0;) {
            if (self == &null_bad_kernel && batch[i] == 1000)
                return nf_fail(err, NF_INVALID, "game 1000 is hopeless");
            if (self == &null_slow_kernel)
                nanosleep(&(struct timespec){0, 1000000}, NULL);
            hand_in(setup, sink, batch[i]);
        }
    }
    return NF_OK;
}

const struct nf_kernel null_kernel = {"null", nf_everywhere, memory, play, .unfit = NULL};
const struct nf_kernel null_late_kernel = {"late", nf_everywhere, memory, play, .unfit = NULL};
const struct nf_kernel null_slow_kernel = {"slow", nf_everywhere, memory, play, .unfit = NULL};
const struct nf_kernel null_bad_kernel = {"bad", nf_everywhere, memory, play, .unfit = NULL};

/* ---- a device ---- */

atomic_int null_opened, null_closed;
atomic_uint_fast64_t null_largest_feed;

static enum nf_status open_device(const struct nf_kernel *self, const struct nf_setup *setup,
                                  void *block, struct nf_error *err)
{
    (void)setup;
    if (self == &null_unplugged_kernel)
        return nf_fail(err, NF_IO, "no device");
    *(const struct nf_kernel **)block = self;
    atomic_fetch_add(&null_opened, 1);
    return NF_OK;
}

static void close_device(const struct nf_kernel *self, void *block)
{
    if (*(const struct nf_kernel **)block == self)
        atomic_fetch_add(&null_closed, 1);
}

static enum nf_status play_device(const struct nf_kernel *self, const struct nf_setup *setup,
                                  void *block, struct nf_feed *feed, struct nf_sink *sink,
                                  struct nf_error *err)
{
    (void)self, (void)block;
    while (feed->next != feed->end || feed->more(feed)) {
        const uint64_t given = feed->end - feed->next;
        if (given > atomic_load(&null_largest_feed))
            atomic_store(&null_largest_feed, given);
        for (; feed->next < feed->end; feed->next++) {
            if (feed->next == 500000)
                return nf_fail(err, NF_INVALID, "game 500000 is hopeless");
            hand_in(setup, sink, feed->next);
        }
    }
    return NF_OK;
}

const struct nf_kernel null_device_kernel = {.name = "device",
                                             .supported = nf_everywhere,
                                             .memory = memory,
                                             .play = play_device,
                                             .open = open_device,
                                             .close = close_device,
                                             .block = 100000};
const struct nf_kernel null_unplugged_kernel = {.name = "unplugged",
                                                .supported = nf_everywhere,
                                                .memory = memory,
                                                .play = play_device,
                                                .open = open_device,
                                                .close = close_device,
                                                .block = 100000};
