/* The die of groups that choose at random, for all lanes of a byte-lane kernel: see cirno_die(). A
 * face is a map of the projective line over the field of 17 elements, and what it gives a card is
 * computed by logarithms, which fit a shuffle of bytes as the numbers of the field without 0 do:
 *
 *     (a x + b) / (x + d) = a + (b - a d) / (x + d)
 *
 * Tables of logarithms have LOG_SET besides; a shuffle whose index is negative finds 0, so sums of
 * logarithms tell whether a factor was 0. */
#ifndef NF_CIRNO_BYTES_DICE_H
#define NF_CIRNO_BYTES_DICE_H

#include "games/cirno/simulated/kernels/bytes/deal.h"
#include "games/cirno/simulated/strategy/dice.h"
#include "games/cirno/simulated/strategy/strategy.h"

#if CIRNO_BYTE_LANES

enum {
    FIELD_17 = 17,
    INFINITE = FIELD_17,              /* the point, as cirno_die() numbers it */
    MAPS = FIELD_17 * (FIELD_17 - 1), /* of c and d each */
    FIELD_ROOT = 3,                   /* its powers are all numbers but 0 */
    LOG_SET = 0x80,
    HALF_SET = 0x40,
    POINT_INFINITE = 0xa0, /* x of infinity: any sum with d is negative, and so with d - 17 */
};
_Static_assert((FIELD_17 + 1) * MAPS == CIRNO_DIE_FACES, "c = 0, or c = 1 and any d");

/* Parts of a face: those of c and d, in each of them those of a, and the place among these. */
struct faces {
    vec part[STEPS], a[STEPS], place[STEPS];
};

/* A face as c = 0 or a map with c = 1. */
struct map {
    vec affine; /* mask: c = 0; then (a x + b) = b + a / (1 / x), and d is 0 */
    vec base, log, d;
    vec pole; /* what x + d is where the image is infinite */
};

/* a * b where both are below 17, b as a logarithm with HALF_SET from `halves`. */
INLINE vec times_17(const struct seated *t, vec a, vec log_b)
{
    const vec log_a = look_up(t->halves, minus(a, splat(1)));
    return look_up(t->powers, plus(plus(log_a, log_b), splat(LOG_SET)));
}

/* Faces are numbered as cirno_die() fills them: by c and d, then a, then b without that which makes
 * a d = b c. */
INLINE struct map map_of(const struct seated *t, vec part, vec a, vec place)
{
    const vec affine = same(part, splat(0));
    const vec left_out = times_17(t, a, look_up(t->halves, minus(part, splat(2)))); /* a d */
    /* For c = 1, b - a d, and 1 less. */
    const vec factor =
        plus(minus(place, left_out), both(greater(left_out, place), splat(FIELD_17 - 1)));
    /* For c = 0, the quotient by 17 is a and 1 less, the rest b. */
    const vec under = greater(a, place);
    const vec rest = plus(minus(place, a), both(under, splat(FIELD_17)));
    return (struct map){
        .affine = affine,
        .base = choose(a, rest, affine),
        .log = look_up(t->logs, choose(factor, plus(a, under), affine)),
        .d = larger(minus(part, splat(1)), splat(0)),
        .pole = both(affine, splat(POINT_INFINITE - FIELD_17)),
    };
}

/* What a map gives the points x. */
INLINE vec image_of(const struct seated *t, const struct map *map, vec x)
{
    const vec seventeen = splat(FIELD_17), sum = plus(x, map->d);
    const vec y = smaller_unsigned(sum, minus(sum, seventeen)), index = minus(y, splat(1));
    const vec log = choose(look_up(t->inverse_logs, index), look_up(t->logs, index), map->affine);
    const vec image = plus(map->base, look_up(t->powers, plus(map->log, log)));
    return choose(smaller_unsigned(image, minus(image, seventeen)), seventeen, same(y, map->pole));
}

static inline void put_face(struct faces *faces, uint32_t step, uint32_t lane, uint32_t face)
{
    *byte_at(&faces->part[step], lane) = (uint8_t)(face / MAPS);
    *byte_at(&faces->a[step], lane) = (uint8_t)(face % MAPS / (FIELD_17 - 1));
    *byte_at(&faces->place[step], lane) = (uint8_t)(face % (FIELD_17 - 1));
}

/* Throws again where chunks were rejected: 2.9% of them are, so nearly every quad has some. Two
 * steps at a time, for the end of each loop is a branch that cannot be foreseen. */
static __attribute__((noinline)) void throw_again(const struct board *board, uint32_t step,
                                                  const uint32_t rejected[STEPS],
                                                  struct faces *faces)
{
    const uint32_t playing = board->busy & ~board->away;
    for (uint32_t k = 0; k < STEPS; k += 2) {
        uint64_t left = rejected[k] & playing;
        left |= (uint64_t)(rejected[k + 1] & playing) << LANES;
        for (; left != 0; left &= left - 1) {
            const uint32_t bit = (uint32_t)__builtin_ctzll(left), i = k + bit / LANES;
            const struct cirno_lane *const lane = &board->lanes[bit % LANES];
            const struct nf_key key = cirno_lane_key(&board->all, lane);
            put_face(faces, i, bit % LANES,
                     cirno_dice_redraw(&key, board->time - lane->first + step + i));
        }
    }
}

/* Throws the die for the quad that begins at step `step` of the block. */
static __attribute__((noinline)) void throw_dice(struct board *board, uint32_t step,
                                                 struct faces *faces)
{
    struct dice *const dice = &board->seated.now;
    vec words[GENERATORS], missing[GENERATORS], bytes[STEPS];
    uint32_t rejected[STEPS];
    UNROLLED for (int i = 0; i < GENERATORS; i++) words[i] = next_word(&dice->s0[i], &dice->s1[i]);
    /* What a product leaves below is a fraction of the next. */
    find_tickets(words, splat16(FIELD_17 + 1), faces->part);
    UNROLLED for (int i = 0; i < GENERATORS; i++) words[i] =
        product16(words[i], splat16(FIELD_17 + 1));
    find_tickets(words, splat16(FIELD_17), faces->a);
    UNROLLED for (int i = 0; i < GENERATORS; i++) words[i] = product16(words[i], splat16(FIELD_17));
    find_tickets(words, splat16(FIELD_17 - 1), faces->place);
    UNROLLED for (int i = 0; i < GENERATORS; i++) missing[i] = smaller16(
        excess16(splat16(65536 % CIRNO_DIE_FACES), product16(words[i], splat16(FIELD_17 - 1))),
        splat16(1));
    spread(missing, bytes);
    UNROLLED for (int i = 0; i < STEPS; i++) rejected[i] = mask_of(greater(bytes[i], splat(0)));
    throw_again(board, step, rejected, faces);
}

#endif

#endif
