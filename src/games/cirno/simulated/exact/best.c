#include "games/cirno/simulated/exact/values.h"

#include "base/owned.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SWEEPS = 4000 };

/* How far sweeps go where they are many, for what a plain one does: half as many do. With some
 * cards values swing, and changes do not fall in so many sweeps, or grow so many times: then they
 * go less far, in the end 1. */
static const double relaxations[] = {1.3, 1.15, 1};
enum { MANY = 32, WATCH = 8, AWAY = 10, PLAIN = 2 };

/* Rounds that start so many tolerances from their end take many sweeps, where others did. */
enum { FAR = 4 };

/* Values that were lowered are sound after so many plain sweeps, or not low enough. */
enum { PATIENCE = 32 };

/* What falls by less has not fallen: more than a sweep's rounding, far less than any tolerance. */
#define ROUNDING 1e-13

/* While starts still differ much in what they gain, a round need not be followed so far: this part
 * of what they differ in does, or what makes no difference in the mean of all rounds. */
#define PART_OF_OPEN 0.01
#define PART_OF_MEAN 0.25

/* Changes are those of so many sweeps: those of one swing. */
enum { SPAN = 4 };

/* The factor by which changes fall has settled where it leaves this part of what it left before. */
#define SETTLED 0.95

struct finding {
    struct cirno_values *values;
    const struct nf_exact_options *options;
    /* What is lost in all rounds from a start on, as many as there are; and in one or two fewer. */
    struct cirno_ends total, before[2];
    struct cirno_ends ends; /* as rounds end now, but for `base` */
    double base;
    double open;    /* by how much the gains of starts differ */
    bool relaxed;   /* sweeps were many so far */
    uint32_t relax; /* number of the relaxation */
    double slow;    /* by what factor plain sweeps let changes fall, at most; at first unknown */
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

static void add_ends(const struct finding *finding, struct cirno_ends *ends, double lost,
                     double won)
{
    for (uint32_t i = 0; i < finding->infos; i++)
        ends->lost[i] += lost;
    for (uint32_t i = 0; i < cirno_values_pairs(finding->values); i++)
        ends->won[i] += won;
}

static enum nf_status sweep(struct finding *finding, double relax, struct cirno_change *change,
                            struct nf_error *err)
{
    const struct nf_exact_options *const options = finding->options;
    NF_TRY(
        cirno_values_sweep(finding->values, &finding->ends, relax, options->threads, change, err));
    const uint32_t done = ++finding->sweeps;
    const uint32_t expected = finding->expected > done ? finding->expected : done + 1;
    return options->progress == NULL || options->progress(options->progress_owner, done, expected)
               ? NF_OK
               : nf_fail(err, NF_BUDGET, "ended before there was a result");
}

/* The largest changes of the last sweeps, the last one at number - 1. */
struct course {
    double change[3 * SPAN];
    uint32_t number;
};

/* What SPAN sweeps changed, so many times SPAN ago. */
static double span(const struct course *course, uint32_t ago)
{
    double sum = 0;
    for (uint32_t i = 1; i <= SPAN && i + ago * SPAN <= course->number; i++)
        sum += course->change[(course->number - i - ago * SPAN) % (3 * SPAN)];
    return sum;
}

/* Sets `left` to how far values seem to be from their limits: INFINITY where what falls most
 * slowly has yet to show, as changes may fall faster at first than later on. Returns the factor by
 * which they fall in SPAN sweeps. */
static double foresee(struct finding *finding, const struct course *course, double *left)
{
    const double factor = fmax(span(course, 0) / span(course, 1), finding->slow);
    const bool known = finding->slow > 0, third = course->number >= 3 * SPAN;
    const double before = fmax(third ? span(course, 1) / span(course, 2) : 0, finding->slow);
    const bool settled = (third || (known && course->number >= 2 * SPAN)) && factor < 1 &&
                         1 - factor > SETTLED * (1 - before);
    *left = span(course, 0) == 0 ? 0 : settled ? span(course, 0) * factor / (1 - factor) : INFINITY;
    return factor;
}

/* Iterates until values seem to be so near to their limits, or MOST_SWEEPS were made: plainly,
 * which leaves them below, or where that would take many with over-relaxation and twice as near.
 * Sets `left` to how near. */
static enum nf_status approach(struct finding *finding, double tolerance, double *left,
                               bool *relaxed, struct nf_error *err)
{
    struct course course = {.number = 0};
    double watched = INFINITY, limit = INFINITY, factor = finding->slow;
    *left = INFINITY;
    for (uint32_t i = 0; i < MOST_SWEEPS && *left >= (*relaxed ? tolerance / 2 : tolerance); i++) {
        struct cirno_change by;
        NF_TRY(sweep(finding, *relaxed ? relaxations[finding->relax] : 1, &by, err));
        course.change[course.number++ % (3 * SPAN)] = fmax(by.rise, by.fall);
        factor = foresee(finding, &course, left);
        const double changed = span(&course, 0);
        if (*relaxed && (course.number % WATCH == 0 || changed > limit)) {
            if (changed > fmin(watched, limit) && finding->relax < PLAIN)
                finding->relax++;
            watched = changed;
            limit = AWAY * changed;
        }
        if (*left == INFINITY || *left < tolerance)
            continue;
        const double more = SPAN * log(tolerance / *left) / log(factor);
        /* All rounds together take about as many sweeps as the first one three times. */
        if (finding->open == 0)
            finding->expected = 3 * (finding->sweeps + (uint32_t)more);
        if (more > MANY && !*relaxed && finding->relax < PLAIN) {
            *relaxed = true;
            limit = AWAY * changed;
            finding->slow = factor;
            course.number = 0;
        }
    }
    if (!*relaxed && factor < 1)
        finding->slow = factor;
    return NF_OK;
}

/* Lowers values, by `by` at first, and iterates until a sweep lets none of them fall: then none is
 * above what it can expect to cost, and so not above its limit. Sets `by` to by how much it lowered
 * them in all. */
static enum nf_status come_from_below(struct finding *finding, double *by, struct nf_error *err)
{
    struct cirno_change change = {.fall = 1};
    double lower = *by;
    *by = 0;
    for (uint32_t i = 0; change.fall > ROUNDING; i++) {
        if (i % PATIENCE == 0) {
            cirno_values_lower(finding->values, -lower);
            *by += lower;
            lower *= 2;
        }
        NF_TRY(sweep(finding, 1, &change, err));
    }
    return NF_OK;
}

/* Iterates until values are not above their limits, and seem to be so near to them. Where they may
 * be above now, iteration must be `relaxed`. */
static enum nf_status iterate(struct finding *finding, double tolerance, bool relaxed,
                              struct nf_error *err)
{
    double left, lowered = tolerance / 2;
    NF_TRY(approach(finding, tolerance, &left, &relaxed, err));
    if (relaxed) {
        NF_TRY(come_from_below(finding, &lowered, err));
        left += lowered;
    }
    finding->relaxed |= relaxed;
    finding->left = fmax(finding->left, fmin(left, 1));
    return NF_OK;
}

/* Puts a round before those that there are. */
static enum nf_status add_round(struct finding *finding, uint32_t rounds, struct nf_error *err)
{
    const double part =
        fmin(finding->open * PART_OF_OPEN, rounds * finding->options->tolerance * PART_OF_MEAN);
    const double tolerance = fmax(part, finding->options->tolerance);
    const bool relaxed =
        finding->relaxed && finding->relax < PLAIN && finding->open > FAR * tolerance;
    struct cirno_ends ends = finding->total;
    double least, most;
    add_ends(finding, &ends, 1, 0);
    compare(finding, &ends, &(struct cirno_ends){.lost = {0}}, &finding->base, &most);
    add_ends(finding, &ends, -finding->base, -finding->base);
    compare(finding, &ends, &finding->ends, &least, &most);
    const double rise = relaxed ? (least + most) / 2 : least;
    if (rise < 0)
        cirno_values_lower(finding->values, rise);
    finding->ends = ends;
    NF_TRY(iterate(finding, tolerance, relaxed, err));
    finding->before[1] = finding->before[0];
    finding->before[0] = finding->total;
    cirno_values_starts(finding->values, &finding->total);
    add_ends(finding, &finding->total, finding->base, finding->base);
    return NF_OK;
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
    for (uint32_t round = 1; round <= NF_MAX_ROUNDS; round++) {
        NF_TRY(add_round(finding, rounds, err));
        bound(finding, best, round, rounds);
        if (finding->open < finding->options->tolerance)
            break;
    }
    best->sweeps = finding->sweeps;
    best->left = finding->left;
    return NF_OK;
}

static void free_finding(struct finding **finding)
{
    if (*finding != NULL)
        cirno_values_close((*finding)->values);
    free(*finding);
}

enum nf_status cirno_best_solve(struct cirno_best *best, const struct cirno_chain *chain,
                                uint32_t seat, enum cirno_sight sight, uint32_t rounds,
                                const struct nf_exact_options *options, struct nf_error *err)
{
    NF_FREED_BY(free_finding) struct finding *finding = calloc(1, sizeof *finding);
    memset(best, 0, sizeof *best);
    NF_TRY_MEMORY(finding != NULL, err);
    finding->options = options;
    finding->slow = -INFINITY;
    NF_TRY(cirno_values_open(&finding->values, chain, seat, sight, err));
    finding->infos = cirno_values_infos(finding->values);
    return find(finding, best, rounds, err);
}
