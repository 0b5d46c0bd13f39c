#include <bits/stdc++.h>
using namespace std;
int main() {
    string s;
    cin >> s;
    int n = s.size(), best = 0;
    for (int i = 0; i < n; i++)
        for (int even = 0; even < 2; even++) {
            int l = i, r = i + even;
            while (l >= 0 && r < n && s[l] == s[r]) l--, r++;
            best = max(best, r - l - 1);
        }
    cout << best << "\n";
}
