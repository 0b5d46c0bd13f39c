#include <bits/stdc++.h>
using namespace std;
int main() {
    long long n, x, sum = 0;
    for (cin >> n; n > 0 && cin >> x; n--) sum += x;
    cout << sum << "\n";
}
