/* The Number Game (TNG): common definitions, with the statement's names: a game is n0 r e p m and
 * the goals g.
 *
 * A move leads from n to n + e^n or n - e^n, modulo p. X moves first. The player who moves to a
 * goal wins. After r rounds, 2r moves, without a goal the game is a draw. If n0 is a goal, nobody
 * wins by that. */
#ifndef NF_TNG_H
#define NF_TNG_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TNG_MIN_P = 3, /* p = 2 leaves no e with 2 <= e < p */
    TNG_MAX_P = 47,
    TNG_MAX_ROUNDS = 6,
    TNG_MAX_MOVES = 2 * TNG_MAX_ROUNDS,
    TNG_MAX_GOALS = 10,
    TNG_PRIMES = 14, /* odd primes up to TNG_MAX_P */
    TNG_PAIRS = 298, /* pairs of p and e: the sum of p - 2 over the primes */
};

/* An explicit game. g has m goals; repeated ones count once. */
struct tng_game {
    uint8_t n0, r, e, p, m;
    uint8_t g[TNG_MAX_GOALS];
};

enum tng_outcome { TNG_DRAW, TNG_X, TNG_Y };

/* "draw", "X wins" or "Y wins". */
extern const char *const tng_outcome_words[3];

/* The odd primes in order: 3, 5, ..., 47. */
extern const uint8_t tng_primes[TNG_PRIMES];

/* Returns e^n mod p, for p <= TNG_MAX_P. */
uint32_t tng_power(uint32_t e, uint32_t n, uint32_t p);

/* Returns the set of goals: bit n is set if n is a goal. */
uint64_t tng_goal_set(const struct tng_game *game);

/* Both moves from every n, for one p and e. */
struct tng_maps {
    uint8_t p, e;
    uint8_t plus[TNG_MAX_P], minus[TNG_MAX_P];
};

/* Returns the maps of all TNG_PAIRS pairs, ordered by p, then e; see tng_pair(). Built by the first
 * call. Thread-safe, but not for inner loops. */
const struct tng_maps *tng_all_maps(void);

/* Returns the number, from 0, of the pair of p = tng_primes[place] and e. */
static inline uint32_t tng_pair(uint32_t place, uint32_t e)
{
    static const uint16_t first[TNG_PRIMES] = {0,  1,  4,   9,   18,  29,  44,
                                               61, 82, 109, 138, 173, 212, 253};
    return first[place] + e - 2;
}

/* Returns the maps of a valid pair of p and e. Thread-safe. */
const struct tng_maps *tng_maps_of(uint32_t p, uint32_t e);

/* ---- games in one word ----
 *
 * The form that kernels play: 64 bits per game, besides its pair of p and e: goal set, n0, r and,
 * once solved, the number of moves to the win. */
enum {
    TNG_N0_SHIFT = 47,
    TNG_R_SHIFT = 53,
    TNG_MOVES_SHIFT = 56,
};
#define TNG_GOAL_MASK (((uint64_t)1 << TNG_N0_SHIFT) - 1)

static inline uint64_t tng_pack(uint64_t goals, uint32_t n0, uint32_t r)
{
    return goals | (uint64_t)n0 << TNG_N0_SHIFT | (uint64_t)r << TNG_R_SHIFT;
}

static inline uint32_t tng_packed_n0(uint64_t packed)
{
    return (uint32_t)(packed >> TNG_N0_SHIFT) & 63;
}

static inline uint32_t tng_packed_r(uint64_t packed)
{
    return (uint32_t)(packed >> TNG_R_SHIFT) & 7;
}

/* ---- the outcome record ----
 *
 * One word per game, from the lowest bit: the outcome (2 bits, enum tng_outcome), r (3), m without
 * repetitions (4), p (6), e (6), n0 (6), and the moves of the game (4), if the winner takes the
 * shortest way and the loser the longest; 0 for a draw. X wins in an odd number of moves, Y in an
 * even one. */
enum {
    TNG_RECORD_R = 2,
    TNG_RECORD_M = 5,
    TNG_RECORD_P = 9,
    TNG_RECORD_E = 15,
    TNG_RECORD_N0 = 21,
    TNG_RECORD_MOVES = 27,
};

static inline enum tng_outcome tng_record_outcome(uint32_t record)
{
    return (enum tng_outcome)(record & 3);
}

static inline uint32_t tng_record_r(uint32_t record)
{
    return record >> TNG_RECORD_R & 7;
}

static inline uint32_t tng_record_m(uint32_t record)
{
    return record >> TNG_RECORD_M & 15;
}

static inline uint32_t tng_record_p(uint32_t record)
{
    return record >> TNG_RECORD_P & 63;
}

static inline uint32_t tng_record_e(uint32_t record)
{
    return record >> TNG_RECORD_E & 63;
}

static inline uint32_t tng_record_n0(uint32_t record)
{
    return record >> TNG_RECORD_N0 & 63;
}

static inline uint32_t tng_record_moves(uint32_t record)
{
    return record >> TNG_RECORD_MOVES & 15;
}

/* Returns the record of a game that is won in `moves` moves without a limit of rounds; 0: not
 * within TNG_MAX_MOVES. `fields` is from tng_record_fields(). */
static inline uint32_t tng_record(uint32_t fields, uint32_t n0, uint32_t r, uint32_t moves)
{
    const uint32_t won = moves <= 2 * r ? moves : 0;
    const uint32_t outcome = won == 0 ? TNG_DRAW : won % 2 == 1 ? TNG_X : TNG_Y;
    return fields | outcome | r << TNG_RECORD_R | n0 << TNG_RECORD_N0 | won << TNG_RECORD_MOVES;
}

/* Returns the part of a record for p, e and m. */
static inline uint32_t tng_record_fields(uint32_t p, uint32_t e, uint32_t m)
{
    return p << TNG_RECORD_P | e << TNG_RECORD_E | m << TNG_RECORD_M;
}

/* ---- the reference ----
 *
 * The rules in plain C, for comparison with the statement line by line. All functions are
 * thread-safe. */

/* Returns the minimax value of n with `moves_left` moves to come (at most TNG_MAX_MOVES), where X
 * moves next if `x_moves`: +1 if X can force a win, -1 if Y can, 0 otherwise. n must not be a goal
 * that was just reached. Recursive over the game tree: 2^moves_left steps. */
int tng_value(const struct tng_game *game, uint32_t n, uint32_t moves_left, bool x_moves);

/* Returns n after the move + (`plus`) or -. */
uint32_t tng_move(const struct tng_game *game, uint32_t n, bool plus);

/* Whether a move to n wins. */
bool tng_is_goal(const struct tng_game *game, uint32_t n);

/* Returns the outcome of a game, by tng_value(). */
enum tng_outcome tng_solve(const struct tng_game *game);

/* Returns the least number of moves in which the game from n can be won by force, ignoring game->r;
 * 0 if it is more than `moves_left`. With r rounds the game is won if 2r is at least this
 * number. */
uint32_t tng_moves_to_win(const struct tng_game *game, uint32_t n, uint32_t moves_left);

/* Returns the outcome record of a game. */
uint32_t tng_reference_record(const struct tng_game *game);

#endif
