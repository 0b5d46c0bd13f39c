// WA: only the first test starts from nothing; fails from 5 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int t, n;
    long long x, low = 0, sum = 0;
    for (cin >> t; t > 0 && cin >> n; t--) {
        long long best = LLONG_MIN;
        while (n-- > 0 && cin >> x) {
            sum += x;
            best = max(best, sum - low);
            low = min(low, sum);
        }
        cout << best << "\n";
    }
}
