# RE: asks for the largest of no numbers; fails from 1 token on
a = []
while (x := int(input())) != 0:
    a.append(x)
print(len(a), max(a))
