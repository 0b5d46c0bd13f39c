/* What the byte-lane kernels (kernel.h) do otherwise where players have strategies of their own:
 * the choice of a card by plans (strategy/plan.h), and the blocks of steps that play by it.
 *
 * Groups are bits of a byte. A step needs of each card the groups that take it, by shuffles for
 * each strategy at the table; of a player what her context says: her strategy, a number in the low
 * two bits, and the state, of which DOUBLE counts. Tie ranks are the cards' bytes, of which the
 * context turns bits around, as for the statement's two orders; those of strategies whose order
 * that cannot give are looked up as groups are.
 *
 * In vector operations (counted from the source) the choice takes 109, for 51 of the statement's:
 *     P, counter cards that leave it   30   groups that can play     9
 *     places in tables, groups         28   first group, its aim     7
 *     wishes, the best of them         14   ties, the card and its P 21
 * and 19 for each further strategy at the table, as much for each whose ties are looked up, 4 for
 * each bound of p, 3 to 10 for whose strategy it is, 150 for the die. */
#ifndef NF_CIRNO_BYTES_SEATED_H
#define NF_CIRNO_BYTES_SEATED_H

#include "games/cirno/simulated/kernels/bytes/dice.h"
#include "games/cirno/simulated/kernels/bytes/step.h"

#if CIRNO_BYTE_LANES

/* What a byte from 80 on is turned to for tables by card: the six of them come to different places
 * without DOUBLE and under it. */
static inline uint8_t high_place(uint32_t doubled)
{
    return doubled ? 0x84 : 0x80;
}

/* Where a hand's cards are in tables by card, see struct card_table. */
struct places {
    vec low[CIRNO_HAND], low_doubled[CIRNO_HAND], high[CIRNO_HAND];
};

INLINE struct places places_of(const struct seated *t, vec state, const vec hand[CIRNO_HAND])
{
    /* Of either table without DOUBLE and under it one finds 0; DOUBLED becomes the sign. */
    const vec doubled = up16(state, 4), not_doubled = differ(doubled, splat(-128));
    const vec high = look_up(t->high_place, state);
    struct places at;
    UNROLLED for (int i = 0; i < CIRNO_HAND; i++)
    {
        at.low[i] = either(hand[i], doubled);
        at.low_doubled[i] = either(hand[i], not_doubled);
        at.high[i] = differ(hand[i], high);
    }
    return at;
}
_Static_assert(DOUBLED << 4 == 0x80, "the sign");

INLINE vec entry_of(const struct card_table *table, const struct places *at, int i)
{
    return either(
        either(look_up(table->low, at->low[i]), look_up(table->low_doubled, at->low_doubled[i])),
        look_up(table->high, at->high[i]));
}

/* What a table has for seats from -STEPS to players + STEPS - 1. `few`: up to FEW players. */
INLINE vec at_seat(const vec table[SEAT_TABLES], vec seat, bool few)
{
    const vec at = plus(seat, splat(STEPS));
    if (few)
        return look_up(table[0], at);
    const vec low = choose_negative(look_up(table[0], at), look_up(table[1], at), up16(at, 3));
    return choose_negative(low, look_up(table[2], at), up16(at, 2));
}

/* Takes the entries of strategy k where it is who moves. */
INLINE void take_entries(const struct card_table *table, const struct places *at, vec kind, int k,
                         vec entries[CIRNO_HAND])
{
    const vec is = same(kind, splat(k));
    UNROLLED for (int i = 0; i < CIRNO_HAND; i++) entries[i] =
        choose(entries[i], entry_of(&table[k], at, i), is);
}

/* What the tables of strategies have for the cards of the players to move. */
INLINE void find_entries(const struct seated *t, const struct card_table table[CIRNO_PLAN_KINDS],
                         const struct places *at, vec kind, vec entries[CIRNO_HAND])
{
    UNROLLED for (int i = 0; i < CIRNO_HAND; i++) entries[i] = entry_of(&table[0], at, i);
    if (t->kinds > 1)
        take_entries(table, at, kind, 1, entries);
    if (t->kinds > 2) {
        take_entries(table, at, kind, 2, entries);
        take_entries(table, at, kind, 3, entries);
    }
}

/* The tie ranks of the cards. */
INLINE void find_ties(const struct seated *t, const struct places *at, const vec hand[CIRNO_HAND],
                      vec context, vec kind, vec tie[CIRNO_HAND])
{
    const vec mask = look_up(t->tie_mask, context);
    UNROLLED for (int i = 0; i < CIRNO_HAND; i++) tie[i] = differ(hand[i], mask);
    if (t->maskless != 0)
        UNROLLED for (int k = 0; k < CIRNO_PLAN_KINDS; k++) if (t->maskless >> k & 1)
            take_entries(t->tie, at, kind, k, tie);
}

/* The groups that hold for the players to move. */
INLINE vec find_holding(const struct seated *t, vec context, vec p)
{
    vec holds = look_up(t->holds[0], context);
    for (uint32_t i = 0; i < t->bounds; i++)
        holds = choose_negative(look_up(t->holds[i + 1], context), holds,
                                minus_saturated(p, look_up(t->bound[i], context)));
    return holds;
}

/* The choice of players who have strategies, at step `step` of the quad. */
INLINE struct choice choose_seated(const struct board *board, const struct state *s,
                                   const vec hand[CIRNO_HAND], const struct faces *faces,
                                   uint32_t step, bool few, bool rolls)
{
    const struct seated *const t = &board->seated;
    const vec kind = t->kinds > 1 ? at_seat(t->kind_at, s->seat, few) : splat(0);
    const vec context = either(s->state, kind);
    const struct places at = places_of(t, s->state, hand);
    vec takes[CIRNO_HAND], tie[CIRNO_HAND], made[CIRNO_HAND], wish[CIRNO_HAND];
    find_entries(t, t->takes, &at, kind, takes);
    find_after(board, s->p, hand, made);
    const vec holds = find_holding(t, context, s->p);
    UNROLLED for (int i = 0; i < CIRNO_HAND; i++)
    {
        made[i] = choose(made[i], s->p, greater(splat(LEAST_P), made[i]));
        takes[i] = without(both(takes[i], holds), same(made[i], splat(BYTE_LOST)));
    }
    /* The first group, and the mask of P that turns its order around. */
    const vec any = either(either(takes[0], takes[1]), takes[2]);
    const vec first = both(any, minus(splat(0), any));
    const vec aim = same(both(first, look_up(t->smallest, context)), first);
    UNROLLED for (int i = 0; i < CIRNO_HAND; i++) wish[i] = differ(made[i], aim);
    if (rolls) {
        const struct map map = map_of(t, faces->part[step], faces->a[step], faces->place[step]);
        const vec random = same(both(first, look_up(t->random, context)), first);
        UNROLLED for (int i = 0; i < CIRNO_HAND; i++)
        {
            const vec x =
                either(look_up(t->points.low, hand[i]), look_up(t->points.high, at.high[i]));
            wish[i] = choose(wish[i], image_of(t, &map, x), random);
        }
    }
    UNROLLED for (int i = 0; i < CIRNO_HAND; i++) wish[i] =
        choose(splat(-128), wish[i], same(both(takes[i], first), first));
    const vec best = larger(larger(wish[0], wish[1]), wish[2]);
    find_ties(t, &at, hand, context, kind, tie);
    UNROLLED for (int i = 0; i < CIRNO_HAND; i++) tie[i] = both(tie[i], same(wish[i], best));
    const vec rank = larger_unsigned(larger_unsigned(tie[0], tie[1]), tie[2]);
    const vec is_0 = same(tie[0], rank), is_1 = same(tie[1], rank);
    const vec card = choose(choose(hand[2], hand[1], is_1), hand[0], is_0);
    const struct choice choice = {
        .loses = same(first, splat(0)),
        .p = choose(choose(made[2], made[1], is_1), made[0], is_0),
        .card = card,
        .counter = greater(splat(LEAST_P), minus(card, splat(BYTE_FIXED))),
    };
    return choice;
}

#endif

#endif
