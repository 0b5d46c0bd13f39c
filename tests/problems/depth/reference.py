n = int(input())
depth = [0, 0]
if n > 1:
    for p in map(int, input().split()):
        depth.append(depth[p] + 1)
print(max(depth))
