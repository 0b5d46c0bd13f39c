"""One small folder, the commands that run in it, and what must hold after each of them."""

import hashlib
import os
import re
import resource
import shutil
import signal
import subprocess
import time

# Exit codes that are documented; 5 is a bug, and so is an end by a signal that nobody sent.
OK, DIFFERS, USAGE, INVALID, FILES, BUDGET = 0, 1, 2, 3, 4, 6
DOCUMENTED = (OK, DIFFERS, USAGE, INVALID, FILES, BUDGET)
# Seconds of processor time a command may take here, where nearly all take less than two; and how long
# it may do nothing, on a machine that is busy with other things.
BOUND = 120
SIDE = re.compile(r"^\..*\.ninefold-[-A-Za-z0-9]+(-journal)?$")


class Failure(Exception):
    """A promise that did not hold."""


def worked(pid):
    """Seconds of processor time that a process and the children it has waited for have had."""
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
        fields = file.read().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


class Ended:
    """How a command ended."""

    def __init__(self, words, code, out, err):
        self.words, self.code, self.out, self.err = words, code, out, err

    def __str__(self):
        told = self.err.decode(errors="replace").strip()[-800:]
        return f"'{' '.join(self.words)}' ended with {self.code}: {told}"


def look(path):
    """What must not change of a file: its kind, mode, owner, and if it is no folder, time and
    bytes."""
    found = os.lstat(path)
    seen = (found.st_mode, found.st_uid, found.st_gid)
    if os.path.islink(path):
        return seen + (os.readlink(path),)
    if os.path.isdir(path):
        return seen
    if not os.path.isfile(path):
        return seen + (found.st_mtime_ns,)
    with open(path, "rb") as file:
        return seen + (found.st_mtime_ns, hashlib.md5(file.read()).hexdigest())


class World:
    """A folder with bystanders. Commands run in `desk`; what is below `root` is watched."""

    def __init__(self, program, root, rng):
        self.program, self.root, self.rng = program, root, rng
        self.desk = os.path.join(root, "desk")
        self.mark = f"NF_SIMULATED={os.path.basename(root)}-{os.getpid()}"
        self.saved = {}  # files of saved runs: name -> (job, games or None if it is whole)
        self.commands = 0
        self.kills = self.cuts = 0
        os.makedirs(self.desk)
        self._add_bystanders()

    def path(self, name):
        return os.path.join(self.desk, name)

    def _add_bystanders(self):
        """Files with names that ninefold could take for its own, in the folder and beside it."""
        names = ["notes.txt", ".notes", "a.json.bak", "a.json.2", "a.json.10", ".a.json.swp",
                 ".a.json.ninefold", ".ninefold-new", ".ninefold-lock", "a.json~", "core",
                 "runs.db.bak", "tables.csv", "-", "--", "-o", "*", "a b.json", "NaN.json",
                 "report.html.1", ".b.json.ninefold-new.txt", "x.ninefold-new"]
        folders = ["tests.old", "a.json.d", ".a.json.ninefold-new.d"]
        for folder in folders:
            os.mkdir(self.path(folder))
            names.append(folder + "/001.in")
        for name in names:
            with open(self.path(name), "w") as file:
                file.write(f"Here before: {name}\n")
            os.chmod(self.path(name), self.rng.choice([0o644, 0o600, 0o444, 0o755]))
        with open(os.path.join(self.root, "a.json"), "w") as file:
            file.write("One folder up.\n")
        os.symlink("notes.txt", self.path("link.txt"))
        os.link(self.path("notes.txt"), self.path("hard.txt"))

    # ---- looking ----

    def seen(self):
        all_of_it = {}
        for folder, folders, files in os.walk(self.root):
            for name in folders + files:
                path = os.path.join(folder, name)
                all_of_it[os.path.relpath(path, self.desk)] = look(path)
        return all_of_it

    @staticmethod
    def _may_change(name, outputs):
        return any(name == one or name.startswith(one + "/") for one in outputs)

    def compare(self, before, outputs, what):
        """Nothing but `outputs` may differ from what was there `before`."""
        now = self.seen()
        for name in sorted(set(before) | set(now)):
            if before.get(name) == now.get(name) or self._may_change(name, outputs):
                continue
            how = "appeared" if name not in before else "is gone" if name not in now else "changed"
            raise Failure(f"{what}: '{name}', which it was not to touch, {how}")

    def sides(self):
        """Side files, which only a command that was killed may leave."""
        return [name for name in self.seen() if SIDE.match(os.path.basename(name)) and
                not os.path.isdir(self.path(name))]

    def processes(self):
        """Processes that were started by a command here and are still there."""
        left = []
        for entry in os.listdir("/proc"):
            if not entry.isdigit() or int(entry) == os.getpid():
                continue
            try:
                with open(f"/proc/{entry}/environ", "rb") as file:
                    mine = self.mark.encode() in file.read().split(b"\0")
                with open(f"/proc/{entry}/stat", errors="replace") as file:  # a name is cut anywhere
                    dead = file.read().rsplit(")", 1)[1].split()[0] in "ZX"
                if mine and not dead:
                    left.append(int(entry))
            except OSError:
                pass  # it has just ended
        return left

    def expect_no_processes(self, what):
        until = time.monotonic() + 2
        while self.processes():
            if time.monotonic() > until:
                left = self.processes()
                for pid in left:
                    os.kill(pid, signal.SIGKILL)
                raise Failure(f"{what}: left {len(left)} processes running")
            time.sleep(0.01)

    # ---- running ----

    def surroundings(self):
        """Things that no result may depend on."""
        env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}
        for name, values in (("LANG", ["C", "C.UTF-8", "zh_CN.UTF-8", "de_DE.UTF-8", "tr_TR", "", "no such"]),
                             ("LC_ALL", ["C", "POSIX", "C.UTF-8", "xx_XX"]),
                             ("TERM", ["dumb", "xterm-256color", "", "no such"]),
                             ("COLUMNS", ["1", "0", "-5", "100000", "x"]),
                             ("TZ", ["UTC", "Asia/Kathmandu", ":", "garbage"]),
                             ("TMPDIR", ["/nonexistent", "/tmp"]),
                             ("NO_COLOR", ["", "1"])):
            if self.rng.random() < 0.3:
                env[name] = self.rng.choice(values)
        name, value = self.mark.split("=")
        env[name] = value
        return env

    def start(self, words, stdin=b"", limits=None, wrap=()):
        """Starts `ninefold WORDS`; what it prints goes to files outside the watched folder."""
        self.commands += 1

        def confine():
            for what, value in (limits or {}).items():
                # At the hard limit of processor time it would be killed.
                more = 30 if what == resource.RLIMIT_CPU else 0
                resource.setrlimit(what, (value, value + more))

        store = self.root + f".{self.commands}"
        with open(store + ".in", "wb") as file:
            file.write(stdin)
        with open(store + ".in", "rb") as given, open(store + ".out", "wb") as out, \
                open(store + ".err", "wb") as err:
            process = subprocess.Popen([*wrap, self.program, *words], cwd=self.desk, stdin=given,
                                       stdout=out, stderr=err, env=self.surroundings(),
                                       start_new_session=True, preexec_fn=confine)
        process.words, process.store, process.sent = words, store, None
        process.may_end_by = set()
        process.mute = resource.RLIMIT_FSIZE in (limits or {})
        return process

    def end(self, process):
        """Waits for a command, within its bound."""
        code, used = None, 0
        while code is None:
            try:
                code = process.wait(BOUND)
            except subprocess.TimeoutExpired:
                before, used = used, worked(process.pid)
                if used > BOUND or used < before + 1:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
                    raise Failure(f"'{' '.join(process.words)}' did not end: {used:.0f} s of "
                                  "processor time") from None
        said = []
        for ending in (".out", ".err"):
            with open(process.store + ending, "rb") as file:
                said.append(file.read())
        for ending in (".in", ".out", ".err"):
            os.unlink(process.store + ending)
        ended = Ended(process.words, code, *said)
        sent = {process.sent} - {None} | process.may_end_by
        expected = any(code in (-number, 128 + number) for number in sent)
        if not expected and code not in DOCUMENTED and code not in (126, 127):
            raise Failure(f"{ended}, which is not documented")
        if code in (USAGE, INVALID, FILES) and not ended.err and not process.mute:
            raise Failure(f"{ended}: it does not say why")
        return ended

    def send(self, process, number, after):
        """Sends a signal after so many seconds, if the command still runs."""
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
            process.sent = number

    def run(self, *words, codes=(OK,), outputs=(), in_part=False, stdin=b"", limits=None, wrap=()):
        """Runs a command to its end. It must end with one of `codes`, and touch `outputs` alone,
        and these only if it succeeds, or makes them in part."""
        before = self.seen()
        ended = self.end(self.start(words, stdin, limits, wrap))
        if ended.code not in codes:
            raise Failure(f"{ended}; expected {' or '.join(map(str, codes))}")
        kept = not in_part and ended.code in (USAGE, INVALID, FILES)
        self.after(before, () if kept else outputs, str(ended))
        return ended

    def after(self, before, outputs, what):
        """What must hold after every command."""
        self.expect_no_processes(what)
        self.compare(before, outputs, what)

    def tidy(self, name):
        """Removes what a killed command has left beside `name`, under the documented names."""
        for side in self.sides():
            if os.path.basename(side).startswith(f".{name}.ninefold-"):
                os.unlink(self.path(side))

    def remove(self, *names):
        """Removes files and folders, where they are."""
        for path in map(self.path, names):
            if os.path.isdir(path) and not os.path.islink(path):
                shutil.rmtree(path)
            elif os.path.lexists(path):
                os.unlink(path)
