// WA: does not sort; fails from 5 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    long long n, l, r, total = 0, to = -10000000000;
    for (cin >> n; n > 0 && cin >> l >> r; n--) {
        total += max(0LL, r - max(l, to + 1) + 1);
        to = max(to, r);
    }
    cout << total << "\n";
}
