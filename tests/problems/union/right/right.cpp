#include <bits/stdc++.h>
using namespace std;
int main() {
    int n;
    cin >> n;
    map<long long, int> change;
    for (long long l, r; n > 0 && cin >> l >> r; n--) change[l]++, change[r + 1]--;
    long long total = 0, from = 0;
    int over = 0;
    for (auto [at, more] : change) {
        total += over > 0 ? at - from : 0;
        over += more;
        from = at;
    }
    cout << total << "\n";
}
