n = int(input())
p = list(map(int, input().split()))
seen, count = set(), 0
for i in range(n):
    count += i not in seen
    while i not in seen:
        seen.add(i)
        i = p[i] - 1
print(count)
