"""A file system that forgets: from the calls that a program has made, as strace tells them, what may be
on the disk after a power cut at some moment.

What was not synced may be there in part or not at all: of the bytes of a file any prefix of what
was written since its last sync, of the names in a folder any of the changes since its last sync,
kept or lost each by itself. Names synced before stay. A file's own sync does not bring its name to
the disk, as POSIX has it."""

import os
import re

# What a program is started by: read_log reads what this writes to the file behind it. Texts are in
# hexadecimal, files have their paths. Leaks cannot be looked for meanwhile.
TRACE = ["env", "ASAN_OPTIONS=detect_leaks=0", "strace", "-f", "--seccomp-bpf", "-y", "-xx", "-s", "100000000",
         "-e", "trace=/^(open|p?write|.*truncate|rename|link|unlink|f.*sync)", "-e", "signal=none", "-o"]
DONE = re.compile(r"\d+ +(\w+)\((.*)\) += (\d+)(?:<(.*)>)?$")
TEXT = re.compile(r'["<]((?:\\x[0-9a-f]{2})+)[">]')


class Call:
    """Something that was done to files: `kind` is made, size, write, link, rename, unlink or sync."""

    def __init__(self, kind, paths, size=0, data=b""):
        self.kind, self.paths, self.size, self.data = kind, paths, size, data


def calls_of(name, arguments, result, opened):
    """The calls that a line of the log tells of."""
    texts = [bytes.fromhex(text.replace("\\x", "")) for text in TEXT.findall(arguments)]
    if name.startswith("open"):
        path = bytes.fromhex(opened.replace("\\x", ""))
        return [Call(kind, [path]) for kind, flag in (("made", "O_CREAT"), ("size", "O_TRUNC"))
                if flag in arguments]
    if name == "write":
        return [Call("write", texts[:1], data=texts[1][:result])] if len(texts) > 1 else []
    if name.startswith("ftruncate"):
        return [Call("size", texts, size=int(arguments.rpartition(" ")[2]))]
    kind = re.match("rename|link|unlink|fsync|fdatasync", name)[0]
    return [Call("sync" if "sync" in kind else kind, [text for text in texts if text[:1] == b"/"][-2:])]


def read_log(path):
    calls, begun = [], {}
    with open(path, encoding="ascii") as file:
        for line in file.read().splitlines():
            thread = line.split(" ")[0]
            if line.endswith(" <unfinished ...>"):
                begun[thread] = line.removesuffix(" <unfinished ...>")
            elif thread in begun and " resumed>" in line:
                line = begun.pop(thread) + line.partition(" resumed>")[2]
            done = DONE.match(line)
            calls += calls_of(done[1], done[2], int(done[3]), done[4]) if done else []
    return calls


def write_to(content, call):
    """Files are written from their beginning to their end."""
    return content + call.data if call.kind == "write" else content[:call.size].ljust(call.size, b"\0")


class Disk:
    """A folder without folders, as the program sees it and as the disk has it."""

    def __init__(self, folder):
        self.folder = os.fsencode(folder)
        self.seen = {}  # name -> number of its file
        self.files = []  # by number: [content on disk, later calls]
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                with open(path, "rb") as file:
                    self.seen[name] = self._file(file.read())
        self.names = dict(self.seen)
        self.renames = []  # changes of names since the last sync of the folder

    def _file(self, content):
        self.files.append([content, []])
        return len(self.files) - 1

    def _rename(self, change):
        self.renames.append(change)
        self.seen.update(change)

    def play(self, call):
        """What a call does."""
        if call.kind == "sync" and call.paths == [self.folder]:
            self.names, self.renames = self.now(), []
            return
        names = [os.path.basename(path) for path in call.paths
                 if os.path.dirname(path) == self.folder]
        file = self.seen.get(names[0]) if names else None
        if call.kind == "made" and names and file is None:
            self._rename({names[0]: self._file(b"")})
        elif file is None:
            pass  # elsewhere
        elif call.kind in ("write", "size"):
            self.files[file][1].append(call)
        elif call.kind in ("rename", "link"):
            self._rename({**({names[0]: None} if call.kind == "rename" else {}), names[1]: file})
        elif call.kind == "unlink":
            self._rename({names[0]: None})
        elif call.kind == "sync":
            self.files[file] = [self.content(self.files[file]), []]

    @staticmethod
    def content(file, kept=None):
        content = file[0]
        for call in file[1][:kept]:
            content = write_to(content, call)
        return content

    def now(self, kept=None):
        """The names after the changes, or only those that are `kept`."""
        names = dict(self.names)
        for number, change in enumerate(self.renames):
            if kept is None or number in kept:
                names.update(change)
        return {name: file for name, file in names.items() if file is not None}

    def cut(self, rng):
        """What may be there after a power cut now: name -> bytes."""
        how = rng.randrange(3)
        count = len(self.renames)
        kept = set(range(count)) if how == 0 else set(range(rng.randint(0, count))) if how == 1 \
            else {number for number in range(count) if rng.random() < 0.5}
        left = {}
        for name, number in self.now(kept).items():
            file = self.files[number]
            calls = rng.choice([0, len(file[1]), rng.randint(0, len(file[1]))])
            content = self.content(file, calls)
            if calls < len(file[1]) and file[1][calls].kind == "write" and rng.random() < 0.5:
                call = file[1][calls]
                content += call.data[:rng.randint(0, len(call.data))]  # a part of the next write
            left[os.fsdecode(name)] = content
        return left
