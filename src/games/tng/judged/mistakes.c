#include "games/tng/judged/fuzzing.h"

#include "base/lang.h"

#include <string.h>

const struct nf_mistake tng_mistakes[] = {
    [0] = {"none", N_("plays by the rules")},
    [1] = {"start-wins", N_("lets X win where n0 is a goal")},
    [2] = {"negative-remainder", N_("keeps the negative remainder of n - e^n, which is no goal")},
    [3] = {"y-first", N_("lets Y move first")},
    [4] = {"goal-late", N_("looks for a goal only after both moves of a round")},
    [5] = {"draw-to-y", N_("gives a draw to Y")},
    [6] = {"rounds-as-moves", N_("takes r for the number of moves of both together")},
    [7] = {"overflow", N_("computes e^n in 32 bits and reduces it at the end")},
    [8] = {"only-plus", N_("forgets the move n - e^n")},
    [9] = {"only-minus", N_("forgets the move n + e^n")},
    [10] = {"one-round-more", N_("plays r + 1 rounds")},
    [11] = {"one-move-less", N_("forgets Y's last move")},
    [12] = {"max-for-both", N_("lets Y maximise, too")},
    [13] = {"plain-y", N_("lets Y always play n + e^n")},
    [14] = {"goal-for-x", N_("counts a goal for X whoever reached it")},
    [15] = {"e-to-zero", N_("takes e^0 for 0")},
    [16] = {"n-to-e", N_("computes n^e instead of e^n")},
    [17] = {"e-times-n", N_("computes e * n instead of e^n")},
    [18] = {"mod-e", N_("reduces e^n by p - 1 at the end")},
    [19] = {"goals-stay", N_("does not clear the goals of the games before")},
    [20] = {"nine-goals", N_("does not store the tenth goal")},
    [21] = {"goal-zero", N_("never takes 0 for a goal")},
    [22] = {"memo-stays", N_("keeps the values of n and moves left from game to game")},
    [23] = {"memo-player", N_("keeps values by n and player, whatever moves are left")},
    [24] = {"greedy", N_("lets X take the first move that does not lose")},
    [25] = {"number-from-0", N_("numbers games from 0")},
    [26] = {"loss-as-draw", N_("lets X prefer a loss to a draw")},
    [27] = {"last-n-counts", N_("counts a goal only if the very last move reaches it")},
    [28] = {"power-table-short", N_("ends the table of powers at 32 and repeats it")},
    [29] = {"minus-is-plus-inverse", N_("takes n - e^n for the n' with n' + e^n' = n")},
    [30] = {"goal-bits-added",
            N_("adds up the bits of goals, so that a goal given twice becomes the next number")},
    {NULL, NULL},
};

enum {
    MOVES,
    EXPONENT,
    SIGN_DROPPED,
    FIRST_GOAL_LOST,
    LAST_GOAL_LOST,
    X_GOAL_IGNORED,
    Y_GOAL_IGNORED,
    START_DRAWS,
    X_MAXIMISES,
    X_GETS_GOAL,
};

const struct nf_point tng_points[] = {
    [MOVES] = NF_POINT_CONSTANT("moves", 0, -2, 2, N_("plays %d moves more than r rounds have")),
    [EXPONENT] = NF_POINT_CONSTANT("exponent", 0, -1, 1, N_("takes e^(n + %d) for e^n")),
    [SIGN_DROPPED] = NF_POINT_SLIP("sign-dropped", N_("drops the sign of a negative n - e^n")),
    [FIRST_GOAL_LOST] = NF_POINT_SLIP("first-goal-lost", N_("does not store the first goal")),
    [LAST_GOAL_LOST] = NF_POINT_SLIP("last-goal-lost", N_("does not store the last goal")),
    [X_GOAL_IGNORED] =
        NF_POINT_SLIP("x-goal-ignored", N_("goes on playing where X reaches a goal")),
    [Y_GOAL_IGNORED] =
        NF_POINT_SLIP("y-goal-ignored", N_("goes on playing where Y reaches a goal")),
    [START_DRAWS] = NF_POINT_SLIP("start-draws", N_("takes a game for a draw where n0 is a goal")),
    [X_MAXIMISES] = NF_POINT_CONDITION("x-maximises", N_("takes the best move for X %s X moves")),
    [X_GETS_GOAL] = NF_POINT_CONDITION("x-gets-goal", N_("counts a goal for X %s X reached it")),
    {.name = NULL},
};

enum { LIMIT = 64, MOST_GOALS = 10, MOST_LEFT = 16, UNKNOWN = 9 };

struct game {
    uint64_t mistakes;
    struct nf_alternative other; /* made by system */
    const char *at, *end;        /* what is left of the input */
    int r, e, p, m, is_goal[LIMIT];
    int f[LIMIT], memo[LIMIT][MOST_LEFT];
};

static int tng_errs(const struct game *game, int mistake)
{
    return (int)(game->mistakes >> mistake & 1);
}

static int slips(const struct game *game, int point)
{
    return nf_slips(&game->other, &tng_points[point]);
}

static int condition(const struct game *game, int point, int holds)
{
    return nf_condition(&game->other, &tng_points[point], holds);
}

static int power(const struct game *game, int n)
{
    const unsigned p = (unsigned)game->p, base = (unsigned)game->e;
    unsigned product = 1;
    if (tng_errs(game, 15) && n == 0)
        return 0;
    if (tng_errs(game, 16))
        for (int i = 0; i < game->e; i++)
            product = product * (unsigned)n % p;
    else if (tng_errs(game, 17))
        product = base * (unsigned)n;
    else
        for (int i = 0; i < n; i++)
            product = tng_errs(game, 7) ? product * base : product * base % p;
    return (int)(product % (tng_errs(game, 18) ? p - 1 : p));
}

static int step(const struct game *game, int n, int plus)
{
    const int p = game->p;
    int to = plus ? (n + game->f[n]) % p : (n - game->f[n]) % p;
    if (tng_errs(game, 29) && !plus)
        for (int i = 0; i < p; i++)
            if ((i + game->f[i]) % p == n)
                return i;
    if (to < 0 && slips(game, SIGN_DROPPED))
        return -to;
    if (to < 0 && !tng_errs(game, 2))
        to += p;
    return to;
}

static int goal(const struct game *game, int n)
{
    if (n < 0 || (tng_errs(game, 21) && n == 0))
        return 0;
    return game->is_goal[n];
}

/* Whether the player to move likes value a better than b. */
static int better(const struct game *game, int a, int b, int x)
{
    static const int draw_last[] = {1, 0, 2};
    if (tng_errs(game, 26) && x)
        return draw_last[a + 1] > draw_last[b + 1];
    return condition(game, X_MAXIMISES, x || tng_errs(game, 12)) ? a > b : a < b;
}

/* 1 if X can force a win, -1 if Y can; `left` moves to come. */
static int value(struct game *game, int n, int left, int x)
{
    int best = 0, any = 0;
    if (left <= (tng_errs(game, 11) ? 1 : 0))
        return 0;
    if (n < 0)
        n += game->p; /* or C's array would be read outside */
    /* Who moves follows from the moves left, so the memory is right but for mistakes 22 and 23. */
    int *const known = &game->memo[n][tng_errs(game, 23) ? x : left];
    if (*known != UNKNOWN)
        return *known;
    const int first = tng_errs(game, 8) || (tng_errs(game, 13) && !x),
              last = tng_errs(game, 9) ? 0 : 1;
    for (int plus = first; plus <= last; plus++) {
        const int to = step(game, n, plus);
        int child;
        const int counts = !slips(game, x ? X_GOAL_IGNORED : Y_GOAL_IGNORED);
        if (counts && goal(game, to) && (!tng_errs(game, 4) || !x) &&
            (!tng_errs(game, 27) || left == 1))
            child = condition(game, X_GETS_GOAL, x || tng_errs(game, 14)) ? 1 : -1;
        else
            child = value(game, to, left - 1, !x);
        if (!any || better(game, child, best, x))
            best = child;
        any = 1;
        if (tng_errs(game, 24) && x && child >= 0)
            break;
    }
    return *known = best;
}

static void forget(struct game *game)
{
    for (int n = 0; n < LIMIT; n++)
        for (int left = 0; left < MOST_LEFT; left++)
            game->memo[n][left] = UNKNOWN;
}

/* The next number, at most `most`; -1 at the end. */
static int read_next_number(struct game *game, int most)
{
    int x = 0;
    while (game->at < game->end && (*game->at < '0' || *game->at > '9') && *game->at != '-')
        game->at++;
    if (game->at == game->end || *game->at == '-')
        return -1;
    for (; game->at < game->end && *game->at >= '0' && *game->at <= '9'; game->at++)
        if (x < LIMIT)
            x = x * 10 + (*game->at - '0');
    return x < most ? x : most;
}

/* Reads a game but for n0. */
static void read_game(struct game *game)
{
    game->r = read_next_number(game, MOST_LEFT / 2 - 2);
    game->e = read_next_number(game, LIMIT - 1);
    game->p = read_next_number(game, LIMIT - 1);
    game->m = read_next_number(game, MOST_GOALS);
    if (!tng_errs(game, 19))
        memset(game->is_goal, 0, sizeof game->is_goal);
    uint64_t bits = 0;
    for (int i = 0; i < game->m; i++) {
        const int read = read_next_number(game, LIMIT - 1);
        const int n = read < 0 ? 0 : read; /* of what is no valid instance */
        if (!(i == 0 && slips(game, FIRST_GOAL_LOST)) &&
            !(i == game->m - 1 && slips(game, LAST_GOAL_LOST)) && !(i >= 9 && tng_errs(game, 20)))
            game->is_goal[n] = 1;
        bits += UINT64_C(1) << n;
    }
    for (int n = 0; tng_errs(game, 30) && n < game->p; n++)
        game->is_goal[n] = (int)(bits >> n & 1);
}

static int exponent(const struct game *game, int n)
{
    const int other = n + nf_constant(&game->other, &tng_points[EXPONENT]);
    return other > 0 ? other : 0;
}

/* 1 if X wins, -1 if Y does. */
static int winner_from(struct game *game, int n0)
{
    for (int n = 0; n < game->p; n++)
        game->f[n] = power(game, exponent(game, tng_errs(game, 28) ? n % 32 : n));
    if (!tng_errs(game, 22))
        forget(game);
    const int moves = tng_errs(game, 6) ? game->r
                      : tng_errs(game, 10)
                          ? 2 * game->r + 2
                          : 2 * game->r + nf_constant(&game->other, &tng_points[MOVES]);
    const int outcome = value(game, n0, moves, !tng_errs(game, 3));
    if (slips(game, START_DRAWS) && game->is_goal[n0])
        return 0;
    if (tng_errs(game, 1) && game->is_goal[n0])
        return 1;
    return tng_errs(game, 5) && outcome == 0 ? -1 : outcome;
}

size_t tng_play_as(uint64_t mistakes, const struct nf_input *instance, FILE *out)
{
    struct game game = {.mistakes = mistakes & NF_BY_SYSTEM ? 0 : mistakes,
                        .other = nf_alternative(tng_points, mistakes),
                        .at = instance->data,
                        .end = instance->data + instance->size};
    forget(&game);
    int n0;
    for (int number = !tng_errs(&game, 25); (n0 = read_next_number(&game, LIMIT - 1)) >= 0;
         number++) {
        read_game(&game);
        if (game.p < 2 || n0 >= game.p) /* not a valid instance */
            break;
        const int outcome = winner_from(&game, n0);
        fprintf(out, "Game %d: %s\n", number,
                outcome > 0   ? "X wins"
                : outcome < 0 ? "Y wins"
                              : "draw");
    }
    return SIZE_MAX;
}
