/* The player of run --check with AVX-512: 16 games side by side, a game to a 32-bit lane, with
 * cards wished for as cirno_wish() says. It finds that something is wrong, not what: then the game
 * is checked again alone, by the player in plain C, whose message names the turn. So are games
 * whose p falls too low.
 *
 * It shares nothing with the kernel of that name but the generator's definition: other lanes, hands
 * in memory, keys of whole p. */
#include "base/machine.h"
#include "games/cirno/check/checking_games.h"
#include "games/cirno/check/checking_lanes.h"
#include "games/cirno/kernels/lanes.h"
#include "games/cirno/rules/rules.h"
#include "gen/cirno/setup.h"

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

#include <immintrin.h>
#include <inttypes.h>
#include <string.h>

/* Without optimisation gcc's gathers and scatters are macros, which convert masks. */
#if defined(__GNUC__) && !defined(__OPTIMIZE__)
#pragma GCC diagnostic ignored "-Wsign-conversion"
#endif

enum {
    LANES = CIRNO_CHECKED_LANES,
    STEPS = CIRNO_CHECKED_STEPS,
    CHUNKS = 4,       /* cards a word of the generator has */
    SMALL_TOTAL = 64, /* tickets that the table in registers has */
    PLACES = 4,       /* times which wishes are; what is below is a place in the hand */
    HAND_BYTES = 0x10101,
    CARD_BITS = 8,
};

static inline __m512i splat(int32_t number)
{
    return _mm512_set1_epi32(number);
}

/* ---- a step ---- */

static inline __m512i look_up(const void *table, __m512i cards)
{
    const __m512i *const half = table;
    return _mm512_permutex2var_epi32(half[0], cards, half[1]);
}

/* What changes from step to step. */
struct state {
    __m512i p, seat, step, turn, kept;
    __mmask16 doubled, draw_second, draw_third;
    __mmask16 deep, bad_seat, bad_hand, bad_value, bad_loser;
};

/* Lanes with a byte that is no card, or a highest one that is not 0; see cirno_check_turn(). */
static inline __mmask16 no_hand(__m512i hand)
{
    const __m512i sum =
        _mm512_add_epi32(hand, splat(0x7f000000 + (128 - CIRNO_CARDS) * HAND_BYTES));
    return _mm512_test_epi32_mask(_mm512_or_si512(hand, sum), splat((int32_t)0x80808080));
}

/* What p becomes by the card in the lowest byte, unless it is a counter card: then 0. `pair` is p
 * and 1, 16 bits each. Twice p becomes an odd number where half of an odd p is taken. */
static inline __m512i apply(const struct cirno_lane_tables *tables, __m512i pair, __m512i card)
{
    return _mm512_srai_epi32(_mm512_madd_epi16(pair, look_up(tables->effect, card)), 1);
}

/* How much the card is wished for, times PLACES, plus its place in the hand; 0 if it loses. */
static inline __m512i key_of(const struct cirno_lane_tables *tables, __m512i pair, __m512i card,
                             int place, __mmask16 doubled)
{
    const __m512i new_p = apply(tables, pair, card);
    const __mmask16 valid = _mm512_cmple_epi32_mask(new_p, splat(CIRNO_LIMIT));
    const __m512i plain = look_up(tables->plain, card), under = look_up(tables->doubled, card);
    __m512i part = _mm512_slli_epi32(new_p, 5); /* times 8, see cirno_wish(), and PLACES */
    part = _mm512_mask_sub_epi32(part, doubled, splat(place), part);
    if (place > 0)
        part = _mm512_mask_add_epi32(part, _knot_mask16(doubled), part, splat(place));
    return _mm512_maskz_add_epi32(valid, _mm512_mask_mov_epi32(plain, doubled, under), part);
}

/* Lanes of `among` whose p allows to play the card. */
static inline __mmask16 can_play(const struct cirno_lane_tables *tables, __mmask16 among, __m512i p,
                                 __m512i card)
{
    return _mm512_mask_cmple_epi32_mask(among, p, look_up(tables->most, card));
}

static inline void check_turn(struct state *s, __mmask16 turns, __m512i players, __m512i hand)
{
    s->bad_seat |= _mm512_mask_cmpge_epu32_mask(turns, s->seat, players) |
                   _mm512_cmpgt_epu32_mask(s->step, players);
    s->bad_hand |= no_hand(hand);
    s->bad_value |=
        _mm512_mask_cmpgt_epu32_mask(turns, _mm512_add_epi32(s->p, splat(CIRNO_P_BOUND - 1)),
                                     splat(CIRNO_LIMIT + CIRNO_P_BOUND - 1));
}

static inline __attribute__((always_inline)) void play_step(struct cirno_checked_lanes *lanes,
                                                            const struct cirno_lane_tables *tables,
                                                            struct state *s, __m512i players,
                                                            int at)
{
    const __m512i zero = _mm512_setzero_si512(), one = splat(1);
    const __m512i number = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i drawn = _mm512_load_si512(lanes->cards[at]);
    /* Whatever the seat is, the hand is within the array. */
    const __m512i place = _mm512_or_si512(
        _mm512_slli_epi32(_mm512_and_si512(s->seat, splat(NF_MAX_SEATS - 1)), 4), number);
    const __m512i hand = _mm512_i32gather_epi32(place, lanes->hands, 4);
    const __mmask16 turns = _knot_mask16(s->draw_second | s->draw_third);
    check_turn(s, turns, players, hand);

    const __m512i second = _mm512_srli_epi32(hand, CARD_BITS);
    const __m512i third = _mm512_srli_epi32(hand, 2 * CARD_BITS);
    const __m512i pair = _mm512_mask_blend_epi16(0xaaaaaaaa, s->p, _mm512_set1_epi16(1));
    const __m512i best =
        _mm512_max_epi32(_mm512_max_epi32(key_of(tables, pair, hand, 0, s->doubled),
                                          key_of(tables, pair, second, 1, s->doubled)),
                         key_of(tables, pair, third, 2, s->doubled));
    const __mmask16 loses = _mm512_mask_cmplt_epi32_mask(turns, best, splat(PLACES));
    const __mmask16 plays = _kandn_mask16(loses, turns);
    s->bad_loser |= can_play(tables, loses, s->p, hand) | can_play(tables, loses, s->p, second) |
                    can_play(tables, loses, s->p, third);

    /* The card that leaves: the one played, or the loser's first, second and third. */
    __m512i shift = _mm512_maskz_slli_epi32(plays, _mm512_and_si512(best, splat(PLACES - 1)), 3);
    shift = _mm512_mask_mov_epi32(shift, s->draw_second, splat(CARD_BITS));
    shift = _mm512_mask_mov_epi32(shift, s->draw_third, splat(2 * CARD_BITS));
    const __m512i card = _mm512_and_si512(_mm512_srlv_epi32(hand, shift), splat(0xff));
    const __m512i rest = _mm512_andnot_si512(_mm512_sllv_epi32(splat(0xff), shift), hand);
    _mm512_i32scatter_epi32(lanes->hands, place,
                            _mm512_or_si512(rest, _mm512_sllv_epi32(drawn, shift)), 4);
    s->kept = _mm512_sub_epi32(_mm512_add_epi32(s->kept, look_up(tables->weight, drawn)),
                               look_up(tables->weight, card));

    /* A loser's turn counts; then everything begins anew but for the seat. */
    s->turn = _mm512_mask_add_epi32(s->turn, turns, s->turn, one);
    _mm512_store_si512(lanes->records[at],
                       _mm512_or_si512(_mm512_slli_epi32(s->turn, NF_SEAT_BITS), s->seat));
    lanes->lost[at] = loses;
    s->turn = _mm512_mask_mov_epi32(s->turn, loses, zero);

    const __mmask16 counter = _mm512_mask_cmpge_epi32_mask(plays, card, splat(CIRNO_PASS));
    const __mmask16 basic = _kandn_mask16(counter, plays);
    s->p = _mm512_mask_mov_epi32(s->p, basic, apply(tables, pair, card));
    s->p = _mm512_mask_mov_epi32(s->p, loses, zero);
    s->deep |= _mm512_cmple_epi32_mask(s->p, splat(-CIRNO_P_BOUND));
    s->p = _mm512_max_epi32(s->p, splat(-CIRNO_P_BOUND));
    s->step = _mm512_mask_sub_epi32(
        s->step, _mm512_mask_cmpeq_epi32_mask(plays, card, splat(CIRNO_TURN)), players, s->step);
    const __mmask16 again = s->doubled & basic; /* she took the effect and plays a second card */
    const __mmask16 doubles = _mm512_mask_cmpeq_epi32_mask(plays, card, splat(CIRNO_DOUBLE));
    s->doubled = _kandn_mask16(again | loses, s->doubled | doubles);
    s->seat = _mm512_mask_add_epi32(s->seat, _kandn_mask16(again, plays), s->seat, s->step);
    s->seat = _mm512_min_epu32(s->seat, _mm512_sub_epi32(s->seat, players));
    s->step = _mm512_mask_mov_epi32(
        s->step, loses, _mm512_maskz_mov_epi32(_mm512_cmpneq_epi32_mask(players, one), one));
    s->draw_third = s->draw_second;
    s->draw_second = loses;
}

/* Lanes whose hands are not made of what was dealt and has not gone. */
static __mmask16 wrong_cards(const struct cirno_checked_lanes *lanes,
                             const struct cirno_lane_tables *tables, uint32_t players,
                             __mmask16 *bad_hand)
{
    __m512i held = _mm512_setzero_si512();
    for (uint32_t seat = 0; seat < players; seat++) {
        const __m512i hand = _mm512_load_si512(lanes->hands[seat]);
        *bad_hand |= no_hand(hand);
        for (unsigned i = 0; i < CIRNO_HAND; i++)
            held = _mm512_add_epi32(
                held, look_up(tables->weight, _mm512_srli_epi32(hand, CARD_BITS * i)));
    }
    return _mm512_cmpneq_epi32_mask(held, _mm512_load_si512(lanes->kept));
}

void cirno_check_lanes(struct cirno_checked_lanes *lanes, const struct cirno_lane_tables *tables,
                       uint32_t players)
{
    const __m512i draws = _mm512_load_si512(lanes->draws);
    struct state s = {
        .p = _mm512_load_si512(lanes->p),
        .seat = _mm512_load_si512(lanes->seat),
        .step = _mm512_load_si512(lanes->step),
        .turn = _mm512_load_si512(lanes->turn),
        .kept = _mm512_load_si512(lanes->kept),
        .doubled = _mm512_cmpneq_epi32_mask(_mm512_load_si512(lanes->doubled), splat(0)),
        .draw_second = _mm512_cmpeq_epi32_mask(draws, splat(2)),
        .draw_third = _mm512_cmpeq_epi32_mask(draws, splat(1)),
    };
    for (int at = 0; at < STEPS; at++)
        play_step(lanes, tables, &s, splat((int32_t)players), at);
    _mm512_store_si512(lanes->p, s.p);
    _mm512_store_si512(lanes->seat, s.seat);
    _mm512_store_si512(lanes->step, s.step);
    _mm512_store_si512(lanes->turn, s.turn);
    _mm512_store_si512(lanes->kept, s.kept);
    _mm512_store_si512(lanes->doubled, _mm512_maskz_mov_epi32(s.doubled, splat(1)));
    _mm512_store_si512(lanes->draws,
                       _mm512_mask_mov_epi32(_mm512_maskz_mov_epi32(s.draw_third, splat(1)),
                                             s.draw_second, splat(2)));
    lanes->deep = s.deep;
    lanes->faults[CIRNO_FAULT_CARDS] = wrong_cards(lanes, tables, players, &s.bad_hand);
    lanes->faults[CIRNO_FAULT_SEAT] = s.bad_seat;
    lanes->faults[CIRNO_FAULT_HAND] = s.bad_hand;
    lanes->faults[CIRNO_FAULT_VALUE] = s.bad_value;
    lanes->faults[CIRNO_FAULT_LOSER] = s.bad_loser;
}

/* ---- cards ---- */

struct group {
    struct cirno_checked_lanes lanes;
    uint64_t s0[LANES], s1[LANES]; /* generators */
    uint32_t used[LANES];          /* cards of the deck */
    uint32_t ended[LANES];         /* cards used when the last round was lost, its draws included */
    uint16_t busy;
    struct cirno_checked_game games[LANES];
};

struct player {
    struct cirno_lane_tables tables;
    __m512i tickets[2]; /* cards, 16 bits each, if there are not too many */
    struct cirno_checker all;
    uint32_t players, rounds;
    void *alone; /* memory of the player in plain C */
    struct group group;
};

/* The next words of eight generators. */
static inline __m512i next_words(uint64_t *state0, uint64_t *state1)
{
    const __m512i s0 = _mm512_load_si512(state0), s1 = _mm512_load_si512(state1);
    const __m512i sum = _mm512_add_epi64(s0, s1), mixed = _mm512_xor_si512(s0, s1);
    const __m512i turned = _mm512_xor_si512(_mm512_rol_epi64(s0, 49), mixed);
    _mm512_store_si512(state0, _mm512_xor_si512(turned, _mm512_slli_epi64(mixed, 21)));
    _mm512_store_si512(state1, _mm512_rol_epi64(mixed, 28));
    return _mm512_add_epi64(_mm512_rol_epi64(sum, 17), s0);
}

static __attribute__((noinline)) void redraw(const struct player *player, struct group *g,
                                             uint32_t step, uint32_t rejected)
{
    const struct cirno_setup *const setup = player->all.setup;
    for (rejected &= g->busy; rejected != 0; rejected &= rejected - 1) {
        const int i = __builtin_ctz(rejected);
        const struct cirno_dealer *const dealer = &g->games[i].dealer;
        const uint64_t position = dealer->position + g->used[i] + step;
        g->lanes.cards[step][i] =
            setup->ticket_card[nf_redraw(&dealer->key, position, setup->total)];
    }
}

/* The cards of the next four steps, from `step` on. */
static inline void deal_word(const struct player *player, struct group *g, uint32_t step)
{
    const struct cirno_setup *const setup = player->all.setup;
    const __m512i low16 = splat(0xffff);
    __m512i low = next_words(g->s0, g->s1), high = next_words(g->s0 + 8, g->s1 + 8);
    for (uint32_t chunk = 0; chunk < CHUNKS; chunk++, step++) {
        const __m512i chunks =
            _mm512_and_si512(_mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi64_epi32(low)),
                                                _mm512_cvtepi64_epi32(high), 1),
                             low16);
        const __m512i product = _mm512_mullo_epi32(chunks, splat((int32_t)setup->total));
        const __m512i ticket = _mm512_srli_epi32(product, 16);
        uint32_t *const cards = g->lanes.cards[step];
        if (setup->total <= SMALL_TOTAL) {
            _mm512_store_si512(
                cards, _mm512_and_si512(_mm512_permutex2var_epi16(player->tickets[0], ticket,
                                                                  player->tickets[1]),
                                        low16));
        } else {
            _mm512_store_si512(cards, ticket);
            for (int i = 0; i < LANES; i++)
                cards[i] = setup->ticket_card[cards[i]];
        }
        const __mmask16 rejected = _mm512_cmplt_epu32_mask(_mm512_and_si512(product, low16),
                                                           splat((int32_t)setup->reject_below));
        if (__builtin_expect(rejected != 0, 0))
            redraw(player, g, step, rejected);
        low = _mm512_srli_epi64(low, 16);
        high = _mm512_srli_epi64(high, 16);
    }
}

/* Cards of explicit decks; behind their end there is anything, which is drawn but not used. */
static void read_decks(struct group *g)
{
    for (uint32_t step = 0; step < STEPS; step++)
        for (int i = 0; i < LANES; i++) {
            const struct cirno_checked_game *const game = &g->games[i];
            const uint32_t next = g->used[i] + step;
            g->lanes.cards[step][i] = game->busy && next < game->limit ? game->given[next] : 0;
        }
}

/* ---- games ---- */

/* Sets the table of the game that lane i was just dealt. */
static void open_table(const struct player *player, struct group *g, int i, const uint8_t *hands)
{
    struct cirno_checked_lanes *const lanes = &g->lanes;
    const struct nf_rng *const rng = &g->games[i].dealer.rng;
    lanes->kept[i] = 0;
    for (uint32_t seat = 0; seat < player->players; seat++) {
        const uint8_t *const hand = hands + CIRNO_HAND * seat;
        lanes->hands[seat][i] = hand[0] | (uint32_t)hand[1] << 8 | (uint32_t)hand[2] << 16;
        for (int card = 0; card < CIRNO_HAND; card++)
            lanes->kept[i] += cirno_lane_weight(hand[card]);
    }
    lanes->p[i] = 0;
    lanes->seat[i] = lanes->doubled[i] = lanes->draws[i] = lanes->turn[i] = 0;
    lanes->step[i] = 1 % player->players;
    g->s0[i] = rng->s0;
    g->s1[i] = rng->s1;
    g->used[i] = 0;
    g->busy |= (uint16_t)(1u << i);
}

static void take(struct player *player, struct group *g, int i)
{
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    g->busy &= (uint16_t) ~(1u << i);
    if (cirno_checked_take(&player->all, &g->games[i], hands))
        open_table(player, g, i, hands);
}

/* Throws the candidate away. */
static void reject(struct player *player, struct group *g, int i)
{
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    g->busy &= (uint16_t) ~(1u << i);
    if (cirno_checked_reject(&player->all, &g->games[i], NF_REJECT_DECK, hands))
        open_table(player, g, i, hands);
}

static void complete(struct player *player, struct group *g, int i)
{
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    g->busy &= (uint16_t) ~(1u << i);
    if (cirno_checked_complete(&player->all, &g->games[i], hands))
        open_table(player, g, i, hands);
}

static bool no_more(struct nf_feed *feed)
{
    (void)feed;
    return false;
}

static void ignore(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    (void)sink, (void)outcome;
}

/* Has the player in plain C play the game of the lane from its beginning. Where something was found
 * to be wrong it is to find the same. */
static void play_alone(struct player *player, struct group *g, int i, bool fault)
{
    struct cirno_checker *const all = &player->all;
    const uint64_t index = g->games[i].index;
    struct nf_feed feed = {index, index + 1, no_more};
    struct nf_sink nowhere = {ignore};
    all->end = cirno_checking_plain.play(&all->setup->base, player->alone, &feed,
                                         fault ? &nowhere : all->sink, all->err);
    if (all->end == NF_OK && fault)
        all->end = nf_fail(all->err, NF_INTERNAL,
                           "game %" PRIu64 ": checked beside others it breaks what must hold,"
                           " checked alone it does not",
                           index);
    take(player, g, i);
}

/* Records the rounds that `among` have lost; returns the lanes whose games are over. */
static uint32_t record_rounds(const struct player *player, struct group *g, uint32_t among)
{
    uint32_t over = 0;
    for (uint32_t step = 0; step < STEPS; step++)
        for (uint32_t left = g->lanes.lost[step] & among; left != 0; left &= left - 1) {
            const int i = __builtin_ctz(left);
            struct cirno_checked_game *const game = &g->games[i];
            if (game->round == player->rounds)
                continue;
            game->rounds[game->round++] = g->lanes.records[step][i];
            if (game->round < player->rounds)
                continue;
            g->ended[i] = g->used[i] + step + CIRNO_HAND;
            over |= 1u << i;
        }
    return over;
}

/* What comes of a block of steps, for each lane that has a game. */
static void settle(struct player *player, struct group *g)
{
    uint32_t faults = 0;
    for (int kind = CIRNO_FAULTLESS + 1; kind < CIRNO_FAULT_KINDS; kind++)
        faults |= g->lanes.faults[kind];
    const uint32_t deep = g->lanes.deep & g->busy;
    faults &= g->busy & ~deep;
    const uint32_t over = record_rounds(player, g, g->busy & ~(deep | faults));
    for (uint32_t left = g->busy; left != 0 && player->all.end == NF_OK; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const uint32_t limit = g->games[i].limit;
        g->used[i] += STEPS;
        if ((over >> i & 1) != 0 && !cirno_checked_adds_up(&g->games[i], g->ended[i]))
            faults |= 1u << i;
        if (((deep | faults) >> i & 1) != 0)
            play_alone(player, g, i, (faults >> i & 1) != 0);
        else if ((over >> i & 1) != 0 ? g->ended[i] > limit : g->used[i] > limit)
            reject(player, g, i);
        else if ((over >> i & 1) != 0)
            complete(player, g, i);
    }
}

/* ---- the kernel ---- */

static bool supported(void)
{
    return nf_machine_has_avx512();
}

static size_t memory(const struct nf_setup *setup)
{
    _Static_assert(sizeof(struct player) % NF_CACHE_LINE == 0, "a multiple of cache lines");
    return sizeof(struct player) + cirno_checking_plain.memory(setup);
}

static void play_block(struct player *player, struct group *g)
{
    if (player->all.setup->instances != NULL)
        read_decks(g);
    else
        for (uint32_t step = 0; step < STEPS; step += CHUNKS)
            deal_word(player, g, step);
    cirno_check_lanes(&g->lanes, &player->tables, player->players);
    settle(player, g);
}

static enum nf_exit play(const struct nf_setup *base, void *memory_block, struct nf_feed *feed,
                         struct nf_sink *sink, struct nf_error *err)
{
    struct player *const player = memory_block;
    const struct cirno_setup *const setup = (const struct cirno_setup *)base;
    memset(player, 0, sizeof *player);
    player->all = (struct cirno_checker){.setup = setup, .feed = feed, .sink = sink, .err = err};
    cirno_lane_tables_fill(&player->tables);
    player->players = base->params.players;
    player->rounds = base->params.rounds;
    player->alone = player + 1;
    uint16_t tickets[SMALL_TOTAL] = {0};
    for (uint32_t i = 0; i < SMALL_TOTAL && i < setup->total; i++)
        tickets[i] = setup->ticket_card[i];
    for (int half = 0; half < 2; half++)
        player->tickets[half] = _mm512_loadu_si512(tickets + SMALL_TOTAL / 2 * half);
    for (int i = 0; i < LANES; i++)
        take(player, &player->group, i);
    while (player->group.busy != 0 && player->all.end == NF_OK)
        play_block(player, &player->group);
    return player->all.end;
}

const struct nf_kernel cirno_checking_avx512 = {"checking", supported, memory, play};

#else

void cirno_check_lanes(struct cirno_checked_lanes *lanes, const struct cirno_lane_tables *tables,
                       uint32_t players)
{
    (void)lanes, (void)tables, (void)players;
}

const struct nf_kernel cirno_checking_avx512 = {"checking", cirno_absent, cirno_absent_memory,
                                                cirno_absent_play};

#endif
