// WA: keeps the first 8 letters; fails from 5 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, q;
    string name;
    map<string, int> place;
    cin >> n;
    for (int i = 1; i <= n && cin >> name; i++) place[name.substr(0, 8)] = i;
    for (cin >> q; q > 0 && cin >> name; q--) cout << place[name.substr(0, 8)] << "\n";
}
