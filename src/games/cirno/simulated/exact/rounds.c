#include "games/cirno/simulated/exact/rounds.h"

#include "base/owned.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the rest of a round, foreseen ---- */

enum { SIZE = CIRNO_TAIL_SIZE, LENGTH = CIRNO_TAIL_FITTED * SIZE, FOR_EVER = 100000 };

enum { LEAST_ORDER = 8 };

/* The weights of the turns before, the last one first. */
struct weights {
    int count;
    double of[CIRNO_TAIL_ORDER];
};

static const double *turn_at(const struct cirno_tail *tail, uint32_t turn)
{
    return tail->last[turn % CIRNO_TAIL_KEPT][0];
}

void cirno_tail_add(struct cirno_tail *tail, cirno_handover lost)
{
    memcpy(tail->last[++tail->turns % CIRNO_TAIL_KEPT], lost, sizeof tail->last[0]);
}

static double tail_product(const double *a, const double *b, size_t size)
{
    double sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Equations are weighted so that all turns count alike; false where a turn has nothing. */
static bool fill(struct cirno_tail *tail, uint32_t order)
{
    for (uint32_t fitted = 0; fitted < CIRNO_TAIL_FITTED; fitted++) {
        const uint32_t turn = tail->turns - fitted;
        const double *const made = turn_at(tail, turn);
        const double norm = sqrt(tail_product(made, made, SIZE));
        if (!(norm > 0))
            return false;
        for (uint32_t before = 1; before <= order; before++)
            for (uint32_t i = 0; i < SIZE; i++)
                tail->columns[before - 1][fitted * SIZE + i] =
                    turn_at(tail, turn - before)[i] / norm;
        for (uint32_t i = 0; i < SIZE; i++)
            tail->columns[order][fitted * SIZE + i] = made[i] / norm;
    }
    return true;
}

/* Least squares by modified Gram-Schmidt; directions that the columns before span get weight 0. */
static void fit(double (*columns)[LENGTH], struct weights *weights)
{
    double triangle[CIRNO_TAIL_ORDER][CIRNO_TAIL_ORDER + 1] = {{0}};
    for (int i = 0; i < weights->count; i++) {
        const double norm = sqrt(tail_product(columns[i], columns[i], LENGTH));
        triangle[i][i] = norm > 1e-12 ? norm : 0;
        for (int k = 0; k < LENGTH; k++)
            columns[i][k] = triangle[i][i] > 0 ? columns[i][k] / norm : 0;
        for (int j = i + 1; j <= weights->count; j++) {
            triangle[i][j] = tail_product(columns[i], columns[j], LENGTH);
            for (int k = 0; k < LENGTH; k++)
                columns[j][k] -= triangle[i][j] * columns[i][k];
        }
    }
    for (int i = weights->count - 1; i >= 0; i--) {
        double sum = triangle[i][weights->count];
        for (int j = i + 1; j < weights->count; j++)
            sum -= triangle[i][j] * weights->of[j];
        weights->of[i] = triangle[i][i] > 0 ? sum / triangle[i][i] : 0;
    }
}

/* With z the sum of all that follows, z = sum of weights[i] * (z + the last i + 1 turns). */
static bool sum_tail(const struct cirno_tail *tail, const struct weights *weights, double *sums)
{
    double all = 1;
    for (int i = 0; i < weights->count; i++)
        all -= weights->of[i];
    if (!(all > 1e-9))
        return false;
    memset(sums, 0, SIZE * sizeof *sums);
    for (int i = 0; i < weights->count; i++)
        for (uint32_t j = 0; j <= (uint32_t)i; j++)
            for (uint32_t k = 0; k < SIZE; k++)
                sums[k] += weights->of[i] / all * turn_at(tail, tail->turns - j)[k];
    return true;
}

/* Goes on turn by turn for the moments; false where the turns do not vanish. */
static bool add_moments(const struct cirno_tail *tail, const struct weights *weights,
                        struct cirno_rest *rest)
{
    double last[CIRNO_TAIL_ORDER] = {0}, most = 0;
    for (int i = 0; i < weights->count; i++) {
        for (uint32_t k = 0; k < SIZE; k++)
            last[i] += turn_at(tail, tail->turns - (uint32_t)i)[k];
        most += fabs(last[i]);
    }
    for (double turn = tail->turns + 1; turn < FOR_EVER; turn++) {
        double next = 0, still = 0;
        for (int i = 0; i < weights->count; i++) {
            next += weights->of[i] * last[i];
            still += fabs(last[i]);
        }
        if (!(still <= 1e3 * most))
            return false;
        if (still < 1e-17)
            return true;
        memmove(last + 1, last, sizeof last - sizeof *last);
        last[0] = next;
        rest->turns += turn * next;
        rest->squares += turn * turn * next;
    }
    return false;
}

bool cirno_tail_rest(struct cirno_tail *tail, struct cirno_rest *rest)
{
    /* The turns that are fitted, and those that they are made of, are of this round. */
    const uint32_t order = tail->turns > CIRNO_TAIL_KEPT ? CIRNO_TAIL_ORDER
                           : tail->turns > LEAST_ORDER + CIRNO_TAIL_FITTED
                               ? tail->turns - 1 - CIRNO_TAIL_FITTED
                               : 0;
    struct weights weights = {.count = (int)order};
    memset(rest, 0, sizeof *rest);
    if (order == 0 || !fill(tail, order))
        return false;
    fit(tail->columns, &weights);
    return sum_tail(tail, &weights, rest->lost[0]) && add_moments(tail, &weights, rest);
}

/* How often the rest is looked at: of rounds that hardly end rarely, for a look goes far then. */
enum { LOOK_EVERY = 4, LOOK_OFTEN = 1000, LOOK_RARELY = 1024, MOST_TURNS = 20000 };

static uint32_t look_every(uint32_t turns)
{
    return turns < LOOK_OFTEN ? LOOK_EVERY : LOOK_RARELY;
}

/* Sums of products that a thread adds up in a second; measured on a Zen 3 of 2.45 GHz. */
#define USUAL_SPEED 2.5e9

/* Parts of states with chances below it are dropped, and counted as cut. */
#define LEAST_OF_TOLERANCE 1e-8

/* A round is followed until this part of it is left, or until the rest is foreseen to within the
 * tolerance itself: the estimate of that error is on the safe side, by a factor of 80 mostly. */
#define PART_OF_TOLERANCE 0.1

/* A start that was followed, and what became of it: all of a round is linear. Where seats play
 * alike, its image with the seats changed over is known as well. */
struct followed {
    cirno_handover start, ends;
    struct cirno_exact_round moments; /* without `loses` */
    double cut, foreseen;             /* errors, as in cirno_exact */
    double times[2]; /* of it, and of its image, are in the round that is followed now */
};

/* Following one round. */
struct solving {
    const struct cirno_chain *chain;
    const struct nf_exact_options *options;
    struct cirno_flow *flow;
    struct cirno_tail tail;
    uint32_t turns; /* played in all rounds */
    double size;    /* norm of the start that is followed, and how many turns */
    double usual;   /* a start of norm 1 takes */
    double reach;   /* how far down and how long at least it is followed, 1 if of norm 1 */
    /* Its ends so far, and as they were foreseen last; sums of turns; errors as in cirno_exact. */
    cirno_handover lost, seen;
    double unsure;                    /* the error of the last look, as a part of what was left */
    bool first;                       /* it is the first round that is followed */
    struct cirno_exact_round moments; /* without `loses` */
    double cut, foreseen;
    double flying[3];                        /* of the last turns, [0] the last */
    struct followed followed[NF_MAX_ROUNDS]; /* one more a round */
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

static void add_handover(cirno_handover sums, cirno_handover more, double times)
{
    for (uint32_t seat = 0; seat < CIRNO_CHAIN_SEATS; seat++)
        for (uint32_t pair = 0; pair < CIRNO_CHAIN_PAIRS; pair++)
            sums[seat][pair] += times * more[seat][pair];
}

/* How far a look ahead is off that differs this much from the one before: by the sum of what all
 * later looks would change. They change less and less, as what is left of the round becomes less by
 * the factor `left` a turn. A single difference can be small by luck, so the larger of the last two
 * counts, each as a part of what was left. */
static double error_of(struct solving *solving, double differs, double left)
{
    const double flying = solving->flying[0];
    const double kept = pow(left, look_every(solving->tail.turns));
    const double unsure = differs / flying * fmax(1, kept / (1 - kept));
    const double error = flying * fmax(unsure, solving->unsure);
    solving->unsure = unsure;
    return error;
}

/* Looks ahead; whether what is seen is sure enough. `all` is the sum of all ends. */
static bool look_ahead(struct solving *solving, double all, double cut)
{
    struct cirno_rest rest;
    if (!cirno_tail_rest(&solving->tail, &rest))
        return false;
    add_handover(rest.lost, solving->lost, 1);
    cirno_handover change;
    memcpy(change, rest.lost, sizeof change);
    add_handover(change, solving->seen, -1);
    memcpy(solving->seen, rest.lost, sizeof rest.lost);
    /* States go on to fall as they did in the last turns, while there are ever fewer. */
    const double left = sqrt(solving->flying[0] / solving->flying[2]);
    solving->foreseen = error_of(solving, fabs(all - sum(rest.lost)) + norm(change), left);
    /* While p rises one by one to its limit, nothing shows yet what comes of it there. */
    if (!(solving->foreseen <= solving->options->tolerance && left < 1) ||
        solving->tail.turns < solving->reach * CIRNO_LIMIT)
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
    add_handover(solving->lost, turn->lost, 1);
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
    const double factor = 0.05, tolerance = solving->options->tolerance;
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
static bool report_progress(const struct solving *solving)
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
    solving->size = norm(start);
    /* What goes lower is as much less as the start is smaller, and about as the square of p. */
    solving->reach = fmin(cbrt(solving->size), 1);
    cirno_flow_start(solving->flow, start,
                     (uint32_t)(-solving->chain->floor * (1 - solving->reach)));
    solving->tail.turns = 0;
    memset(solving->lost, 0, sizeof solving->lost);
    memset(solving->seen, 0, sizeof solving->seen);
    solving->moments = (struct cirno_exact_round){.turns = 0};
    solving->cut = solving->foreseen = solving->unsure = 0;
    bool continues = true;
    if (solving->first && options->course != NULL) {
        options->course->seconds = foresee(solving);
        continues = report_progress(solving);
    }
    while (continues) {
        NF_TRY(cirno_flow_turn(solving->flow, options->threads,
                               options->tolerance * LEAST_OF_TOLERANCE, &turn, err));
        count_turn(solving, &turn);
        solving->foreseen = turn.flying;
        if (turn.flying < PART_OF_TOLERANCE * options->tolerance ||
            solving->tail.turns == MOST_TURNS ||
            (solving->tail.turns % look_every(solving->tail.turns) == 0 &&
             look_ahead(solving, all, turn.cut))) {
            narrow(solving, solving->cut + solving->foreseen);
            return NF_OK;
        }
        continues = report_progress(solving);
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

/* Adds so many times a start, or its ends, and so many times its image. */
static void add_both(cirno_handover sums, cirno_handover more, const double times[2])
{
    for (uint32_t seat = 0; seat < CIRNO_CHAIN_SEATS; seat++)
        for (uint32_t pair = 0; pair < CIRNO_CHAIN_PAIRS; pair++)
            sums[seat][pair] += times[0] * more[seat][pair] + times[1] * more[1 - seat][pair];
}

/* Takes out of a start what is like a known one. Together with its image that is their sum and
 * their difference, which have nothing in common. It is no more than it was, so that errors do not
 * grow. */
static void take_followed(struct followed *followed, cirno_handover start, bool alike)
{
    for (int image = alike ? -1 : 0; image <= 1; image += 2) {
        cirno_handover like = {{0}};
        add_both(like, followed->start, (double[]){1, image});
        const double part = product(start, like) / product(like, like);
        if (fabs(part) <= 1) {
            add_handover(start, like, -part);
            followed->times[0] += part;
            followed->times[1] += image * part;
        }
    }
}

/* As follow(), but for what is known. */
static enum nf_status follow_rest(struct solving *solving, struct followed *followed,
                                  cirno_handover start, struct nf_error *err)
{
    for (struct followed *before = solving->followed; before < followed; before++)
        take_followed(before, start, solving->chain->alike);
    const enum nf_status status = follow(solving, start, err);
    memcpy(followed->start, start, sizeof followed->start);
    memcpy(followed->ends, solving->lost, sizeof followed->ends);
    followed->moments = solving->moments;
    followed->cut = solving->cut;
    followed->foreseen = solving->foreseen;
    followed->times[0] = 1;
    return status;
}

/* What all that was followed comes to in the last round. */
static void sum_up(struct solving *solving, struct cirno_exact *exact, struct followed *all)
{
    memset(all, 0, sizeof *all);
    for (uint32_t i = 0; i <= exact->count; i++) {
        struct followed *const followed = &solving->followed[i];
        const double most = fabs(followed->times[0]) + fabs(followed->times[1]);
        add_both(all->ends, followed->ends, followed->times);
        all->moments.turns += (followed->times[0] + followed->times[1]) * followed->moments.turns;
        all->moments.squares +=
            (followed->times[0] + followed->times[1]) * followed->moments.squares;
        all->cut += most * followed->cut;
        all->foreseen += most * followed->foreseen;
    }
    struct cirno_exact_round *const round = &exact->rounds[exact->count++];
    *round = all->moments;
    for (uint32_t seat = 0; seat < CIRNO_CHAIN_SEATS; seat++)
        for (uint32_t pair = 0; pair < CIRNO_CHAIN_PAIRS; pair++)
            round->loses[seat] += all->ends[seat][pair];
}

/* A round differs from the one before by what its start differs. */
static enum nf_status follow_rounds(struct solving *solving, struct cirno_exact *exact,
                                    struct nf_error *err)
{
    cirno_handover start, change;
    double worst = 0, kept = 0, before = 0; /* the size of the last change */
    start_first(solving->chain, start);
    memcpy(change, start, sizeof change);
    for (;;) {
        struct followed all;
        solving->first = exact->count == 0;
        NF_TRY(follow_rest(solving, &solving->followed[exact->count], change, err));
        sum_up(solving, exact, &all);
        worst = fmax(worst, all.cut + all.foreseen);
        if (solving->first) {
            exact->cut = all.cut;
            exact->foreseen = all.foreseen;
            solving->usual = solving->turns;
        }
        memcpy(change, all.ends, sizeof change);
        add_handover(change, start, -1);
        memcpy(start, all.ends, sizeof start);
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
    exact->later = (worst + (exact->settled ? before : 0)) * passed;
    return NF_OK;
}

static void free_solving(struct solving **solving)
{
    if (*solving != NULL)
        cirno_flow_close((*solving)->flow);
    free(*solving);
}

enum nf_status cirno_exact_solve(struct cirno_exact *exact, const struct cirno_chain *chain,
                                 const struct nf_exact_options *options, struct nf_error *err)
{
    NF_FREED_BY(free_solving) struct solving *solving = calloc(1, sizeof *solving);
    memset(exact, 0, sizeof *exact);
    NF_TRY_MEMORY(solving != NULL, err);
    solving->chain = chain;
    solving->options = options;
    solving->usual = 100;
    NF_TRY(cirno_flow_open(&solving->flow, chain, err));
    return follow_rounds(solving, exact, err);
}
