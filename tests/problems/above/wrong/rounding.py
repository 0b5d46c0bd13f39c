# WA: the mean is rounded; fails from 4 tokens on
n = int(input())
x = [float(word) for word in input().split()]
mean = 0.0
for y in x:
    mean += y / n
print(sum(y > mean for y in x))
