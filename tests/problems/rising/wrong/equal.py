# WA: equal numbers count as rising; fails from 3 tokens on
from bisect import bisect_right
input()
ends = []
for x in map(int, input().split()):
    at = bisect_right(ends, x)
    ends[at : at + 1] = [x]
print(len(ends))
