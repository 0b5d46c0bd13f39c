"""Small changes of a C source, by text: operators, constants, conditions, error codes, statements
left out, an argument in the place of the next one, a member for its neighbour of the same type."""

import functools
import glob
import os
import re

TOP = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
CODES = ["NF_IO", "NF_INVALID", "NF_USAGE", "NF_DIFFERENT"]


def larger(number):
    """A number one larger, or from 1,000 on twice as large: less is nothing that a rule is about."""
    return str(int(number) + (int(number) if int(number) >= 1000 else 1))


# What is looked for, and what takes its place.
SWAPS = [
    (r" < ", [" <= ", " > "]), (r" <= ", [" < "]), (r" > ", [" >= ", " < "]), (r" >= ", [" > "]),
    (r" == ", [" != "]), (r" != ", [" == "]), (r" && ", [" || "]), (r" \|\| ", [" && "]),
    (r"(?<=[\w)\]]) \+ ", [" - "]), (r"(?<=[\w)\]]) - ", [" + "]),
    (r"(?<=[\w)\]]) \* (?=[\w(])", [" + "]), (r" / ", [" * "]), (r" % ", [" / "]),
    (r" & ", [" | "]), (r" \| ", [" & "]), (r" << ", [" >> "]), (r" >> ", [" << "]),
    (r" \+= ", [" -= "]), (r" -= ", [" += "]), (r"\+\+", ["--"]), (r"--(?=\w|;|\))", ["++"]),
    (r"\btrue\b", ["false"]), (r"\bfalse\b", ["true"]),
    (r"(?<![\w.\"])\d+(?![\w.\"])", [larger, lambda text: "0"]),
    (r"\bif \((?=.*\)$|.*\) \{$)", ["if (!"]),
    (r"\b(?:" + "|".join(CODES) + r")\b", [lambda text: CODES[CODES.index(text) - 1]]),
]
# A statement that may be left out; leaks are looked for by AddressSanitizer and valgrind.
STATEMENT = re.compile(r"^ +(?!return|break|continue|goto|case|default|enum|struct|const|static|"
                       r"union|typedef|extern|else|do\b|_Static|[a-z_]*(?:free|decref)[a-z_]*\()"
                       r"[a-z_*(][^{}]*;$")
# The smaller or the larger of two, which is the same where they are equal.
LIMIT = re.compile(r"(?:[=(\[,|]|\breturn) ?(?P<a>[\w>.\[\]-]+) [<>] (?P<b>[\w>.\[\]-]+) \? "
                   r"(?:(?P=a) : (?P=b)|(?P=b) : (?P=a))(?=[;,)\]])")
# How the line before a statement ends.
BEFORE = re.compile(r"(^|[;{}:)]|\belse|\*/)$")


# A member of something, and a call, of whatever it turns out to be: the compiler refuses the rest.
MEMBER = re.compile(r"(?:->|(?<=[\w)\]])\.)([a-z]\w*)(?!\w|\()")
CALL = re.compile(r"\b(?!(?:if|for|while|switch|return|sizeof|_)\b)[a-z_]\w*\(")
# Of a struct that holds no other: its members; of a line of them: the type, what is declared.
STRUCT = re.compile(r"\b(?:struct|union)(?: \w+)? \{([^{}]*)\}")
DECLARED = re.compile(r"((?:const )?(?:(?:struct|enum|unsigned) )?\w+) ([^():]+)$")


class Mutant:
    """A line of a file, and what is in its place."""

    def __init__(self, path, line, before, after):
        self.path, self.line, self.before, self.after = path, line, before, after

    def key(self):
        return f"{self.path}: {self.before.strip()} => {self.after.strip()}"


def code_of(line):
    """The columns of a line that are code: without strings, characters and comments."""
    return re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|/\*.*?\*/|//.*',
                  lambda found: "\0" * len(found.group()), line)


def lines_of(path):
    with open(os.path.join(TOP, path)) as file:
        return file.read().split("\n")


@functools.lru_cache(maxsize=None)
def neighbours_in(path):
    """By name: members that stand next to one of that name, and have its type, in the structs of a
    file and of what it includes."""
    found = {}
    text = "\n".join(lines_of(path))
    for name in re.findall(r'^#include "(.*)"', text, re.M):
        for root in ("", "src/"):
            if os.path.exists(os.path.join(TOP, root + name)):
                for member, others in neighbours_in(root + name).items():
                    found.setdefault(member, set()).update(others)
    for body in STRUCT.findall(re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)):
        members = []
        for line in body.split(";"):
            declared = DECLARED.match(" ".join(line.split()))
            for one in declared[2].split(",") if declared else []:
                name = re.search(r"[a-z_]\w*", one)
                if name:
                    members.append((name[0], declared[1] + one.replace(name[0], "").strip()))
        for (name, kind), (after, its_kind) in zip(members, members[1:]):
            if kind == its_kind:
                found.setdefault(name, set()).add(after)
                found.setdefault(after, set()).add(name)
    return found


def arguments_at(code, start):
    """The columns of the arguments of a call whose first one begins at `start`; none if the call does
    not end on its line."""
    depth, first, found = 0, start, []
    for place in range(start, len(code)):
        if depth == 0 and code[place] in ",)":
            found.append((first, place))
            first = place + 1
            if code[place] == ")":
                return found
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(code[place], 0)
    return []


def misplaced(path, line, code):
    """The line with one argument where another one belongs, or one member for its neighbour."""
    for call in CALL.finditer(code):
        columns = arguments_at(code, call.end())
        for at, (start, end) in enumerate(columns if len(columns) > 1 else []):
            other = slice(*columns[(at + 1) % len(columns)])
            space = " " if line[start] == " " else ""
            yield line[:start] + space + line[other].strip() + line[end:]
    for member in MEMBER.finditer(code):
        for other in sorted(neighbours_in(path).get(member[1], ())):
            yield line[:member.start(1)] + other + line[member.end(1):]


def mutants_of(path):
    """All mutants of a file."""
    lines = lines_of(path)
    comment = asserted = False
    for number, line in enumerate(lines, 1):
        inside = comment or line.lstrip().startswith("/*")
        comment = inside and "*/" not in line
        asserted = asserted or re.match(r"\s*(assert|_Static_assert)\(", line) is not None
        # What is said without memory make faults sees to.
        skipped = (inside or asserted or not line.startswith(" ") or '"out of memory' in line)
        asserted = asserted and not line.endswith(";")
        if skipped:
            continue
        code = code_of(line)
        if STATEMENT.match(line) and BEFORE.search(lines[number - 2]):
            yield Mutant(path, number, line, line[:len(line) - len(line.lstrip())] + ";")
        for after in misplaced(path, line, code):
            if after != line:
                yield Mutant(path, number, line, after)
        for pattern, places in SWAPS:
            for found in re.finditer(pattern, code):
                for place in places:
                    new = place(found.group()) if callable(place) else place
                    start, end = found.span()
                    if new.startswith("if (!"):
                        after = negated(line, start)
                    elif new in (" <= ", " >= ") and any(
                            limit.start() < start < limit.end() for limit in LIMIT.finditer(code)):
                        continue
                    else:
                        after = line[:start] + new + line[end:]
                    if after is not None and after != line:
                        yield Mutant(path, number, line, after)


def negated(line, start):
    """`if (x)` as `if (!(x))`, if it ends on its line."""
    depth = 0
    for place in range(start + 3, len(line)):
        depth += {"(": 1, ")": -1}.get(line[place], 0)
        if depth == 0:
            return f"{line[:start]}if (!({line[start + 4:place]})){line[place + 1:]}"
    return None


def files_of(paths):
    """The C files below the paths; what is preloaded or packed is not tested here."""
    for path in paths:
        whole = os.path.join(TOP, path)
        found = [whole] if os.path.isfile(whole) else glob.glob(whole + "/**/*.c", recursive=True)
        for file in sorted(found):
            name = os.path.relpath(file, TOP)
            if "/package/" not in name and "/preload/" not in name:
                yield name
