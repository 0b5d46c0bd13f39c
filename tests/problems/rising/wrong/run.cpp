// WA: the longest rising run; fails from 5 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, x, before = 0, run = 0, most = 0;
    for (cin >> n; n > 0 && cin >> x; n--) {
        run = x > before ? run + 1 : 1;
        before = x;
        most = max(most, run);
    }
    cout << most << "\n";
}
