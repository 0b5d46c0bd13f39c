#include "gen/mahjong/deal.h"

#include "base/lang.h"

#include <stdbool.h>
#include <string.h>

/* Reads a stream draw by draw. */
struct stream {
    const struct nf_key *key;
    struct nf_rng rng;
    uint64_t word; /* unused chunks, the next one lowest */
    uint32_t position;
};

static struct stream start_wall_stream(const struct nf_key *key)
{
    return (struct stream){.key = key, .rng = nf_rng_start(key)};
}

/* nf_reject_below() of every total, so that a draw needs no division. */
#define ROW(n)                                                                                     \
    65536 % ((n) + 1), 65536 % ((n) + 2), 65536 % ((n) + 3), 65536 % ((n) + 4), 65536 % ((n) + 5), \
        65536 % ((n) + 6), 65536 % ((n) + 7), 65536 % ((n) + 8), 65536 % ((n) + 9),                \
        65536 % ((n) + 10)
static const uint8_t reject_below[] = {
    0,       ROW(0),  ROW(10), ROW(20),  ROW(30),  ROW(40),  ROW(50),  ROW(60),
    ROW(70), ROW(80), ROW(90), ROW(100), ROW(110), ROW(120), ROW(130), ROW(140),
};
#undef ROW
_Static_assert(sizeof reject_below > MAHJONG_WALL, "every total is covered");

/* Returns a number below `total` <= MAHJONG_WALL. */
static inline uint32_t wall_stream_below(struct stream *stream, uint32_t total)
{
    if (stream->position % 4 == 0)
        stream->word = nf_rng_next(&stream->rng);
    uint32_t ticket;
    if (!nf_draw((uint32_t)(stream->word & 0xffff), total, reject_below[total], &ticket))
        ticket = nf_redraw(stream->key, stream->position, total);
    stream->word >>= 16;
    stream->position++;
    return ticket;
}

static inline void swap(uint8_t *tiles, uint32_t a, uint32_t b)
{
    const uint8_t tile = tiles[a];
    tiles[a] = tiles[b];
    tiles[b] = tile;
}

static void shuffle(struct stream *stream, uint8_t *tiles, uint32_t count)
{
    for (uint32_t place = 0; place + 1 < count; place++)
        swap(tiles, place, place + wall_stream_below(stream, count - place));
}

/* Writes `copies` tiles of each of `count` kinds from `first` on. Returns the end. */
static uint8_t *lay(uint8_t *to, unsigned first, unsigned count, unsigned copies)
{
    for (unsigned kind = first; kind < first + count; kind++)
        for (unsigned copy = 0; copy < copies; copy++)
            *to++ = (uint8_t)kind;
    return to;
}

static void deal_uniform(struct stream *stream, uint8_t wall[MAHJONG_WALL])
{
    lay(wall, 0, MAHJONG_KINDS, MAHJONG_COPIES);
    shuffle(stream, wall, MAHJONG_WALL);
}

static void deal_clustered(struct stream *stream, uint8_t wall[MAHJONG_WALL])
{
    uint8_t order[MAHJONG_KINDS], row[MAHJONG_WALL];
    lay(order, 0, MAHJONG_KINDS, 1);
    shuffle(stream, order, MAHJONG_KINDS);
    for (unsigned i = 0; i < MAHJONG_WALL; i++)
        row[i] = order[i / MAHJONG_COPIES];
    for (unsigned i = 0; i < MAHJONG_DEALT; i++)
        wall[i % MAHJONG_HAND * MAHJONG_SEATS + i / MAHJONG_HAND] = row[i];
    memcpy(wall + MAHJONG_DEALT, row + MAHJONG_DEALT, MAHJONG_WALL - MAHJONG_DEALT);
    for (uint32_t left = wall_stream_below(stream, 64); left > 0; left--) {
        const uint32_t a = wall_stream_below(stream, MAHJONG_WALL);
        swap(wall, a, wall_stream_below(stream, MAHJONG_WALL));
    }
}

static void deal_specials(struct stream *stream, uint8_t wall[MAHJONG_WALL])
{
    enum { PLAIN_TILES = MAHJONG_PLAIN * MAHJONG_COPIES, FRONT = MAHJONG_DEALT };
    uint8_t plain[PLAIN_TILES];
    lay(plain, 0, MAHJONG_PLAIN, MAHJONG_COPIES);
    shuffle(stream, plain, PLAIN_TILES);
    memcpy(wall, plain, FRONT);
    uint8_t *const rest = lay(wall + FRONT, MAHJONG_PLAIN, MAHJONG_SPECIALS, MAHJONG_COPIES);
    memcpy(rest, plain + FRONT, PLAIN_TILES - FRONT);
    shuffle(stream, wall, (uint32_t)(rest - wall));
}

/* Deals one tile of each honour, 1 and 9 to every player. Returns the end of the deal. */
static uint8_t *lay_orphans(uint8_t *wall)
{
    uint8_t *to = wall;
    for (unsigned suit = 0; suit < MAHJONG_SUITS - 1; suit++) {
        to = lay(to, suit * MAHJONG_RANKS, 1, MAHJONG_SEATS);
        to = lay(to, suit * MAHJONG_RANKS + MAHJONG_RANKS - 1, 1, MAHJONG_SEATS);
    }
    return lay(to, MAHJONG_FIRST_HONOUR, MAHJONG_HONOURS, MAHJONG_SEATS);
}

/* Writes `copies` tiles of each kind from 2 to 8. */
static uint8_t *lay_middle(uint8_t *to, unsigned copies)
{
    for (unsigned suit = 0; suit < MAHJONG_SUITS - 1; suit++)
        to = lay(to, suit * MAHJONG_RANKS + 1, MAHJONG_RANKS - 2, copies);
    return to;
}

static void deal_orphans(struct stream *stream, uint8_t wall[MAHJONG_WALL])
{
    uint8_t *const rest = lay_orphans(wall);
    uint8_t *const end =
        lay(lay_middle(rest, MAHJONG_COPIES), MAHJONG_PLAIN, MAHJONG_SPECIALS, MAHJONG_COPIES);
    shuffle(stream, rest, (uint32_t)(end - rest));
}

/* Writes one tile of each kind of rank 2, 5, 8 (`thirds`) or 3, 4, 6, 7, shuffled. */
static uint8_t *lay_ranks(struct stream *stream, uint8_t *to, bool thirds)
{
    uint8_t *const from = to;
    for (unsigned kind = 0; kind < MAHJONG_FIRST_HONOUR; kind++) {
        const unsigned rank = mahjong_rank(kind);
        if (rank > 0 && rank + 1 < MAHJONG_RANKS && (rank % 3 == 1) == thirds)
            *to++ = (uint8_t)kind;
    }
    shuffle(stream, from, (uint32_t)(to - from));
    return to;
}

/* Repeats the tiles up to `end` until there are MAHJONG_COPIES of each. Returns the end. */
static uint8_t *repeat(uint8_t *from, uint8_t *end)
{
    const size_t count = (size_t)(end - from);
    for (unsigned copy = 1; copy < MAHJONG_COPIES; copy++, end += count)
        memcpy(end, from, count);
    return end;
}

static void deal_spread(struct stream *stream, uint8_t wall[MAHJONG_WALL])
{
    uint8_t *from = lay_orphans(wall);
    uint8_t *to = lay(from, MAHJONG_PLAIN, MAHJONG_SPECIALS, MAHJONG_COPIES);
    shuffle(stream, from, (uint32_t)(to - from));
    from = repeat(to, lay_ranks(stream, to, true));
    repeat(from, lay_ranks(stream, from, false));
}

void mahjong_deal(enum mahjong_profile profile, const struct nf_key *key,
                  uint8_t wall[MAHJONG_WALL])
{
    struct stream stream = start_wall_stream(key);
    switch (profile) {
    case MAHJONG_CLUSTERED: deal_clustered(&stream, wall); break;
    case MAHJONG_SPECIALS_EARLY: deal_specials(&stream, wall); break;
    case MAHJONG_ORPHANS: deal_orphans(&stream, wall); break;
    case MAHJONG_SPREAD: deal_spread(&stream, wall); break;
    default: deal_uniform(&stream, wall); break;
    }
}

const struct nf_profile mahjong_profiles[MAHJONG_PROFILES + 1] = {
    [MAHJONG_UNIFORM] = {.name = "uniform", .help = N_("every order of the wall equally likely")},
    [MAHJONG_CLUSTERED] = {.name = "clustered", .help = N_("equal tiles dealt to the same player")},
    [MAHJONG_SPECIALS_EARLY] = {.name = "specials", .help = N_("special tiles among the first 64")},
    [MAHJONG_ORPHANS] = {.name = "orphans", .help = N_("hands of honours, 1 and 9: long games")},
    [MAHJONG_SPREAD] = {.name = "spread",
                        .help = N_("equal tiles far apart: four walls in ten run out")},
};
