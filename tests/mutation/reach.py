"""Which tests reach which lines, and how long they take: each test runs once with a program that
notes the blocks it comes through (reach.c), also in processes that are killed later."""

import bisect
import concurrent.futures
import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import time

from mutants import TOP

HERE = os.path.dirname(os.path.abspath(__file__))
# What tests get with and without a change.
USUAL = {"NF_TEST_SEED": "1", "NF_TEST_TURNS": "5000000", "NF_TEST_GAMES": "2000",
         "NF_TEST_LEVEL": "1", "TESTS": f"{TOP}/tests"}


def commands(build, cc, targets):
    """The commands by which make makes these targets of a build, by target, as lists of words."""
    sources = [target.replace("/unit/", "/tests/unit/") for target in targets]
    touched = [word for source in sources for word in
               ("-W", os.path.relpath(source, build).replace(".o", "") + ".c")]
    touched += ["-W", "src/main.c"]
    told = subprocess.run(["make", "-n", "V=1", f"CC={cc}", f"BUILD={build}", *touched, *targets],
                          cwd=TOP, stdout=subprocess.PIPE, text=True, check=True).stdout
    made = {}
    for line in told.replace("\\\n", " ").split("\n"):
        if f" -o {build}/" in line:
            words = shlex.split(line)
            made[words[words.index("-o") + 1]] = words
    return made


def run_unit(program, env):
    """Whether a program of unit tests passes, and the seconds that takes."""
    start = time.monotonic()
    ended = subprocess.run([program], cwd=TOP, env=env, check=False, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return ended.returncode == 0, time.monotonic() - start


def run(words):
    subprocess.run(words, cwd=TOP, check=True)


class Reach:
    """Makes the instrumented programs in a folder and runs the tests with them."""

    def __init__(self, build, cc, paths, folder):
        self.build, self.cc, self.paths, self.folder = build, cc, paths, folder
        self.rows = {}  # path: (line, what its block's call returns to) list
        self.links, self.program = {}, None
        os.makedirs(folder, exist_ok=True)
        # No links: tests look for processes of hostile programs by where these really are.
        for name in ("hostile", "faults"):
            shutil.copytree(f"{TOP}/{build}/{name}", f"{folder}/{name}", dirs_exist_ok=True)
        shutil.copy2(f"{TOP}/{build}/libninefold-forkserver.so", folder)
        self.instrument()

    def instrument(self):
        """Joins the sources in question to one object whose addresses are the same in each program."""
        objects = [f"{self.build}/{path[:-2]}.o" for path in self.paths]
        made = commands(self.build, self.cc, objects)
        parts = []
        for name in ("begin", "end"):
            with open(f"{self.folder}/{name}.s", "w") as file:
                file.write(f".globl nf_reach_{name}\n.hidden nf_reach_{name}\nnf_reach_{name}:\n"
                           '.section .note.GNU-stack,"",@progbits\n')
            run([self.cc, "-c", f"{self.folder}/{name}.s", "-o", f"{self.folder}/{name}.o"])
        for number, (path, target) in enumerate(zip(self.paths, objects)):
            part = f"{self.folder}/{number}.o"
            words = [word for word in made[target] if word not in ("-MMD", "-MP", "-O3")]
            words[words.index("-o") + 1] = part
            run(words + ["-O0", "-g", "-w", "-fsanitize-coverage=trace-pc"])
            parts.append(part)
        self.joined = f"{self.folder}/joined.o"
        run(["ld", "-r", "-o", self.joined, f"{self.folder}/begin.o", *parts,
             f"{self.folder}/end.o"])
        place = 0
        for path, part in zip(self.paths, parts):
            place = self.read_rows(path, part, place)
        run([self.cc, "-O2", "-c", os.path.join(HERE, "reach.c"), "-o", f"{self.folder}/reach.o"])

    def read_rows(self, path, part, place):
        """Which block, told by what its call returns to, each line has code in."""
        told = subprocess.run(["objdump", "-dr", "--no-show-raw-insn", part],
                              stdout=subprocess.PIPE, text=True, check=True).stdout
        calls, starts, before, awaited = [], [], 0, False
        for line in told.split("\n"):
            found = re.match(r" +([0-9a-f]+):\t\S", line)
            if found:
                if awaited:
                    calls.append((before, int(found[1], 16)))
                before, awaited = int(found[1], 16), False
            elif "__sanitizer_cov_trace_pc" in line:
                awaited = True
            else:
                found = re.match(r"([0-9a-f]+) <", line)
                if found:
                    starts.append(int(found[1], 16))
        rows = subprocess.run(["objdump", "--dwarf=decodedline", part], stdout=subprocess.PIPE,
                              text=True, check=True).stdout
        name = os.path.basename(path)
        self.rows[path] = []
        for line in rows.split("\n"):
            found = re.match(r"(\S+) +(\d+) +(?:0x)?([0-9a-f]+)\b", line)
            if found and found[1] == name:
                address = int(found[3], 16)
                at = bisect.bisect(calls, (address, 1 << 60)) - 1
                start = starts[bisect.bisect(starts, address) - 1]
                if at < 0 or calls[at][0] < start:
                    at += 1
                if at < len(calls):
                    self.rows[path].append((int(found[2]), place + calls[at][1]))
        size = subprocess.run(["size", "-A", part], stdout=subprocess.PIPE, text=True,
                              check=True).stdout
        return place + int(re.search(r"^\.text +(\d+)", size, re.M)[1])

    def link(self, target):
        """The program with the joined object; its path."""
        words = list(self.links[target])
        out = os.path.join(self.folder, os.path.relpath(target, self.build))
        os.makedirs(os.path.dirname(out), exist_ok=True)
        left = {f"{self.build}/{path[:-2]}.o" for path in self.paths}
        words = [word for word in words if word not in left]
        words[words.index("-o") + 1] = out
        at = words.index("-o") + 2
        words[at:at] = [self.joined, f"{self.folder}/reach.o", "-Wl,-S"]
        run(words)
        return out

    def lines(self, notes):
        """The lines by file that a file of notes tells."""
        if not os.path.exists(notes):
            return {}
        with open(notes, "rb") as file:
            reached = file.read()
        os.remove(notes)
        found = {}
        for path, rows in self.rows.items():
            some = sorted({line for line, place in rows if place < len(reached) and reached[place]})
            if some:
                found[path] = some
        return found

    def notes(self, name):
        """A folder for the notes of a program of unit tests or a file of bats; what it runs with."""
        notes = os.path.join(TOP, self.folder, "notes", name.replace("/", "."))
        os.makedirs(notes, exist_ok=True)
        return notes, {**os.environ, **USUAL, "NINEFOLD": self.program, "NF_REACHED": notes}

    def unit(self, name):
        """Runs a program of unit tests: name -> {"seconds", "lines"}; nothing if it fails as it is."""
        notes, env = self.notes(name)
        passed, seconds = run_unit(self.link(f"{self.build}/{name}"), env)
        if not passed:
            print(f"fails without a change: {name}", flush=True)
        lines = self.lines(f"{notes}/0")
        return {name: {"seconds": seconds, "lines": lines}} if passed else {}

    def bats(self, path):
        """The same for the tests of a file of bats."""
        notes, env = self.notes(path)
        told = subprocess.run(["bats", "--tap", "--timing", "--filter-tags", "!outside", path], cwd=TOP,
                              env=env, check=False, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        tests, shared = {}, self.lines(f"{notes}/0")
        for line in told.split("\n"):
            found = re.match(r"(not )?ok (\d+) (.*?) in (\d+)ms( # skip.*)?$", line)
            if found and found[1]:
                print(f"fails without a change: {path}: {found[3]}", flush=True)
            elif found and not found[5]:
                reached = self.lines(f"{notes}/{found[2]}")
                for name, some in shared.items():
                    reached[name] = sorted({*reached.get(name, []), *some})
                tests[f"{path}:{found[3]}"] = {"seconds": int(found[4]) / 1000, "lines": reached}
        return tests

    def measure(self, name):
        return self.bats(name) if name.endswith(".bats") else self.unit(name)


def chosen(path, by):
    """Whether a file of tests is one of the files or in one of the folders `by`; or there are none."""
    return not by or any(f"{path}/".startswith(f"{some}/") for some in by)


def units_of(rooms, by=()):
    """The programs of unit tests, without .c: those of the rooms that these paths are in (None: of
    all), as chosen `by` files and folders."""
    folders = {""} if rooms is None else {
        re.sub("^src/", "", path.split("/")[0] + "/" + path.split("/")[1])
        if path.startswith("src/") else path.split("/")[0] for path in rooms}
    return sorted(os.path.relpath(path, f"{TOP}/tests")[:-2] for folder in folders
                  for path in glob.glob(f"{TOP}/tests/unit/{folder}/**/test_*.c", recursive=True)
                  if chosen(os.path.relpath(path, TOP), by))


def timed(build, paths, jobs):
    """The same for the unit tests of the paths' rooms alone, without looking what they reach."""
    names = units_of(paths)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        ends = pool.map(lambda name: run_unit(f"{TOP}/{build}/{name}", {**os.environ, **USUAL}), names)
        return {name: {"seconds": seconds, "lines": None}
                for name, (passed, seconds) in zip(names, ends) if passed}


def digest(paths):
    """Of what the files are."""
    told = hashlib.sha256()
    for path in sorted(paths):
        with open(os.path.join(TOP, path), "rb") as file:
            told.update(path.encode() + b"\0" + file.read())
    return told.hexdigest()


def measured(build, cc, paths, by, jobs):
    """The tests in the folders and files `by`, or all: name -> {"seconds", "lines": path -> lines}; and
    path -> lines that have code. Kept in the build until the sources in question change; then all is
    measured again, otherwise only tests whose own file changed."""
    folder = f"{build}/mutation"
    units = {name: f"tests/{name}.c" for name in units_of(None)}
    files = {os.path.relpath(path, TOP): os.path.relpath(path, TOP)
             for path in glob.glob(f"{TOP}/tests/cli/*/*.bats")}
    names = {name: digest([path]) for name, path in {**units, **files}.items()
             if chosen(path, by)}
    whole, kept = digest(paths), {}
    if os.path.exists(f"{folder}/reach.json"):
        with open(f"{folder}/reach.json") as file:
            kept = json.load(file)
    if kept.get("sources") != whole:
        kept = {"sources": whole, "files": {}, "tests": {}}
    anew = [name for name in sorted(names) if kept["files"].get(name) != names[name]]
    if anew:
        print(f"running {len(anew)} programs and files of tests to see what they reach", flush=True)
        reach = Reach(build, cc, paths, folder)
        kept["rows"] = {path: sorted({line for line, _ in rows})
                        for path, rows in reach.rows.items()}
        reach.links = commands(build, cc, [f"{build}/{name}" for name in [*units, "ninefold"]])
        reach.program = os.path.join(TOP, reach.link(f"{build}/ninefold"))
        kept["tests"] = {name: test for name, test in kept["tests"].items()
                         if name.split(":")[0] not in anew}
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for tests in pool.map(reach.measure, anew):
                kept["tests"].update(tests)
        kept["files"].update(names)
        with open(f"{folder}/reach.json.new", "w") as file:
            json.dump(kept, file)
        os.rename(f"{folder}/reach.json.new", f"{folder}/reach.json")
    tests = {name: test for name, test in kept["tests"].items() if name.split(":")[0] in names}
    return tests, {path: set(rows) for path, rows in kept["rows"].items()}
