// RE: an array of 64 numbers, checked; fails from 66 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    array<int, 64> a;
    int x, count = 0, most = 0;
    while (cin >> x && x != 0) a.at(count++) = x;
    for (int i = 0; i < count; i++) most = max(most, a[i]);
    cout << count << " " << most << "\n";
}
