// MLE: a matrix of all pairs; fails on large cases alone
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, m, u, v;
    cin >> n >> m;
    vector<vector<char>> next(n, vector<char>(n, 0));
    while (m-- > 0 && cin >> u >> v) next[u - 1][v - 1] = next[v - 1][u - 1] = 1;
    vector<bool> seen(n);
    int count = 0;
    function<void(int)> visit = [&](int x) {
        seen[x] = true;
        for (int y = 0; y < n; y++) if (next[x][y] && !seen[y]) visit(y);
    };
    for (int i = 0; i < n; i++) if (!seen[i]) visit(i), count++;
    cout << count << "\n";
}
