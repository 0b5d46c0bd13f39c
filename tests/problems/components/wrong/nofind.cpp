// WA: joins the nodes themselves, not their roots; fails from 6 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, m, u, v;
    cin >> n >> m;
    vector<int> part(n + 1);
    iota(part.begin(), part.end(), 0);
    while (m-- > 0 && cin >> u >> v) part[u] = part[v];
    cout << set<int>(part.begin() + 1, part.end()).size() << "\n";
}
