#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, x;
    set<int> ends;
    for (cin >> n; n > 0 && cin >> x; n--) {
        auto at = ends.lower_bound(x);
        if (at != ends.end()) ends.erase(at);
        ends.insert(x);
    }
    cout << ends.size() << "\n";
}
