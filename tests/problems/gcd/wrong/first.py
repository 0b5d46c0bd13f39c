# WA: only the first pair; fails from 4 tokens on
from math import gcd
print(gcd(*map(int, input().split())))
