/* A contestant's solution of the mahjong simulator, and the mistakes contestants make: -DBUG=k
 * builds it with mistake k of the list below, without it the solution is right. Written as such
 * programs are, and apart from everything in src. */
#include <stdio.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

/* The one list of mistakes, a line each: number, name, what is done. */
/* BUG 1 ron-order-fixed: of several who can win, the first in the order A B C D does so, always */
/* BUG 2 ron-from-a: the first one counted from A wins, not from the discarder */
/* BUG 3 ron-last: the last one who can wins */
/* BUG 4 pong-before-ron: who can make a triplet comes before who can win */
/* BUG 5 chow-before-pong: the next player's run comes before a triplet */
/* BUG 6 chow-lowest: of several runs that help, the one with the lowest numbers */
/* BUG 7 chow-highest-only: only the run with the highest numbers is looked at */
/* BUG 8 chow-by-anyone: any player may make a run */
/* BUG 9 chow-forward: the player after the discarder in the order A B C D makes the run, always */
/* BUG 10 pong-always: who holds two claims the third, whether it helps or not */
/* BUG 11 chow-always: runs are claimed whether they help or not */
/* BUG 12 claim-equal: tiles are claimed too where the distance stays the same */
/* BUG 13 claim-after-discard: the distance before the claim is taken of all 14 tiles */
/* BUG 14 own-pong: a player claims her own discard */
/* BUG 15 pong-or-nothing: who holds two that do not help may not make a run instead */
/* BUG 16 five-of-a-kind: no limit of four tiles of a kind */
/* BUG 17 melds-limit: tiles in melds count towards the four */
/* BUG 18 ties-reversed: of equally good discards 1M goes first */
/* BUG 19 ties-honours-reversed: E S W N B F Z instead of Z F B N W S E */
/* BUG 20 ties-suits-reversed: M before P before S */
/* BUG 21 discard-drawn: of equally good discards the tile drawn last goes */
/* BUG 22 pass-skips-nobody: PASS names the next player, who plays all the same */
/* BUG 23 pass-names-second: PASS names the player who plays next */
/* BUG 24 pass-forward: PASS skips the next in the order A B C D, always */
/* BUG 25 reverse-keeps-next: after REVERSE the next player of the old direction plays */
/* BUG 26 reverse-plays-again: after REVERSE the same player plays */
/* BUG 27 double-draws-nothing: the second turn of DOUBLE begins without a tile drawn */
/* BUG 28 double-no-win: a tile drawn after DOUBLE does not win */
/* BUG 29 double-not-after-claim: DOUBLE has no effect right after a chow or pong */
/* BUG 30 reverse-before-pass: REVERSE is played before PASS */
/* BUG 31 double-first: DOUBLE is played before REVERSE */
/* BUG 32 special-after-claim: right after a chow or pong special tiles are not played first */
/* BUG 33 special-last: special tiles are discarded as if they were plain ones, after Z */
/* BUG 34 special-pong: special tiles are claimed by who holds two */
/* BUG 35 last-not-claimed: the discard after the last tile is not claimed */
/* BUG 36 last-no-ron: the discard after the last tile does not win */
/* BUG 37 deal-silent: the tiles of the deal are not printed */
/* BUG 38 deal-by-hand: A is dealt 13 tiles, then B, C and D */
/* BUG 39 no-kept-pair: a hand without a pair is as near to winning */

enum { M = 0, HONOUR = 27, PASS = 34, REVERSE, DOUBLE, KINDS };
static const char *names[KINDS] = {
    "1M", "2M", "3M", "4M", "5M", "6M", "7M", "8M", "9M",   "1P",      "2P",    "3P", "4P",
    "5P", "6P", "7P", "8P", "9P", "1S", "2S", "3S", "4S",   "5S",      "6S",    "7S", "8S",
    "9S", "E",  "S",  "W",  "N",  "B",  "F",  "Z",  "PASS", "REVERSE", "DOUBLE"};

static int wall[148], top, hand[4][KINDS], open[4][KINDS], melds[4], dir = 1, drawn;

/* f[m][p]: fewest tiles missing for m melds and p pairs in a suit, by counts in base 5 */
static unsigned char memo[2][1953125][5][2];
static char known[2][1953125];

static void better(int *x, int y)
{
    if (y < *x)
        *x = y;
}

/* counts and what of each kind may be held at most, of 9 ranks */
static void solve(const int *c, const int *limit, int honours, int out[5][2])
{
    int now[3][3][5][2], next[3][3][5][2];
    memset(now, 50, sizeof now);
    now[0][0][0][0] = 0;
    for (int i = 0; i < 9; i++) {
        memset(next, 50, sizeof next);
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                for (int m = 0; m < 5; m++)
                    for (int p = 0; p < 2; p++) {
                        if (now[a][b][m][p] > 100)
                            continue;
                        for (int r = 0; r < (honours || i > 6 ? 1 : 3); r++)
                            for (int t = 0; t < 2; t++)
                                for (int q = 0; q + p < 2; q++) {
                                    const int w = a + b + r + 3 * t + 2 * q;
                                    if (m + r + t > 4 || w > limit[i])
                                        continue;
                                    better(&next[b][r][m + r + t][p + q],
                                           now[a][b][m][p] + (w > c[i] ? w - c[i] : 0));
                                }
                    }
        memcpy(now, next, sizeof now);
    }
    for (int m = 0; m < 5; m++)
        for (int p = 0; p < 2; p++)
            out[m][p] = now[0][0][m][p];
}

static void suit(int player, const int *h, int s, int out[5][2])
{
    int c[9] = {0}, limit[9], key = 0;
    for (int i = 0; i < (s == 3 ? 7 : 9); i++)
        c[i] = h[9 * s + i];
    for (int i = 0; i < 9; i++) {
        key = key * 5 + c[i];
        limit[i] = BUG == 16 ? 9 : s == 3 && i > 6 ? 0 : 4;
        if (BUG == 17 && limit[i] > 0) {
            limit[i] -= open[player][9 * s + i];
            if (limit[i] < c[i])
                limit[i] = c[i];
        }
    }
    if (s == 3)
        limit[7] = limit[8] = 0;
    if (BUG == 17) {
        solve(c, limit, s == 3, out);
        return;
    }
    if (!known[s == 3][key]) {
        solve(c, limit, s == 3, out);
        for (int m = 0; m < 5; m++)
            for (int p = 0; p < 2; p++)
                memo[s == 3][key][m][p] = (unsigned char)(out[m][p] > 60 ? 60 : out[m][p]);
        known[s == 3][key] = 1;
    }
    for (int m = 0; m < 5; m++)
        for (int p = 0; p < 2; p++)
            out[m][p] = memo[s == 3][key][m][p];
}

/* distance of a hand of `player` with n melds */
static int dist(int player, const int *h, int n)
{
    int best[5][2], next[5][2], f[5][2];
    suit(player, h, 0, best);
    for (int s = 1; s < 4; s++) {
        suit(player, h, s, f);
        for (int m = 0; m < 5; m++)
            for (int p = 0; p < 2; p++) {
                next[m][p] = 99;
                for (int i = 0; i <= m; i++)
                    for (int q = 0; q <= p; q++)
                        better(&next[m][p], best[m - i][p - q] + f[i][q]);
            }
        memcpy(best, next, sizeof best);
    }
    if (BUG == 39 && best[4 - n][0] > 0)
        return best[4 - n][0];
    return best[4 - n][1];
}

static int after(int x, int steps)
{
    return (x + steps * dir + 8) % 4;
}

static int draw(int x)
{
    if (top == 148)
        return 0;
    drawn = wall[top++];
    hand[x][drawn]++;
    if (top > 52 || BUG != 37)
        printf("%c IN %s\n", 'A' + x, names[drawn]);
    return 1;
}

static int place(int t) /* who is last goes first */
{
    if (BUG == 18)
        return -t;
    if (BUG == 19 && t >= HONOUR)
        return HONOUR + 33 - t;
    if (BUG == 20 && t < HONOUR)
        return (2 - t / 9) * 9 + t % 9;
    return t;
}

static int choose(int x, int claimed)
{
    static const int usual[] = {PASS, REVERSE, DOUBLE}, other[] = {REVERSE, PASS, DOUBLE},
                     third[] = {PASS, DOUBLE, REVERSE};
    const int *order = BUG == 30 ? other : BUG == 31 ? third : usual;
    int best = -1, least = 99;
    for (int i = 0; i < 3 && BUG != 33; i++)
        if (hand[x][order[i]] && !(BUG == 32 && claimed))
            return order[i];
    for (int t = 0; t < (BUG == 33 ? KINDS : PASS); t++) {
        if (!hand[x][t])
            continue;
        hand[x][t]--;
        const int d = dist(x, hand[x], melds[x]);
        hand[x][t]++;
        if (d < least || (d == least && place(t) > place(best)) ||
            (BUG == 21 && d == least && t == drawn && !claimed)) {
            if (BUG == 21 && d == least && best == drawn && !claimed)
                continue;
            least = d;
            best = t;
        }
    }
    if (best < 0) /* nothing but special tiles */
        for (best = PASS; !hand[x][best];)
            best++;
    return best;
}

static int wins(int x, int t)
{
    hand[x][t]++;
    const int won = dist(x, hand[x], melds[x]) == 0;
    hand[x][t]--;
    return won;
}

/* distance after x lays down a, b and the claimed tile, if she has them; 99 */
static int claimed_dist(int x, int a, int b)
{
    hand[x][a]--;
    hand[x][b]--;
    const int d = hand[x][a] < 0 || hand[x][b] < 0 ? 99 : dist(x, hand[x], melds[x] + 1);
    hand[x][a]++;
    hand[x][b]++;
    return d;
}

static int helps(int x, int t, int d)
{
    int now = dist(x, hand[x], melds[x]);
    if (BUG == 13) {
        hand[x][t]++;
        now = dist(x, hand[x], melds[x]);
        hand[x][t]--;
    }
    return BUG == 12 ? d <= now : d < now;
}

static int try_pong(int from, int t, int *who)
{
    if (t >= PASS && BUG != 34)
        return 0;
    for (int i = 1; i < (BUG == 14 ? 5 : 4); i++) {
        const int x = after(from, i);
        if (hand[x][t] < 2 || melds[x] == 4)
            continue;
        if (BUG != 10 && t < PASS && !helps(x, t, claimed_dist(x, t, t)))
            continue;
        hand[x][t] -= 2;
        open[x][t] += 3;
        melds[x]++;
        printf("%c PONG %s %s %s\n", 'A' + x, names[t], names[t], names[t]);
        *who = x;
        return 1;
    }
    return 0;
}

static int chow_by(int x, int t)
{
    int best = -1;
    if (t >= HONOUR || melds[x] == 4 || (BUG == 15 && hand[x][t] >= 2))
        return 0;
    for (int low = t % 9 < 2 ? t - t % 9 : t - 2; low <= t && low % 9 < 7; low++) {
        const int a = low == t ? t + 1 : low, b = low + 2 == t ? low + 1 : low + 2;
        const int d = claimed_dist(x, a, b);
        if (d == 99 || (BUG == 6 && best >= 0))
            continue;
        if (BUG == 11 || helps(x, t, d))
            best = low;
        else if (BUG == 7)
            best = -1;
    }
    if (best < 0)
        return 0;
    for (int i = best; i < best + 3; i++) {
        hand[x][i] -= i != t;
        open[x][i]++;
    }
    melds[x]++;
    printf("%c CHOW %s %s %s\n", 'A' + x, names[best], names[best + 1], names[best + 2]);
    return 1;
}

static int try_chow(int from, int t, int *who)
{
    for (int i = 1; i < (BUG == 8 ? 4 : 2); i++) {
        *who = BUG == 9 ? (from + 1) % 4 : after(from, i);
        if (chow_by(*who, t))
            return 1;
    }
    return 0;
}

static int try_ron(int from, int t)
{
    int winner = -1;
    if (BUG == 36 && top == 148)
        return 0;
    for (int i = 1; i < 4; i++) {
        int x = after(from, i);
        if (BUG == 1)
            x = (from + i) % 4;
        if (BUG == 2)
            x = i - 1 < from ? i - 1 : i;
        if (wins(x, t) && (winner < 0 || BUG == 3))
            winner = x;
    }
    if (winner < 0)
        return 0;
    printf("%c RON\n%c WIN\n", 'A' + winner, 'A' + winner);
    return 1;
}

static int special(int x, int t, int claimed)
{
    const int next = BUG == 24 ? (x + 1) % 4 : after(x, 1);
    if (t == PASS) {
        printf("%c OUT PASS %c\n", 'A' + x, 'A' + (BUG == 23 ? after(x, 2) : next));
        return BUG == 22 ? next : BUG == 24 ? (x + 2) % 4 : after(x, 2);
    }
    printf("%c OUT %s\n", 'A' + x, names[t]);
    if (t == DOUBLE)
        return BUG == 29 && claimed ? next : x;
    dir = -dir;
    return BUG == 26 ? x : BUG == 25 ? after(x, -1) : after(x, 1);
}

static void game(void)
{
    int x = 0, claimed = 0, twice = 0;
    for (int i = 0; i < 52; i++)
        draw(BUG == 38 ? i / 13 : i % 4);
    for (;;) {
        if (!claimed && !(BUG == 27 && twice)) {
            if (!draw(x)) {
                puts("DRAW");
                return;
            }
            if (!(BUG == 28 && twice) && dist(x, hand[x], melds[x]) == 0) {
                printf("%c SELFDRAWN\n%c WIN\n", 'A' + x, 'A' + x);
                return;
            }
        }
        const int t = choose(x, claimed), from = x;
        hand[x][t]--;
        if (t >= PASS) {
            x = special(x, t, claimed);
            twice = t == DOUBLE && x == from;
            claimed = BUG == 34 && try_pong(from, t, &x);
            continue;
        }
        printf("%c OUT %s\n", 'A' + x, names[t]);
        twice = 0;
        claimed = BUG == 4 && try_pong(from, t, &x);
        if (!claimed && try_ron(from, t))
            return;
        if (BUG == 35 && top == 148) {
            puts("DRAW");
            return;
        }
        if (!claimed && BUG == 5)
            claimed = try_chow(from, t, &x);
        if (!claimed)
            claimed = try_pong(from, t, &x) || try_chow(from, t, &x);
        if (!claimed)
            x = after(from, 1);
    }
}

int main(void)
{
    char name[16];
    for (int i = 0; i < 148; i++) {
        if (scanf("%15s", name) != 1)
            return 1;
        for (int t = 0; t < KINDS; t++)
            if (strcmp(names[t], name) == 0)
                wall[i] = t;
    }
    game();
    return 0;
}
