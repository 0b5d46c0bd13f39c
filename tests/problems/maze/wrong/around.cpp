// WA: goes on from the end of a row to the next; fails from 4 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int h, w;
    cin >> h >> w;
    string grid;
    for (string row; cin >> row;) grid += row;
    vector<int> far(grid.size(), -1);
    queue<int> open;
    open.push(grid.find('S'));
    far[open.front()] = 0;
    for (; !open.empty(); open.pop())
        for (int step : {1, -1, w, -w}) {
            int at = open.front() + step;
            if (at < 0 || at >= (int)grid.size() || grid[at] == '#' || far[at] >= 0) continue;
            far[at] = far[open.front()] + 1;
            open.push(at);
        }
    cout << far[grid.find('T')] << "\n";
}
