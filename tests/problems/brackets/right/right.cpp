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
    cout << (good && open.empty() ? "YES" : "NO") << "\n";
}
