// WA: the depth of the last node; fails from 4 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, p;
    cin >> n;
    vector<int> depth(n + 1);
    for (int i = 2; i <= n && cin >> p; i++) depth[i] = depth[p] + 1;
    cout << depth[n] << "\n";
}
