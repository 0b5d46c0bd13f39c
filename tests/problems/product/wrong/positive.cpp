// WA: forgets that two negative numbers have a positive product; fails from 4 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<long long> a(n);
    for (auto &x : a) cin >> x;
    sort(a.begin(), a.end());
    cout << a[n - 1] * a[n - 2] << "\n";
}
