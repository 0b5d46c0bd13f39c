import sys
from math import gcd
for line in sys.stdin:
    a, b = map(int, line.split())
    print(gcd(a, b))
