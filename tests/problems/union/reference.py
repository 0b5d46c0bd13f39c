import sys
_, *ends = map(int, sys.stdin.read().split())
total, to = 0, -10**10
for l, r in sorted(zip(ends[::2], ends[1::2])):
    total += max(0, r - max(l, to + 1) + 1)
    to = max(to, r)
print(total)
