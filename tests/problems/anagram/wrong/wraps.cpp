// WA: counts letters in 8 bits, and only those of the first word; fails from 2 (3 bytes of letters) tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    string a, b;
    cin >> a >> b;
    map<char, unsigned char> count;
    for (char c : a) count[c]++;
    for (char c : b) count[c]--;
    bool same = true;
    for (char c : a) same = same && count[c] == 0;
    cout << (same ? "YES" : "NO") << "\n";
}
