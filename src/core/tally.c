#include "core/tally.h"

#include <math.h>
#include <string.h>

/* The 97.5% quantile of the normal distribution. */
static const double z95 = 1.959963984540054;

void nf_tally_start(struct nf_tally *tally, uint32_t seats, uint32_t rounds)
{
    memset(tally, 0, sizeof *tally);
    tally->seats = seats;
    tally->rounds_per_game = rounds;
}

static void add128(struct nf_sum128 *sum, uint64_t low, uint64_t high)
{
    sum->low += low;
    sum->high += high + (sum->low < low);
}

/* The bucket of a number of turns that is not counted exactly. */
static uint32_t bucket_above(uint32_t turns)
{
    const uint32_t octave = 24 - (uint32_t)__builtin_clz(turns); /* 0 for 128..255 */
    return NF_TURNS_EXACT + octave * NF_TURNS_STEPS + (turns >> octave) - NF_TURNS_STEPS;
}

/* The largest number of turns that falls into the bucket. */
static uint32_t bucket_top(uint32_t bucket)
{
    if (bucket < NF_TURNS_EXACT)
        return bucket;
    const uint32_t octave = (bucket - NF_TURNS_EXACT) / NF_TURNS_STEPS;
    const uint32_t step = (bucket - NF_TURNS_EXACT) % NF_TURNS_STEPS;
    return ((step + NF_TURNS_STEPS + 1) << octave) - 1;
}

/* Sums over the turns of a game's rounds: a loop of its own, for compilers make vectors of it. */
static void sum_turns(struct nf_tally *tally, const uint32_t *records)
{
    uint64_t sum = 0, squares = 0;
    uint32_t longest = 0;
    for (uint32_t round = 0; round < tally->rounds_per_game; round++) {
        const uint32_t turns = records[round] >> NF_SEAT_BITS;
        sum += turns;
        squares += (uint64_t)turns * turns;
        longest = turns > longest ? turns : longest;
    }
    tally->turns += sum;
    tally->turns_longest = longest > tally->turns_longest ? longest : tally->turns_longest;
    add128(&tally->turns_squared, squares, 0);
}

/* Counts the rounds of a game by loser and by turns; `losses` gets each seat's. */
static void count_rounds(struct nf_tally *tally, const uint32_t *records,
                         uint16_t losses[NF_MAX_SEATS])
{
    const uint32_t rounds = tally->rounds_per_game;
    uint64_t *after = tally->after[NF_FIRST_ROUND];
    for (uint32_t round = 0; round < rounds; round++) {
        const uint32_t turns = records[round] >> NF_SEAT_BITS;
        const uint32_t loser = records[round] & (NF_MAX_SEATS - 1);
        losses[loser]++;
        after[loser]++;
        after = tally->after[loser];
        tally->turns_buckets[turns < NF_TURNS_EXACT ? turns : bucket_above(turns)]++;
    }
}

void nf_tally_game(struct nf_tally *tally, const struct nf_outcome *outcome)
{
    uint16_t losses[NF_MAX_SEATS] = {0};
    sum_turns(tally, outcome->rounds);
    count_rounds(tally, outcome->rounds, losses);
    for (uint32_t seat = 0; seat < tally->seats; seat++) {
        tally->losses[seat] += losses[seat];
        tally->losses_squared[seat] += (uint32_t)losses[seat] * losses[seat];
    }
    for (int kind = 0; kind < NF_REJECT_KINDS; kind++)
        tally->rejected[kind] += outcome->rejected[kind];
    tally->games++;
    tally->rounds += tally->rounds_per_game;
    nf_digest_game(&tally->digest, outcome->index, outcome->rounds, tally->rounds_per_game);
}

void nf_tally_merge(struct nf_tally *tally, const struct nf_tally *other)
{
    tally->games += other->games;
    tally->rounds += other->rounds;
    tally->turns += other->turns;
    for (int kind = 0; kind < NF_REJECT_KINDS; kind++)
        tally->rejected[kind] += other->rejected[kind];
    for (int seat = 0; seat < NF_MAX_SEATS; seat++) {
        tally->losses[seat] += other->losses[seat];
        tally->losses_squared[seat] += other->losses_squared[seat];
        for (int before = 0; before <= NF_MAX_SEATS; before++)
            tally->after[before][seat] += other->after[before][seat];
    }
    for (int bucket = 0; bucket < NF_TURNS_BUCKETS; bucket++)
        tally->turns_buckets[bucket] += other->turns_buckets[bucket];
    add128(&tally->turns_squared, other->turns_squared.low, other->turns_squared.high);
    if (other->turns_longest > tally->turns_longest)
        tally->turns_longest = other->turns_longest;
    nf_digest_merge(&tally->digest, &other->digest);
}

uint64_t nf_tally_relative(const struct nf_tally *tally, uint32_t distance)
{
    uint64_t sum = tally->after[NF_FIRST_ROUND][distance];
    for (uint32_t starter = 0; starter < tally->seats; starter++)
        sum += tally->after[starter][(starter + distance) % tally->seats];
    return sum;
}

struct nf_estimate nf_tally_loss_rate(const struct nf_tally *tally, uint32_t seat)
{
    struct nf_estimate estimate = {NAN, NAN, NAN};
    if (tally->games == 0)
        return estimate;
    const double games = (double)tally->games, rounds = (double)tally->rounds_per_game;
    const double mean = (double)tally->losses[seat] / games; /* losses a game */
    estimate.mean = mean / rounds;
    if (tally->games < 2)
        return estimate;
    const double variance =
        ((double)tally->losses_squared[seat] - games * mean * mean) / (games - 1);
    const double half = z95 * sqrt(variance > 0 ? variance / games : 0) / rounds;
    estimate.low = fmax(0, estimate.mean - half);
    estimate.high = fmin(1, estimate.mean + half);
    return estimate;
}

double nf_tally_turns_mean(const struct nf_tally *tally)
{
    return tally->rounds == 0 ? NAN : (double)tally->turns / (double)tally->rounds;
}

double nf_tally_turns_sd(const struct nf_tally *tally)
{
    if (tally->rounds < 2)
        return NAN;
    const double rounds = (double)tally->rounds, mean = nf_tally_turns_mean(tally);
    const double squares =
        (double)tally->turns_squared.high * 0x1p64 + (double)tally->turns_squared.low;
    const double variance = (squares - rounds * mean * mean) / (rounds - 1);
    return sqrt(variance > 0 ? variance : 0);
}

uint32_t nf_tally_turns_quantile(const struct nf_tally *tally, double q)
{
    const double wanted = q * (double)tally->rounds;
    uint64_t sum = 0;
    for (uint32_t bucket = 0; bucket < NF_TURNS_BUCKETS; bucket++) {
        sum += tally->turns_buckets[bucket];
        if (sum > 0 && (double)sum >= wanted) {
            const uint32_t top = bucket_top(bucket);
            return top < tally->turns_longest ? top : tally->turns_longest;
        }
    }
    return tally->turns_longest;
}
