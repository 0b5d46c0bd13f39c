/* The part of the byte-lane kernel for players who have strategies of their own: up to
 * CIRNO_PLAN_KINDS of them at a table, all of which have a plan of a byte's groups. */
#include "games/cirno/simulated/kernels/bytes/seated.h"

#if CIRNO_BYTE_LANES

#include <assert.h>

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
