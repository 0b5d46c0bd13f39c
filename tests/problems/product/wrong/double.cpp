// WA: a double has 53 bits; fails from 3 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<double> a(n);
    for (auto &x : a) cin >> x;
    sort(a.begin(), a.end());
    printf("%.0f\n", max(a[0] * a[1], a[n - 1] * a[n - 2]) + 0.0);
}
