// TLE: subtracts; fails on large cases alone
#include <bits/stdc++.h>
using namespace std;
int main() {
    for (int c, d; cin >> c >> d;) {
        volatile int a = c, b = d;
        while (a != 0 && b != 0)
            if (a > b) a = a - b;
            else b = b - a;
        cout << a + b << "\n";
    }
}
