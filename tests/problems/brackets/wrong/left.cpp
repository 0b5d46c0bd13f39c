// WA: does not look at what is left open; fails from 1 (1 byte) tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    string s, open;
    cin >> s;
    bool good = true;
    for (char c : s)
        if (c == '(' || c == '[') open += c;
        else if (!open.empty() && open.back() == (c == ')' ? '(' : '[')) open.pop_back();
        else good = false;
    cout << (good ? "YES" : "NO") << "\n";
}
