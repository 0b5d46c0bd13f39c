#include <bits/stdc++.h>
using namespace std;
int main() {
    int q, x;
    string op;
    vector<int> stack;
    for (cin >> q; q > 0 && cin >> op; q--)
        if (op == "push") cin >> x, stack.push_back(x);
        else if (op == "pop") stack.pop_back();
        else cout << stack.back() << "\n";
}
