// WA: leaves the first number out; fails from 5 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, q, l, r;
    cin >> n >> q;
    vector<long long> sums(n + 1);
    for (int i = 1; i <= n; i++) cin >> sums[i], sums[i] += sums[i - 1];
    while (q-- > 0 && cin >> l >> r) cout << sums[r] - sums[l] << "\n";
}
