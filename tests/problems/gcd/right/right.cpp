#include <bits/stdc++.h>
using namespace std;
int main() {
    for (int a, b; cin >> a >> b;) {
        while (b != 0) a = exchange(b, a % b);
        cout << a << "\n";
    }
}
