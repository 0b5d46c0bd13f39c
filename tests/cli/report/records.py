#!/usr/bin/env python3
"""Plays random runs with --records, reads the files with pandas, and makes every table of them anew:
each cell, with its interval, must be the same in the program's tables.

records.py NINEFOLD DATA RUNS: DATA/GAME/runs has options, DATA/GAME/records.py how tables are made.
"""
import importlib.util
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import pandas

from estimates import Estimate, near

sys.dont_write_bytecode = True
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


def read(path):
    if path.endswith(".csv"):
        return pandas.read_csv(path)
    return pandas.read_json(path, lines=True, dtype=False)


def compare_cell(told, cell):
    if cell is None or isinstance(cell, str):
        assert told == cell, f"{told!r}, expected {cell!r}"
    else:
        assert told is not None and near(told, cell), f"{told}, expected {cell}"


def compare(table, rows):
    """Each cell of a table; of ... nothing is known."""
    assert len(table["rows"]) == len(rows), f"{len(table['rows'])} rows, expected {len(rows)}"
    methods = {}
    for told, cells in zip(table["rows"], rows):
        at = 0
        for cell in cells:
            column = table["columns"][at]
            try:
                if isinstance(cell, Estimate):
                    cell.check(*told[at:at + 3])
                    methods.setdefault(column["name"], set()).update(
                        [cell.method] if cell.method and told[at + 1] is not None else [])
                elif cell is not ...:
                    compare_cell(told[at], cell)
            except AssertionError as error:
                raise AssertionError(f"{table['name']}, {told}, {column['name']}: {error}") from error
            at += 3 if isinstance(cell, Estimate) else 1
        assert at == len(told), f"{table['name']}: {told}, expected {cells}"
    for column in table["columns"]:
        if "methods" in column:
            assert methods.get(column["name"], set()) == set(column["methods"]), f"{table['name']}: {column}"


def compare_width(run, own, words):
    """Where --until-width is not reached, it names the widest interval of what the game is played for."""
    table = next(table for table in run["tables"] if table["name"] == own.OF_WIDTH[0])
    at = [column["name"] for column in table["columns"]].index(own.OF_WIDTH[1])
    ends = [row[at + 1:at + 3] for row in table["rows"]]
    if "max" in words or [None, None] in ends or [1, 1] in ends:  # takes long; or has none, or is certain
        return
    done = ninefold("run", "-q", *words, "--until-width", "0.0001%")
    told = re.search(r"the widest 95% interval is ([0-9.]+)%", done.stderr)
    assert done.returncode == 6 and told, done.stderr
    widest = 100 * max(high - low for low, high in ends)
    assert near(float(told[1]), widest, 6e-4), f"widest interval {told[1]}%, expected {widest}%"


def compare_all(run, rows, own, words):
    def replay(index, *how):
        done = ninefold("replay", *words, "--index", str(index), *how)
        assert done.returncode == 0, done.stderr
        return done.stdout

    wanted = own.tables(run, rows, replay)
    found = {table["name"]: table for table in run["tables"]}
    assert set(found) == set(wanted), f"{set(found) ^ set(wanted)}"
    for name, table in found.items():
        compare(table, wanted[name])
    notes = own.notes(run, wanted)
    for name, table in found.items():
        told, parts = table["notes"], notes.get(name, [])
        assert len(told) == len(parts) and all(part in note for part, note in zip(parts, told)), \
            f"{name}: {told}, expected {parts}"


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
    own = rules_of(game)
    compare_all(run, rows, own, of_a_game(words))
    compare_width(run, own, words)
    return True


def of_a_game(words):
    """Without what only runs have."""
    left, kept = iter(words), []
    for word in left:
        if word in ("--games", "--first"):
            next(left)
        elif word != "--detail":
            kept.append(word)
    return kept


def options(game, turn):
    """The lines of options take turns; one game or two in every third run."""
    with open(os.path.join(data, game, "runs"), encoding="utf-8") as file:
        lines = [line.split() for line in file if line.strip()]
    words = lines[(seed + turn) % len(lines)]
    detailed = any("--detail" in line for line in lines)
    words = ["--game", game, "--seed", str(chance.randrange(1000)), *words]
    if detailed and not {"--detail", "max"} & set(words) and chance.random() < 0.3:
        words += ["--detail"]
    if "-n" in words and chance.random() < 0.3:
        words += ["-n", str(chance.choice([1, 2, 3, 5, 12]))]
    # Details are followed game by game, and turn by turn.
    few = "max" in words or "--detail" in words
    many = [10, 40] if few else [500, 2000]
    words += ["--games", str(chance.choice([1, 2] if turn % 3 == 0 else many))]
    if "--first" not in words:
        words += ["--first", str(chance.randrange(40))]
    return words


games = ninefold("--list-games").stdout.split()
played = 0
while played < runs:
    game = games[(seed + played) % len(games)]
    words = options(game, played // len(games))
    with tempfile.TemporaryDirectory() as folder:
        try:
            played += check(game, words, folder)
        except Exception as error:
            sys.exit(f"seed {seed}: ninefold run {' '.join(words)}: {error!r}")
print(f"note: {played} runs")
