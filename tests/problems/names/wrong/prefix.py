# WA: finds a name that only begins like it; fails from 5 tokens on
names = [input() for _ in range(int(input()))]
for _ in range(int(input())):
    asked = input()
    print(next(i for i, name in enumerate(names, 1) if name.startswith(asked)))
