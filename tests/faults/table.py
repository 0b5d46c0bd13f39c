"""The table of commands that are run with faults or under tools, and the folder that each begins in."""

import os
import re
import subprocess

from trial import Outcome

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))


class Unfit(Exception):
    """A command that cannot be judged."""


class Command:
    """A line of the table: NAME[=CODE][/MOST]: ARGUMENT... [< FILE]"""

    def __init__(self, line):
        self.name, code, most, self.line, self.stdin = re.fullmatch(
            r"([^:=/]+)(?:=(\d))?(?:/(\d+))?: ([^<]+)(?: < (\S+))?", line).groups()
        self.codes = {int(code)} if code else {0, 1}
        self.most = int(most) if most else None

    def run(self, stage, **fault):
        return Outcome(stage, self.line.split(), self.stdin, **fault)


def lines_of(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [line for line in file.read().splitlines() if line and not line.startswith("#")]


def commands_of(start):
    """Those of ./commands, for all games, and what only a game has. What `start` starts tells which."""
    def ask(option):
        return subprocess.check_output([*start, option], text=True)
    games, version, found = ask("--list-games").split(), ask("--version"), []
    # The kernels of the first game stand behind "kernels:", of the others behind their names.
    kernels = {game: re.search(rf"^{name}: (.*)", version, re.M)[1].split()
               for game, name in zip(games, ["kernels", *games[1:]])}
    for line in lines_of(os.path.join(HERE, "commands")):
        for game in games[1:] if "GAME" in line else games[:1]:
            many = {"KERNEL": kernels[game], "RUN": lines_of(f"{TOP}/tests/data/{game}/runs")}
            word = next((word for word in many if word in line), None)
            found += [line.replace("GAME", game).replace(word or "", one)
                      for one in (many[word] if word else [""])]
    for game in games:
        found += lines_of(f"{TOP}/tests/data/{game}/faults")
    return [Command(line) for line in found]


def give(program, folder):
    """Makes the folder that commands are run in, below another one. Returns its path."""
    given = os.path.join(folder, "given")
    subprocess.check_call([os.path.join(HERE, "given"), given], env={**os.environ, "NINEFOLD": program})
    return given
