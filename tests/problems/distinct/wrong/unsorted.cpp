// WA: counts where neighbours differ, which is right if equal ones stand together; fails from 4 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, x, before = -1, count = 0;
    for (cin >> n; n > 0 && cin >> x; n--) {
        count += x != before;
        before = x;
    }
    cout << count << "\n";
}
