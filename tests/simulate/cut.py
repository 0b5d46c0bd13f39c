"""A file system that forgets: from the calls that a program has made (cut.c), what may be on the
disk after a power cut at some moment.

What was not synced may be there in part or not at all: of the bytes of a file any prefix of what
was written since its last sync, of the names in a folder any of the changes since its last sync,
kept or lost each by itself. Names synced before stay. A file's own sync does not bring its name to
the disk, as POSIX has it."""

import os


class Call:
    """A record of the log."""

    def __init__(self, kind, inode, names=(), number=0, data=b"", site=""):
        self.kind, self.inode, self.names = kind, inode, names
        self.number, self.data, self.site = number, data, site


def read_log(path):
    with open(path, "rb") as file:
        log = file.read()
    calls, place = [], 0
    while place < len(log):
        end = log.index(b"\0", place)
        kind, inode, rest = log[place:end].decode().split(" ", 2)
        place = end + 1
        call = Call(kind, int(inode))
        if kind == "write":
            call.number, size = map(int, rest.split())
            call.data = log[place:place + size]
            place += size
        elif kind == "size":
            call.number = int(rest)
        elif kind == "sync":
            call.site = rest
        else:
            call.names = tuple(rest.split("\t"))
        calls.append(call)
    return calls


def write_to(content, call):
    if call.kind == "size":
        return content[:call.number].ljust(call.number, b"\0")
    return content[:call.number].ljust(call.number, b"\0") + call.data + \
        content[call.number + len(call.data):]


class Disk:
    """A folder without folders, as the program sees it and as the disk has it."""

    def __init__(self, folder):
        self.folder = folder
        self.inode = os.stat(folder).st_ino
        self.names, self.files = {}, {}  # name -> file; file -> [content on disk, later calls]
        self.numbers = {}  # inode -> file, as inodes are used again
        self.renames = []  # changes of names since the last sync of the folder
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                with open(path, "rb") as file:
                    self.names[name] = self._file(os.stat(path).st_ino, file.read())

    def copy(self):
        """As it is; what is done to it does nothing to this one."""
        same = Disk.__new__(Disk)
        same.folder, same.inode = self.folder, self.inode
        same.names, same.numbers = dict(self.names), dict(self.numbers)
        same.files = {number: [file[0], list(file[1])] for number, file in self.files.items()}
        same.renames = list(self.renames)
        return same

    def _file(self, inode, content):
        if inode not in self.numbers:
            self.numbers[inode] = len(self.files)
            self.files[len(self.files)] = [content, []]
        return self.numbers[inode]

    def _name(self, path):
        return os.path.basename(path) if os.path.dirname(path) == self.folder else None

    def play(self, call):
        """What a call does."""
        names = [self._name(path) for path in call.names]
        if call.kind == "made" and names[0] is not None:
            self.numbers.pop(call.inode, None)
            self.renames.append({names[0]: self._file(call.inode, b"")})
        elif call.kind in ("write", "size") and call.inode in self.numbers:
            self.files[self.numbers[call.inode]][1].append(call)
        elif call.kind in ("rename", "link") and call.inode in self.numbers:
            change = {names[0]: None} if call.kind == "rename" else {}
            self.renames.append({**change, names[1]: self.numbers[call.inode]})
        elif call.kind == "unlink" and names[0] is not None:
            self.renames.append({names[0]: None})
        elif call.kind == "sync" and call.inode == self.inode:
            self.names = self.now()
            self.renames = []
        elif call.kind == "sync" and call.inode in self.numbers:
            file = self.files[self.numbers[call.inode]]
            self.files[self.numbers[call.inode]] = [self.content(file, len(file[1])), []]

    @staticmethod
    def content(file, kept):
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
                call = file[1][calls]  # a part of the next write
                part = Call("write", 0, number=call.number,
                            data=call.data[:rng.randint(0, len(call.data))])
                content = write_to(content, part)
            left[name] = content
        return left
