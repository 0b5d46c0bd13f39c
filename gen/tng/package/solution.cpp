// The minimax value of each game, kept by place and moves left.
#include <algorithm>
#include <cstdio>
#include <cstring>

static const int MOST = 47, UNKNOWN = 2;
static int p, power[MOST], known[MOST][13];
static bool goal[MOST];

// 1 if X can force a win, -1 if Y can, else 0.
static int value(int n, int left, int player) {
    if (left == 0)
        return 0;
    int &best = known[n][left];
    if (best != UNKNOWN)
        return best;
    int values[2];
    for (int i = 0; i < 2; i++) {
        const int to = (i == 0 ? n + power[n] : n - power[n] + p) % p;
        values[i] = goal[to] ? player : value(to, left - 1, -player);
    }
    best = player == 1 ? std::max(values[0], values[1]) : std::min(values[0], values[1]);
    return best;
}

int main() {
    int n0, r, e, m;
    for (int number = 1; scanf("%d", &n0) == 1 && n0 != -1; number++) {
        if (scanf("%d %d %d %d", &r, &e, &p, &m) != 4)
            return 1;
        memset(goal, 0, sizeof goal);
        for (int i = 0; i < m; i++) {
            int g;
            if (scanf("%d", &g) != 1)
                return 1;
            goal[g] = true;
        }
        power[0] = 1;
        for (int n = 1; n < p; n++)
            power[n] = power[n - 1] * e % p;
        std::fill(&known[0][0], &known[0][0] + sizeof known / sizeof known[0][0], UNKNOWN);
        const int outcome = value(n0, 2 * r, 1);
        printf("Game %d: %s\n", number, outcome == 1 ? "X wins" : outcome == -1 ? "Y wins" : "draw");
    }
}
