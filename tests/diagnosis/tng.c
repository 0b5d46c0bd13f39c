/* A right solution of The Number Game, to be changed by the list. */
#include <stdbool.h>
#include <stdio.h>

static int p, e;

static int power(int n)
{
    int result = 1;
    while (n-- > 0)
        result = result * e % p;
    return result;
}

/* From the last move back to the first one: who wins from each n, X 1 or Y -1. */
static int play(int n0, int rounds, const bool *goal)
{
    int after[64] = {0}, now[64] = {0};
    for (int move = 2 * rounds - 1; move >= 0; move--) {
        const int sign = move % 2 == 0 ? 1 : -1;
        for (int n = 0; n < p; n++) {
            const int up = (n + power(n)) % p, down = (n + p - power(n)) % p;
            const int a = sign * (goal[up] ? sign : after[up]);
            const int b = sign * (goal[down] ? sign : after[down]);
            now[n] = sign * (a > b ? a : b);
        }
        for (int n = 0; n < p; n++)
            after[n] = now[n];
    }
    return now[n0];
}

int main(void)
{
    int n0, rounds, count, g;
    for (int number = 1; scanf("%d", &n0) == 1 && n0 >= 0; number++) {
        bool goal[64] = {false};
        if (scanf("%d%d%d%d", &rounds, &e, &p, &count) != 4)
            return 1;
        while (count-- > 0 && scanf("%d", &g) == 1)
            goal[g] = true;
        const int won = play(n0, rounds, goal);
        printf("Game %d: %s\n", number, won > 0 ? "X wins" : won < 0 ? "Y wins" : "draw");
    }
    return 0;
}
