for _ in range(int(input())):
    input()
    best = here = None
    for x in map(int, input().split()):
        here = x if here is None or here < 0 else here + x
        best = here if best is None else max(best, here)
    print(best)
