#include <bits/stdc++.h>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<long long> a(n);
    for (auto &y : a) {
        double x;
        cin >> x;
        y = llround(x * 1000);
    }
    long long sum = accumulate(a.begin(), a.end(), 0LL);
    cout << count_if(a.begin(), a.end(), [&](long long y) { return n * y > sum; }) << "\n";
}
