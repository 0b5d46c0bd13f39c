import re
import sys

TEXT = sys.stdin.buffer.read().decode("latin-1")
GROUPS = sys.argv[1:]
WORD = re.compile(r"[^ \t\r\n]*")
at = 0


def fail(words):
    line = TEXT.count("\n", 0, at) + 1
    print(f"line {line}: {words}", file=sys.stderr)
    sys.exit(43)


def skip(bytes, name):
    """Every byte counts."""
    global at
    if not TEXT.startswith(bytes, at):
        fail(f"expected {bytes!r} before {name}")
    at += len(bytes)


def comes(bytes):
    return TEXT.startswith(bytes, at)


def finish():
    if at != len(TEXT):
        fail("expected the end of the file")


def split(words):
    return set(words.split())


def token(before, name):
    global at
    skip(before, name)
    found = WORD.match(TEXT, at)
    at = found.end()
    return found[0]


def number(before, name, low, high):
    found = token(before, name)
    if not re.fullmatch("0|[1-9][0-9]{0,8}", found) or not low <= int(found) <= high:
        fail(f"{name} is {found!r}, expected {low} to {high}")
    return int(found)


def letters(before, name, low, high):
    found = token(before, name)
    if not re.fullmatch("[A-Za-z]*", found) or not low <= len(found) <= high:
        fail(f"{name} is {found!r}, expected {low} to {high} letters")
    return found


def word(before, name, words):
    found = token(before, name)
    if found not in words:
        fail(f"{name}: there is no {found!r}")
    return found


def below(name, value, other, limit):
    if value >= limit:
        fail(f"{name} is {value}, expected less than {other}, which is {limit}")


def listed(name, value, values):
    if value not in values:
        fail(f"{name} is {value}, expected one of {values}")


def between(name, count, low, high):
    if not low <= count <= high:
        fail(f"{name}: {count} of them, expected {low} to {high}")


def copies(name, found, words, count):
    for word in words:
        if found.count(word) != count:
            fail(f"{name}: {found.count(word)} of {word}, expected {count}")


def at_most(group, name, value, limit):
    if group in GROUPS and value > limit:
        fail(f"{name} is {value}, expected at most {limit} in the subtask {group}")


def without(group, name, found, words):
    if group in GROUPS and not words.isdisjoint(found):
        fail(f"{name}: {words.intersection(found)} is not in the subtask {group}")
