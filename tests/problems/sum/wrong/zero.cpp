// WA: stops at the first 0; fails from 3 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    long long n, x, sum = 0;
    for (cin >> n; n > 0 && cin >> x && x != 0; n--) sum += x;
    cout << sum << "\n";
}
