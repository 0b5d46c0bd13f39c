// WA: the product does not fit in 32 bits; fails from 2 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    unsigned p, a, power = 1;
    cin >> p >> a;
    for (unsigned left = p - 2; left > 0; left /= 2, a = a * a % p)
        if (left % 2 != 0) power = power * a % p;
    cout << power % p << "\n";
}
