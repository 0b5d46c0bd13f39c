// WA: n - m, which is right for forests; fails from 8 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, m;
    cin >> n >> m;
    cout << max(1, n - m) << "\n";
}
