from bisect import bisect_left
input()
ends = []
for x in map(int, input().split()):
    at = bisect_left(ends, x)
    ends[at : at + 1] = [x]
print(len(ends))
