// WA: follows each cycle for at most 5 steps; fails from 7 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, count = 0;
    cin >> n;
    vector<int> p(n + 1);
    for (int i = 1; i <= n; i++) cin >> p[i];
    for (int i = 1; i <= n; i++) {
        if (p[i] == 0) continue;
        count++;
        for (int at = i, step = 0; p[at] != 0 && step < 5; step++) at = exchange(p[at], 0);
    }
    cout << count << "\n";
}
