# WA: the distance without walls; fails from 3 tokens on
h, w = map(int, input().split())
at = {}
for y in range(h):
    for x, c in enumerate(input()):
        at[c] = y, x
(a, b), (c, d) = at["S"], at["T"]
print(abs(a - c) + abs(b - d))
