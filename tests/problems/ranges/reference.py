import sys
from itertools import accumulate
n, q, *rest = map(int, sys.stdin.read().split())
sums = [0, *accumulate(rest[:n])]
for l, r in zip(rest[n::2], rest[n + 1 :: 2]):
    print(sums[r] - sums[l - 1])
