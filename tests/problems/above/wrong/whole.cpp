// WA: drops what stands behind the point; fails from 3 tokens on
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<long long> a(n);
    for (auto &y : a) {
        double x;
        cin >> x;
        y = (long long)x;
    }
    long long sum = accumulate(a.begin(), a.end(), 0LL);
    cout << count_if(a.begin(), a.end(), [&](long long y) { return n * y > sum; }) << "\n";
}
