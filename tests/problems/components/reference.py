import sys
n, m, *ends = map(int, sys.stdin.read().split())
part = list(range(n + 1))
def find(x):
    while part[x] != x:
        part[x] = x = part[part[x]]
    return x
for u, v in zip(ends[::2], ends[1::2]):
    part[find(u)] = find(v)
print(sum(find(x) == x for x in range(1, n + 1)))
