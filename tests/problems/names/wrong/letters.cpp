// WA: takes names with the same letters for the same; fails from 5 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, q;
    string name;
    map<string, int> place;
    cin >> n;
    auto lower = [&] { for (char &c : name) c = tolower(c); sort(name.begin(), name.end()); };
    for (int i = 1; i <= n && cin >> name; i++) lower(), place[name] = i;
    for (cin >> q; q > 0 && cin >> name; q--) lower(), cout << place[name] << "\n";
}
