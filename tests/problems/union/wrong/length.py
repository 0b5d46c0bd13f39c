# WA: r - l whole numbers, one too few; fails from 3 tokens on
import sys
_, *ends = map(int, sys.stdin.read().split())
total, to = 0, -10**10
for l, r in sorted(zip(ends[::2], ends[1::2])):
    total += max(0, r - max(l, to))
    to = max(to, r)
print(total)
