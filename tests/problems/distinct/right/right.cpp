#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, x;
    set<int> seen;
    for (cin >> n; n > 0 && cin >> x; n--) seen.insert(x);
    cout << seen.size() << "\n";
}
