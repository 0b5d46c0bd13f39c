/* How values are drawn: small cases by enumeration, then at random with a taste for each place,
 * then the largest. Integers alone, so that a case is the same on every machine. */
#include "judge/forms/maker.h"

#include <stdlib.h>
#include <string.h>

enum {
    ENUMERATED = 250, /* of 1,000 cases: see FORM_PLAN in form.h */
    SMALL = 600,
    LARGER = 964,
    LARGE = 988,
    SMALLEST = 8, /* most of a count up to SMALL */
};

/* ---- random numbers ---- */

uint64_t nf_form_below(struct form_maker *maker, uint64_t total)
{
    return (uint64_t)((form_unsigned)nf_rng_next(&maker->rng) * total >> 64);
}

form_integer nf_form_uniform(struct form_maker *maker, form_integer low, form_integer high)
{
    const form_unsigned range = (form_unsigned)high - (form_unsigned)low;
    if (range < UINT64_MAX)
        return low + (form_integer)nf_form_below(maker, (uint64_t)range + 1);
    const form_unsigned word =
        (form_unsigned)nf_rng_next(&maker->rng) << 64 | nf_rng_next(&maker->rng);
    return (form_integer)((form_unsigned)low + (range + 1 == 0 ? word : word % (range + 1)));
}

/* Up to `most`, each number of binary digits as likely. */
static form_unsigned log_uniform(struct form_maker *maker, form_unsigned most)
{
    const uint64_t upper = (uint64_t)(most >> 64), lower = (uint64_t)most;
    const uint32_t bits = upper != 0   ? 128 - (uint32_t)__builtin_clzll(upper)
                          : lower != 0 ? 64 - (uint32_t)__builtin_clzll(lower)
                                       : 0;
    const uint32_t chosen = (uint32_t)nf_form_below(maker, bits + 1);
    if (chosen == 0)
        return 0;
    const form_unsigned least = (form_unsigned)1 << (chosen - 1);
    const form_unsigned above = chosen == bits ? most : 2 * least - 1;
    return (form_unsigned)nf_form_uniform(maker, (form_integer)least, (form_integer)above);
}

form_integer nf_form_simplest(form_integer low, form_integer high)
{
    return low > 0 ? low : high < 0 ? high : 0;
}

/* ---- enumeration by cost ---- */

/* Spends what the present choice costs. */
static bool enumerate_spend(struct nf_form_machine *m, uint64_t cost)
{
    struct form_maker *const maker = m->maker;
    if (cost <= maker->budget - maker->spent) {
        maker->spent += (uint32_t)cost;
        return true;
    }
    maker->over = true;
    maker->failed_choice = true;
    m->status = NF_INVALID;
    return false;
}

bool nf_form_spend(struct nf_form_machine *m)
{
    return enumerate_spend(m, 1);
}

/* The rank of the next choice. */
static uint64_t enumerate_rank(struct nf_form_machine *m)
{
    struct form_maker *const maker = m->maker;
    if (!nf_form_grow(&maker->ranks, &maker->ranks_capacity, maker->rank_count,
                      sizeof *maker->ranks)) {
        nf_form_fails_memory(m);
        return 0;
    }
    if (maker->rank_count >= maker->ranks_given)
        maker->ranks[maker->rank_count] = 0;
    return maker->ranks[maker->rank_count++];
}

static bool enumerate_charge(struct nf_form_machine *m, bool exists, uint64_t cost)
{
    m->maker->over_here = true;
    if (!exists)
        cost = UINT64_MAX;
    const bool paid = enumerate_spend(m, cost);
    if (paid)
        m->maker->over_here = false;
    return paid;
}

uint64_t nf_form_enumerate(struct nf_form_machine *m, uint64_t total)
{
    const uint64_t rank = enumerate_rank(m);
    return enumerate_charge(m, rank < total, rank) ? rank : 0;
}

/* Integers by their distance from the simplest one; the bounds cost 2. */
static form_integer enumerate_integer(struct nf_form_machine *m, form_integer low,
                                      form_integer high)
{
    uint64_t rank = enumerate_rank(m);
    const form_integer zero = nf_form_simplest(low, high);
    if (rank == 0)
        return zero;
    for (int64_t d = 1; d < 1000; d++) {
        const form_integer by[4] = {d <= high - zero ? zero + d : zero,
                                    d <= zero - low ? zero - d : zero, d == 2 ? high : zero,
                                    d == 2 ? low : zero};
        if (d > high - zero && d > zero - low)
            break;
        for (int i = 0; i < 4; i++) {
            const form_integer distance = by[i] > zero ? by[i] - zero : zero - by[i];
            const bool fresh = i < 2 ? distance == d : distance > 2;
            /* A bound that had its turn at cost 2. */
            const bool had = i < 2 && d > 2 && (by[i] == high || by[i] == low);
            if (fresh && !had && --rank == 0) {
                enumerate_charge(m, true, (uint64_t)d);
                return by[i];
            }
        }
    }
    enumerate_charge(m, false, 0);
    return zero;
}

/* ---- tastes ---- */

struct form_place_taste *nf_form_taste(struct form_maker *maker, uint32_t place)
{
    /* In 256: uniform, small, extreme, pool, monotone, low, high. */
    static const uint8_t upper[] = {51, 128, 166, 217, 235, 245, 255};
    struct form_place_taste *const taste = &maker->tastes[place];
    if (taste->taste != TASTE_NONE)
        return taste;
    const uint64_t word = nf_rng_next(&maker->rng);
    taste->taste = TASTE_UNIFORM;
    while ((uint8_t)word > upper[taste->taste - TASTE_UNIFORM])
        taste->taste++;
    if (maker->only_taste != TASTE_NONE)
        taste->taste = maker->only_taste;
    taste->bias = (word >> 8 & 1) != 0 ? 128 : (uint8_t)(6 + (word >> 9) % 244);
    taste->pool_count = 0;
    return taste;
}

static form_integer near_something(struct form_maker *maker, form_integer low, form_integer high)
{
    const form_unsigned range = (form_unsigned)high - (form_unsigned)low;
    const form_integer away = (form_integer)log_uniform(maker, range < 1 << 20 ? range : 1 << 20);
    const form_integer zero = nf_form_simplest(low, high);
    form_integer value;
    switch (nf_form_below(maker, 4)) {
    case 0: return low + away;
    case 1: return high - away;
    case 2: value = zero + away; break;
    default: value = zero - away; break;
    }
    return value < low ? low : value > high ? high : value;
}

static form_integer something_extreme(struct form_maker *maker, form_integer low, form_integer high)
{
    const form_integer near = (form_integer)nf_form_below(maker, 3);
    form_integer value = near - 1;
    switch (nf_form_below(maker, 6)) {
    case 0:
    case 1: value = low + near; break;
    case 2:
    case 3: value = high - near; break;
    case 4:
        value += (form_integer)1 << nf_form_below(maker, 64);
        if (low < 0 && nf_form_below(maker, 2) == 0)
            value = -value;
        break;
    default: break;
    }
    return value < low ? low : value > high ? high : value;
}

static form_integer draw_value(struct nf_form_machine *m, uint32_t place, form_integer low,
                               form_integer high)
{
    struct form_maker *const maker = m->maker;
    struct form_place_taste *const taste = nf_form_taste(maker, place);
    switch (taste->blamed >= 3 ? TASTE_UNIFORM : (enum form_taste)taste->taste) {
    case TASTE_SMALL: return near_something(maker, low, high);
    case TASTE_EXTREME: return something_extreme(maker, low, high);
    case TASTE_POOL: {
        if (taste->pool_count == 0) {
            taste->pool_count = 1 + (uint32_t)nf_form_below(maker, 4);
            for (uint32_t i = 0; i < taste->pool_count; i++)
                taste->pool[i] = nf_form_below(maker, 2) == 0 ? near_something(maker, low, high)
                                                              : nf_form_uniform(maker, low, high);
        }
        const form_integer value = taste->pool[nf_form_below(maker, taste->pool_count)];
        return value < low || value > high ? nf_form_uniform(maker, low, high) : value;
    }
    case TASTE_MONOTONE: {
        const bool first = taste->pool_count == 0;
        if (first)
            taste->pool_count = 1 + (uint32_t)nf_form_below(maker, 2); /* up or down */
        const bool up = taste->pool_count == 1;
        form_integer value = first ? (up ? low : high) : taste->pool[0];
        const form_unsigned room = up ? (form_unsigned)high - (form_unsigned)value
                                      : (form_unsigned)value - (form_unsigned)low;
        if (value < low || value > high)
            value = up ? low : high;
        else
            value += (up ? 1 : -1) * (form_integer)log_uniform(maker, room < 64 ? room : room >> 5);
        taste->pool[0] = value;
        return value;
    }
    case TASTE_LOW: return low;
    case TASTE_HIGH: return high;
    default: return nf_form_uniform(maker, low, high);
    }
}

uint64_t nf_form_outer(const struct nf_form_machine *m)
{
    uint64_t product = 1;
    for (uint32_t i = 0; i < m->depth; i++) {
        const bool counted = m->form->steps[m->frames[i].step].op == FORM_REP;
        const uint64_t count = counted ? m->frames[i].count : m->maker->frames[i].target;
        if (count > 1 && product < FORM_TOKENS)
            product *= count < FORM_TOKENS ? count : FORM_TOKENS;
    }
    return product;
}

form_integer nf_form_draw_count(struct nf_form_machine *m, uint32_t place, form_integer low,
                                form_integer high, uint64_t outer)
{
    struct form_maker *const maker = m->maker;
    form_integer most = (form_integer)(maker->size / outer);
    if (maker->stage == STAGE_LARGEST) {
        const uint32_t way = maker->variant % 4;
        const bool chosen =
            way == 0 || maker->plan->counts < 2 ||
            (way == 1 && maker->plan->counts > 0 &&
             maker->tastes[place].number == maker->variant / 4 % maker->plan->counts) ||
            (way >= 2 && nf_form_below(maker, 2) == 0);
        if (!chosen)
            return low;
        most = (form_integer)(maker->size / outer);
        return most < low ? low : most < high ? most : high;
    }
    most = most < low ? low : most < high ? most : high;
    if (nf_form_below(maker, 5) < 2)
        return most;
    const form_integer count = nf_form_uniform(maker, low, most);
    if (maker->size > SMALLEST)
        return count;
    /* The smallest ones are enumerated: rather larger ones. */
    const form_integer other = nf_form_uniform(maker, low, most);
    return other > count ? other : count;
}

form_integer nf_form_draw(struct nf_form_machine *m, uint32_t place, form_integer low,
                          form_integer high, const struct form_site *site)
{
    struct form_maker *const maker = m->maker;
    if (maker->stage == STAGE_ENUMERATED)
        return enumerate_integer(m, low, high);
    if (site->count)
        return nf_form_draw_count(m, place, low, high, nf_form_outer(m));
    /* What bounds other values may be a size, or not: in a third of the cases it is not. */
    if (site->bound && maker->stage != STAGE_LARGEST && low > -(form_integer)maker->size &&
        nf_form_taste(maker, place)->bias % 3 != 0) {
        const form_integer most = (form_integer)maker->size;
        if (most < high)
            high = most < low ? low : most;
    }
    return draw_value(m, place, low, high);
}

uint64_t nf_form_draw_iterations(struct nf_form_machine *m, uint32_t place)
{
    return (uint64_t)nf_form_draw_count(m, place, 0, FORM_TOKENS / 4, nf_form_outer(m));
}

/* ---- cases ---- */

void nf_form_begin_case(struct nf_form_machine *m, uint64_t seed, uint64_t index, uint64_t attempt)
{
    static const uint64_t sizes[] = {12, 40, 80, 150, 300};
    struct form_maker *const maker = m->maker;
    const struct nf_key key = {.seed = seed, .index = index, .attempt = attempt};
    uint8_t number = 0;
    maker->rng = nf_rng_start(&key);
    memset(maker->tastes, 0, m->form->places * sizeof *maker->tastes);
    for (uint32_t i = 0; i < m->form->step_count; i++)
        if (maker->plan->sites[i].count)
            maker->tastes[m->form->steps[i].place].number = number++;
    maker->stage = STAGE_RANDOM;
    maker->only_taste = TASTE_NONE;
    if (index < SMALL)
        maker->size = 1 + nf_form_below(maker, SMALLEST);
    else if (index < LARGER || index >= 1000)
        maker->size = 1 + nf_form_below(maker, sizes[index % 5]);
    else if (index < LARGE)
        maker->size = 500 + nf_form_below(maker, 4501);
    else {
        maker->stage = STAGE_LARGEST;
        maker->size = FORM_TOKENS;
        maker->variant = (uint32_t)(NF_FORM_PLAN - 1 - index); /* the last one is the largest */
        if (maker->variant % 2 == 1)
            maker->only_taste =
                (uint8_t)(TASTE_UNIFORM + nf_form_below(maker, TASTE_HIGH - TASTE_UNIFORM + 1));
    }
    if (attempt > (maker->stage != STAGE_LARGEST)) /* what was too large to be met */
        maker->size = 1 + (maker->size >> 2 * attempt);
}
