names = [input() for _ in range(int(input()))]
for _ in range(int(input())):
    print(names.index(input()) + 1)
