/* Plays Cirno's game with AVX2: groups of 16 games, one in each 16-bit lane of a vector.
 *
 * A step is one card of every lane's deck, and the same straight line of instructions whatever
 * the cards are: a play, or one of the three draws of a player who lost.
 *
 * Cards are kept as words from which their keys follow with one multiplication. A key is
 * 16 * (p after the card) + tie rank, and the card played is the one with the largest key, or
 * under DOUBLE with the largest complement of it:
 *
 *     word = 16 * number + class - OFFSET
 *     key = word + multiplier * (8p + 7) + correction
 *
 * The multiplier is 4 for C2, 2 for addition and subtraction, 1 for D2, 0 for the rest. The
 * correction brings the tie rank to what `classes` says. It may differ under DOUBLE, for which
 * the class has a second number. Both are looked up by byte shuffles; the high byte of a
 * correction is the same for all cards.
 *
 * Tie ranks are below 16, and D2 has 8 more where p is odd. Additions and subtractions never tie
 * with each other. Counter cards have keys below all others, so that they come last for
 * "largest" and first for "smallest". Without DOUBLE, TOP is added to all keys, so that those of
 * p > 99 overflow and become the very smallest; with DOUBLE they are the last by nature. So
 * "she loses" is one comparison of the best key.
 *
 * p below LOWEST does not fit: the lane is played again by the reference.
 *
 * Hands lie in memory, a quadword each: three words, and one that means nothing. A step loads
 * and stores one quadword a lane with scalar addresses (gather instructions are several times
 * slower on processors with the microcode fix for CVE-2022-40982, and there is no scatter), and
 * turns 4 vectors of quadwords into vectors of first, second and third cards, and back. */
#include "games/cirno/lanes.h"

#include "core/machine.h"

#if defined(__AVX2__)

#include <immintrin.h>
#include <string.h>

typedef __m256i vec;

enum {
    WIDTH = 16,
    GROUPS = 2, /* stepped in turns: one computes while the other waits for its hands */
    LANES = GROUPS * WIDTH,
    CHUNKS = 4, /* steps to a word of the generator */
    STEPS = 16, /* between looks at who has lost */
    HANDS = 32, /* quadwords a lane */

    LOWEST = -1000,
    TOP = INT16_MAX - (16 * CIRNO_LIMIT + 15),
    WORST = -16 * (CIRNO_LIMIT + 1), /* the least key of a card that does not lose */
    COUNTER = -32720,                /* below every key of p >= LOWEST, but not by overflow */
    OFFSET = 32,                     /* so that all corrections are positive */

    /* A class is the low four bits of a word; not 0, which is the index of the high bytes. */
    CLASSES = 8,
    UNDER_DOUBLE = 8, /* added to a class, makes its index under DOUBLE */

    SMALL_TOTAL = 32, /* tickets that fit the tables in registers */
};

/* Tie ranks for "largest" and for "smallest"; the larger is preferred, or the smaller. */
struct class_info {
    uint8_t multiplier;
    uint8_t rank, rank_doubled;
};
enum class { DIVIDE = 1, MULTIPLY, ADD, FIX, PASS, TURN, DOUBLE };
static const struct class_info classes[CLASSES] = {
    [FIX] = {0, 3, 15},   [DIVIDE] = {1, 4, 4}, [ADD] = {2, 13, 13}, [MULTIPLY] = {4, 14, 14},
    [DOUBLE] = {0, 6, 8}, [TURN] = {0, 7, 7},   [PASS] = {0, 9, 4},
};
/* Keys of TURN, and of DOUBLE without DOUBLE; no other card's. */
enum { TURN_KEY = COUNTER + 7, DOUBLE_KEY = COUNTER + 6 };

/* 16 games. One lane's part of each array is one game; masks are 0 or -1. */
struct group {
    int16_t p8[WIDTH];             /* 8p + 7 */
    uint16_t seat[WIDTH];          /* whose turn it is */
    int16_t doubled[WIDTH];        /* mask: DOUBLE lies on her */
    int16_t back[WIDTH];           /* mask: anticlockwise */
    int16_t lost[2][WIDTH];        /* masks: the round was lost one step ago; two steps ago */
    int16_t deepest[WIDTH];        /* the smallest p8 so far */
    uint16_t base[WIDTH];          /* number of the lane's first hand in `hands` */
    uint64_t s0[WIDTH], s1[WIDTH]; /* generators: lane 4e+j at 4j+e */
};

struct table {
    struct group groups[GROUPS];
    uint16_t words[GROUPS][STEPS][WIDTH]; /* cards of the steps to come */
    uint16_t at[STEPS][GROUPS][WIDTH];    /* number of the hand that played at each of them */
    uint32_t masks[STEPS];                /* and a bit a lane that lost */
    uint64_t hands[LANES * HANDS];
    uint16_t card_words[CIRNO_CARDS + 1];
    struct cirno_lane lanes[LANES];
    struct cirno_lanes job;
    uint32_t time;     /* steps since the start; wraps around */
    uint32_t deadline; /* time after which a lane may have run out of cards */
    uint32_t busy;     /* lanes with a game */
    uint64_t playing;  /* the same as bits, twice */
};

/* ---- cards -------------------------------------------------------------------------------- */

static uint16_t word_of(unsigned card)
{
    static const uint8_t class_of[] = {ADD, ADD, MULTIPLY, DIVIDE, FIX}; /* enum cirno_class */
    const struct cirno_card_info *const info = &cirno_cards[card];
    int word = -OFFSET;
    switch (info->class) {
    case CIRNO_COUNTER:
        word += COUNTER + (card == CIRNO_PASS ? PASS : card == CIRNO_TURN ? TURN : DOUBLE);
        break;
    case CIRNO_MULTIPLY:
    case CIRNO_DIVIDE: word += class_of[info->class]; break;
    case CIRNO_SUBTRACT: word += class_of[info->class] - 16 * info->number; break;
    default: word += class_of[info->class] + 16 * info->number; break;
    }
    return (uint16_t)word;
}

static inline vec load(const void *from)
{
    return _mm256_load_si256(from);
}

static inline void store(void *to, vec value)
{
    _mm256_store_si256(to, value);
}

static inline vec splat(int value)
{
    return _mm256_set1_epi16((short)value);
}

/* The next word of four generators. */
static inline vec next_words(uint64_t *s0, uint64_t *s1)
{
    const vec a = load(s0), sum = _mm256_add_epi64(a, load(s1));
    const vec word = _mm256_add_epi64(
        _mm256_or_si256(_mm256_slli_epi64(sum, 17), _mm256_srli_epi64(sum, 47)), a);
    const vec b = _mm256_xor_si256(load(s1), a);
    const vec turned = _mm256_or_si256(_mm256_slli_epi64(a, 49), _mm256_srli_epi64(a, 15));
    store(s0, _mm256_xor_si256(_mm256_xor_si256(turned, b), _mm256_slli_epi64(b, 21)));
    store(s1, _mm256_or_si256(_mm256_slli_epi64(b, 28), _mm256_srli_epi64(b, 36)));
    return word;
}

/* Transposes 4x4 words: quadword e of q[j] belongs to lane 4e+j; w[i] are the words i of lanes
 * 0..15. Blends and shifts, because the shuffle port has enough to do. */
static inline void words_of_quads(const vec q[4], vec w[4])
{
    const vec a = _mm256_blend_epi16(q[0], _mm256_slli_epi32(q[1], 16), 0xaa);
    const vec b = _mm256_blend_epi16(_mm256_srli_epi32(q[0], 16), q[1], 0xaa);
    const vec c = _mm256_blend_epi16(q[2], _mm256_slli_epi32(q[3], 16), 0xaa);
    const vec d = _mm256_blend_epi16(_mm256_srli_epi32(q[2], 16), q[3], 0xaa);
    w[0] = _mm256_blend_epi32(a, _mm256_slli_epi64(c, 32), 0xaa);
    w[1] = _mm256_blend_epi32(b, _mm256_slli_epi64(d, 32), 0xaa);
    w[2] = _mm256_blend_epi32(_mm256_srli_epi64(a, 32), c, 0xaa);
    w[3] = _mm256_blend_epi32(_mm256_srli_epi64(b, 32), d, 0xaa);
}

/* The other way round for three words; the fourth is left to chance. */
static inline void quads_of_words(const vec w[3], vec q[4])
{
    const vec a = _mm256_blend_epi32(w[0], _mm256_slli_epi64(w[2], 32), 0xaa);
    const vec c = _mm256_blend_epi32(_mm256_srli_epi64(w[0], 32), w[2], 0xaa);
    const vec b = w[1], d = _mm256_srli_epi64(w[1], 32);
    q[0] = _mm256_blend_epi16(a, _mm256_slli_epi32(b, 16), 0xaa);
    q[1] = _mm256_blend_epi16(_mm256_srli_epi32(a, 16), b, 0xaa);
    q[2] = _mm256_blend_epi16(c, _mm256_slli_epi32(d, 16), 0xaa);
    q[3] = _mm256_blend_epi16(_mm256_srli_epi32(c, 16), d, 0xaa);
}

/* Tables of a run, in registers as far as they fit. */
struct rules {
    vec players, clockwise, turned; /* turned is clockwise ^ anticlockwise step */
    vec multiplier, correction;     /* bytes by class */
    vec low[2], high[2];            /* bytes of the words of tickets 0..15, 16..31 */
};

/* Bytes of a table of 32 at the places `index`. An index byte of 128 or more gives 0, so each
 * half of the table answers for its own places. */
static inline vec look_up(const vec halves[2], vec index)
{
    const vec first = _mm256_adds_epu8(index, _mm256_set1_epi8(0x70));
    const vec second = _mm256_sub_epi8(index, _mm256_set1_epi8(0x10));
    return _mm256_or_si256(_mm256_shuffle_epi8(halves[0], first),
                           _mm256_shuffle_epi8(halves[1], second));
}

/* Stores the cards of two steps whose tickets are below SMALL_TOTAL: those of the second step
 * are looked up in the high bytes. */
static inline void store_small(const struct rules *rules, uint16_t words[2][WIDTH], vec first,
                               vec second)
{
    const vec tickets = _mm256_or_si256(first, _mm256_slli_epi16(second, 8));
    const vec low = look_up(rules->low, tickets), high = look_up(rules->high, tickets);
    store(words[0],
          _mm256_or_si256(_mm256_and_si256(low, splat(0x00ff)), _mm256_slli_epi16(high, 8)));
    store(words[1],
          _mm256_or_si256(_mm256_srli_epi16(low, 8), _mm256_and_si256(high, splat(0xff00))));
}

static inline void store_large(const struct table *table, uint16_t words[WIDTH], vec ticket)
{
    _Alignas(32) uint16_t tickets[WIDTH];
    store(tickets, ticket);
    for (int i = 0; i < WIDTH; i++)
        words[i] = table->card_words[table->job.setup->ticket_card[tickets[i]]];
}

/* Replaces the cards whose chunks were rejected. */
__attribute__((noinline)) static void redraw(struct table *table, uint32_t g, uint32_t step,
                                             const vec chunks[CHUNKS])
{
    const struct cirno_setup *const setup = table->job.setup;
    for (uint32_t c = 0; c < CHUNKS; c++, step++) {
        _Alignas(32) uint16_t chunk[WIDTH];
        store(chunk, chunks[c]);
        for (uint32_t i = 0; i < WIDTH; i++) {
            const struct cirno_lane *const lane = &table->lanes[g * WIDTH + i];
            uint32_t ticket;
            if (!lane->busy || nf_draw(chunk[i], setup->total, setup->reject_below, &ticket))
                continue;
            const uint32_t place = table->time - lane->first + step;
            table->words[g][step][i] =
                table->card_words[cirno_lane_redraw(&table->job, lane, place)];
        }
    }
}

/* Draws four cards of the lanes of group g, for the steps of the block from `step` on. */
static inline void deal(struct table *table, const struct rules *rules, uint32_t g, uint32_t step)
{
    const struct cirno_setup *const setup = table->job.setup;
    struct group *const group = &table->groups[g];
    uint16_t(*const words)[WIDTH] = table->words[g] + step;
    const bool small = setup->total <= SMALL_TOTAL;
    const vec total = splat((int)setup->total), reject_below = splat((int)setup->reject_below);
    /* A total of 65536 is 0 in 16 bits; then the ticket is the chunk. */
    const vec whole = splat(setup->total == NF_MAX_TOTAL ? -1 : 0);
    vec quads[4], chunks[CHUNKS], tickets[CHUNKS], rejected = splat(0);
    for (int j = 0; j < 4; j++)
        quads[j] = next_words(group->s0 + 4 * j, group->s1 + 4 * j);
    words_of_quads(quads, chunks);
    for (int c = 0; c < CHUNKS; c++) {
        const vec low = _mm256_mullo_epi16(chunks[c], total);
        tickets[c] = _mm256_mulhi_epu16(chunks[c], total);
        rejected = _mm256_or_si256(rejected, _mm256_subs_epu16(reject_below, low));
    }
    for (int c = 0; c < CHUNKS && small; c += 2)
        store_small(rules, words + c, tickets[c], tickets[c + 1]);
    for (int c = 0; c < CHUNKS && !small; c++)
        store_large(table, words[c],
                    _mm256_or_si256(tickets[c], _mm256_and_si256(chunks[c], whole)));
    if (!_mm256_testz_si256(rejected, rejected))
        redraw(table, g, step, chunks);
}

static void deal_block(struct table *table, const struct rules *rules)
{
    for (uint32_t step = 0; step < STEPS; step += CHUNKS)
        for (uint32_t g = 0; g < GROUPS; g++)
            deal(table, rules, g, step);
}

/* Reads the cards of a block from the decks of explicit games. Past its end a deck goes on with
 * PASS: the lane is closed before that matters. */
static void read_decks(struct table *table)
{
    for (uint32_t l = 0; l < LANES; l++) {
        const struct cirno_lane *const lane = &table->lanes[l];
        for (uint32_t step = 0; step < STEPS; step++) {
            const uint32_t next = table->time - lane->first + step;
            const bool there = lane->busy && next < lane->limit;
            table->words[l / WIDTH][step][l % WIDTH] =
                table->card_words[there ? lane->deck[next] : CIRNO_PASS];
        }
    }
}

/* ---- turns -------------------------------------------------------------------------------- */

/* The hands of lanes j, 4+j, 8+j, 12+j. */
static inline vec load_hands(const uint64_t *hands, const uint16_t *at)
{
    __m128i low = _mm_loadl_epi64((const void *)(hands + at[0]));
    __m128i high = _mm_loadl_epi64((const void *)(hands + at[8]));
    low = _mm_castps_si128(_mm_loadh_pi(_mm_castsi128_ps(low), (const void *)(hands + at[4])));
    high = _mm_castps_si128(_mm_loadh_pi(_mm_castsi128_ps(high), (const void *)(hands + at[12])));
    return _mm256_set_m128i(high, low);
}

static inline void store_hands(uint64_t *hands, const uint16_t *at, vec quads)
{
    const __m128i low = _mm256_castsi256_si128(quads);
    const __m128i high = _mm256_extracti128_si256(quads, 1);
    _mm_storel_epi64((void *)(hands + at[0]), low);
    _mm_storeh_pi((void *)(hands + at[4]), _mm_castsi128_ps(low));
    _mm_storel_epi64((void *)(hands + at[8]), high);
    _mm_storeh_pi((void *)(hands + at[12]), _mm_castsi128_ps(high));
}

/* Keys of the cards `word`. `index_bits` has UNDER_DOUBLE in both bytes of lanes under DOUBLE. */
static inline vec key_of(const struct rules *rules, vec word, vec x, vec index_bits, vec doubled)
{
    const vec index = _mm256_or_si256(_mm256_and_si256(word, splat(CLASSES - 1)), index_bits);
    const vec product = _mm256_mullo_epi16(x, _mm256_shuffle_epi8(rules->multiplier, index));
    const vec constant = _mm256_add_epi16(word, _mm256_shuffle_epi8(rules->correction, index));
    return _mm256_xor_si256(_mm256_add_epi16(product, constant), doubled);
}

/* Loads the hands of those whose turn it is; `at` gets their places for the turn. */
static inline void fetch(const struct group *group, const uint64_t *hands, uint16_t *at,
                         vec hand[4])
{
    vec quads[4];
    store(at, _mm256_add_epi16(load(group->seat), load(group->base)));
    for (int j = 0; j < 4; j++)
        quads[j] = load_hands(hands, at + j);
    words_of_quads(quads, hand);
}

/* One step of a group with the hands fetched, which draws `cards`; returns the mask of lanes that
 * lost a round. */
static inline vec turn(struct group *group, uint64_t *hands, const struct rules *rules,
                       const uint16_t *cards, const uint16_t *at, const vec hand[4])
{
    const vec p8 = load(group->p8), doubled = load(group->doubled);
    const vec drawing = _mm256_or_si256(load(group->lost[0]), load(group->lost[1]));
    const vec index_bits = _mm256_and_si256(doubled, splat(UNDER_DOUBLE * 0x101));
    const vec first = key_of(rules, hand[0], p8, index_bits, doubled);
    const vec second = key_of(rules, hand[1], p8, index_bits, doubled);
    const vec third = key_of(rules, hand[2], p8, index_bits, doubled);
    const vec best = _mm256_max_epi16(_mm256_max_epi16(first, second), third);
    const vec loses = _mm256_cmpgt_epi16(splat(WORST), best);
    /* A losing turn and the two draws after it drop the first card whatever it is. */
    const vec over = _mm256_or_si256(loses, drawing);

    /* The key again, as it was without TOP and complement. */
    const vec key =
        _mm256_sub_epi16(_mm256_xor_si256(best, doubled), _mm256_andnot_si256(doubled, splat(TOP)));
    const vec counter = _mm256_cmpgt_epi16(splat(COUNTER + 16), key);
    const vec turns_back = _mm256_cmpeq_epi16(key, splat(TURN_KEY));
    const vec doubles = _mm256_cmpeq_epi16(key, splat(DOUBLE_KEY));
    const vec played = _mm256_blendv_epi8(_mm256_srai_epi16(key, 1), p8, counter);
    const vec new_p8 = _mm256_or_si256(_mm256_andnot_si256(over, played), splat(7));
    store(group->p8, new_p8);
    store(group->deepest, _mm256_min_epi16(load(group->deepest), new_p8));
    store(group->doubled,
          _mm256_andnot_si256(over, _mm256_or_si256(_mm256_and_si256(counter, doubled), doubles)));
    const vec back = _mm256_andnot_si256(over, _mm256_xor_si256(load(group->back), turns_back));
    store(group->back, back);

    /* She stays if a second card of hers follows, or if she draws. */
    const vec stays = _mm256_or_si256(over, _mm256_andnot_si256(counter, doubled));
    const vec pace = _mm256_xor_si256(rules->clockwise, _mm256_and_si256(back, rules->turned));
    const vec next = _mm256_add_epi16(load(group->seat), _mm256_andnot_si256(stays, pace));
    store(group->seat, _mm256_min_epu16(next, _mm256_sub_epi16(next, rules->players)));

    const vec drop_first = _mm256_or_si256(over, _mm256_cmpeq_epi16(first, best));
    const vec drop_early = _mm256_or_si256(drop_first, _mm256_cmpeq_epi16(second, best));
    const vec kept[3] = {_mm256_blendv_epi8(hand[0], hand[1], drop_first),
                         _mm256_blendv_epi8(hand[1], hand[2], drop_early), load(cards)};
    vec quads[4];
    quads_of_words(kept, quads);
    for (int j = 0; j < 4; j++)
        store_hands(hands, at + j, quads[j]);

    const vec lost = _mm256_andnot_si256(drawing, loses);
    store(group->lost[1], load(group->lost[0]));
    store(group->lost[0], lost);
    return lost;
}

static vec twice(const void *bytes)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes));
}

static struct rules make_rules(const struct table *table)
{
    const uint32_t players = table->job.setup->base.params.players;
    const uint32_t clockwise = 1 % players, back = (players - 1) % players;
    struct rules rules = {.players = splat((int)players),
                          .clockwise = splat((int)clockwise),
                          .turned = splat((int)(clockwise ^ back))};
    uint8_t multiplier[16] = {0}, correction[16] = {TOP / 256};
    for (int class = 1; class < CLASSES; class ++) {
        const struct class_info *const info = &classes[class];
        const int added = class - OFFSET + 7 * info->multiplier;
        multiplier[class] = multiplier[class + UNDER_DOUBLE] = info->multiplier;
        correction[class] = (uint8_t)(TOP % 256 + info->rank - added);
        correction[class + UNDER_DOUBLE] = (uint8_t)(info->rank_doubled - added);
    }
    rules.multiplier = twice(multiplier);
    rules.correction = twice(correction);
    for (int half = 0; half < 2; half++) {
        uint8_t low[16], high[16];
        for (int i = 0; i < 16; i++) {
            const uint16_t word = word_of(table->job.setup->ticket_card[16 * half + i]);
            low[i] = (uint8_t)(word & 0xff);
            high[i] = (uint8_t)(word >> 8);
        }
        rules.low[half] = twice(low);
        rules.high[half] = twice(high);
    }
    return rules;
}

/* A block of steps of both groups. Both groups' hands are fetched before either plays, so that
 * there is something to do while they come. */
static void play_steps(struct table *table, const struct rules *rules)
{
    struct group *const a = &table->groups[0], *const b = &table->groups[1];
    for (int i = 0; i < STEPS; i++) {
        uint16_t *const at_a = table->at[i][0], *const at_b = table->at[i][1];
        vec hand_a[4], hand_b[4];
        fetch(a, table->hands, at_a, hand_a);
        fetch(b, table->hands, at_b, hand_b);
        const vec lost_a = turn(a, table->hands, rules, table->words[0][i], at_a, hand_a);
        const vec lost_b = turn(b, table->hands, rules, table->words[1][i], at_b, hand_b);
        const vec lost = _mm256_packs_epi16(lost_a, lost_b); /* by 128-bit halves */
        table->masks[i] = (uint32_t)_mm256_movemask_epi8(_mm256_permute4x64_epi64(lost, 0xd8));
    }
    table->time += STEPS;
}

/* ---- games into lanes and out of them ----------------------------------------------------- */

/* The next game into a lane, or none if there is none; the lane then plays on for nobody. */
static void refill(struct table *table, uint32_t i)
{
    struct cirno_lane *const lane = &table->lanes[i];
    struct group *const group = &table->groups[i / WIDTH];
    const uint32_t at = i % WIDTH, generator = at % 4 * 4 + at / 4;
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    group->deepest[at] = 0;
    if (!cirno_lane_take(&table->job, lane, table->time))
        return;
    table->busy++;
    table->playing |= 0x100000001u * ((uint64_t)1 << i);
    cirno_lane_deal(&table->job, lane, hands);
    for (uint32_t seat = 0; seat < table->job.setup->base.params.players; seat++) {
        uint64_t hand = 0;
        for (uint32_t slot = 0; slot < CIRNO_HAND; slot++)
            hand |= (uint64_t)table->card_words[hands[CIRNO_HAND * seat + slot]] << 16 * slot;
        table->hands[i * HANDS + seat] = hand;
    }
    group->p8[at] = 7;
    group->seat[at] = 0;
    group->doubled[at] = group->back[at] = 0;
    group->lost[0][at] = group->lost[1][at] = 0;
    group->s0[generator] = lane->rng.s0;
    group->s1[generator] = lane->rng.s1;
}

/* Lists lane + LANES * step of every loss of the last block, in order; returns how many. A mask
 * is nearly always used up by the four that are taken out without asking. */
static inline uint32_t list_losses(const struct table *table, uint16_t *list)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < STEPS; i += 2) {
        uint64_t mask = (table->masks[i] | (uint64_t)table->masks[i + 1] << 32) & table->playing;
        uint16_t *to = list + count;
        count += (uint32_t)__builtin_popcountll(mask);
        do
            for (int k = 0; k < 4; k++, mask &= mask - 1) {
                const uint32_t bit = (uint32_t)__builtin_ctzll(mask | (uint64_t)1 << 63);
                *to++ = (uint16_t)(LANES * i + bit);
            }
        while (mask != 0);
    }
    return count;
}

/* Records the rounds lost in the last block; true if a game is over. Listed first, because a loop
 * over each mask's bits would end in a mispredicted branch for nearly every mask. */
static bool record_losses(struct table *table)
{
    uint16_t list[LANES * STEPS + 4];
    const uint32_t count = list_losses(table, list), rounds = table->job.setup->base.params.rounds;
    const uint16_t *const at = table->at[0][0];
    bool over = false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t step = table->time - STEPS + list[i] / LANES;
        struct cirno_lane *const lane = &table->lanes[list[i] % LANES];
        if (lane->count < rounds) /* or it has gone on playing after its last round */
            over |= cirno_lane_lost(&table->job, lane, step, at[list[i]] % HANDS);
    }
    return over;
}

static bool any_lane_deep(const struct table *table)
{
    const vec deepest =
        _mm256_min_epi16(load(table->groups[0].deepest), load(table->groups[1].deepest));
    return _mm256_movemask_epi8(_mm256_cmpgt_epi16(splat(8 * LOWEST), deepest)) != 0;
}

/* Settles the lanes that cannot go on, and looks when the next deck may run out. */
static void close_lanes(struct table *table)
{
    table->deadline = CIRNO_MAX_DECK;
    for (uint32_t i = 0; i < LANES; i++) {
        struct cirno_lane *const lane = &table->lanes[i];
        int16_t *const deepest = &table->groups[i / WIDTH].deepest[i % WIDTH];
        const bool was_busy = lane->busy;
        if (was_busy && *deepest < 8 * LOWEST)
            cirno_lane_replay(&table->job, lane);
        else if (was_busy && lane->count == table->job.setup->base.params.rounds)
            cirno_lane_complete(&table->job, lane);
        else if (was_busy && cirno_lane_is_overrun(lane, table->time))
            cirno_lane_overrun(&table->job, lane);
        *deepest = 0;
        if (was_busy && !lane->busy) {
            table->busy--;
            table->playing &= ~(0x100000001u * ((uint64_t)1 << i));
            refill(table, i);
        }
        const uint32_t left = lane->limit - (table->time - lane->first);
        if (lane->busy && left < table->deadline)
            table->deadline = left;
    }
    table->deadline += table->time;
}

/* ---- the kernel --------------------------------------------------------------------------- */

static void open_all(struct table *table)
{
    memset(table->groups, 0, sizeof table->groups);
    memset(table->lanes, 0, sizeof table->lanes);
    memset(table->hands, 0, sizeof table->hands);

    for (uint32_t card = 0; card < CIRNO_CARDS; card++)
        table->card_words[card] = word_of(card);

    table->time = 0;
    table->busy = 0;
    table->playing = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        table->groups[i / WIDTH].base[i % WIDTH] = (uint16_t)(i * HANDS);
        refill(table, i);
    }
    close_lanes(table); /* for the deadline */
}

static enum nf_exit play(const struct nf_setup *base, void *memory_block, struct nf_feed *feed,
                         struct nf_sink *sink, struct nf_error *err)
{
    struct table *const table = memory_block;
    table->job = cirno_lanes_open(base, feed, sink, err);
    open_all(table);
    const struct rules rules = make_rules(table);
    const bool given = table->job.setup->instances != NULL;
    while (table->busy > 0 && table->job.end == NF_OK) {
        if (given)
            read_decks(table);
        else
            deal_block(table, &rules);
        play_steps(table, &rules);
        const bool over = record_losses(table);
        if (over || any_lane_deep(table) || (int32_t)(table->time - table->deadline) > 0)
            close_lanes(table);
    }
    return table->job.end;
}

static size_t memory(const struct nf_setup *setup)
{
    (void)setup;
    return (sizeof(struct table) + NF_CACHE_LINE - 1) / NF_CACHE_LINE * NF_CACHE_LINE;
}

static bool supported(void)
{
    return nf_machine_has_avx2();
}

#else

static bool supported(void)
{
    return false;
}

static size_t memory(const struct nf_setup *setup)
{
    (void)setup;
    return NF_CACHE_LINE;
}

static enum nf_exit play(const struct nf_setup *setup, void *memory_block, struct nf_feed *feed,
                         struct nf_sink *sink, struct nf_error *err)
{
    (void)setup;
    (void)memory_block;
    (void)feed;
    (void)sink;
    return nf_fail(err, NF_INTERNAL, "kernel avx2: this build is for another processor");
}

#endif

const struct nf_kernel cirno_avx2 = {"avx2", supported, memory, play};
