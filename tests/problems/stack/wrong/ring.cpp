// WA: keeps the last 16 only; fails from 52 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int q, x, size = 0, ring[16] = {};
    string op;
    for (cin >> q; q > 0 && cin >> op; q--)
        if (op == "push") cin >> x, ring[size++ % 16] = x;
        else if (op == "pop") size--;
        else cout << ring[(size - 1) % 16] << "\n";
}
