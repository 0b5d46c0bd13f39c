/* Brings games into slices and their records out.
 *
 * A slice holds games of one p and e, and drawn games come in any order: so every pair of p and e
 * has a bin, which is solved when it is full, or when the feed is at its end. 298 bins of 512 games
 * are 2.4 MB, the largest part of a worker's memory; a bin is written at its end alone and read
 * once, so caches do not mind. Numbered games come ordered: the goal sets of one pair side by side
 * are swept from all n0 at once. */
#include "games/tng/simulated/kernels/kernels.h"
#include "sim/game.h"

#include <assert.h>
#include <string.h>

/* ---- memory ---- */

/* Numbered games of one goal set: those begun at n0 and `count` - 1 more. */
struct piece {
    uint64_t first; /* index of the first */
    uint8_t n0, count;
};

/* A worker's memory: this, the bins' games and indices, then the kernel's own. */
struct room {
    const struct tng_kernel *kernel;
    const struct tng_deal *deal;
    const struct tng_maps *maps; /* of all pairs */
    struct tng_sink *sink;
    uint32_t filled[TNG_PAIRS];         /* games in each bin; numbered: goal sets in the one */
    uint32_t pair;                      /* numbered: of these goal sets */
    struct piece pieces[TNG_MAX_WIDTH]; /* numbered: what was asked of each */
    _Alignas(NF_CACHE_LINE) uint32_t records[TNG_BATCH];
    _Alignas(NF_CACHE_LINE) uint64_t planes[TNG_PLANES * TNG_MAX_WIDTH];
    _Alignas(NF_CACHE_LINE) uint64_t bins[]; /* `width` games, `width` indices; bin by bin */
};

static uint32_t bin_count(const struct tng_deal *deal)
{
    return deal->every ? 1 : TNG_PAIRS;
}

static size_t bins_bytes(const struct tng_kernel *kernel, const struct tng_deal *deal)
{
    return (size_t)bin_count(deal) * 2 * kernel->width * sizeof(uint64_t);
}

size_t tng_play_memory(const struct tng_kernel *kernel, const struct tng_deal *deal)
{
    const size_t bytes = sizeof(struct room) + bins_bytes(kernel, deal) + kernel->memory;
    return nf_cache_lines(bytes);
}

static uint64_t *games_of(struct room *room, uint32_t bin)
{
    return room->bins + (size_t)bin * 2 * room->kernel->width;
}

static uint64_t *indices_of(struct room *room, uint32_t bin)
{
    return games_of(room, bin) + room->kernel->width;
}

static void *work_of(struct room *room)
{
    return (char *)room->bins + bins_bytes(room->kernel, room->deal);
}

/* ---- games drawn or given, one by one ---- */

static void empty_bin(struct room *room, uint32_t bin)
{
    const struct tng_maps *const maps = &room->maps[bin];
    uint64_t *const games = games_of(room, bin);
    const uint32_t count = room->filled[bin], width = room->kernel->width;
    memset(games + count, 0, (width - count) * sizeof *games);
    room->kernel->solve(maps, 2 * room->deal->r.high, games, work_of(room));
    const uint32_t fields = tng_record_fields(maps->p, maps->e, 0);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t game = games[i];
        const uint32_t m = (uint32_t)__builtin_popcountll(game & TNG_GOAL_MASK);
        room->records[i] = tng_record(fields | m << TNG_RECORD_M, tng_packed_n0(game),
                                      tng_packed_r(game), (uint32_t)(game >> TNG_MOVES_SHIFT));
    }
    room->sink->take(room->sink, indices_of(room, bin), room->records, count);
    room->filled[bin] = 0;
}

/* Puts a game into its bin. */
static inline void fill_bin(struct room *room, uint64_t index, struct tng_dealt dealt)
{
    const uint32_t at = room->filled[dealt.pair]++;
    games_of(room, dealt.pair)[at] = dealt.packed;
    indices_of(room, dealt.pair)[at] = index;
    if (at + 1 == room->kernel->width)
        empty_bin(room, dealt.pair);
}

static void play_single(struct room *room, struct nf_feed *feed)
{
    const struct tng_game *const given = room->deal->given;
    uint64_t index;
    if (given != NULL)
        while (nf_feed_take(feed, &index))
            fill_bin(room, index, tng_pack_game(&given[index]));
    else
        while (nf_feed_take(feed, &index))
            fill_bin(room, index, tng_deal_index(room->deal, index));
    for (uint32_t bin = 0; bin < TNG_PAIRS; bin++)
        if (room->filled[bin] > 0)
            empty_bin(room, bin);
}

/* ---- numbered games ---- */

/* Passes on the games of the goal set in place `i` of the slice. */
static void pass_set(struct room *room, uint32_t fields, uint32_t i)
{
    const uint32_t width = room->kernel->width, r = room->deal->r.low;
    uint64_t *const indices = indices_of(room, 0);
    const uint64_t *const planes = room->planes + i;
    const struct piece *const piece = &room->pieces[i];
    for (uint32_t game = 0; game < piece->count; game++) {
        const uint32_t n0 = piece->n0 + game;
        uint32_t moves = 0;
        for (uint32_t b = 0; b < TNG_PLANES; b++)
            moves |= (uint32_t)(planes[b * width] >> n0 & 1) << b;
        indices[game] = piece->first + game;
        room->records[game] = tng_record(fields, n0, r, moves);
    }
    room->sink->take(room->sink, indices, room->records, piece->count);
}

/* Solves the goal sets collected. */
static void empty_slice(struct room *room)
{
    const struct tng_deal *const deal = room->deal;
    const struct tng_maps *const maps = &room->maps[room->pair];
    const uint32_t sets = room->filled[0], width = room->kernel->width;
    uint64_t *const goals = games_of(room, 0);
    memset(goals + sets, 0, (width - sets) * sizeof *goals);
    room->kernel->sweep(maps, 2 * deal->r.low, goals, room->planes, work_of(room));
    const uint32_t fields = tng_record_fields(maps->p, maps->e, deal->m.low);
    for (uint32_t i = 0; i < sets; i++)
        pass_set(room, fields, i);
    room->filled[0] = 0;
}

/* Collects the goal sets of the games from `index` on below `end`, as far as they have the same p
 * and e. Returns the index behind them. */
static uint64_t collect_sets(struct room *room, uint64_t index, uint64_t end)
{
    const struct tng_deal *const deal = room->deal;
    assert(index < tng_count(deal));
    const struct tng_dealt dealt = tng_deal_index(deal, index);
    const uint32_t p = room->maps[dealt.pair].p;
    uint64_t set = dealt.packed & TNG_GOAL_MASK;
    if (room->filled[0] > 0 && room->pair != dealt.pair)
        empty_slice(room);
    room->pair = dealt.pair;
    if (end > deal->first[dealt.pair + 1])
        end = deal->first[dealt.pair + 1];
    for (uint32_t n0 = tng_packed_n0(dealt.packed); index < end; n0 = 0) {
        const uint64_t left = end - index;
        const uint32_t i = room->filled[0]++, count = left < p - n0 ? (uint32_t)left : p - n0;
        games_of(room, 0)[i] = set;
        room->pieces[i] = (struct piece){index, (uint8_t)n0, (uint8_t)count};
        if (i + 1 == room->kernel->width)
            empty_slice(room);
        index += count;
        set = deal->m.low > 0 ? tng_next_set(set) : 0;
    }
    return index;
}

/* Blocks of the feed need not follow each other: other workers take those between. */
static void play_numbered(struct room *room, struct nf_feed *feed)
{
    while (feed->next < feed->end || feed->more(feed))
        feed->next = collect_sets(room, feed->next, feed->end);
    if (room->filled[0] > 0)
        empty_slice(room);
}

/* ---- all ---- */

void tng_play(const struct tng_kernel *kernel, const struct tng_deal *deal, void *memory,
              struct nf_feed *feed, struct tng_sink *sink)
{
    struct room *const room = memory;
    room->kernel = kernel;
    room->deal = deal;
    room->maps = tng_all_maps();
    room->sink = sink;
    memset(room->filled, 0, sizeof room->filled);
    if (deal->every)
        play_numbered(room, feed);
    else
        play_single(room, feed);
}

/* ---- the engine's kernel ---- */

/* The engine's feed, stopped where numbered games end. */
struct bounded_feed {
    struct nf_feed feed;
    struct nf_feed *from;
    uint64_t count;
    bool over; /* more was asked for than there is */
};

static bool bound(struct bounded_feed *bounded)
{
    const struct nf_feed *const from = bounded->from;
    bounded->feed.next = from->next;
    bounded->feed.end = from->end < bounded->count ? from->end : bounded->count;
    bounded->over = bounded->over || from->end > bounded->count;
    return bounded->feed.next < bounded->feed.end;
}

static bool more(struct nf_feed *feed)
{
    struct bounded_feed *const bounded = (struct bounded_feed *)feed;
    bounded->from->next = bounded->from->end;
    return bounded->from->more(bounded->from) && bound(bounded);
}

/* Passes records on as outcomes. */
struct passing_sink {
    struct tng_sink sink;
    struct nf_sink *to;
};

static void pass(struct tng_sink *sink, const uint64_t *indices, const uint32_t *records,
                 uint32_t count)
{
    struct nf_sink *const to = ((struct passing_sink *)sink)->to;
    struct nf_outcome outcome = {.index = 0};
    for (uint32_t i = 0; i < count; i++) {
        outcome.index = indices[i];
        outcome.words = &records[i];
        to->take(to, &outcome);
    }
}

size_t tng_kernel_memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    return tng_play_memory((const struct tng_kernel *)self,
                           &((const struct tng_setup *)setup)->deal);
}

enum nf_status tng_kernel_play(const struct nf_kernel *self, const struct nf_setup *setup,
                               void *memory, struct nf_feed *feed, struct nf_sink *sink,
                               struct nf_error *err)
{
    const struct tng_kernel *const kernel = (const struct tng_kernel *)self;
    const struct tng_deal *const deal = &((const struct tng_setup *)setup)->deal;
    struct passing_sink passing = {{pass}, sink};
    if (!deal->every) {
        tng_play(kernel, deal, memory, feed, &passing.sink);
        return NF_OK;
    }
    struct bounded_feed bounded = {.feed = {.more = more}, .from = feed, .count = tng_count(deal)};
    bound(&bounded);
    if (bounded.feed.next > bounded.feed.end)
        bounded.feed.next = bounded.feed.end;
    tng_play(kernel, deal, memory, &bounded.feed, &passing.sink);
    if (bounded.over)
        return nf_fail(err, NF_INVALID,
                       "there are %llu games of that kind, expected --first and "
                       "--games within them",
                       (unsigned long long)bounded.count);
    return NF_OK;
}
