"""One run of a command in a fresh copy of a folder, with or without a fault."""

import ctypes
import os
import shutil
import signal
import sqlite3
import subprocess
import time

LEFT = 3  # seconds
PR_SET_CHILD_SUBREAPER = 36

# All that matters of a database's rows; times and machine are left out.
QUESTIONS = [
    "PRAGMA integrity_check",
    "SELECT sql FROM sqlite_master ORDER BY name",
    "SELECT id, game, players, rounds, deck, profile, seed, first, games, rejected, turns, digest,"
    " saved FROM runs ORDER BY id",
    "SELECT * FROM seats ORDER BY run, seat",
    "SELECT * FROM statistics ORDER BY run, statistic, row, measure",
]


def adopt_orphans():
    """What a command leaves behind becomes a child of this process."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


# ---- folders: a dict of names and bytes; None for a folder ----

def meaning_of(path):
    """What a database tells, after whatever has to be recovered in it, and whether it is sound."""
    told = []
    database = sqlite3.connect(path, isolation_level=None)
    database.text_factory = bytes
    for question in QUESTIONS:
        try:
            told += database.execute(question).fetchall()
        except sqlite3.Error as error:
            told.append(error)
    database.close()
    return "\n".join(map(str, told)).encode()


def read_folder(path, meaning, below=""):
    """All files; with `meaning`, of a database not the bytes but what it tells."""
    files = {}
    for entry in sorted(os.scandir(os.path.join(path, below)), key=lambda entry: entry.name):
        name = os.path.join(below, entry.name)
        if entry.is_dir(follow_symlinks=False):
            files[name] = None
            files.update(read_folder(path, meaning, name))
        elif meaning and name.endswith(".db"):
            files[name] = meaning_of(entry.path)
        elif os.path.exists(entry.path):  # else it was a database's journal, which is no more
            with open(entry.path, "rb") as file:
                files[name] = file.read()
    return files


def write_folder(path, files):
    """Files are from tomorrow, so that what tells how old one is says the same at every trial."""
    tomorrow = time.time() + 86400
    os.mkdir(path)
    for name, content in files.items():
        whole = os.path.join(path, name)
        if content is None:
            os.mkdir(whole)
            continue
        with open(os.open(whole, os.O_WRONLY | os.O_CREAT, 0o777), "wb") as file:
            file.write(content)
        os.utime(whole, (tomorrow, tomorrow))


# ---- running ----

class Stage:
    """Where and with what commands are run: `start` is the words of the program, or of what it runs
    under; `preload` a library; `patience` the seconds that a command may take."""

    def __init__(self, start, given, scratch, preload=None, patience=60):
        self.start, self.scratch, self.preload, self.patience = start, scratch, preload, patience
        self.given = read_folder(given, False)
        self.before = read_folder(given, True)


class Outcome:
    """What came of a command: `code` is its exit code, or 128 + signal; `log` has the calls that
    failed, or without a fault all of them."""

    def __init__(self, stage, words, stdin=None, fault=None, trace=False):
        scratch = f"{stage.scratch}-{os.getpid()}"
        log = scratch + ".log"
        write_folder(scratch, stage.given)
        env = {**os.environ, "NF_FAULT_LOG": log}
        env.update({"LD_PRELOAD": stage.preload} if stage.preload else {},
                   **{"NF_FAULT": fault} if fault else {}, **{"NF_FAULT_TRACE": "1"} if trace else {})
        with open(os.path.join(scratch, stdin) if stdin else os.devnull, "rb") as given, \
                open(os.memfd_create("out"), "w+b") as out, open(os.memfd_create("err"), "w+b") as err:
            process = subprocess.Popen([*stage.start, *words], stdin=given, stdout=out, stderr=err,
                                       cwd=scratch, env=env, start_new_session=True)
            self.hung = False
            try:
                process.wait(stage.patience)
            except subprocess.TimeoutExpired:
                self.hung = True
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            self.code = process.returncode if process.returncode >= 0 else 128 - process.returncode
            self.left = has_left()
            out.seek(0)
            err.seek(0)
            self.out, self.err = out.read(), err.read()
        self.files = read_folder(scratch, True)
        shutil.rmtree(scratch)
        self.log = ""
        if os.path.exists(log):
            with open(log, encoding="utf-8") as file:
                self.log = file.read()
            os.unlink(log)


def has_left():
    """Whether something that the command started is still there; it is killed."""
    left = False
    try:
        for _ in range(LEFT * 500):
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
            time.sleep(0.002)
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            for pid in file.read().split():
                os.kill(int(pid), signal.SIGKILL)
        while True:
            os.waitpid(-1, 0)
            left = True
    except ChildProcessError:
        return left
