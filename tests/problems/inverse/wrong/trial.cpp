// TLE: tries all numbers; fails on large cases alone
#include <bits/stdc++.h>
using namespace std;
int main() {
    long long p, a;
    cin >> p >> a;
    long long x = 1;
    while (a * x % p != 1) x++;
    cout << x << "\n";
}
