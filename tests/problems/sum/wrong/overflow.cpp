// WA: the sum does not fit in 32 bits; fails from 4 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, x;
    unsigned sum = 0;
    for (cin >> n; n > 0 && cin >> x; n--) sum += x;
    cout << (int)sum << "\n";
}
