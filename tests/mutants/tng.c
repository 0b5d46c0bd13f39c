/* A solution of The Number Game as a contestant writes it, with mistakes as people make them:
 *
 *     cc -DBUG=k tng.c
 *
 * k is a number of the list below; 0, the default, is correct. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* BUG 0 correct: no mistake */
/* BUG 1 start-wins: n0 in the goals counts as a win of X */
/* BUG 2 negative-remainder: n - e^n keeps the negative remainder of C, which is no goal */
/* BUG 3 y-first: Y moves first */
/* BUG 4 goal-late: a goal is looked for only after both moves of a round */
/* BUG 5 draw-to-y: a draw is given to Y */
/* BUG 6 rounds-as-moves: r counted as moves of both together */
/* BUG 7 overflow: e^n in 32 bits, reduced at the end */
/* BUG 8 only-plus: the move - is forgotten */
/* BUG 9 only-minus: the move + is forgotten */
/* BUG 10 one-round-more: plays r + 1 rounds */
/* BUG 11 one-move-less: Y's last move is forgotten */
/* BUG 12 max-for-both: Y maximises too */
/* BUG 13 plain-y: Y always plays + */
/* BUG 14 goal-for-x: a goal counts for X whoever reached it */
/* BUG 15 e-to-zero: 0^n is taken where n is 0: e^0 is 0 */
/* BUG 16 n-to-e: n^e instead of e^n */
/* BUG 17 e-times-n: e * n instead of e^n */
/* BUG 18 mod-e: reduces by p - 1 */
/* BUG 19 goals-stay: goals of the games before are not cleared */
/* BUG 20 nine-goals: the tenth goal is not stored */
/* BUG 21 goal-zero: 0 is never a goal, for the list is ended by it */
/* BUG 22 memo-stays: values of n and moves are kept from game to game */
/* BUG 23 memo-player: values are kept by n alone, whatever moves are left */
/* BUG 24 greedy: X takes the first move that does not lose */
/* BUG 25 number-from-0: games are numbered from 0 */
/* BUG 26 loss-as-draw: X prefers a loss to a draw */
/* BUG 27 last-n-counts: a goal counts only if the very last move reaches it */
/* BUG 28 power-table-short: the table of powers ends at 32 and repeats */
/* BUG 29 minus-is-plus-inverse: n - e^n taken as the n' with n' + e^n' = n, if there is one */
/* BUG 30 goal-bits-added: bits of goals are added up, so one given twice becomes the next number */
#ifndef BUG
#define BUG 0
#endif

enum { LIMIT = 64 };
static int r, e, p, m, goals[16], is_goal[LIMIT];
static int f[LIMIT], memo[LIMIT][16];

static int power(int n)
{
    unsigned product = 1, base = (unsigned)e;
    if (BUG == 15 && n == 0)
        return 0;
    if (BUG == 16)
        for (int i = 0; i < e; i++)
            product = product * (unsigned)n % (unsigned)p;
    else if (BUG == 17)
        product = base * (unsigned)n;
    else
        for (int i = 0; i < n; i++)
            product = BUG == 7 ? product * base : product * base % (unsigned)p;
    return (int)(product % (unsigned)(BUG == 18 ? p - 1 : p));
}

static int step(int n, int plus)
{
    int to = plus ? (n + f[n]) % p : (n - f[n]) % p;
    if (BUG == 29 && !plus)
        for (int i = 0; i < p; i++)
            if ((i + f[i]) % p == n)
                return i;
    if (to < 0 && BUG != 2)
        to += p;
    return to;
}

static int goal(int n)
{
    if (n < 0 || (BUG == 21 && n == 0))
        return 0;
    if (BUG == 20) {
        for (int i = 0; i < m && i < 9; i++)
            if (goals[i] == n)
                return 1;
        return 0;
    }
    return is_goal[n];
}

/* Whether the player to move likes value a better than b. */
static int better(int a, int b, int x)
{
    static const int draw_last[] = {1, 0, 2};
    if (BUG == 26 && x)
        return draw_last[a + 1] > draw_last[b + 1];
    return x || BUG == 12 ? a > b : a < b;
}

/* 1 if X can force a win, -1 if Y can; `left` moves to come. */
static int value(int n, int left, int x)
{
    int best = 0, any = 0;
    if (left <= (BUG == 11 ? 1 : 0))
        return 0;
    if (BUG == 2 && n < 0)
        n += p; /* or C's array would be read outside */
    int *const known = &memo[n][BUG == 23 ? x : left];
    if ((BUG == 22 || BUG == 23) && *known != 9)
        return *known;
    for (int plus = BUG == 8 || (BUG == 13 && !x); plus < (BUG == 9 ? 1 : 2); plus++) {
        const int to = step(n, plus);
        int child;
        if (goal(to) && (BUG != 4 || !x) && (BUG != 27 || left == 1))
            child = x || BUG == 14 ? 1 : -1;
        else
            child = value(to, left - 1, !x);
        if (!any || better(child, best, x))
            best = child;
        any = 1;
        if (BUG == 24 && x && child >= 0)
            break;
    }
    return *known = best;
}

static void forget(void)
{
    for (int n = 0; n < LIMIT; n++)
        for (int left = 0; left < 16; left++)
            memo[n][left] = 9;
}

/* Reads games from `in` and writes their outcomes to `out`. */
static void solve(FILE *in, FILE *out)
{
    int n0;
    forget();
    memset(is_goal, 0, sizeof is_goal);
    for (int number = BUG != 25; fscanf(in, "%d", &n0) == 1 && n0 != -1; number++) {
        if (fscanf(in, "%d %d %d %d", &r, &e, &p, &m) != 4)
            return;
        if (BUG != 19)
            memset(is_goal, 0, sizeof is_goal);
        unsigned long long bits = 0;
        for (int i = 0; i < m; i++) {
            if (fscanf(in, "%d", &goals[i]) != 1)
                return;
            is_goal[goals[i]] = 1;
            bits += 1ULL << goals[i];
        }
        for (int n = 0; BUG == 30 && n < p; n++)
            is_goal[n] = bits >> n & 1;
        for (int n = 0; n < p; n++)
            f[n] = power(BUG == 28 ? n % 32 : n);
        if (BUG != 22)
            forget();
        const int moves = BUG == 6 ? r : BUG == 10 ? 2 * r + 2 : 2 * r;
        int outcome = BUG == 3 ? value(n0, moves, 0) : value(n0, moves, 1);
        if (BUG == 1 && is_goal[n0])
            outcome = 1;
        if (BUG == 5 && outcome == 0)
            outcome = -1;
        fprintf(out, "Game %d: %s\n", number,
                outcome > 0   ? "X wins"
                : outcome < 0 ? "Y wins"
                              : "draw");
    }
}

int main(void)
{
    solve(stdin, stdout);
    return 0;
}
