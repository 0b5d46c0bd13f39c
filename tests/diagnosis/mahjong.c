/* A right solution of the mahjong simulator, to be changed by the list. */
#include <stdio.h>
#include <string.h>

/* The tiles in the order in which equally good ones are kept. */
static const char *kinds[] = {"1M", "2M", "3M", "4M", "5M",   "6M",      "7M",    "8M", "9M", "1P",
                              "2P", "3P", "4P", "5P", "6P",   "7P",      "8P",    "9P", "1S", "2S",
                              "3S", "4S", "5S", "6S", "7S",   "8S",      "9S",    "E",  "S",  "W",
                              "N",  "B",  "F",  "Z",  "PASS", "REVERSE", "DOUBLE"};

enum { PLAIN = 34, PASS = 34, REVERSE, DOUBLE, ALL };

/* The parts of winning hands: runs and triplets, then how few tiles a suit lacks for so many. */
typedef struct {
    int need[5][2];
} lack;

static struct {
    unsigned hand;
    int full;
    lack value;
} cache[1 << 16];

struct {
    int tiles[ALL], groups;
} seat[4];

static int deck[148], gone, clockwise = 1;

static void search(const int *have, int *want, int size, int runs, int from, int groups,
                   int missing, lack *found)
{
    if (missing < found->need[groups][0])
        found->need[groups][0] = missing;
    for (int i = 0; i < size; i++) { /* with a pair */
        int more = 0;
        if (want[i] > 2)
            continue;
        for (int j = 0; j < 2; j++)
            more += want[i] + j >= have[i];
        if (missing + more < found->need[groups][1])
            found->need[groups][1] = missing + more;
    }
    if (groups == 4)
        return;
    for (int kind = from; kind < 2 * size; kind++) {
        const int at = kind / 2, run = kind % 2;
        int more = 0, possible = 1;
        if (run && (!runs || at + 2 >= size))
            continue;
        for (int j = 0; j < 3; j++) {
            const int t = run ? at + j : at;
            more += want[t]++ >= have[t];
            possible &= want[t] <= 4;
        }
        if (possible)
            search(have, want, size, runs, kind, groups + 1, missing + more, found);
        for (int j = 0; j < 3; j++)
            want[run ? at + j : at]--;
    }
}

static lack lacks(const int *have, int size, int runs)
{
    unsigned h = (unsigned)runs, place;
    int want[9] = {0};
    for (int i = 0; i < size; i++)
        h = h * 5 + (unsigned)have[i];
    place = h * 2654435761u >> 16;
    if (!cache[place].full || cache[place].hand != h) {
        lack found;
        for (int i = 0; i < 10; i++)
            found.need[i / 2][i % 2] = 14;
        search(have, want, size, runs, 0, 0, 0, &found);
        cache[place].hand = h;
        cache[place].full = 1;
        cache[place].value = found;
    }
    return cache[place].value;
}

static int steps_to_win(const int *tiles, int groups)
{
    lack suits[4];
    int best = 99;
    for (int i = 0; i < 4; i++)
        suits[i] = lacks(tiles + 9 * i, i < 3 ? 9 : 7, i < 3);
    for (int pair = 0; pair < 4; pair++)
        for (int a = 0; a + groups <= 4; a++)
            for (int b = 0; a + b + groups <= 4; b++)
                for (int c = 0; a + b + c + groups <= 4; c++) {
                    const int d = 4 - groups - a - b - c;
                    const int sum = suits[0].need[a][pair == 0] + suits[1].need[b][pair == 1] +
                                    suits[2].need[c][pair == 2] + suits[3].need[d][pair == 3];
                    best = sum < best ? sum : best;
                }
    return best;
}

static int neighbour(int who, int far)
{
    return (who + (clockwise ? far : 4 - far)) % 4;
}

static int take(int who)
{
    const int t = deck[gone++];
    seat[who].tiles[t]++;
    printf("%c IN %s\n", "ABCD"[who], kinds[t]);
    return t;
}

static int worst(int who)
{
    int best = -1, least = 100;
    for (int t = PASS; t < ALL; t++)
        if (seat[who].tiles[t])
            return t;
    for (int t = PLAIN - 1; t >= 0; t--) {
        if (!seat[who].tiles[t])
            continue;
        seat[who].tiles[t]--;
        const int d = steps_to_win(seat[who].tiles, seat[who].groups);
        seat[who].tiles[t]++;
        if (d < least) {
            least = d;
            best = t;
        }
    }
    return best;
}

static int after_using(int who, int t, int u)
{
    int d = 100;
    seat[who].tiles[t]--;
    seat[who].tiles[u]--;
    if (seat[who].tiles[t] >= 0 && seat[who].tiles[u] >= 0)
        d = steps_to_win(seat[who].tiles, seat[who].groups + 1);
    seat[who].tiles[t]++;
    seat[who].tiles[u]++;
    return d;
}

static int wins_with(int who, int t)
{
    seat[who].tiles[t]++;
    const int d = steps_to_win(seat[who].tiles, seat[who].groups);
    seat[who].tiles[t]--;
    return d == 0;
}

/* Who claims the tile that `who` discarded, or -1 and nothing is claimed; -2 ends the game. */
static int claims(int who, int t)
{
    for (int i = 1; i <= 3; i++)
        if (wins_with(neighbour(who, i), t)) {
            const char winner = "ABCD"[neighbour(who, i)];
            printf("%c RON\n%c WIN\n", winner, winner);
            return -2;
        }
    for (int i = 1; i <= 3; i++) {
        const int x = neighbour(who, i);
        if (seat[x].tiles[t] >= 2 &&
            after_using(x, t, t) < steps_to_win(seat[x].tiles, seat[x].groups)) {
            seat[x].tiles[t] -= 2;
            seat[x].groups++;
            printf("%c PONG %s %s %s\n", "ABCD"[x], kinds[t], kinds[t], kinds[t]);
            return x;
        }
    }
    const int x = neighbour(who, 1), rank = t % 9;
    for (int low = rank; t < 27 && low >= rank - 2; low--) {
        const int first = t - rank + low;
        if (low < 0 || low > 6)
            continue;
        const int u = first == t ? first + 1 : first, v = first + 2 == t ? first + 1 : first + 2;
        if (after_using(x, u, v) < steps_to_win(seat[x].tiles, seat[x].groups)) {
            seat[x].tiles[u]--;
            seat[x].tiles[v]--;
            seat[x].groups++;
            printf("%c CHOW %s %s %s\n", "ABCD"[x], kinds[first], kinds[first + 1],
                   kinds[first + 2]);
            return x;
        }
    }
    return -1;
}

int main(void)
{
    int who = 0, draws = 1;
    for (int i = 0; i < 148; i++) {
        char word[16];
        if (scanf("%15s", word) != 1)
            return 1;
        while (strcmp(kinds[deck[i]], word) != 0)
            deck[i]++;
    }
    while (gone < 52)
        take(gone % 4);
    for (;;) {
        if (draws && gone == 148) {
            puts("DRAW");
            return 0;
        }
        if (draws) {
            take(who);
            if (steps_to_win(seat[who].tiles, seat[who].groups) == 0) {
                printf("%c SELFDRAWN\n%c WIN\n", "ABCD"[who], "ABCD"[who]);
                return 0;
            }
        }
        const int t = worst(who);
        seat[who].tiles[t]--;
        printf("%c OUT %s", "ABCD"[who], kinds[t]);
        if (t == PASS)
            printf(" %c", "ABCD"[neighbour(who, 1)]);
        puts("");
        draws = 1;
        if (t == DOUBLE)
            continue;
        if (t == REVERSE)
            clockwise = !clockwise;
        if (t == PASS)
            who = neighbour(who, 1);
        const int claimer = t < PLAIN ? claims(who, t) : -1;
        if (claimer == -2)
            return 0;
        draws = claimer < 0;
        who = draws ? neighbour(who, 1) : claimer;
    }
}
