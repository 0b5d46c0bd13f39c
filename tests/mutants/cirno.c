/* A contestant's solution of Cirno's Arithmetic Game, and the mistakes contestants make: -DBUG=k
 * builds it with mistake k of the list below, without it the solution is right. Written as such
 * programs are, and apart from everything in src. With -DDRY=1 it ends with exit code 3 when it
 * wants a card of a deck that has none, as programs do that check; with -DDRY=2 it crashes there,
 * and what it has not written yet is lost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif
#ifndef DRY
#define DRY 0
#endif

/* The one list of mistakes, a line each: number, name, what is done. */
/* BUG 1 truncated-division: D2 rounds towards zero */
/* BUG 2 division-rounds-up: D2 rounds up */
/* BUG 3 double-of-absolute: C2 makes a negative p positive */
/* BUG 4 direction-kept: the next round is played in the direction of the last one */
/* BUG 5 double-dropped-by-pass: PASS takes DOUBLE away instead of handing it on */
/* BUG 6 double-dropped-by-turn: TURN takes DOUBLE away instead of handing it on */
/* BUG 7 double-dropped-by-double: DOUBLE on DOUBLE takes both away */
/* BUG 8 double-stacks: DOUBLE on DOUBLE makes the next player play three cards */
/* BUG 9 next-before-turn: the next player is found before TURN reverses the order */
/* BUG 10 double-next-before-turn: the same, but only when TURN answers DOUBLE */
/* BUG 11 largest-tie-first-held: of cards that make the same largest p the first one is played */
/* BUG 12 largest-tie-add-first: for the largest p, A is preferred to C */
/* BUG 13 largest-tie-divide-first: for the largest p, D is preferred to B */
/* BUG 14 largest-tie-fix-first: for the largest p, E is preferred to all others */
/* BUG 15 largest-tie-fix-before-divide: for the largest p, E is preferred to D */
/* BUG 16 largest-tie-divide-before-add: for the largest p, D is preferred to A */
/* BUG 17 smallest-tie-as-largest: the order for the largest p is used for the smallest, too */
/* BUG 18 smallest-tie-subtract-first: for the smallest p, B is preferred to D */
/* BUG 19 smallest-tie-multiply-before-add: for the smallest p, C is preferred to A */
/* BUG 20 smallest-tie-fix-first: for the smallest p, E is preferred to all others */
/* BUG 21 smallest-tie-first-held: of cards that make the same smallest p the first one is played */
/* BUG 22 limit-98: p = 99 loses */
/* BUG 23 limit-100: p = 100 does not lose */
/* BUG 24 player-1-starts: player 1 starts every round */
/* BUG 25 next-of-loser-starts: the player after the loser starts the next round */
/* BUG 26 loser-draws-one: the loser puts back one card only */
/* BUG 27 loser-draws-two: the loser keeps one card of her hand */
/* BUG 28 loser-keeps-hand: the loser keeps her hand */
/* BUG 29 p-kept: p is not set back when a round starts */
/* BUG 30 double-kept: DOUBLE on the loser is still on the starter of the next round */
/* BUG 31 turn-before-pass: TURN is looked for before PASS */
/* BUG 32 double-before-turn: DOUBLE is looked for before TURN */
/* BUG 33 largest-under-double: the first card under DOUBLE makes p largest */
/* BUG 34 basic-first-under-double: under DOUBLE basic cards are preferred to counter cards */
/* BUG 35 second-smallest: the second card under DOUBLE makes p smallest, too */
/* BUG 36 no-draw-between: under DOUBLE both cards are drawn after the second one */
/* BUG 37 second-hands-on: a counter card played second hands DOUBLE on */
/* BUG 38 second-double-lost: a DOUBLE played second has no effect */
/* BUG 39 second-turn-lost: a TURN played second does not reverse the order */
/* BUG 40 one-card-under-double: a player under DOUBLE plays one basic card only */
/* BUG 41 own-double-lost: with one player DOUBLE has no effect */
/* BUG 42 wrong-modulo: the player before player 1 is taken for player 1 */
/* BUG 43 lost-prints-used: who loses under DOUBLE prints her card first */
/* BUG 44 second-lost-silent: losing on the second card prints nothing */
/* BUG 45 counter-first: counter cards are preferred to basic cards that make p smaller */
/* BUG 46 round-from-0: rounds are numbered from 0 */
/* BUG 47 turn-draws-nothing: no card is drawn after TURN */
/* BUG 48 first-counter-ends-double: a player under DOUBLE who has a counter card plays two cards */
/* BUG 49 negative-loses: p < -99 loses as well */
/* BUG 50 counter-from-left: the counter card held first is played */
/* BUG 51 double-read-as-division: DOUBLE is taken for a D card by its first letter, and halves p */

static char names[30][32], hands[30][3][8], deck[300005][8];
static int n, m, k, top, p, dir, doubled, cur;

/* the smaller, the better; an order of classes for ties */
static int place(const char *order, char kind)
{
    return (int)(strchr(order, kind) - order);
}

static int number(const char *card)
{
    int x = 0;
    for (card++; *card; card++)
        x = x * 10 + (*card - '0');
    return x;
}

static int is_counter(const char *card)
{
    return card[0] == 'P' || card[0] == 'T' || (card[1] == 'O' && BUG != 51);
}

static int half(int x)
{
    if (BUG == 1)
        return x / 2;
    if (BUG == 2)
        return x >= 0 ? (x + 1) / 2 : x / 2;
    return x >= 0 ? x / 2 : (x - 1) / 2;
}

static int apply(const char *card, int x)
{
    int v = number(card);
    switch (card[0]) {
    case 'A': return x + v;
    case 'B': return x - v;
    case 'C': return BUG == 3 && x < 0 ? -x * v : x * v;
    case 'D': return half(x);
    default: return v;
    }
}

static int bad(int x)
{
    return x > (BUG == 22 ? 98 : BUG == 23 ? 100 : 99) || (BUG == 49 && x < -99);
}

static const char *largest_order(void)
{
    return BUG == 11   ? ""
           : BUG == 12 ? "ACBDE"
           : BUG == 13 ? "CADBE"
           : BUG == 14 ? "ECABD"
           : BUG == 15 ? "CABED"
           : BUG == 16 ? "CDABE"
                       : "CABDE";
}

static const char *smallest_order(void)
{
    return BUG == 17   ? "CABDE"
           : BUG == 18 ? "BDACE"
           : BUG == 19 ? "DBCAE"
           : BUG == 20 ? "EDBAC"
           : BUG == 21 ? ""
                       : "DBACE";
}

static int find_basic(int small)
{
    const char *order = small ? smallest_order() : largest_order();
    int best = -1, best_p = 0;
    for (int i = 0; i < 3; i++) {
        const char *card = hands[cur][i];
        if (!card[0] || is_counter(card) || bad(apply(card, p)))
            continue;
        int q = apply(card, p);
        if (best < 0 || (small ? q < best_p : q > best_p) ||
            (q == best_p && *order && place(order, card[0]) < place(order, hands[cur][best][0])))
            best = i, best_p = q;
    }
    return best;
}

static int find_counter(void)
{
    const char *order = BUG == 31 ? "TPD" : BUG == 32 ? "PDT" : "PTD";
    int best = -1;
    for (int i = 0; i < 3; i++) {
        const char *card = hands[cur][i];
        if (!card[0] || !is_counter(card))
            continue;
        if (best < 0 || (BUG != 50 && place(order, card[0]) < place(order, hands[cur][best][0])))
            best = i;
    }
    return best;
}

static void draw(int who, int i)
{
    if (top == k && DRY > 0) {
        fputs("no card is left\n", stderr);
        if (DRY > 1)
            abort();
        exit(3);
    }
    if (top < k)
        strcpy(hands[who][i], deck[top++]);
    else
        hands[who][i][0] = 0;
}

static void next(void)
{
    cur += dir;
    if (BUG == 42)
        cur = cur < 0 ? 0 : cur % n;
    else
        cur = (cur + n) % n;
}

static void lose(FILE *out, int second)
{
    if (BUG == 43 && doubled)
        fprintf(out, "%s used %s,now p=%d.\n", names[cur], hands[cur][0], p);
    if (BUG != 44 || !second)
        fprintf(out, "%s lost the game.\n", names[cur]);
    int first = BUG == 26 ? 2 : BUG == 27 ? 1 : BUG == 28 ? 3 : 0;
    for (int i = first; i < 3; i++)
        draw(cur, i);
}

/* plays a card; 0 if she loses */
static int play(FILE *out, int under, int second)
{
    int basic_first = (!under && BUG != 45) || (under && BUG == 34);
    int small = (under && BUG != 33) || (second && BUG == 35);
    int counter = find_counter(), i = find_basic(small);
    if (counter >= 0 && (i < 0 || !basic_first) &&
        !(BUG == 45 && !under && i >= 0 && apply(hands[cur][i], p) >= p))
        i = counter;
    if (i < 0) {
        lose(out, second);
        return 0;
    }
    char card[8];
    strcpy(card, hands[cur][i]);
    int me = cur, played_double = card[0] == 'D' && card[1] == 'O';
    if (!is_counter(card))
        p = apply(card, p);
    fprintf(out, "%s used %s,now p=%d.\n", names[cur], card, p);
    if (BUG == 36 && under && !is_counter(card)) {
        hands[cur][i][0] = 0; /* filled up after the second card */
    } else if (BUG == 47 && card[0] == 'T') {
        hands[cur][i][0] = 0;
    } else {
        draw(me, i);
    }
    if (BUG == 36 && second)
        for (int j = 0; j < 3; j++)
            if (!hands[me][j][0])
                draw(me, j);
    if (under > 0 && (!is_counter(card) || BUG == 48)) {
        doubled = 0;
        if (BUG != 40)
            return play(out, under - 1, 1);
        next();
        return 1;
    }
    if (card[0] == 'T' && (BUG == 9 || (BUG == 10 && under))) {
        next();
        dir = -dir;
    } else {
        if (card[0] == 'T' && !(BUG == 39 && second))
            dir = -dir;
        next();
    }
    if (under) {
        doubled = BUG == 8 && played_double ? under + 1 : under;
        if ((BUG == 5 && card[0] == 'P') || (BUG == 6 && card[0] == 'T') ||
            (BUG == 7 && played_double))
            doubled = 0;
    } else if (played_double) {
        doubled = !(BUG == 38 && second) && !(BUG == 41 && n == 1);
    } else if (BUG == 37 && second && is_counter(card)) {
        doubled = 1;
    }
    return 1;
}

static int solve(FILE *in, FILE *out)
{
    top = 0, cur = 0, dir = 1, p = 0, doubled = 0;
    if (fscanf(in, "%d %d %d", &n, &m, &k) != 3)
        return 1;
    for (int i = 0; i < n; i++)
        if (fscanf(in, "%31s %7s %7s %7s", names[i], hands[i][0], hands[i][1], hands[i][2]) != 4)
            return 1;
    for (int i = 0; i < k; i++)
        if (fscanf(in, "%7s", deck[i]) != 1)
            return 1;
    for (int r = 1; r <= m; r++) {
        fprintf(out, "Round %d:\n", BUG == 46 ? r - 1 : r);
        if (BUG != 29)
            p = 0;
        if (BUG != 4)
            dir = 1;
        if (BUG != 30)
            doubled = 0;
        if (BUG == 24)
            cur = 0;
        while (play(out, doubled, 0))
            ;
        if (BUG == 25)
            next();
    }
    return 0;
}

#ifndef NO_MAIN
int main(void)
{
    return solve(stdin, stdout);
}
#endif
