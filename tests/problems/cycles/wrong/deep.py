# RE: recursion deeper than Python allows; fails from about 1,000 tokens on
n = int(input())
p = list(map(int, input().split()))
seen = set()
def follow(i):
    if i in seen: return 0
    seen.add(i)
    follow(p[i] - 1)
    return 1
print(sum(follow(i) for i in range(n)))
