// TLE: compares each with each; fails on large cases alone
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n, count = 0;
    cin >> n;
    vector<int> a(n);
    for (int i = 0; i < n; i++) {
        cin >> a[i];
        volatile int before = 0;
        for (int j = 0; j < i; j++) before = before + (a[j] == a[i]);
        count += before == 0;
    }
    cout << count << "\n";
}
