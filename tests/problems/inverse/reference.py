p, a = map(int, input().split())
print(pow(a, p - 2, p))
