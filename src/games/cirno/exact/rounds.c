#include "games/cirno/exact/rounds.h"

#include "games/cirno/exact/flow.h"
#include "games/cirno/exact/tail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How often the rest is looked at: of rounds that hardly end rarely, for a look goes far then. */
enum { LOOK_EVERY = 4, LOOK_OFTEN = 1000, LOOK_RARELY = 1024, MOST_TURNS = 20000 };

static bool look_at(uint32_t turns)
{
    return turns % (turns < LOOK_OFTEN ? LOOK_EVERY : LOOK_RARELY) == 0;
}

/* Sums of products that a thread adds up in a second; measured on a Zen 3 of 2.45 GHz. */
#define USUAL_SPEED 2.5e9

/* Parts of states with chances below it are dropped, and counted as cut. */
#define LEAST_OF_TOLERANCE 1e-8

/* A round is followed until it seems to be known to this part of it. */
#define PART_OF_TOLERANCE 0.1

/* A start that was followed, and what became of it. */
struct known {
    cirno_handover start, ends;
    struct cirno_exact_round moments; /* without `loses` */
    double square;                    /* of the start */
    double cut, foreseen;             /* errors, as in cirno_exact */
};

/* A part of a start that is like a known one is not followed again. It is not much of the known
 * one, so that errors do not grow. */
#define MOST_OF_KNOWN 0.25

/* Following one round. */
struct solving {
    const struct cirno_chain *chain;
    const struct nf_exact_options *options;
    struct cirno_flow *flow;
    struct cirno_tail tail;
    uint32_t turns; /* played in all rounds */
    double size;    /* norm of the start that is followed, and how many turns */
    double usual;   /* a start of norm 1 takes */
    /* Its ends so far, and as they were foreseen last; sums of turns; errors as in cirno_exact. */
    cirno_handover lost, seen;
    bool first;                       /* it is the first round that is followed */
    struct cirno_exact_round moments; /* without `loses` */
    double cut, foreseen;
    double flying[3]; /* of the last turns, [0] the last */
    struct known known[NF_MAX_ROUNDS];
    uint32_t knowns;
};

static double norm(cirno_handover chances)
{
    double sum = 0;
    for (uint32_t seat = 0; seat < CIRNO_CHAIN_SEATS; seat++)
        for (uint32_t pair = 0; pair < CIRNO_CHAIN_PAIRS; pair++)
            sum += fabs(chances[seat][pair]);
    return sum;
}

static double sum(cirno_handover chances)
{
    double sum = 0;
    for (uint32_t seat = 0; seat < CIRNO_CHAIN_SEATS; seat++)
        for (uint32_t pair = 0; pair < CIRNO_CHAIN_PAIRS; pair++)
            sum += chances[seat][pair];
    return sum;
}

static void add(cirno_handover sums, cirno_handover more, double times)
{
    for (uint32_t seat = 0; seat < CIRNO_CHAIN_SEATS; seat++)
        for (uint32_t pair = 0; pair < CIRNO_CHAIN_PAIRS; pair++)
            sums[seat][pair] += times * more[seat][pair];
}

/* Looks ahead; whether what is seen is sure enough. `all` is the sum of all ends. */
static bool look(struct solving *solving, double all, double cut)
{
    struct cirno_rest rest;
    if (!cirno_tail_rest(&solving->tail, &rest))
        return false;
    add(rest.lost, solving->lost, 1);
    cirno_handover change;
    memcpy(change, rest.lost, sizeof change);
    add(change, solving->seen, -1);
    memcpy(solving->seen, rest.lost, sizeof rest.lost);
    solving->foreseen = fabs(all - sum(rest.lost)) + norm(change);
    /* States go on to fall as they did in the last turns, while there are ever fewer. */
    const double left = sqrt(solving->flying[0] / solving->flying[2]);
    if (!(solving->foreseen <= PART_OF_TOLERANCE * solving->options->tolerance && left < 1))
        return false;
    memcpy(solving->lost, rest.lost, sizeof rest.lost);
    solving->moments.turns += rest.turns;
    solving->moments.squares += rest.squares;
    solving->cut += cut * left / (1 - left);
    return true;
}

static void count_turn(struct solving *solving, struct cirno_turn *turn)
{
    const double ended = sum(turn->lost);
    solving->turns++;
    cirno_tail_add(&solving->tail, turn->lost);
    add(solving->lost, turn->lost, 1);
    solving->moments.turns += solving->tail.turns * ended;
    solving->moments.squares += (double)solving->tail.turns * solving->tail.turns * ended;
    solving->cut += turn->cut;
    solving->flying[2] = solving->flying[1];
    solving->flying[1] = solving->flying[0];
    solving->flying[0] = turn->flying;
}

/* How many turns there will be: starts become smaller by a factor from round to round, and take as
 * many turns less as they are already nearer to the tolerance. */
static uint64_t expected(const struct solving *solving)
{
    const double factor = 0.15, tolerance = solving->options->tolerance;
    double turns = solving->turns - solving->tail.turns;
    for (double size = solving->size; size > tolerance; size *= factor) {
        const double own = solving->usual * log(tolerance / size) / log(tolerance);
        const double least = size == solving->size ? solving->tail.turns + LOOK_EVERY : 0;
        turns += own > least ? own : least;
        if (solving->chain->players == 1)
            break;
    }
    return (uint64_t)turns;
}

/* How long all will take: every turn from every state there is, by each card that can be the last
 * of a hand. */
static double foresee(const struct solving *solving)
{
    const struct cirno_chain *const chain = solving->chain;
    const double others = chain->players > 1 ? chain->pairs : 1;
    return (double)expected(solving) * chain->first[cirno_chain_blocks(chain)] * CIRNO_HAND *
           others / USUAL_SPEED / solving->options->threads;
}

/* What is not over yet may end in either way; `wrong` of what is may have ended in the other one.
 */
static void narrow(const struct solving *solving, double wrong)
{
    struct nf_exact_course *const course = solving->options->course;
    if (course == NULL || !solving->first)
        return;
    double ended[CIRNO_CHAIN_SEATS] = {0};
    for (uint32_t seat = 0; seat < CIRNO_CHAIN_SEATS; seat++)
        for (uint32_t pair = 0; pair < CIRNO_CHAIN_PAIRS; pair++)
            ended[seat] += solving->lost[seat][pair];
    course->low = fmax(course->low, ended[0] - wrong);
    course->high = fmin(course->high, 1 - ended[1] + wrong);
}

/* Whether it may go on. */
static bool tell(const struct solving *solving)
{
    const struct nf_exact_options *const options = solving->options;
    narrow(solving, solving->cut);
    return options->progress == NULL ||
           options->progress(options->progress_owner, solving->turns, expected(solving));
}

/* Follows rounds from their start to their ends, solving->lost. */
static enum nf_status follow(struct solving *solving, cirno_handover start, struct nf_error *err)
{
    const struct nf_exact_options *const options = solving->options;
    const double all = sum(start);
    struct cirno_turn turn;
    cirno_flow_start(solving->flow, start);
    solving->size = norm(start);
    solving->tail.turns = 0;
    memset(solving->lost, 0, sizeof solving->lost);
    memset(solving->seen, 0, sizeof solving->seen);
    solving->moments = (struct cirno_exact_round){.turns = 0};
    solving->cut = solving->foreseen = 0;
    bool goes_on = true;
    if (solving->first && options->course != NULL) {
        options->course->seconds = foresee(solving);
        goes_on = tell(solving);
    }
    while (goes_on) {
        const enum nf_status status = cirno_flow_turn(
            solving->flow, options->threads, options->tolerance * LEAST_OF_TOLERANCE, &turn, err);
        if (status != NF_OK)
            return status;
        count_turn(solving, &turn);
        solving->foreseen = turn.flying;
        if (turn.flying < PART_OF_TOLERANCE * options->tolerance ||
            solving->tail.turns == MOST_TURNS ||
            (look_at(solving->tail.turns) && look(solving, all, turn.cut))) {
            narrow(solving, solving->cut + solving->foreseen);
            return NF_OK;
        }
        goes_on = tell(solving);
    }
    return nf_fail(err, NF_BUDGET, "ended before there was a result");
}

/* The hands at the start of the first round: seat 1 starts. */
static void start_first(const struct cirno_chain *chain, cirno_handover start)
{
    memset(start, 0, sizeof(cirno_handover));
    if (chain->players == 1)
        start[0][0] = 1;
    for (uint32_t pair = 0; pair < chain->pairs && chain->players > 1; pair++)
        start[0][pair] = chain->dealt[pair];
}

static double product(cirno_handover a, cirno_handover b)
{
    double sum = 0;
    for (uint32_t seat = 0; seat < CIRNO_CHAIN_SEATS; seat++)
        for (uint32_t pair = 0; pair < CIRNO_CHAIN_PAIRS; pair++)
            sum += a[seat][pair] * b[seat][pair];
    return sum;
}

/* Adds to what the round in `solving` came to that of so many times a known start. */
static void add_known(struct solving *solving, const struct known *known, double times)
{
    for (uint32_t seat = 0; seat < CIRNO_CHAIN_SEATS; seat++)
        for (uint32_t pair = 0; pair < CIRNO_CHAIN_PAIRS; pair++)
            solving->lost[seat][pair] += times * known->ends[seat][pair];
    solving->moments.turns += times * known->moments.turns;
    solving->moments.squares += times * known->moments.squares;
    solving->cut += fabs(times) * known->cut;
    solving->foreseen += fabs(times) * known->foreseen;
}

/* As follow(), but for what is known: all of a round is linear. */
static enum nf_status follow_rest(struct solving *solving, cirno_handover start,
                                  struct nf_error *err)
{
    struct known *const now = &solving->known[solving->knowns];
    double times[NF_MAX_ROUNDS] = {0}, cut = 0;
    memcpy(now->start, start, sizeof now->start);
    for (uint32_t i = 0; i < solving->knowns; i++) {
        struct known *const known = &solving->known[i];
        const double part = product(now->start, known->start) / known->square;
        if (fabs(part) > MOST_OF_KNOWN)
            continue;
        times[i] = part;
        cut += fabs(part) * known->cut;
        add(now->start, known->start, -part);
    }
    if (cut > PART_OF_TOLERANCE * solving->options->tolerance) { /* errors would add up */
        memcpy(now->start, start, sizeof now->start);
        memset(times, 0, sizeof times);
    }
    const enum nf_status status = follow(solving, now->start, err);
    memcpy(now->ends, solving->lost, sizeof now->ends);
    now->moments = solving->moments;
    now->square = product(now->start, now->start);
    now->cut = solving->cut;
    now->foreseen = solving->foreseen;
    for (uint32_t i = 0; i < solving->knowns; i++)
        add_known(solving, &solving->known[i], times[i]);
    solving->knowns += now->square > 0;
    return status;
}

static void tell_round(struct cirno_exact *exact, cirno_handover ends,
                       const struct cirno_exact_round *moments)
{
    struct cirno_exact_round *const round = &exact->rounds[exact->count++];
    *round = *moments;
    for (uint32_t seat = 0; seat < CIRNO_CHAIN_SEATS; seat++) {
        round->loses[seat] = 0;
        for (uint32_t pair = 0; pair < CIRNO_CHAIN_PAIRS; pair++)
            round->loses[seat] += ends[seat][pair];
    }
}

/* A round differs from the one before by what its start differs, for all of it is linear. */
static enum nf_status follow_rounds(struct solving *solving, struct cirno_exact *exact,
                                    struct nf_error *err)
{
    cirno_handover start, ends = {{0}}, change;
    struct cirno_exact_round moments = {.turns = 0};
    double cut = 0, worst = 0, kept = 0, before = 0; /* the size of the last change */
    start_first(solving->chain, start);
    memcpy(change, start, sizeof change);
    for (;;) {
        solving->first = exact->count == 0;
        const enum nf_status status = follow_rest(solving, change, err);
        if (status != NF_OK)
            return status;
        add(ends, solving->lost, 1);
        moments.turns += solving->moments.turns;
        moments.squares += solving->moments.squares;
        tell_round(exact, ends, &moments);
        cut += solving->cut;
        worst += solving->foreseen;
        if (exact->count == 1) {
            exact->cut = solving->cut;
            exact->foreseen = solving->foreseen;
            solving->usual = solving->turns;
        }
        memcpy(change, ends, sizeof change);
        add(change, start, -1);
        memcpy(start, ends, sizeof start);
        const double size = norm(change);
        if (exact->count > 2 && size > solving->options->tolerance && size / before > kept)
            kept = size / before;
        before = size;
        exact->settled = size < solving->options->tolerance;
        if (exact->settled || exact->count == NF_MAX_ROUNDS)
            break;
    }
    exact->turns = solving->turns;
    /* What is wrong in the hands of a round is passed on as differences of hands are; so is by what
     * rounds would still change that were taken to be like the last one. */
    const double passed = kept < 1 && 1 / (1 - kept) < exact->count ? 1 / (1 - kept) : exact->count;
    exact->later = worst + (cut + (exact->settled ? before : 0)) * passed;
    return NF_OK;
}

enum nf_status cirno_exact_solve(struct cirno_exact *exact, const struct cirno_chain *chain,
                                 const struct nf_exact_options *options, struct nf_error *err)
{
    struct solving *const solving = calloc(1, sizeof *solving);
    memset(exact, 0, sizeof *exact);
    if (solving == NULL)
        return nf_fail(err, NF_IO, "out of memory");
    solving->chain = chain;
    solving->options = options;
    solving->usual = 100;
    enum nf_status status = cirno_flow_open(&solving->flow, chain, err);
    if (status == NF_OK)
        status = follow_rounds(solving, exact, err);
    cirno_flow_close(solving->flow);
    free(solving);
    return status;
}
