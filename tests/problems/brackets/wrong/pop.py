# RE: closes what was never opened; fails from 1 (1 byte) tokens on
open = []
good = True
for c in input():
    if c in "([":
        open.append(c)
    else:
        good = good and open.pop() + c in ("()", "[]")
print("YES" if good and not open else "NO")
