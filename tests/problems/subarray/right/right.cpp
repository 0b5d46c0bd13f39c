#include <bits/stdc++.h>
using namespace std;
int main() {
    int t, n;
    for (cin >> t; t > 0 && cin >> n; t--) {
        long long x, low = 0, sum = 0, best = LLONG_MIN;
        while (n-- > 0 && cin >> x) {
            sum += x;
            best = max(best, sum - low);
            low = min(low, sum);
        }
        cout << best << "\n";
    }
}
