# WA: takes no number at all where all are negative; fails from 3 tokens on
for _ in range(int(input())):
    input()
    best = here = 0
    for x in map(int, input().split()):
        here = max(0, here + x)
        best = max(best, here)
    print(best)
