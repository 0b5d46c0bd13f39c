// TLE: adds up each range; fails on large cases alone
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, q, l, r;
    cin >> n >> q;
    vector<int> a(n + 1);
    for (int i = 1; i <= n; i++) cin >> a[i];
    while (q-- > 0 && cin >> l >> r) {
        volatile long long sum = 0;
        for (int i = l; i <= r; i++) sum = sum + a[i];
        cout << sum << "\n";
    }
}
