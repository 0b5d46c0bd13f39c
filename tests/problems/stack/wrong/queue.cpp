// WA: a queue; fails from 6 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int q, x;
    string op;
    queue<int> open;
    for (cin >> q; q > 0 && cin >> op; q--)
        if (op == "push") cin >> x, open.push(x);
        else if (op == "pop") open.pop();
        else cout << open.front() << "\n";
}
