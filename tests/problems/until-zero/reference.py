a = []
while (x := int(input())) != 0:
    a.append(x)
print(len(a), max(a, default=0))
