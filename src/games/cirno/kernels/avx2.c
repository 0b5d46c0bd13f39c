/* Plays Cirno's game with AVX2: groups of 16 games, one in each 16-bit lane of a vector.
 *
 * A step is one card of every lane's deck, and the same straight line of instructions whatever
 * the cards are: a play, or one of the three draws of a player who lost.
 *
 * How the card to play is found is written in avx2_words.h, how hands are kept in avx2_hand.h.
 *
 * p below LOWEST does not fit: the lane is played again by the reference.
 *
 * Hands lie in memory, a quadword each: three words, and one that means nothing. A step loads
 * and stores one quadword a lane with scalar addresses (gather instructions are several times
 * slower on processors with the microcode fix for CVE-2022-40982, and there is no scatter), and
 * turns 4 vectors of quadwords into vectors of first, second and third cards, and back.
 *
 * Budget of a step of 16 lanes, in core cycles on a Cascade Lake Xeon (0.81 cycles of the
 * time-stamp counter each), uniform profile, 30 players: 76 for the step, of which about 50
 * remain without the scalar loads and stores; 14 for its share of dealing; 8 for losses; in all
 * 98, or 5.0 counter cycles a lane. With refills, and two steps of drawing a round, that makes
 * 5.9 counter cycles a turn. The three vector ports have some 125 operations a step, so at least
 * 42 cycles; the front end some 215, at least 54.
 * On an AMD EPYC of Zen 4 (core at 3.67 GHz, counter at 2.6 GHz) a turn takes 4.2 counter cycles.
 * Profile max with its 64 tickets takes 4.3; with cards looked up one by one it took 5.25.
 * Tried without gain: fetching hands one group ahead of the other's turn (2% slower), four
 * groups, copying hands to a buffer with scalar registers (20% slower). */
#include "games/cirno/kernels/lanes.h"

#include "base/machine.h"

#if defined(__AVX2__)

#include "games/cirno/kernels/avx2_words.h"
#include "games/cirno/kernels/kernels.h"
#include "gen/cirno/setup.h"

#include <string.h>

enum {
    GROUPS = 2, /* stepped in turns: one computes while the other waits for its hands */
    LANES = GROUPS * WIDTH,
    CHUNKS = 4, /* steps to a word of the generator */
    STEPS = 16, /* between looks at who has lost */
    HANDS = 32, /* quadwords a lane */
};

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
    _Alignas(sizeof(vec)) struct group groups[GROUPS];
    _Alignas(sizeof(vec)) uint16_t words[GROUPS][STEPS][WIDTH]; /* cards of the steps to come */
    _Alignas(sizeof(vec))
        uint16_t at[STEPS][GROUPS][WIDTH]; /* number of the hand that played at each of them */
    uint32_t masks[STEPS];                 /* and a bit a lane that lost */
    uint64_t hands[LANES * HANDS];
    uint16_t card_words[CIRNO_CARDS + 1];
    struct cirno_lane lanes[LANES];
    struct cirno_lanes job;
    uint32_t time;     /* steps since the start; wraps around */
    uint32_t deadline; /* time after which a lane may have run out of cards */
    uint32_t busy;     /* lanes with a game */
    uint64_t playing;  /* the same as bits, twice */
};

_Static_assert(sizeof(struct group) % sizeof(vec) == 0, "every group is aligned");
_Static_assert(LANES *HANDS <= UINT16_MAX && HANDS >= (int)CIRNO_MAX_PLAYERS, "hands have numbers");

/* ---- cards -------------------------------------------------------------------------------- */

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
            ticket = cirno_lane_redraw(&table->job, lane, place);
            table->words[g][step][i] = table->card_words[setup->ticket_card[ticket]];
        }
    }
}

/* Draws four cards of the lanes of group g, for the steps of the block from `step` on. */
static inline void deal(struct table *table, const struct rules *rules, uint32_t g, uint32_t step)
{
    const struct cirno_setup *const setup = table->job.setup;
    struct group *const group = &table->groups[g];
    uint16_t(*const words)[WIDTH] = table->words[g] + step;
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
    if (setup->total <= SMALL_TOTAL)
        for (int c = 0; c < CHUNKS; c += 2)
            store_small(rules, SMALL_TOTAL / PART, words + c, tickets[c], tickets[c + 1]);
    else if (setup->total <= TABLES_TOTAL)
        for (int c = 0; c < CHUNKS; c += 2)
            store_small(rules, PARTS, words + c, tickets[c], tickets[c + 1]);
    else
        for (int c = 0; c < CHUNKS; c++)
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
    const vec played = choose(_mm256_srai_epi16(key, 1), p8, counter);
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
    const vec kept[3] = {choose(hand[0], hand[1], drop_first), choose(hand[1], hand[2], drop_early),
                         load(cards)};
    vec quads[4];
    quads_of_words(kept, quads);
    for (int j = 0; j < 4; j++)
        store_hands(hands, at + j, quads[j]);

    const vec lost = _mm256_andnot_si256(drawing, loses);
    store(group->lost[1], load(group->lost[0]));
    store(group->lost[0], lost);
    return lost;
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
    for (uint32_t seat = 0; seat < table->job.setup->base.params.players; seat++)
        table->hands[i * HANDS + seat] =
            cirno_pack_words(table->card_words, hands + CIRNO_HAND * seat);
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
        table->card_words[card] = cirno_word_of(card);

    table->time = 0;
    table->busy = 0;
    table->playing = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        table->groups[i / WIDTH].base[i % WIDTH] = (uint16_t)(i * HANDS);
        refill(table, i);
    }
    close_lanes(table); /* for the deadline */
}

static enum nf_status play(const struct nf_kernel *self, const struct nf_setup *base,
                           void *memory_block, struct nf_feed *feed, struct nf_sink *sink,
                           struct nf_error *err)
{
    (void)self;
    struct table *const table = memory_block;
    table->job = cirno_lanes_open(base, feed, sink, err);
    open_all(table);
    const struct rules rules = make_rules(table->job.setup);
    const bool given = table->job.setup->instances != NULL;
    while (table->busy > 0 && table->job.status == NF_OK) {
        if (given)
            read_decks(table);
        else
            deal_block(table, &rules);
        play_steps(table, &rules);
        const bool over = record_losses(table);
        if (over || any_lane_deep(table) || (int32_t)(table->time - table->deadline) > 0)
            close_lanes(table);
    }
    return table->job.status;
}

static size_t memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    (void)setup;
    return nf_cache_lines(sizeof(struct table));
}

static bool supported(void)
{
    return nf_machine_has_avx2();
}

const struct nf_kernel cirno_avx2 = {"avx2", supported, memory, play, cirno_usual_only};

#else

const struct nf_kernel cirno_avx2 = {"avx2", cirno_absent, cirno_absent_memory, cirno_absent_play,
                                     cirno_usual_only};

#endif
