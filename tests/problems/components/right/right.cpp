#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, m, u, v;
    cin >> n >> m;
    vector<vector<int>> next(n + 1);
    while (m-- > 0 && cin >> u >> v) next[u].push_back(v), next[v].push_back(u);
    vector<bool> seen(n + 1);
    int count = 0;
    for (int i = 1; i <= n; i++) {
        count += !seen[i];
        vector<int> open(1, i);
        while (!open.empty()) {
            int x = open.back();
            open.pop_back();
            if (seen[x]) continue;
            seen[x] = true;
            open.insert(open.end(), next[x].begin(), next[x].end());
        }
    }
    cout << count << "\n";
}
