// WA: counts each kind alone; fails from 1 (4 bytes) tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    string s;
    cin >> s;
    int round = 0, square = 0;
    bool good = true;
    for (char c : s) {
        round += (c == '(') - (c == ')');
        square += (c == '[') - (c == ']');
        good = good && round >= 0 && square >= 0;
    }
    cout << (good && round == 0 && square == 0 ? "YES" : "NO") << "\n";
}
