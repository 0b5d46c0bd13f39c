#!/usr/bin/env python3
"""Plays random runs with --records, reads the files with pandas, and holds them against the tables.

records.py NINEFOLD DATA RUNS: DATA/GAME/runs has options, DATA/GAME/records.py what rows come to.
"""
import importlib.util
import json
import os
import random
import subprocess
import sys
import tempfile

import pandas

program, data, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
seed = int(os.environ.get("NF_TEST_SEED") or random.SystemRandom().randrange(10**9))
print(f"note: seed {seed}")
chance = random.Random(seed)


def ninefold(*words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=False)


def rules_of(game):
    path = os.path.join(data, game, "records.py")
    spec = importlib.util.spec_from_file_location(game, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def frame(table):
    return pandas.DataFrame(table["rows"], columns=[column["name"] for column in table["columns"]])


def read(path):
    if path.endswith(".csv"):
        return pandas.read_csv(path)
    return pandas.read_json(path, lines=True, dtype=False)


def check(game, words, folder):
    """Whether there was a run: cards that no deck of that size is enough for are refused."""
    ending = chance.choice(["csv", "ndjson"])
    path, json_path = os.path.join(folder, "rows." + ending), os.path.join(folder, "run.json")
    done = ninefold("run", "-q", *words, "--records", path, "--json", json_path)
    if done.returncode in (2, 3):
        assert os.listdir(folder) == []
        return False
    assert done.returncode == 0, done.stderr
    with open(json_path, encoding="utf-8") as file:
        run = json.load(file)
    rows = read(path)
    indices = rows["index"].drop_duplicates().tolist()
    assert indices == list(range(run["first"], run["first"] + run["games"]))
    rules_of(game).adds_up(rows, {table["name"]: frame(table) for table in run["tables"]})
    return True


games = ninefold("--list-games").stdout.split()
played = 0
while played < runs:
    game = games[played % len(games)]
    with open(os.path.join(data, game, "runs"), encoding="utf-8") as file:
        words = chance.choice([line.split() for line in file if line.strip()])
    words = ["--game", game, "--seed", str(chance.randrange(1000)), *words]
    words += ["--games", str(chance.choice([1, 2, 10, 60]))]
    if "--first" not in words:
        words += ["--first", str(chance.randrange(40))]
    with tempfile.TemporaryDirectory() as folder:
        try:
            played += check(game, words, folder)
        except Exception as error:
            sys.exit(f"seed {seed}: ninefold run {' '.join(words)}: {error!r}")
print(f"note: {played} runs")
