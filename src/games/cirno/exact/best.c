#include "games/cirno/exact/best.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Every so many sweeps one is whole; then it is asked whether to go on. */
enum { WHOLE_EVERY = 4, MOST_SWEEPS = 4000 };

/* While starts still differ much in what they gain, a round need not be followed so far: this part
 * of what they differ in does, or what makes no difference in the mean of all rounds. */
#define PART_OF_OPEN 0.01
#define PART_OF_MEAN 0.25

/* The factor by which changes fall has settled where it leaves this part of what it left before. */
#define SETTLED 0.9

struct finding {
    struct cirno_values *values;
    const struct nf_exact_options *options;
    /* What is lost in all rounds from a start on, as many as there are; and in one or two fewer. */
    struct cirno_ends total, before[2];
    struct cirno_ends ends; /* as rounds end now, but for `base` */
    double base;
    double open; /* by how much the gains of starts differ */
    double slow; /* by what factor changes fell in the end of a round, at most; at first unknown */
    double left; /* how far a round's values seemed to be from their limits in the end, at most */
    uint32_t infos, sweeps, expected;
};

static double at(const struct finding *finding, const struct cirno_ends *ends, uint32_t i)
{
    return i < finding->infos ? ends->lost[i] : ends->won[i - finding->infos];
}

/* The least and the most of a - b. */
static void compare(const struct finding *finding, const struct cirno_ends *a,
                    const struct cirno_ends *b, double *least, double *most)
{
    *least = INFINITY;
    *most = -INFINITY;
    for (uint32_t i = 0; i < finding->infos + cirno_values_pairs(finding->values); i++) {
        const double difference = at(finding, a, i) - at(finding, b, i);
        *least = difference < *least ? difference : *least;
        *most = difference > *most ? difference : *most;
    }
}

static void add(const struct finding *finding, struct cirno_ends *ends, double lost, double won)
{
    for (uint32_t i = 0; i < finding->infos; i++)
        ends->lost[i] += lost;
    for (uint32_t i = 0; i < cirno_values_pairs(finding->values); i++)
        ends->won[i] += won;
}

static bool go_on(struct finding *finding)
{
    const struct nf_exact_options *const options = finding->options;
    const uint32_t expected =
        finding->expected > finding->sweeps ? finding->expected : finding->sweeps + WHOLE_EVERY;
    return options->progress == NULL ||
           options->progress(options->progress_owner, finding->sweeps, expected);
}

/* Iterates until values seem to be so near to their limits, or MOST_SWEEPS were made. */
static enum nf_status iterate(struct finding *finding, double tolerance, struct nf_error *err)
{
    double change, rise = 0, last = 0, falls = finding->slow, left = 1;
    for (uint32_t i = 1; i <= MOST_SWEEPS; i++) {
        const bool whole = i % WHOLE_EVERY == 0;
        const enum nf_status status = cirno_values_sweep(finding->values, &finding->ends, whole,
                                                         finding->options->threads, &change, err);
        if (status != NF_OK)
            return status;
        finding->sweeps++;
        if (!go_on(finding))
            return nf_fail(err, NF_BUDGET, "ended before there was a result");
        /* No value has risen by more since the last whole sweep. */
        rise += change;
        if (!whole)
            continue;
        /* Changes may fall faster at first than later on: while their factor itself still rises,
         * what falls most slowly has yet to show. */
        const double factor = fmax(rise / last, finding->slow);
        const bool settled = 1 - factor > SETTLED * (1 - falls);
        left = rise == 0 ? 0 : settled ? rise * factor / (1 - factor) : 1;
        if (factor < 1)
            falls = factor;
        if (left < tolerance)
            break;
        /* All rounds together take about as many sweeps as the first one three times. */
        if (finding->open == 0 && factor < 1)
            finding->expected = 3 * (finding->sweeps +
                                     (uint32_t)(WHOLE_EVERY * log(tolerance / rise) / log(factor)));
        last = rise;
        rise = 0;
    }
    finding->slow = falls;
    finding->left = fmax(finding->left, left);
    return NF_OK;
}

/* Puts a round before those that there are. */
static enum nf_status add_round(struct finding *finding, uint32_t rounds, struct nf_error *err)
{
    const double tolerance = finding->options->tolerance;
    const double part = fmin(finding->open * PART_OF_OPEN, rounds * tolerance * PART_OF_MEAN);
    struct cirno_ends ends = finding->total;
    double least, most;
    add(finding, &ends, 1, 0);
    compare(finding, &ends, &(struct cirno_ends){.lost = {0}}, &finding->base, &most);
    add(finding, &ends, -finding->base, -finding->base);
    compare(finding, &ends, &finding->ends, &least, &most);
    if (least < 0)
        cirno_values_lower(finding->values, least);
    finding->ends = ends;
    const enum nf_status status = iterate(finding, fmax(part, tolerance), err);
    finding->before[1] = finding->before[0];
    finding->before[0] = finding->total;
    cirno_values_starts(finding->values, &finding->total);
    add(finding, &finding->total, finding->base, finding->base);
    return status;
}

/* Bounds by rounds that there are. Who starts a round often loses the next one or the one before,
 * so gains are those of two rounds. */
static void bound(struct finding *finding, struct cirno_best *best, uint32_t round, uint32_t rounds)
{
    const uint32_t step = round > 1 ? 2 : 1;
    double least, most;
    compare(finding, &finding->total, &finding->before[step - 1], &least, &most);
    finding->open = (most - least) / step;
    best->long_run = least / step;
    const double sum = cirno_values_first(finding->values, &finding->total);
    if (round == 1)
        best->first = sum;
    if (round > rounds)
        return;
    const uint32_t behind = (rounds - round) % step;
    const double from = behind > 0 ? cirno_values_first(finding->values, &finding->before[0]) : sum;
    best->mean = (from + (rounds - round + behind) * best->long_run) / rounds;
}

static enum nf_status find(struct finding *finding, struct cirno_best *best, uint32_t rounds,
                           struct nf_error *err)
{
    enum nf_status status = NF_OK;
    for (uint32_t round = 1; round <= NF_MAX_ROUNDS && status == NF_OK; round++) {
        status = add_round(finding, rounds, err);
        if (status == NF_OK)
            bound(finding, best, round, rounds);
        if (finding->open < finding->options->tolerance)
            break;
    }
    best->sweeps = finding->sweeps;
    best->left = finding->left;
    return status;
}

enum nf_status cirno_best_solve(struct cirno_best *best, const struct cirno_chain *chain,
                                uint32_t seat, enum cirno_sight sight, uint32_t rounds,
                                const struct nf_exact_options *options, struct nf_error *err)
{
    struct finding *const finding = calloc(1, sizeof *finding);
    memset(best, 0, sizeof *best);
    if (finding == NULL)
        return nf_fail(err, NF_IO, "out of memory");
    finding->options = options;
    finding->slow = -INFINITY;
    enum nf_status status = cirno_values_open(&finding->values, chain, seat, sight, err);
    if (status == NF_OK) {
        finding->infos = cirno_values_infos(finding->values);
        status = find(finding, best, rounds, err);
    }
    cirno_values_close(finding->values);
    free(finding);
    return status;
}
