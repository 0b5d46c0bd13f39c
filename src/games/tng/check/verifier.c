#include "games/tng/check/verifier.h"

#include "games/tng/kernels/setup.h"

#include <inttypes.h>
#include <pthread.h>
#include <string.h>

/* ---- moves ---- */

static struct tng_moves all_moves[TNG_PAIRS];
static const char *moves_fault; /* fault of any of them */
static pthread_once_t moves_once = PTHREAD_ONCE_INIT;

static void fill_moves(struct tng_moves *moves, uint32_t p, uint32_t e)
{
    moves->p = (uint8_t)p;
    moves->e = (uint8_t)e;
    for (uint32_t n = 0; n < p; n++) {
        const uint32_t power = tng_power(e, n, p);
        moves->plus[n] = (uint8_t)((n + power) % p);
        moves->minus[n] = (uint8_t)((n + p - power) % p);
        moves->before[moves->plus[n]] |= (uint64_t)1 << n;
        moves->before[moves->minus[n]] |= (uint64_t)1 << n;
    }
}

static void fill_all_moves(void)
{
    for (uint32_t place = 0; place < TNG_PRIMES; place++)
        for (uint32_t e = 2; e < tng_primes[place]; e++) {
            struct tng_moves *const moves = &all_moves[tng_pair(place, e)];
            fill_moves(moves, tng_primes[place], e);
            const char *const fault = tng_check_moves(moves);
            moves_fault = fault != NULL ? fault : moves_fault;
        }
}

const struct tng_moves *tng_checked_moves(uint32_t pair)
{
    pthread_once(&moves_once, fill_all_moves);
    return &all_moves[pair];
}

const char *tng_check_moves(const struct tng_moves *moves)
{
    const uint32_t p = moves->p, e = moves->e;
    if (p < TNG_MIN_P || p > TNG_MAX_P || !tng_is_prime(p))
        return "p is not a prime from 3 to 47";
    if (e < 2 || e >= p)
        return "e is not from 2 to p-1";
    const struct tng_maps *const maps = tng_maps_of(p, e);
    uint32_t power = 1;
    for (uint32_t n = 0; n < p; n++, power = power * e % p) {
        if (moves->plus[n] >= p || moves->minus[n] >= p)
            return "a move leads out of the range of numbers";
        if ((moves->plus[n] + p - n) % p != power || (n + p - moves->minus[n]) % p != power)
            return "a move does not add or subtract e^n";
        if (maps->plus[n] != moves->plus[n] || maps->minus[n] != moves->minus[n])
            return "kernels take another move";
        if ((moves->before[moves->plus[n]] & moves->before[moves->minus[n]] & (uint64_t)1 << n) ==
            0)
            return "a move is not found from where it leads";
    }
    return NULL;
}

/* ---- values ---- */

/* Returns all n from which a move leads into `set`. */
static uint64_t before_any(const struct tng_moves *moves, uint64_t set)
{
    uint64_t before = 0;
    for (; set != 0; set &= set - 1)
        before |= moves->before[__builtin_ctzll(set)];
    return before;
}

/* Returns the numbers of `set` from which both moves lead into `into`. */
static uint64_t with_both(const struct tng_moves *moves, uint64_t set, uint64_t into)
{
    uint64_t both = 0;
    for (; set != 0; set &= set - 1) {
        const unsigned n = (unsigned)__builtin_ctzll(set);
        both |= (into >> moves->plus[n] & into >> moves->minus[n] & 1) << n;
    }
    return both;
}

static void set_ends(struct tng_checked *checked, uint64_t set, uint32_t moves)
{
    for (; set != 0; set &= set - 1)
        checked->ends[__builtin_ctzll(set)] = (uint8_t)moves;
}

/* A number from which a goal can be reached is won in 1 move. A number whose moves both lead to won
 * numbers is lost one move later than the later of these; a number before a lost one is won. Goals
 * need no special treatment, because a player who can move to one wins. */
void tng_checked_solve(struct tng_checked *checked)
{
    const struct tng_moves *const moves = checked->moves;
    uint64_t won = 0, lost = 0, news = checked->goals;
    memset(checked->ends, 0, sizeof checked->ends);
    for (uint32_t move = 1; move < TNG_MAX_MOVES && news != 0; move += 2) {
        const uint64_t new_won = before_any(moves, news) & ~(won | lost);
        set_ends(checked, new_won, move);
        won |= new_won;
        news = with_both(moves, before_any(moves, new_won) & ~(won | lost), won);
        set_ends(checked, news, move + 1);
        lost |= news;
    }
}

/* The worth of an end in a number of moves, odd for a win; higher is better. A win is better than a
 * draw, and a draw better than a loss; early wins and late losses are better. */
enum { DRAWN = 64, WINS = 128 };

static uint8_t worth_of(uint32_t moves)
{
    return (uint8_t)(moves == 0 || moves > TNG_MAX_MOVES ? DRAWN
                     : moves % 2 == 1                    ? WINS - moves
                                                         : moves);
}

/* By the end of a number: the worth of moving from it, and of moving to it. */
struct worths {
    uint8_t from[16], to[16];
};

static struct worths make_worths(void)
{
    struct worths worths;
    for (uint32_t ends = 0; ends < 16; ends++) {
        worths.from[ends] = worth_of(ends);
        worths.to[ends] = ends == 0 ? DRAWN : worth_of(ends + 1);
    }
    return worths;
}

const char *tng_check_ends(const struct tng_checked *checked, uint32_t *n)
{
    const struct tng_moves *const moves = checked->moves;
    const struct worths worths = make_worths();
    const uint32_t p = moves->p;
    uint8_t to[TNG_MAX_P];
    for (*n = 0; *n < p; ++*n) {
        if (checked->ends[*n] > TNG_MAX_MOVES)
            return "it ends after more moves than a game has";
        to[*n] = worths.to[checked->ends[*n]];
    }
    for (uint64_t goals = checked->goals; goals != 0; goals &= goals - 1)
        to[__builtin_ctzll(goals)] = worth_of(1);
    uint32_t wrong = 0; /* accumulated without branches, which would be unpredictable */
    for (uint32_t i = 0; i < p; i++) {
        const uint8_t plus = to[moves->plus[i]], minus = to[moves->minus[i]];
        wrong |= (plus > minus ? plus : minus) ^ (uint32_t)worths.from[checked->ends[i]];
    }
    for (*n = 0; wrong != 0 && *n < p; ++*n) {
        const uint8_t plus = to[moves->plus[*n]], minus = to[moves->minus[*n]];
        if ((plus > minus ? plus : minus) != worths.from[checked->ends[*n]])
            return "its value does not follow from its moves";
    }
    return NULL;
}

/* ---- games ---- */

/* Returns the moves to the end from n with `left` moves to come; 0: a draw. */
static uint32_t end_within(const struct tng_checked *checked, uint32_t n, uint32_t left)
{
    return checked->ends[n] <= left ? checked->ends[n] : 0;
}

/* Returns n after the better of the two moves, or p if none keeps the value of the game. */
static uint32_t best_move(const struct tng_checked *checked, uint32_t n, uint32_t left)
{
    const uint32_t tos[] = {checked->moves->minus[n], checked->moves->plus[n]};
    const uint32_t end = end_within(checked, n, left);
    for (int i = 0; i < 2; i++) {
        const bool goal = (checked->goals >> tos[i] & 1) != 0;
        if (end == 1 ? goal
                     : !goal && end_within(checked, tos[i], left - 1) == (end > 0 ? end - 1 : 0))
            return tos[i];
    }
    return checked->moves->p;
}

const char *tng_check_record(const struct tng_checked *checked, uint32_t n0, uint32_t r,
                             uint32_t record)
{
    const uint32_t p = checked->moves->p;
    if (n0 >= p || checked->goals >> p != 0)
        return "n0 or a goal is not below p";
    if (r < 1 || r > TNG_MAX_ROUNDS || __builtin_popcountll(checked->goals) > TNG_MAX_GOALS)
        return "it has too many rounds or goals, or no rounds";
    enum tng_outcome outcome = TNG_DRAW;
    uint32_t n = n0, moves = 0;
    while (moves < 2 * r && outcome == TNG_DRAW) {
        n = best_move(checked, n, 2 * r - moves);
        if (n >= p)
            return "no move keeps its value";
        moves++;
        if ((checked->goals >> n & 1) != 0)
            outcome = moves % 2 == 1 ? TNG_X : TNG_Y;
    }
    if (tng_record_outcome(record) != outcome)
        return "play gives another outcome";
    if (tng_record_moves(record) != (outcome == TNG_DRAW ? 0 : moves))
        return "play gives another number of moves";
    return NULL;
}

static size_t memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    (void)setup;
    return NF_CACHE_LINE;
}

static enum nf_status fail_game(const struct tng_dealt *dealt, uint64_t index, const char *fault,
                                struct nf_error *err)
{
    const struct tng_game game = tng_unpack(dealt->pair, dealt->packed);
    return nf_fail(err, NF_INTERNAL, "game %" PRIu64 " (n0 = %u, r = %u, e = %u, p = %u): %s",
                   index, game.n0, game.r, game.e, game.p, fault);
}

/* Solves games with these goals and verifies the result. */
static enum nf_status solve(struct tng_checked *checked, const struct tng_dealt *dealt,
                            uint64_t index, struct nf_error *err)
{
    uint32_t n;
    checked->moves = tng_checked_moves(dealt->pair);
    checked->goals = dealt->packed & TNG_GOAL_MASK;
    if (moves_fault != NULL)
        return fail_game(dealt, index, moves_fault, err);
    tng_checked_solve(checked);
    const char *const fault = tng_check_ends(checked, &n);
    if (fault == NULL)
        return NF_OK;
    return nf_fail(err, NF_INTERNAL, "game %" PRIu64 ", n = %u (e = %u, p = %u): %s", index, n,
                   checked->moves->e, checked->moves->p, fault);
}

static enum nf_status play(const struct nf_kernel *self, const struct nf_setup *setup,
                           void *memory_block, struct nf_feed *feed, struct nf_sink *sink,
                           struct nf_error *err)
{
    (void)self;
    const struct tng_deal *const deal = &((const struct tng_setup *)setup)->deal;
    struct tng_checked checked = {.moves = NULL};
    struct tng_dealt dealt;
    uint32_t record;
    struct nf_outcome outcome = {.words = &record};
    (void)memory_block;
    while (nf_feed_take(feed, &outcome.index)) {
        if (deal->every && outcome.index >= tng_count(deal))
            return nf_fail(err, NF_INVALID, "game %" PRIu64 ": there are %" PRIu64 " of that kind",
                           outcome.index, tng_count(deal));
        dealt = tng_deal_index(deal, outcome.index);
        const uint32_t n0 = tng_packed_n0(dealt.packed), r = tng_packed_r(dealt.packed);
        /* Numbered games with the same goals are adjacent. */
        if (checked.moves != tng_checked_moves(dealt.pair) ||
            checked.goals != (dealt.packed & TNG_GOAL_MASK)) {
            const enum nf_status status = solve(&checked, &dealt, outcome.index, err);
            if (status != NF_OK)
                return status;
        }
        const uint32_t m = (uint32_t)__builtin_popcountll(checked.goals);
        record = tng_record(tng_record_fields(checked.moves->p, checked.moves->e, m), n0, r,
                            n0 < checked.moves->p ? checked.ends[n0] : 0);
        const char *const fault = tng_check_record(&checked, n0, r, record);
        if (fault != NULL)
            return fail_game(&dealt, outcome.index, fault, err);
        sink->take(sink, &outcome);
    }
    return NF_OK;
}

const struct nf_kernel tng_verifier = {"checking", nf_everywhere, memory, play, NULL};
