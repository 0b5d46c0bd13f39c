s = input()
best = 0
for middle in range(2 * len(s) - 1):
    l, r = middle // 2, (middle + 1) // 2
    while l >= 0 and r < len(s) and s[l] == s[r]:
        l, r = l - 1, r + 1
    best = max(best, r - l - 1)
print(best)
