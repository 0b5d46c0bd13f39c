// MLE: a table of all pairs; fails on large cases alone
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<int> a(n), longest(n, 1);
    vector<vector<char>> below(n);
    for (int i = 0; i < n; i++) {
        cin >> a[i];
        for (int j = 0; j < i; j++) below[i].push_back(a[j] < a[i]);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (below[i][j]) longest[i] = max(longest[i], longest[j] + 1);
    cout << *max_element(longest.begin(), longest.end()) << "\n";
}
