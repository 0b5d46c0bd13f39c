s = input()
while "()" in s or "[]" in s:
    s = s.replace("()", "").replace("[]", "")
print("NO" if s else "YES")
