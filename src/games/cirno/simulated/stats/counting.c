/* Counts games into tallies: the hot path of what is counted. Games are counted in batches, whose
 * counts are small and close together, and the sums grow when a batch is full. */
#include "games/cirno/rules/cirno.h"
#include "games/cirno/simulated/stats/tallying.h"
#include "sim/game.h"

#include <string.h>

enum {
    BATCH = 64,        /* games */
    SHORT_TURNS = 256, /* rounds of fewer turns are counted in the batch; nearly all are */
    NOBODY = NF_MAX_SEATS,
};

/* A number for each seat, in two vectors. */
typedef uint8_t sixteen __attribute__((vector_size(16)));
union seats {
    sixteen half[2];
    uint8_t of[NF_MAX_SEATS];
};
_Static_assert(NF_MAX_ROUNDS <= UINT8_MAX && sizeof(union seats) == NF_MAX_SEATS, "a byte a seat");

struct scratch {
    struct cirno_layout layout;
    uint32_t waiting;                                  /* games of the batch */
    _Alignas(NF_CACHE_LINE) union seats losses[BATCH]; /* of each */
    union seats one[NF_MAX_SEATS];                     /* a loss of that seat */
    uint32_t turns[SHORT_TURNS];                       /* rounds by number of turns */
    /* Rounds by who lost the round before, or NOBODY, and who loses. Of either kind every other
     * round, for where one seat loses again and again a count would wait for itself. */
    uint32_t after[2][NF_MAX_SEATS + 1][NF_MAX_SEATS];
    /* Of a game of the sample, zero between games. */
    uint8_t places[NF_MAX_SEATS], lengths[CIRNO_TURNS_EXACT];
};

size_t cirno_scratch(const struct nf_setup *setup)
{
    (void)setup;
    return sizeof(struct scratch);
}

/* ---- a batch into the sums ---- */

/* The bucket of a number of turns that is not counted exactly. No deck is good for so many turns
 * that there is none; a kernel gone wrong must not write elsewhere all the same. */
static uint32_t bucket_above(uint32_t turns)
{
    if (turns >= (uint32_t)CIRNO_TURNS_EXACT << CIRNO_TURNS_OCTAVES)
        return CIRNO_TURNS - 1;
    const uint32_t octave = 24 - (uint32_t)__builtin_clz(turns); /* 0 for 128..255 */
    return CIRNO_TURNS_EXACT + octave * CIRNO_TURNS_STEPS + (turns >> octave) - CIRNO_TURNS_STEPS;
}
_Static_assert(CIRNO_MAX_DECK < CIRNO_TURNS_EXACT << CIRNO_TURNS_OCTAVES, "buckets for all");

/* Counts `rounds` rounds of so many turns. */
static void add_turns(struct nf_tally *tally, const struct cirno_layout *layout, uint32_t turns,
                      uint64_t rounds)
{
    uint64_t *const buckets = tally->sums + layout->turns;
    uint64_t *const long_rounds = tally->sums + layout->long_rounds;
    if (turns < CIRNO_TURNS_EXACT) {
        buckets[turns] += rounds;
        return;
    }
    const uint64_t square = (uint64_t)turns * turns;
    buckets[bucket_above(turns)] += rounds;
    long_rounds[0] += rounds * turns;
    long_rounds[1] += rounds * (square & ((1u << CIRNO_SQUARE_BITS) - 1));
    long_rounds[2] += rounds * (square >> CIRNO_SQUARE_BITS);
}

static void settle_rounds(struct nf_tally *tally, struct scratch *scratch)
{
    const struct cirno_layout *const layout = &scratch->layout;
    const uint32_t seats = layout->seats;
    for (uint32_t turns = 0; turns < SHORT_TURNS; turns++)
        add_turns(tally, layout, turns, scratch->turns[turns]);
    for (uint32_t i = 0; i <= seats; i++) {
        const uint32_t before = i < seats ? i : NOBODY;
        for (uint32_t loser = 0; loser < seats; loser++)
            tally->sums[layout->after + i * seats + loser] +=
                scratch->after[0][before][loser] + scratch->after[1][before][loser];
    }
    memset(scratch->turns, 0, sizeof scratch->turns);
    memset(scratch->after, 0, sizeof scratch->after);
}

/* Sum of products over a batch. The shape, with a constant bound, is one that compilers know. */
static int32_t dot(const int16_t *a, const int16_t *b)
{
    int32_t sum = 0;
    for (int i = 0; i < BATCH; i++)
        sum += (int32_t)a[i] * b[i];
    return sum;
}
_Static_assert((int64_t)BATCH *NF_MAX_ROUNDS *NF_MAX_ROUNDS < INT32_MAX, "a dot fits");

/* Games that are not there count as ones without losses, of which there is no product. */
static void settle_losses(struct nf_tally *tally, struct scratch *scratch)
{
    const struct cirno_layout *const layout = &scratch->layout;
    int16_t losses[NF_MAX_SEATS][BATCH];
    uint64_t *in_game = tally->sums + layout->in_game;
    uint64_t *product = tally->sums + layout->products;
    for (uint32_t seat = 0; seat < layout->seats; seat++, in_game += layout->rounds + 1) {
        for (uint32_t game = 0; game < BATCH; game++)
            losses[seat][game] = scratch->losses[game].of[seat];
        for (uint32_t game = 0; game < scratch->waiting; game++)
            in_game[losses[seat][game]]++;
    }
    for (uint32_t i = 0; i < layout->seats; i++)
        for (uint32_t j = i; j < layout->seats; j++)
            *product++ += (uint32_t)dot(losses[i], losses[j]);
    memset(scratch->losses, 0, sizeof scratch->losses);
}

void cirno_settle_sums(struct nf_tally *tally)
{
    struct scratch *const scratch = tally->scratch;
    if (scratch->waiting == 0)
        return;
    settle_rounds(tally, scratch);
    settle_losses(tally, scratch);
    scratch->waiting = 0;
}

/* ---- a game into the batch ---- */

/* A round that is long, or perhaps an extreme. */
static __attribute__((noinline)) void
count_odd(struct nf_tally *tally, const struct cirno_layout *layout, uint32_t turns, uint64_t index)
{
    nf_extreme_offer(&tally->extremes[CIRNO_LONGEST_ROUND], false, turns, index);
    nf_extreme_offer(&tally->extremes[CIRNO_SHORTEST_ROUND], true, turns, index);
    add_turns(tally, layout, turns, 1);
}

/* The numbers of turns from .. from+count-1 that are neither long nor can be an extreme in game
 * `index`: one comparison sorts out the rest. */
static void find_plain(const struct nf_tally *tally, uint64_t index, uint32_t *from,
                       uint32_t *count)
{
    const struct nf_extreme *const longest = &tally->extremes[CIRNO_LONGEST_ROUND];
    const struct nf_extreme *const shortest = &tally->extremes[CIRNO_SHORTEST_ROUND];
    *from = *count = 0;
    if (!nf_extreme_known(longest))
        return;
    /* What equals the best so far matters if it comes from a lower index. */
    uint64_t end = longest->value + (index >= longest->index);
    end = end < SHORT_TURNS ? end : SHORT_TURNS;
    *from = (uint32_t)shortest->value + (index < shortest->index);
    *count = end > *from ? (uint32_t)end - *from : 0;
}

/* What the rounds of a game are counted with. */
struct counter {
    struct nf_tally *tally;
    struct scratch *scratch;
    uint64_t index;       /* of the game */
    uint32_t from, count; /* see find_plain() */
    uint32_t before;      /* who lost the round before */
    sixteen low, high;    /* losses so far: halves of union seats */
};

static inline __attribute__((always_inline)) void
count_round(struct counter *counter, uint32_t record, uint32_t after[][NF_MAX_SEATS])
{
    struct scratch *const scratch = counter->scratch;
    const uint32_t turns = record >> NF_SEAT_BITS, loser = record & (NF_MAX_SEATS - 1);
    counter->low += scratch->one[loser].half[0];
    counter->high += scratch->one[loser].half[1];
    after[counter->before][loser]++;
    counter->before = loser;
    if (__builtin_expect(turns - counter->from < counter->count, 1))
        scratch->turns[turns]++;
    else
        count_odd(counter->tally, &scratch->layout, turns, counter->index);
}

/* Counts the rounds of a game by loser and by turns. Returns each seat's losses. */
static union seats count_rounds(struct nf_tally *tally, struct scratch *scratch,
                                const struct nf_outcome *outcome)
{
    const uint32_t rounds = scratch->layout.rounds, *const records = outcome->words;
    struct counter counter = {
        .tally = tally, .scratch = scratch, .index = outcome->index, .before = NOBODY};
    find_plain(tally, outcome->index, &counter.from, &counter.count);
    for (uint32_t round = 0; round + 1 < rounds; round += 2) {
        count_round(&counter, records[round], scratch->after[0]);
        count_round(&counter, records[round + 1], scratch->after[1]);
    }
    if (rounds % 2 == 1)
        count_round(&counter, records[rounds - 1], scratch->after[0]);
    return (union seats){{counter.low, counter.high}};
}

/* One more of what came up `*before` times in the game so far, into a sum and that of squares. */
static inline void add_square(uint64_t sums[2], uint8_t *before)
{
    sums[0]++;
    sums[1] += 2u * *before + 1;
    ++*before;
}

/* Counts a game of the sample. */
static __attribute__((noinline)) void count_sampled(struct nf_tally *tally, struct scratch *scratch,
                                                    const struct nf_outcome *outcome)
{
    const struct cirno_layout *const layout = &scratch->layout;
    uint64_t *const places = tally->sums + layout->places;
    uint64_t *const lengths = tally->sums + layout->lengths;
    uint32_t starter = 0;
    for (uint32_t round = 0; round < layout->rounds; round++) {
        const uint32_t turns = outcome->words[round] >> NF_SEAT_BITS;
        const uint32_t loser = outcome->words[round] & (NF_MAX_SEATS - 1);
        const uint32_t place = loser >= starter ? loser - starter : loser + layout->seats - starter;
        if (place >= layout->seats)
            continue; /* a kernel gone wrong must not write elsewhere */
        add_square(places + 2 * place, &scratch->places[place]);
        if (turns < CIRNO_TURNS_EXACT)
            add_square(lengths + 2 * turns, &scratch->lengths[turns]);
        starter = loser;
    }
    tally->sums[layout->sampled]++;
    memset(scratch->places, 0, sizeof scratch->places);
    memset(scratch->lengths, 0, sizeof scratch->lengths);
}

static void prepare_scratch(struct scratch *scratch, const struct nf_setup *setup)
{
    scratch->layout = cirno_layout_of(setup);
    for (uint32_t seat = 0; seat < NF_MAX_SEATS; seat++)
        scratch->one[seat].of[seat] = 1;
}

void cirno_count(struct nf_tally *tally, const struct nf_outcome *outcome)
{
    struct scratch *const scratch = tally->scratch;
    if (scratch->layout.end == 0)
        prepare_scratch(scratch, tally->setup);
    const union seats losses = count_rounds(tally, scratch, outcome);
    uint8_t most = 0;
    for (uint32_t seat = 0; seat < NF_MAX_SEATS; seat++)
        most = losses.of[seat] > most ? losses.of[seat] : most;
    nf_extreme_offer(&tally->extremes[CIRNO_MOST_LOSSES], false, most, outcome->index);
    if (cirno_in_sample(outcome->index))
        count_sampled(tally, scratch, outcome);
    scratch->losses[scratch->waiting++] = losses;
    if (scratch->waiting == BATCH)
        cirno_settle_sums(tally);
}
