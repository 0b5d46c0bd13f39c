// TLE: climbs to the root from each node; fails on large cases alone
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, most = 0;
    cin >> n;
    vector<int> p(n + 1);
    for (int i = 2; i <= n; i++) cin >> p[i];
    for (int i = 2; i <= n; i++) {
        int steps = 0;
        for (volatile int at = i; at > 1; at = p[at]) steps++;
        most = max(most, steps);
    }
    cout << most << "\n";
}
