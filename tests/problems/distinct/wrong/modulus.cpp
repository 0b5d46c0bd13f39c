// WA: takes numbers that are equal modulo 65536 for the same; fails from 3 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, x;
    vector<bool> seen(65536);
    for (cin >> n; n > 0 && cin >> x; n--) seen[x % 65536] = true;
    cout << count(seen.begin(), seen.end(), true) << "\n";
}
