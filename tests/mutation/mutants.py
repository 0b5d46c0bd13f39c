"""Small changes of a C source, by text: operators, constants, conditions, error codes, statements
left out."""

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
# How the line before a statement ends.
BEFORE = re.compile(r"(^|[;{}:)]|\belse|\*/)$")


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


def mutants_of(path):
    """All mutants of a file."""
    lines = lines_of(path)
    comment = asserted = False
    for number, line in enumerate(lines, 1):
        inside = comment or line.lstrip().startswith("/*")
        comment = inside and "*/" not in line
        asserted = asserted or re.match(r"\s*(assert|_Static_assert)\(", line) is not None
        skipped = inside or asserted or line.startswith("#") or not line.startswith(" ")
        asserted = asserted and not line.endswith(";")
        if skipped:
            continue
        code = code_of(line)
        if STATEMENT.match(line) and BEFORE.search(lines[number - 2]):
            yield Mutant(path, number, line, line[:len(line) - len(line.lstrip())] + ";")
        for pattern, places in SWAPS:
            for found in re.finditer(pattern, code):
                for place in places:
                    new = place(found.group()) if callable(place) else place
                    start, end = found.span()
                    if new.startswith("if (!"):
                        after = negated(line, start)
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
