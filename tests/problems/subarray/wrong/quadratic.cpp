// TLE: tries all pairs of ends; fails on large cases alone
#include <bits/stdc++.h>
using namespace std;
int main() {
    int t, n;
    for (cin >> t; t > 0 && cin >> n; t--) {
        vector<long long> a(n);
        for (auto &x : a) cin >> x;
        long long best = LLONG_MIN;
        for (int i = 0; i < n; i++) {
            volatile long long sum = 0;
            for (int j = i; j < n; j++) sum = sum + a[j], best = max(best, (long long)sum);
        }
        cout << best << "\n";
    }
}
