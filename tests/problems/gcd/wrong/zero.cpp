// RE: divides by 0; fails from 2 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    for (int a, b; cin >> a >> b;) {
        while (a % b != 0) a = exchange(b, a % b);
        cout << b << "\n";
    }
}
