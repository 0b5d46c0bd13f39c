# WA: takes all that moves for one cycle; fails from 5 tokens on
n = int(input())
p = list(map(int, input().split()))
fixed = sum(p[i] == i + 1 for i in range(n))
print(fixed + (fixed < n))
