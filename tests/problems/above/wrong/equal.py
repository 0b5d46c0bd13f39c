# WA: counts those that are equal to the mean; fails from 2 tokens on
from fractions import Fraction
n = int(input())
x = [Fraction(word) for word in input().split()]
print(sum(n * y >= sum(x) for y in x))
