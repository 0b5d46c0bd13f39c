#include "games/cirno/exact/tail.h"

#include <math.h>
#include <string.h>

enum { SIZE = CIRNO_TAIL_SIZE, LENGTH = CIRNO_TAIL_FITTED * SIZE, FOR_EVER = 100000 };

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
static bool fill(struct cirno_tail *tail)
{
    for (uint32_t fitted = 0; fitted < CIRNO_TAIL_FITTED; fitted++) {
        const uint32_t turn = tail->turns - fitted;
        const double *const made = turn_at(tail, turn);
        const double norm = sqrt(product(made, made, SIZE));
        if (!(norm > 0))
            return false;
        for (uint32_t before = 1; before <= CIRNO_TAIL_ORDER; before++)
            for (uint32_t i = 0; i < SIZE; i++)
                tail->columns[before - 1][fitted * SIZE + i] =
                    turn_at(tail, turn - before)[i] / norm;
        for (uint32_t i = 0; i < SIZE; i++)
            tail->columns[CIRNO_TAIL_ORDER][fitted * SIZE + i] = made[i] / norm;
    }
    return true;
}

/* Least squares by modified Gram-Schmidt; directions that the columns before span get weight 0. */
static void fit(double (*columns)[LENGTH], double weights[CIRNO_TAIL_ORDER])
{
    double triangle[CIRNO_TAIL_ORDER][CIRNO_TAIL_ORDER + 1] = {{0}};
    for (int i = 0; i < CIRNO_TAIL_ORDER; i++) {
        const double norm = sqrt(product(columns[i], columns[i], LENGTH));
        triangle[i][i] = norm > 1e-12 ? norm : 0;
        for (int k = 0; k < LENGTH; k++)
            columns[i][k] = triangle[i][i] > 0 ? columns[i][k] / norm : 0;
        for (int j = i + 1; j <= CIRNO_TAIL_ORDER; j++) {
            triangle[i][j] = product(columns[i], columns[j], LENGTH);
            for (int k = 0; k < LENGTH; k++)
                columns[j][k] -= triangle[i][j] * columns[i][k];
        }
    }
    for (int i = CIRNO_TAIL_ORDER - 1; i >= 0; i--) {
        double sum = triangle[i][CIRNO_TAIL_ORDER];
        for (int j = i + 1; j < CIRNO_TAIL_ORDER; j++)
            sum -= triangle[i][j] * weights[j];
        weights[i] = triangle[i][i] > 0 ? sum / triangle[i][i] : 0;
    }
}

/* With z the sum of all that follows, z = sum of weights[i] * (z + the last i + 1 turns). */
static bool sum_up(const struct cirno_tail *tail, const double weights[CIRNO_TAIL_ORDER],
                   double *sums)
{
    double all = 1;
    for (int i = 0; i < CIRNO_TAIL_ORDER; i++)
        all -= weights[i];
    if (!(all > 1e-9))
        return false;
    memset(sums, 0, SIZE * sizeof *sums);
    for (uint32_t i = 0; i < CIRNO_TAIL_ORDER; i++)
        for (uint32_t j = 0; j <= i; j++)
            for (uint32_t k = 0; k < SIZE; k++)
                sums[k] += weights[i] / all * turn_at(tail, tail->turns - j)[k];
    return true;
}

/* Goes on turn by turn for the moments; false where the turns do not vanish. */
static bool add_moments(const struct cirno_tail *tail, const double weights[CIRNO_TAIL_ORDER],
                        struct cirno_rest *rest)
{
    double last[CIRNO_TAIL_ORDER], most = 0;
    for (uint32_t i = 0; i < CIRNO_TAIL_ORDER; i++) {
        last[i] = 0;
        for (uint32_t k = 0; k < SIZE; k++)
            last[i] += turn_at(tail, tail->turns - i)[k];
        most += fabs(last[i]);
    }
    for (double turn = tail->turns + 1; turn < FOR_EVER; turn++) {
        double next = 0, still = 0;
        for (int i = 0; i < CIRNO_TAIL_ORDER; i++) {
            next += weights[i] * last[i];
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
    double weights[CIRNO_TAIL_ORDER];
    memset(rest, 0, sizeof *rest);
    if (tail->turns <= CIRNO_TAIL_KEPT || !fill(tail))
        return false;
    fit(tail->columns, weights);
    return sum_up(tail, weights, rest->lost[0]) && add_moments(tail, weights, rest);
}
