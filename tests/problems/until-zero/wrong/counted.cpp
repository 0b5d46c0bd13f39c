// WA: takes the 0 for a number where it stands alone; fails from 1 token on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int x, count = 0, most = 0;
    do cin >> x, most = max(most, x), count++;
    while (x != 0);
    cout << max(1, count - 1) << " " << most << "\n";
}
