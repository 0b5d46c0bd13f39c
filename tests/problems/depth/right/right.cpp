#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, p, most = 0;
    cin >> n;
    vector<int> depth(n + 1);
    for (int i = 2; i <= n && cin >> p; i++) most = max(most, depth[i] = depth[p] + 1);
    cout << most << "\n";
}
