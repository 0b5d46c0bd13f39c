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
        for (int at = i; p[at] != 0;) at = exchange(p[at], 0);
    }
    cout << count << "\n";
}
