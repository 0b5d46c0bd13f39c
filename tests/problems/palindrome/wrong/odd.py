# WA: odd lengths only; fails from 1 (2 bytes) tokens on
s = input()
best = 0
for i in range(len(s)):
    k = 0
    while i - k >= 0 and i + k < len(s) and s[i - k] == s[i + k]:
        k += 1
    best = max(best, 2 * k - 1)
print(best)
