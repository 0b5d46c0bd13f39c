#include <bits/stdc++.h>
using namespace std;
int main() {
    int x, count = 0, most = 0;
    while (cin >> x && x != 0) most = max(most, x), count++;
    cout << count << " " << most << "\n";
}
