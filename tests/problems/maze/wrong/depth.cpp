// WA: the first way that depth-first search finds, not the shortest; fails from 4 tokens on
#include <bits/stdc++.h>
using namespace std;
int h, w;
vector<string> grid;
int visit(int y, int x) {
    if (y < 0 || x < 0 || y >= h || x >= w || grid[y][x] == '#') return -1;
    if (grid[y][x] == 'T') return 0;
    grid[y][x] = '#';
    for (auto [v, u] : {pair(0, 1), pair(1, 0), pair(0, -1), pair(-1, 0)})
        if (int far = visit(y + v, x + u); far >= 0) return far + 1;
    return -1;
}
int main() {
    cin >> h >> w;
    grid.resize(h);
    for (auto &row : grid) cin >> row;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            if (grid[y][x] == 'S') return cout << visit(y, x) << "\n", 0;
}
