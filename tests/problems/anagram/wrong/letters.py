# WA: does not count how often a letter occurs; fails from 2 (3 bytes of letters) tokens on
a, b = input().split()
print("YES" if set(a) == set(b) else "NO")
