// RE: the array is too small, and it is checked; fails from 50,002 (array of 50,000) tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n;
    array<long long, 50000> a;
    cin >> n;
    for (int i = 0; i < n; i++) cin >> a.at(i);
    cout << accumulate(a.begin(), a.begin() + n, 0LL) << "\n";
}
