h, w = map(int, input().split())
grid = [input() for _ in range(h)]
here = {(y, x) for y in range(h) for x in range(w) if grid[y][x] == "S"}
seen, steps, found = set(), 0, -1
while here and found < 0:
    if any(grid[y][x] == "T" for y, x in here):
        found = steps
    seen |= here
    near = {(y + v, x + u) for y, x in here for v, u in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    here = {(y, x) for y, x in near - seen if 0 <= y < h and 0 <= x < w and grid[y][x] != "#"}
    steps += 1
print(found)
