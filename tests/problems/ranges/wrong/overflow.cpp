// WA: the sum does not fit in 32 bits; fails from 9 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, q, l, r;
    cin >> n >> q;
    vector<unsigned> sums(n + 1);
    for (int i = 1; i <= n; i++) cin >> sums[i], sums[i] += sums[i - 1];
    while (q-- > 0 && cin >> l >> r) cout << sums[r] - sums[l - 1] << "\n";
}
