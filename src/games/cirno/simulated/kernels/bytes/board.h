/* How the byte-lane kernels (bytes.c) keep a hand: three bytes, a card each, in the order in
 * which they were drawn.
 *
 * A card's byte is chosen so that few operations find what it does and which of two cards that come
 * to the same p is preferred; step.h has the operations:
 *
 *     PASS, TURN, DOUBLE   f3, f2, f1   the only ones from f0 on
 *     E                    value + BYTE_FIXED, from 80 on
 *     A, B                 from BYTE_FIXED on and below 80
 *     C2, D2               0c, 4b: below BYTE_FIXED
 *
 * The low four bits of the bytes below 80 differ, so that a byte shuffle distinguishes these cards.
 * Of two basic cards the greater of byte ^ BYTE_LARGEST is preferred where p is to be large, of
 * byte ^ BYTE_SMALLEST where it is to be small. */
#ifndef NF_CIRNO_BYTES_BOARD_H
#define NF_CIRNO_BYTES_BOARD_H

#include "base/rng.h"
#include "games/cirno/rules/cirno.h"
#include "games/cirno/rules/rules.h"
#include "games/cirno/simulated/kernels/bytes/vector.h"
#include "games/cirno/simulated/kernels/lanes.h"
#include "games/cirno/simulated/strategy/strategy.h"

enum {
    BYTE_ZERO = 27,               /* p = 0 is kept as this, p as p + BYTE_ZERO */
    BYTE_LOST = BYTE_ZERO + 100,  /* above CIRNO_LIMIT; additions saturate there */
    BYTE_DEEP = -106,             /* up to here what follows may not fit a byte */
    BYTE_FIXED = 140 - BYTE_ZERO, /* byte - BYTE_FIXED is what E keeps p as */
    BYTE_LARGEST = 0xc0,          /* orders ties: C A B D E */
    BYTE_SMALLEST = 0xff ^ 0x40,  /* D B A C E */
    BYTE_COUNTER = 0xf0,          /* bytes above are counter cards */
};

_Static_assert(BYTE_LOST == INT8_MAX, "what is above the limit saturates");

/* The byte of a card. */
static inline uint8_t cirno_byte_of(unsigned card)
{
    const struct cirno_card_info *const info = &cirno_cards[card];
    switch (info->class) {
    case CIRNO_SUBTRACT: return (uint8_t)(BYTE_FIXED + card - CIRNO_B1);
    case CIRNO_ADD: return (uint8_t)(BYTE_FIXED + 3 + card - CIRNO_A1);
    case CIRNO_MULTIPLY: return 0x0c;
    case CIRNO_DIVIDE: return 0x4b;
    case CIRNO_FIX: return (uint8_t)(BYTE_FIXED + BYTE_ZERO + info->number);
    default: return (uint8_t)(BYTE_COUNTER + 3 - (card - CIRNO_PASS));
    }
}

/* The state of a byte-lane kernel: LANES games that move together, a byte of every vector each. */

#if CIRNO_BYTE_LANES

enum {
    LANES = CIRNO_BYTE_LANES,
    STEPS = 4, /* of a quad: what one word of the generator is good for */
    QUADS = 8, /* of a block, after which losses are recorded and finished games settled */
    BLOCK = STEPS * QUADS,
    REACH = STEPS - 1, /* seats a lane can move within a quad before its last step */
    WINDOW = 2 * REACH + 1,
    FEW = 8, /* players up to whom the ring turns after every step, not after every quad */

    GENERATORS = 8, /* vectors of quadwords for all lanes */
    PER_TABLE = 16, /* entries of a table that is looked up */
    TABLES = 4,
    FEW_TICKETS = 2 * PER_TABLE,
    MANY_TICKETS = TABLES * PER_TABLE,
    SEAT_TABLES = 3, /* for seats, and STEPS more at either end */

    /* State bits: multiples of 4, so that with a counter card added they index the tables of what
     * follows; see step.h. */
    BACK = 4,    /* anticlockwise */
    DOUBLED = 8, /* DOUBLE lies on the player to move */

    /* A loss in a lane's log: step << LOG_BITS | seat, as far as it is counted within the block. */
    LOG_BITS = 8,
    /* What the log holds: where the game began, its losses, and those of a block that may
     * follow: a loss takes four steps, for nobody loses by the first turn of a round. */
    LOG = (1 + NF_MAX_ROUNDS + QUADS + 15) / 16 * 16,
};

enum ticket_source {
    TICKETS, /* each ticket has an entry in the tables of bytes */
    CARDS,   /* too many tickets: cards are looked up one by one, and have the entries */
    GIVEN,   /* the decks of explicit games have cards */
};

/* What a block of steps changes, and what it starts from. */
struct play {
    vec p, state, seat; /* seat: to move, modulo the number of players; p + BYTE_ZERO */
    vec lost[2];        /* masks: the round was lost one step ago; two steps ago */
    vec s0[GENERATORS], s1[GENERATORS]; /* see generator_of() */
    /* Hands by seat from that of the player to move, which is ring[0], or ring[REACH] beyond FEW.
     */
    vec ring[CIRNO_MAX_PLAYERS][CIRNO_HAND];
};

/* A lane whose p does not fit a byte, played apart until it does; see deep.h. */
struct deep_lane {
    uint8_t hands[CIRNO_MAX_PLAYERS][CIRNO_HAND]; /* cards */
    int32_t p;
    uint32_t seat, state; /* to move; as in struct play */
    uint32_t drawing;     /* cards that a loser has yet to draw */
    struct nf_rng rng, dice;
};

struct preferences {
    int32_t preference[CIRNO_CARDS], slope[CIRNO_CARDS];
};

/* A table by card: for cards whose bytes are below 80 by their bytes, without DOUBLE and under it;
 * for the others by byte ^ 80 without DOUBLE, byte ^ 84 under it. */
struct card_table {
    vec low, low_doubled, high;
};

/* The generators of the die, as s0 and s1. */
struct dice {
    vec s0[GENERATORS], s1[GENERATORS];
};

/* What players with strategies of their own add, see seated.c. A context is a strategy's number,
 * and the state. */
struct seated {
    struct card_table takes[CIRNO_PLAN_KINDS]; /* the groups that take a card, of a strategy */
    struct card_table tie[CIRNO_PLAN_KINDS];   /* the tie ranks of strategies in `maskless` */
    uint32_t maskless;                         /* a bit each; ranks of others are byte ^ tie_mask */
    uint32_t kinds, bounds; /* strategies at the table; the most bounds of a context */
    bool rolls;             /* the die is thrown */
    vec high_place;         /* by state: 80 or 84, for tables by card */

    /* By context. */
    vec tie_mask;
    vec bound[CIRNO_PLAN_BOUNDS];     /* P from which on holds[i + 1] hold */
    vec holds[CIRNO_PLAN_BOUNDS + 1]; /* groups */
    vec smallest, random;             /* groups that make p smallest, that choose at random */

    /* By seat + STEPS: whose strategy; the seat modulo the number of players. */
    vec kind_at[SEAT_TABLES], seat_at[SEAT_TABLES];

    /* The die, see strategy.h. */
    struct dice now, before; /* before the block */
    struct card_table points;
    vec logs, inverse_logs, halves, powers;
};

struct board {
    struct play now, before; /* before the block */
    vec deepest;             /* the least p of the block */
    vec losses[QUADS];       /* the step of the quad at which the lane lost, from 1; at most one */
    vec losers[QUADS];       /* play.seat at that step */

    /* Tables. */
    vec add;                       /* by a card's low bits: what it adds */
    vec follow, ahead, back, move; /* by what was played, see step.h */
    vec under_double, tie_order;   /* by state */
    vec bytes[TABLES];             /* of the cards of tickets */
    uint8_t follow_of[16];         /* the entries of `follow` and `move` */
    uint32_t move_of[16];
    struct preferences preferences[2]; /* without DOUBLE, and under it */
    uint32_t total, reject_below;      /* of the setup */
    enum ticket_source source;
    uint8_t byte_of[CIRNO_CARDS], card_of[256];

    uint32_t players, rounds;
    uint16_t lift, inverse; /* for seat_at() */
    uint32_t time;          /* of the first step of the block; wraps around */
    uint32_t deadline;      /* time after which a lane may have run out of cards */
    uint32_t busy;          /* lanes that hold a game: a bit each */
    uint32_t done;          /* of these, those whose last round is recorded */
    uint32_t away;          /* of these, those in `deep` */
    uint32_t hopeless;      /* of these, those whose p left the bounds of valid games */
    vec recorded;           /* losses in each lane's log, of which NF_MAX_ROUNDS are counted */
    uint32_t log[LANES][LOG];
    /* By a bit for each quad: where these have their two bytes in 16, see record_losses(). */
    _Alignas(16) uint8_t quads_of[1 << QUADS][2 * QUADS];
    void (*play_block)(struct board *board);
    struct cirno_lanes all;
    struct cirno_lane lanes[LANES];
    struct deep_lane deep[LANES];
    struct seated seated; /* if players have strategies of their own */
};

/* Fills board->seated and sets board->play_block; the rest of the tables is there. See seated.c. */
void cirno_bytes_seat(struct board *board);

typedef uint64_t quadword __attribute__((may_alias));

/* Which of the vectors of quadwords has the generator of a lane, and where: so its chunks come to
 * the lane's byte by interleaving alone, see deal(). */
static inline quadword *generator_of(vec vectors[GENERATORS], uint32_t lane)
{
    const uint32_t number = (lane >> 1 & 3) * 2 + (lane & 1);
    return (quadword *)&vectors[number] + (lane >> 3);
}

static inline uint8_t *byte_at(vec *vector, uint32_t lane)
{
    return (uint8_t *)(void *)vector + lane;
}

/* Deals four cards to each lane of a byte-lane kernel: a word of xoroshiro128++ a lane, its chunks
 * multiplied to tickets, these interleaved to bytes, and bytes of cards looked up. */

INLINE vec next_word(vec *state0, vec *state1)
{
    const vec s0 = *state0, sum = plus64(s0, *state1);
    const vec word = plus64(either(up64(sum, 17), down64(sum, 47)), s0);
    const vec s1 = differ(*state1, s0);
    *state0 = differ(differ(either(up64(s0, 49), down64(s0, 15)), s1), up64(s1, 21));
    *state1 = either(up64(s1, 28), down64(s1, 36));
    return word;
}

/* Numbers below 256, one for each chunk of the words of lanes, to bytes of lanes, chunk k to
 * bytes[k]: a lane's byte 8e + 2i + j is in quadword e of numbers[2i + j]. */
INLINE void spread(const vec numbers[GENERATORS], vec bytes[STEPS])
{
    vec u[STEPS];
    UNROLLED for (int i = 0; i < STEPS; i++) u[i] =
        either(numbers[2 * i], up16(numbers[2 * i + 1], 8));
    const vec a = lows16(u[0], u[1]), b = highs16(u[0], u[1]);
    const vec c = lows16(u[2], u[3]), d = highs16(u[2], u[3]);
    bytes[0] = lows32(a, c);
    bytes[1] = lows32(b, d);
    bytes[2] = highs32(a, c);
    bytes[3] = highs32(b, d);
}

/* Chunk k of the word of every lane, as it is multiplied to a ticket, into tickets[k]. */
INLINE void find_tickets(const vec words[GENERATORS], vec total, vec tickets[STEPS])
{
    vec numbers[GENERATORS];
    UNROLLED for (int i = 0; i < GENERATORS; i++) numbers[i] = high_product16(words[i], total);
    spread(numbers, tickets);
}

INLINE vec bytes_of(const struct board *board, vec tickets)
{
    const vec *const bytes = board->bytes;
    const vec bit4 = up16(tickets, 3); /* as the sign; what comes from the byte before is not */
    const vec low = choose_negative(look_up(bytes[0], tickets), look_up(bytes[1], tickets), bit4);
    if (board->total <= FEW_TICKETS || board->source != TICKETS)
        return low;
    const vec high = choose_negative(look_up(bytes[2], tickets), look_up(bytes[3], tickets), bit4);
    return choose_negative(low, high, up16(tickets, 2));
}
_Static_assert(MANY_TICKETS == 64 && (int)CIRNO_CARDS <= (int)FEW_TICKETS, "tickets of six bits");

/* The chunk of a lane's word at step k of the quad. */
static inline uint32_t chunk_of(vec words[GENERATORS], uint32_t lane, uint32_t k)
{
    return (uint32_t)(*generator_of(words, lane) >> 16 * k) & 0xffff;
}

/* The card of chunk k for a lane that draws it at step `step` of the block. */
static inline uint8_t draw_card(const struct board *board, uint32_t lane, uint32_t step,
                                uint32_t chunk)
{
    const struct cirno_lane *const of = &board->lanes[lane];
    uint32_t ticket;
    if (!nf_draw(chunk, board->total, board->reject_below, &ticket))
        ticket = cirno_lane_redraw(&board->all, of, board->time - of->first + step);
    return board->all.setup->ticket_card[ticket];
}

/* Bytes of the cards whose chunks were rejected, in place. */
static __attribute__((noinline)) void redraw(const struct board *board, uint32_t step,
                                             vec words[GENERATORS], vec cards[STEPS])
{
    vec missing[GENERATORS]; /* of a chunk's product to be accepted */
    for (int i = 0; i < GENERATORS; i++)
        missing[i] =
            excess16(splat16(board->reject_below), product16(words[i], splat16(board->total)));
    for (uint32_t lane = 0; lane < LANES; lane++) {
        if (*generator_of(missing, lane) == 0 || !(board->busy >> lane & 1))
            continue;
        for (uint32_t k = 0; k < STEPS; k++)
            *byte_at(&cards[k], lane) =
                board->byte_of[draw_card(board, lane, step + k, chunk_of(words, lane, k))];
    }
}

/* Looks up the cards of many tickets one by one. */
static __attribute__((noinline)) void draw_cards(const struct board *board, uint32_t step,
                                                 vec words[GENERATORS], vec cards[STEPS])
{
    for (uint32_t left = board->busy; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        for (uint32_t k = 0; k < STEPS; k++)
            *byte_at(&cards[k], lane) = draw_card(board, lane, step + k, chunk_of(words, lane, k));
    }
}

/* The card of an explicit game at step `step` of the block. Past its end a deck goes on with PASS:
 * the lane is settled before that matters. */
static inline uint8_t given_card(const struct board *board, uint32_t lane, uint32_t step)
{
    const struct cirno_lane *const of = &board->lanes[lane];
    const uint32_t next = board->time - of->first + step;
    return next < of->limit ? of->deck[next] : CIRNO_PASS;
}

static __attribute__((noinline)) void read_decks(const struct board *board, uint32_t step,
                                                 vec cards[STEPS])
{
    for (uint32_t left = board->busy; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        for (uint32_t k = 0; k < STEPS; k++)
            *byte_at(&cards[k], lane) = given_card(board, lane, step + k);
    }
}

/* What is not dealt by tables alone: copies, so that the vectors of deal() stay in registers. */
INLINE void deal_slowly(const struct board *board, uint32_t step, const vec words[GENERATORS],
                        vec tickets[STEPS])
{
    vec words_copy[GENERATORS], cards[STEPS];
    UNROLLED for (int i = 0; i < STEPS; i++) cards[i] = splat(0);
    if (board->source == GIVEN) {
        read_decks(board, step, cards);
    } else {
        UNROLLED for (int i = 0; i < GENERATORS; i++) words_copy[i] = words[i];
        draw_cards(board, step, words_copy, cards);
    }
    UNROLLED for (int i = 0; i < STEPS; i++) tickets[i] = cards[i];
}

/* Deals the cards of the quad that begins at step `step` of the block. */
INLINE void deal(struct board *board, uint32_t step, vec cards[STEPS])
{
    struct play *const play = &board->now;
    const vec total = splat16(board->total);
    vec words[GENERATORS], tickets[STEPS], least = splat(-1);
    UNROLLED for (int i = 0; i < GENERATORS; i++)
    {
        words[i] = next_word(&play->s0[i], &play->s1[i]);
        least = smaller16(least, product16(words[i], total));
    }
    if (__builtin_expect(board->source == TICKETS, 1))
        find_tickets(words, total, tickets);
    else
        deal_slowly(board, step, words, tickets);
    UNROLLED for (int i = 0; i < STEPS; i++) cards[i] = bytes_of(board, tickets[i]);
    if (__builtin_expect(any(excess16(splat16(board->reject_below), least)), 0) &&
        board->source == TICKETS) {
        vec words_copy[GENERATORS], copy[STEPS];
        UNROLLED for (int i = 0; i < GENERATORS; i++) words_copy[i] = words[i];
        UNROLLED for (int i = 0; i < STEPS; i++) copy[i] = cards[i];
        redraw(board, step, words_copy, copy);
        UNROLLED for (int i = 0; i < STEPS; i++) cards[i] = copy[i];
    }
}

#endif

#endif
