#include "games/tng/rules/analysis.h"

#include <assert.h>
#include <string.h>

static bool is_goal(const struct tng_analysis *analysis, uint32_t n)
{
    return (analysis->goals >> n & 1) != 0;
}

void tng_analyse(struct tng_analysis *analysis, const struct tng_game *game)
{
    const struct tng_maps *const maps = tng_maps_of(game->p, game->e);
    analysis->maps = maps;
    analysis->goals = tng_goal_set(game);
    memset(analysis->moves, 0, sizeof analysis->moves);
    /* Sets of n from which the player to move wins or loses, as far as is known; who would move
     * from a goal has lost. Pass `left` finds exactly the ends in that many moves: wins if that is
     * odd, losses if it is even, and none, if there is none in one less. */
    uint64_t wins = 0, losses = analysis->goals;
    uint64_t unknown = ((uint64_t)1 << game->p) - 1, found = unknown;
    for (uint32_t left = 1; left <= TNG_MAX_MOVES && found != 0; left++) {
        found = 0;
        for (uint64_t rest = unknown; rest != 0; rest &= rest - 1) {
            const unsigned n = (unsigned)__builtin_ctzll(rest);
            const unsigned minus = maps->minus[n], plus = maps->plus[n];
            const uint64_t ends =
                left % 2 == 1 ? losses >> minus | losses >> plus : wins >> minus & wins >> plus;
            found |= (ends & 1) << n;
        }
        unknown &= ~found;
        *(left % 2 == 1 ? &wins : &losses) |= found & ~analysis->goals;
        for (uint64_t rest = found; rest != 0; rest &= rest - 1)
            analysis->moves[__builtin_ctzll(rest)] = (uint8_t)left;
    }
}

/* ---- choices ---- */

/* The move + (`plus`) or - from n. `moves_left` includes this move. */
static struct tng_choice choice_of(const struct tng_analysis *analysis, uint32_t n,
                                   uint32_t moves_left, bool plus)
{
    struct tng_choice choice = {.plus = plus,
                                .n = plus ? analysis->maps->plus[n] : analysis->maps->minus[n]};
    const uint32_t moves = analysis->moves[choice.n];
    choice.goal = is_goal(analysis, choice.n);
    if (choice.goal) {
        choice.ends = 1;
        choice.in = 1;
    } else if (moves != 0 && moves < moves_left) {
        choice.ends = moves % 2 == 0 ? 1 : -1;
        choice.in = (uint8_t)(moves + 1);
    }
    return choice;
}

int tng_compare_choices(const struct tng_choice *a, const struct tng_choice *b)
{
    if (a->ends != b->ends)
        return a->ends - b->ends;
    return a->ends > 0 ? b->in - a->in : a->in - b->in;
}

struct tng_choice tng_best_choice(const struct tng_analysis *analysis, uint32_t n,
                                  uint32_t moves_left)
{
    const struct tng_choice minus = choice_of(analysis, n, moves_left, false);
    const struct tng_choice plus = choice_of(analysis, n, moves_left, true);
    return tng_compare_choices(&plus, &minus) > 0 ? plus : minus;
}

void tng_play_best(struct tng_line *line, const struct tng_game *game)
{
    tng_analyse(&line->analysis, game);
    line->moves = 2u * game->r;
    line->n[0] = game->n0;
    line->won = false;
    for (line->made = 0; !line->won && line->made < line->moves; line->made++) {
        struct tng_line_move *const move = &line->move[line->made];
        const uint32_t n = line->n[line->made], left = line->moves - line->made;
        move->taken = tng_best_choice(&line->analysis, n, left);
        move->other = choice_of(&line->analysis, n, left, !move->taken.plus);
        line->n[line->made + 1] = move->taken.n;
        line->won = move->taken.goal;
    }
}

int tng_minimax(const struct tng_analysis *analysis, uint32_t n, uint32_t moves_left, bool x_moves)
{
    const uint32_t moves = analysis->moves[n];
    if (moves == 0 || moves > moves_left)
        return 0;
    return (moves % 2 == 1) == x_moves ? 1 : -1;
}

/* ---- chances ---- */

/* For a position: how many of the equally likely coin sequences X and Y win. */
struct tally {
    uint32_t wins[2]; /* X's, Y's */
};

/* All positions with the same number of moves to come. */
struct stage {
    const struct tng_analysis *analysis;
    uint32_t moves_left;
    uint32_t all;                 /* number of coin sequences after the next move */
    uint32_t mover;               /* 0: X, 1: Y */
    struct tally rest[TNG_MAX_P]; /* after the next move, if it reached no goal */
};

static struct tally tally_after(const struct stage *stage, uint32_t n)
{
    struct tally tally = {{0, 0}};
    if (!is_goal(stage->analysis, n))
        return stage->rest[n];
    tally.wins[stage->mover] = stage->all;
    return tally;
}

/* Whether `a` is better for the player to move. */
static bool is_better(const struct stage *stage, const struct tally *a, const struct tally *b)
{
    const uint32_t own = stage->mover, other = 1 - own;
    return a->wins[own] != b->wins[own] ? a->wins[own] > b->wins[own]
                                        : a->wins[other] < b->wins[other];
}

static struct tally choose_best(const struct stage *stage, uint32_t n, enum tng_player player)
{
    const struct tally minus = tally_after(stage, stage->analysis->maps->minus[n]);
    const struct tally plus = tally_after(stage, stage->analysis->maps->plus[n]);
    if (player == TNG_RANDOM)
        return (struct tally){{minus.wins[0] + plus.wins[0], minus.wins[1] + plus.wins[1]}};
    const bool better = player == TNG_PERFECT
                            ? tng_best_choice(stage->analysis, n, stage->moves_left).plus
                            : is_better(stage, &plus, &minus);
    return better ? plus : minus;
}

struct tng_chances tng_chances_in(const struct tng_analysis *analysis, const struct tng_game *game,
                                  enum tng_player x, enum tng_player y)
{
    assert((x != TNG_HUNTER || y == TNG_RANDOM) && (y != TNG_HUNTER || x == TNG_RANDOM));
    struct stage stage = {.analysis = analysis, .all = 1};
    for (stage.moves_left = 1; stage.moves_left <= 2u * game->r; stage.moves_left++) {
        struct tally here[TNG_MAX_P];
        stage.mover = stage.moves_left % 2; /* Y has the last move */
        const enum tng_player player = stage.mover == 0 ? x : y;
        for (uint32_t n = 0; n < game->p; n++)
            here[n] = choose_best(&stage, n, player);
        stage.all *= player == TNG_RANDOM ? 2 : 1;
        memcpy(stage.rest, here, game->p * sizeof *here);
    }
    const uint32_t *const wins = stage.rest[game->n0].wins;
    return (struct tng_chances){wins[0], wins[1], stage.all - wins[0] - wins[1], stage.all};
}

struct tng_chances tng_chances_of(const struct tng_game *game, enum tng_player x, enum tng_player y)
{
    struct tng_analysis analysis;
    tng_analyse(&analysis, game);
    return tng_chances_in(&analysis, game, x, y);
}

struct tng_chances tng_hunter_against_random(const struct tng_game *game)
{
    return tng_chances_of(game, TNG_HUNTER, TNG_RANDOM);
}

struct tng_chances tng_perfect_against_random(const struct tng_game *game)
{
    return tng_chances_of(game, TNG_PERFECT, TNG_RANDOM);
}
