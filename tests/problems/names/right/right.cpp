#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, q;
    string name;
    map<string, int> place;
    cin >> n;
    for (int i = 1; i <= n && cin >> name; i++) place[name] = i;
    for (cin >> q; q > 0 && cin >> name; q--) cout << place[name] << "\n";
}
