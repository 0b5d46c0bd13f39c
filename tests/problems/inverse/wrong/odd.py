# WA: an exponent too large by one; fails from 2 tokens on
p, a = map(int, input().split())
print(pow(a, p - 1, p))
