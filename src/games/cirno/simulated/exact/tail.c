#include "games/cirno/simulated/exact/rounds.h"

#include <math.h>
#include <string.h>

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

static double product(const double *a, const double *b, size_t size)
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
        const double norm = sqrt(product(made, made, SIZE));
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
        const double norm = sqrt(product(columns[i], columns[i], LENGTH));
        triangle[i][i] = norm > 1e-12 ? norm : 0;
        for (int k = 0; k < LENGTH; k++)
            columns[i][k] = triangle[i][i] > 0 ? columns[i][k] / norm : 0;
        for (int j = i + 1; j <= weights->count; j++) {
            triangle[i][j] = product(columns[i], columns[j], LENGTH);
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
static bool sum_up(const struct cirno_tail *tail, const struct weights *weights, double *sums)
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
    return sum_up(tail, &weights, rest->lost[0]) && add_moments(tail, &weights, rest);
}
