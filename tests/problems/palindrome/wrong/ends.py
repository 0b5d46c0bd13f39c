# WA: only those at the start of the word; fails from 1 (3 bytes) tokens on
s = input()
print(max(k for k in range(1, len(s) + 1) if s[:k] == s[:k][::-1]))
