#include <bits/stdc++.h>
using namespace std;
int main() {
    long long p, a;
    cin >> p >> a;
    long long power = 1;
    for (long long left = p - 2; left > 0; left /= 2, a = a * a % p)
        if (left % 2 != 0) power = power * a % p;
    cout << power % p << "\n";
}
