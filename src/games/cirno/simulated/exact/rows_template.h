/* What rows of values are made by, in vectors. Files that include this (values.c, avx2.c) differ
 * in ROWS_BYTES, the size of a vector, and in their instruction set. Results are the same to the
 * last bit: sums are made in the same order. */
#ifndef NF_CIRNO_ROWS_TEMPLATE_H
#define NF_CIRNO_ROWS_TEMPLATE_H

#include "games/cirno/simulated/exact/values_internal.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#ifndef ROWS_BYTES
#define ROWS_BYTES 16
#endif

enum { ROWS_WIDTH = ROWS_BYTES / sizeof(double) };

typedef double rows_vector __attribute__((vector_size(ROWS_BYTES), aligned(8), may_alias));
typedef int64_t rows_masks __attribute__((vector_size(ROWS_BYTES), aligned(8), may_alias));

static void rows_sum(const struct cirno_values *values, const struct cirno_term *terms,
                     uint32_t count, double *sums)
{
    /* So many vectors stay in registers while all terms are added. */
    enum { PARTS = CIRNO_COLUMNS_STEP / ROWS_WIDTH };
    for (uint32_t from = 0; from < values->columns; from += CIRNO_COLUMNS_STEP) {
        rows_vector parts[PARTS] = {{0}};
        for (const struct cirno_term *term = terms; term < terms + count; term++)
            for (uint32_t i = 0; i < PARTS; i++)
                parts[i] += term->chance * ((const rows_vector *)(term->row + from))[i];
        memcpy(sums + from, parts, sizeof parts);
    }
}

static inline rows_vector rows_where(rows_masks mask, rows_vector yes, rows_vector no)
{
    return (rows_vector)(((rows_masks)yes & mask) | ((rows_masks)no & ~mask));
}

/* Puts what it costs to play a card side by side. */
static void rows_turn(const struct cirno_values *values, const double *const *costs,
                      cirno_lanes *restrict turned)
{
#if defined(__AVX2__) /* gcc takes three times as many steps */
    for (uint32_t pair = 0; pair < values->columns; pair += 2) {
        const __m256d even = _mm256_loadu2_m128d(costs[2] + pair, costs[0] + pair);
        const __m256d odd = _mm256_loadu2_m128d(costs[3] + pair, costs[1] + pair);
        _mm256_storeu_pd(turned[pair], _mm256_unpacklo_pd(even, odd));
        _mm256_storeu_pd(turned[pair + 1], _mm256_unpackhi_pd(even, odd));
    }
#else
    for (uint32_t pair = 0; pair < values->columns; pair++)
        for (uint32_t lane = 0; lane < CIRNO_LANES; lane++)
            turned[pair][lane] = costs[lane][pair];
#endif
}

static inline rows_vector rows_lesser(rows_vector a, rows_vector b)
{
    return rows_where(a < b, a, b);
}

/* Adds the least of three costs, or `lost` where no card may be played. */
static inline void rows_add_least(double *best, const double *a, const double *b, const double *c,
                                  const double *lost)
{
    const rows_vector least = rows_lesser(
        rows_lesser(*(const rows_vector *)a, *(const rows_vector *)b), *(const rows_vector *)c);
    *(rows_vector *)best += rows_where(least < INFINITY, least, *(const rows_vector *)lost);
}

/* Hands are numbered by their cards a <= b <= c, and pairs as well, so those of all c lie behind
 * each other: hands at `best`, pairs of a and c from `ac` on, of b and c from `bc` on. */
static void rows_choose(const struct cirno_values *values, struct cirno_scratch *scratch)
{
    const uint32_t kinds = values->chain->kinds;
    cirno_lanes(*const costs)[CIRNO_COLUMNS] = scratch->turned, *best = scratch->best;
    for (uint32_t kind = 0; kind < kinds; kind++)
        rows_turn(values, scratch->costs[kind], costs[kind]);
    for (uint32_t a = 0, ab = 0; a < kinds; a++)
        for (uint32_t b = a, bc = ab; b < kinds; b++, ab++)
            for (uint32_t c = b, ac = ab; c < kinds; c++, ac++, bc++, best++)
                for (uint32_t i = 0; i < CIRNO_LANES; i += ROWS_WIDTH)
                    rows_add_least(*best + i, costs[a][bc] + i, costs[b][ac] + i, costs[c][ab] + i,
                                   scratch->lost + i);
}

/* sums += chance * lanes */
static inline void rows_add(double *sums, double chance, const double *lanes)
{
    for (uint32_t i = 0; i < CIRNO_LANES; i += ROWS_WIDTH)
        *(rows_vector *)(sums + i) += chance * *(const rows_vector *)(lanes + i);
}

/* The same for that many chances and lanes. */
static inline void rows_add_up(double *sums, const double *chances, cirno_lanes *lanes,
                               uint32_t count)
{
    for (uint32_t i = 0; i < CIRNO_LANES; i += ROWS_WIDTH) {
        rows_vector sum = *(const rows_vector *)(sums + i);
        for (uint32_t j = 0; j < count; j++)
            sum += chances[j] * *(const rows_vector *)(lanes[j] + i);
        *(rows_vector *)(sums + i) = sum;
    }
}

/* A hand is drawn from its three pairs: each gets its share of what it costs. */
static void rows_draw(const struct cirno_values *values, struct cirno_scratch *scratch,
                      double *const rows[CIRNO_LANES])
{
    const uint32_t kinds = values->chain->kinds;
    const double *const chance = values->chain->chance;
    cirno_lanes *best = scratch->best, *const drawn = scratch->drawn;
    memset(drawn, 0, values->columns * sizeof *drawn);
    for (uint32_t a = 0, ab = 0; a < kinds; a++)
        for (uint32_t b = a, bc = ab; b < kinds; best += kinds - b, bc += kinds - b, b++, ab++) {
            rows_add_up(drawn[ab], &chance[b], best, kinds - b);
            for (uint32_t c = b + 1; c < kinds; c++)
                rows_add(drawn[ab + c - b], chance[b], best[c - b]);
            for (uint32_t c = b; c < kinds && a < b; c++)
                rows_add(drawn[bc + c - b], chance[a], best[c - b]);
        }
    for (uint32_t lane = 0; lane < CIRNO_LANES; lane++)
        for (uint32_t pair = 0; pair < values->columns; pair++)
            rows[lane][pair] = drawn[pair][lane];
}

static void rows_bring(const struct cirno_values *values, const double *old, double relax,
                       double *row, struct cirno_change *change)
{
    rows_vector least = {0}, most = {0};
    for (uint32_t pair = 0; pair < values->columns; pair += ROWS_WIDTH) {
        rows_vector *const made = (rows_vector *)(row + pair);
        const rows_vector from = *(const rows_vector *)(old + pair), by = *made - from;
        least = rows_lesser(by, least);
        most = rows_where(by > most, by, most);
        if (relax != 1) {
            const rows_vector to = from + relax * by;
            *made = rows_where(to > 0, to, (rows_vector){0});
        }
    }
    /* No fmax(): for the sake of NaN compilers call it. */
    for (uint32_t i = 0; i < ROWS_WIDTH; i++) {
        change->rise = most[i] > change->rise ? most[i] : change->rise;
        change->fall = -least[i] > change->fall ? -least[i] : change->fall;
    }
}

#define ROWS_CODE                                                                                  \
    {                                                                                              \
        rows_sum, rows_choose, rows_draw, rows_bring                                               \
    }

#endif
