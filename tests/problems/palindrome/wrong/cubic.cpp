// TLE: tries all words within it; fails on large cases alone
#include <bits/stdc++.h>
using namespace std;
int main() {
    string s;
    cin >> s;
    int n = s.size(), best = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            volatile int same = 0;
            for (int k = 0; k < n; k++) same = same + (k >= i && k <= j && s[k] == s[i + j - k]);
            if (same == j - i + 1) best = max(best, j - i + 1);
        }
    cout << best << "\n";
}
