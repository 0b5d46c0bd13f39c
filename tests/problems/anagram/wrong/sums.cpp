// WA: compares the sums of the letters; fails from 2 (4 bytes of letters) tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    string a, b;
    cin >> a >> b;
    cout << (accumulate(a.begin(), a.end(), 0) == accumulate(b.begin(), b.end(), 0) ? "YES" : "NO");
    cout << "\n";
}
