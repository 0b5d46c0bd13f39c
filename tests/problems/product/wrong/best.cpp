// WA: the best product starts at 0, and may be negative; fails from 3 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<long long> a(n);
    for (auto &x : a) cin >> x;
    sort(a.begin(), a.end());
    cout << max({0LL, a[0] * a[1], a[n - 1] * a[n - 2]}) << "\n";
}
