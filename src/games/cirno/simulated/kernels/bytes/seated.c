/* The part of the byte-lane kernel for players who have strategies of their own: up to
 * CIRNO_PLAN_KINDS of them at a table, all of which have a plan of a byte's groups. */
#include "games/cirno/simulated/kernels/bytes/board.h"
#include "games/cirno/simulated/kernels/bytes/step.h"
#include "games/cirno/simulated/strategy/strategy.h"

#if CIRNO_BYTE_LANES

#include <assert.h>

/* The die of groups that choose at random, for all lanes of a byte-lane kernel: see cirno_die(). A
 * face is a map of the projective line over the field of 17 elements, and what it gives a card is
 * computed by logarithms, which fit a shuffle of bytes as the numbers of the field without 0 do:
 *
 *     (a x + b) / (x + d) = a + (b - a d) / (x + d)
 *
 * Tables of logarithms have LOG_SET besides; a shuffle whose index is negative finds 0, so sums of
 * logarithms show whether a factor was 0. */
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

/* What the byte-lane kernels (bytes.c) do otherwise where players have strategies of their own:
 * the choice of a card by plans (strategy/strategy.h), and the blocks of steps that play by it.
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

/* ---- a block of steps ---- */

/* Turning is a function for each number of players, and the only thing that is: little is gained by
 * copies of the rest, and compilers take half a second for each. */
#define TURN(n)                                                                                    \
    static __attribute__((noinline)) void turn_##n(struct board *board, vec index, vec card0,      \
                                                   vec card1, vec card2)                           \
    {                                                                                              \
        const vec hand[CIRNO_HAND] = {card0, card1, card2};                                        \
        turn_few(board, index, hand, n);                                                           \
    }
TURN(1)
TURN(2)
TURN(3)
TURN(4)
TURN(5)
TURN(6)
TURN(7)
TURN(8)
static void (*const turn[])(struct board *, vec, vec, vec, vec) = {
    turn_1, turn_2, turn_3, turn_4, turn_5, turn_6, turn_7, turn_8,
};
_Static_assert(sizeof turn / sizeof *turn == FEW, "one for each");

INLINE void play_few(struct board *board, bool rolls)
{
    for (uint32_t quad = 0; quad < QUADS; quad++) {
        vec cards[STEPS];
        struct faces faces;
        deal(board, quad * STEPS, cards);
        if (rolls)
            throw_dice(board, quad * STEPS, &faces);
        struct state s = state_of(board);
        s.seat = at_seat(board->seated.seat_at, s.seat, true);
        for (uint32_t i = 0; i < STEPS; i++) {
            vec *const front = board->now.ring[0],
                       hand[CIRNO_HAND] = {front[0], front[1], front[2]};
            const struct choice chosen = choose_seated(board, &s, hand, &faces, i, true, rolls);
            const vec index = play_hand(board, &s, chosen, hand, cards[i], (int)i);
            s.seat = plus(s.seat, look_up(board->move, index));
            turn[board->players - 1](board, index, hand[0], hand[1], hand[2]);
        }
        keep_state(board, &s, quad);
    }
}

INLINE void play_many(struct board *board, bool rolls)
{
    for (uint32_t quad = 0; quad < QUADS; quad++) {
        vec cards[STEPS], moved = splat(0);
        struct faces faces;
        deal(board, quad * STEPS, cards);
        if (rolls)
            throw_dice(board, quad * STEPS, &faces);
        struct state s = state_of(board);
        s.seat = at_seat(board->seated.seat_at, s.seat, false);
        UNROLLED for (int i = 0; i < STEPS; i++)
        {
            vec hand[CIRNO_HAND], here[WINDOW];
            pick_hand(board, moved, i, hand, here);
            const struct choice chosen =
                choose_seated(board, &s, hand, &faces, (uint32_t)i, false, rolls);
            const vec index = play_hand(board, &s, chosen, hand, cards[i], i);
            const vec move = look_up(board->move, index);
            s.seat = plus(s.seat, move);
            moved = plus(moved, move);
            put_hand(board, i, hand, here);
        }
        keep_state(board, &s, quad);
        cirno_bytes_turn(board, moved);
    }
}

#define PLAY(name, ...)                                                                            \
    static __attribute__((noinline)) void name(struct board *board)                                \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }
PLAY(few, play_few(board, false))
PLAY(few_at_random, play_few(board, true))
PLAY(many, play_many(board, false))
PLAY(many_at_random, play_many(board, true))

/* ---- tables ---- */

/* Of a function of cards, what it is for `plan` without DOUBLE and under it. */
static struct card_table card_table(uint8_t (*entry)(const struct cirno_plan *plan, unsigned card),
                                    const struct cirno_plan plan[2])
{
    uint8_t low[2][PER_TABLE] = {{0}}, high[PER_TABLE] = {0};
    for (unsigned card = 0; card < CIRNO_CARDS; card++) {
        const uint8_t byte = cirno_byte_of(card);
        for (uint32_t doubled = 0; doubled < 2; doubled++)
            if (byte < 0x80)
                low[doubled][byte & 15] = entry(&plan[doubled], card);
            else
                high[(byte ^ high_place(doubled)) & 15] = entry(&plan[doubled], card);
    }
    return (struct card_table){table16(low[0]), table16(low[1]), table16(high)};
}

static uint8_t takes_of(const struct cirno_plan *plan, unsigned card)
{
    return (uint8_t)plan->takes[card];
}

static uint8_t tie_of(const struct cirno_plan *plan, unsigned card)
{
    return plan->tie[card];
}

static uint8_t point_of(const struct cirno_plan *plan, unsigned card)
{
    (void)plan;
    return (uint8_t)(card == INFINITE ? POINT_INFINITE : card);
}

/* The plan of a context; any if nobody has it. */
static const struct cirno_plan *plan_of(const struct cirno_seating *seating, uint32_t context)
{
    const uint32_t kind = context % CIRNO_PLAN_KINDS;
    return &seating->strategies[kind < seating->count ? kind : 0]->plan[context / DOUBLED];
}

/* Whether of any two cards that make p equal the greater of byte ^ mask is preferred. No byte may
 * become 0, which stands for other cards. */
static bool keeps_order(const struct cirno_plan *plan, uint8_t mask)
{
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        for (unsigned other = 0; other < CIRNO_CARDS; other++)
            if ((plan->under[card] >> other & 1 &&
                 (cirno_byte_of(card) ^ mask) < (cirno_byte_of(other) ^ mask)) ||
                cirno_byte_of(card) == mask)
                return false;
    return true;
}

/* Such a mask for each context. */
static void fill_masks(struct seated *t, const struct cirno_seating *seating)
{
    uint8_t masks[16];
    for (uint32_t context = 0; context < 16; context++) {
        const struct cirno_plan *const plan = plan_of(seating, context);
        uint32_t mask = 0;
        while (mask < 256 && !keeps_order(plan, (uint8_t)mask))
            mask++;
        masks[context] = (uint8_t)mask;
        if (mask == 256 && context % CIRNO_PLAN_KINDS < seating->count)
            t->maskless |= 1u << context % CIRNO_PLAN_KINDS;
    }
    t->tie_mask = table16(masks);
}

/* P of a bound; every P that a step begins with is above the least and below the largest byte. */
static uint8_t byte_of_bound(int32_t p)
{
    return (uint8_t)(p + BYTE_ZERO > INT8_MIN ? p + BYTE_ZERO : INT8_MIN);
}

static void fill_contexts(struct seated *t, const struct cirno_seating *seating)
{
    uint8_t smallest[16], random[16];
    uint8_t bound[CIRNO_PLAN_BOUNDS][16], holds[CIRNO_PLAN_BOUNDS + 1][16];
    for (uint32_t context = 0; context < 16; context++) {
        const struct cirno_plan *const plan = plan_of(seating, context);
        smallest[context] = (uint8_t)plan->smallest;
        random[context] = (uint8_t)plan->random;
        t->bounds = plan->bounds > t->bounds ? plan->bounds : t->bounds;
        for (uint32_t i = 0; i < CIRNO_PLAN_BOUNDS; i++)
            bound[i][context] = i < plan->bounds ? byte_of_bound(plan->bound[i]) : INT8_MAX;
        for (uint32_t i = 0; i <= CIRNO_PLAN_BOUNDS; i++)
            holds[i][context] = (uint8_t)plan->holds[i];
    }
    t->smallest = table16(smallest);
    t->random = table16(random);
    for (uint32_t i = 0; i < CIRNO_PLAN_BOUNDS; i++)
        t->bound[i] = table16(bound[i]);
    for (uint32_t i = 0; i <= CIRNO_PLAN_BOUNDS; i++)
        t->holds[i] = table16(holds[i]);
}

static void fill_seats(struct seated *t, const struct cirno_seating *seating, uint32_t players)
{
    for (uint32_t table = 0; table < SEAT_TABLES; table++) {
        uint8_t seats[PER_TABLE], kinds[PER_TABLE];
        for (uint32_t i = 0; i < PER_TABLE; i++) {
            const uint32_t ahead = table * PER_TABLE + i + STEPS * players - STEPS;
            seats[i] = (uint8_t)(ahead % players);
            kinds[i] = seating->number[ahead % players];
        }
        t->seat_at[table] = table16(seats);
        t->kind_at[table] = table16(kinds);
    }
}

static void fill_logs(struct seated *t)
{
    uint8_t logs[16], inverse_logs[16], halves[16], powers[16];
    for (uint32_t log = 0, number = 1; log < 16; log++) {
        powers[log] = (uint8_t)number;
        logs[number - 1] = (uint8_t)(LOG_SET + log);
        inverse_logs[number - 1] = (uint8_t)(LOG_SET + (16 - log) % 16);
        halves[number - 1] = (uint8_t)(HALF_SET + log);
        number = number * FIELD_ROOT % FIELD_17;
    }
    t->logs = table16(logs);
    t->inverse_logs = table16(inverse_logs);
    t->halves = table16(halves);
    t->powers = table16(powers);
}

void cirno_bytes_seat(struct board *board)
{
    const struct cirno_seating *const seating = board->all.setup->seating;
    struct seated *const t = &board->seated;
    uint8_t high[16];
    assert(cirno_byte_plans_only(NULL, &board->all.setup->base) == NULL);
    t->kinds = seating->count;
    t->rolls = seating->rolls;
    for (uint32_t state = 0; state < 16; state++)
        high[state] = high_place(state & DOUBLED);
    t->high_place = table16(high);
    for (uint32_t kind = 0; kind < seating->count; kind++) {
        t->takes[kind] = card_table(takes_of, seating->strategies[kind]->plan);
        t->tie[kind] = card_table(tie_of, seating->strategies[kind]->plan);
    }
    fill_contexts(t, seating);
    fill_masks(t, seating);
    fill_seats(t, seating, board->players);
    t->points = card_table(point_of, seating->strategies[0]->plan);
    fill_logs(t);
    if (board->players <= FEW)
        board->play_block = t->rolls ? few_at_random : few;
    else
        board->play_block = t->rolls ? many_at_random : many;
}

#endif
