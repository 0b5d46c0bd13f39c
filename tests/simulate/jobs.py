"""Batches of games: random ones, and what an undisturbed run of them makes."""

import functools
import json
import os
import re
import subprocess


@functools.lru_cache(None)
def output(program, *words):
    return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout


def games(program):
    return output(program, "--list-games").split()


def section(page, option):
    """The lines of an option in a help page; empty if it has none."""
    found = re.search(rf"^  .{{4}}--{option} .*\n(?: {{20}}.*\n)*", page, re.M)
    return found.group(0) if found else ""


@functools.lru_cache(None)
def choices(program, game):
    """What `run --help` offers for a game: ranges of numbers, profiles and kernels."""
    page = output(program, "run", "--game", game, "--help")
    numbers = {}
    for letter in "nmk":
        found = re.search(rf"^  -{letter}, .*?\((\d+) to (\d+)", page, re.M | re.S)
        if found and "\n  -" not in found.group(0)[4:]:
            numbers["-" + letter] = (int(found.group(1)), int(found.group(2)))
    listed = re.findall(r"^ {26}([a-z][a-z-]*) {2,}", section(page, "profile"), re.M)
    kernels = re.findall(r"[a-z0-9]+", " ".join(
        line for line in section(page, "kernel").splitlines()[1:]
        if re.fullmatch(r" {26}[a-z0-9]+(, [a-z0-9]+)*,?", line)))
    return numbers, listed, kernels, "--strategy" in page, "--weights" in page


class Job:
    """Options that fix games, and the range of their indices."""

    def __init__(self, game, options, first, count):
        self.game, self.options, self.first, self.count = game, tuple(options), first, count

    def words(self):
        return ["--game", self.game, *self.options]

    def range(self, first=None, count=None):
        return Job(self.game, self.options, self.first if first is None else first,
                   self.count if count is None else count)

    def run(self):
        return ["run", "--quiet", *self.words(), "--first", str(self.first), "--games",
                str(self.count)]


def log_uniform(rng, low, high):
    return min(high, int(low * (high / low) ** rng.random() + 0.5))


def random_job(program, rng, most=4000):
    """A job of a second at most; whether its options go together only the program knows."""
    game = rng.choice(games(program))
    numbers, profiles, _, strategies, weights = choices(program, game)
    options = []
    for letter, (low, high) in numbers.items():
        # Decks of a given length are used up by few games; most are left to the program.
        if rng.random() < (0.1 if high > 1000 else 0.7):
            options += [letter, str(log_uniform(rng, low, high))]
    if rng.random() < 0.5:
        options += ["--profile", rng.choice([one for one in profiles if one != "max"])]
    elif weights and rng.random() < 0.3:
        options += ["--weights", ",".join(f"{card}={rng.randint(1, 9)}" for card in
                                          rng.sample(["A1", "A2", "A9", "B1", "C2", "E99", "PASS"],
                                                     rng.randint(2, 6)))]
    if strategies and rng.random() < 0.4:
        names = [line.split()[0] for line in output(program, "strategies").splitlines() if line]
        options += ["--strategy", rng.choice(names) if rng.random() < 0.5 else
                    f"1={rng.choice(names)}"]
    if rng.random() < 0.5:
        options += ["--seed", str(rng.choice([0, 1, 7, 2**63 - 1, rng.randrange(2**63)]))]
    first = rng.choice([0, 0, 1, 1023, rng.randrange(10**9)])
    return Job(game, options, first, log_uniform(rng, 1, most))


def pace(program, rng, job):
    """Options that change how fast a job is played, and nothing else."""
    words = ["-j", str(rng.choice([1, 1, 2, 3, 8, 64]))]
    kernels = choices(program, job.game)[2]
    if rng.random() < 0.6:
        words += ["--kernel", rng.choice(kernels)]
    if rng.random() < 0.3:
        words += ["--block", str(log_uniform(rng, 1, 5000))]
    return words


class Oracle:
    """What undisturbed runs make, kept by their options."""

    def __init__(self, program, folder):
        self.program, self.folder, self.known = program, folder, {}
        os.makedirs(folder)

    def saved(self, job):
        """The bytes of the file that `run --save` writes; None if the options do not go
        together."""
        words = job.run()
        key = tuple(words)
        if key not in self.known:
            path = os.path.join(self.folder, "whole.json")
            ended = subprocess.run([self.program, *words, "--save", path], capture_output=True,
                                   check=False)
            if ended.returncode not in (0, 2, 3):
                raise RuntimeError(f"{' '.join(words)}: {ended.returncode}: {ended.stderr}")
            self.known[key] = None
            if ended.returncode == 0:
                with open(path, "rb") as file:
                    self.known[key] = file.read()
                os.unlink(path)
        return self.known[key]

    def digest(self, job):
        return json.loads(self.saved(job))["digest"]
