# RE: takes away what it shows; fails from 5 tokens on
stack = []
for _ in range(int(input())):
    op, *x = input().split()
    if op == "push":
        stack += x
    elif op == "pop":
        stack.pop()
    else:
        print(stack.pop())
