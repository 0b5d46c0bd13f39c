"""Plays random small runs: the forms of their tables say the same, and each cell is what records and
transcripts make it. usage: tables.py PROGRAM SCHEMA DATA RUNS"""

import json
import os
import sys
import tempfile

from forms import compare_forms
from records import compare_records
from runs import chance, ninefold, options, own, runs, seed


def check(game, words, folder):
    """Whether there was a run: cards that no deck of that size is enough for are refused (3), and seats that
    are not there (2)."""
    saved, in_json = os.path.join(folder, "saved.json"), os.path.join(folder, "run.json")
    records = os.path.join(folder, "records." + chance.choice(["csv", "ndjson"]))
    done = ninefold("run", "-q", *words, "--save", saved, "--json", in_json, "--records", records, codes=(0, 2, 3))
    if done.returncode != 0:
        assert os.listdir(folder) == []
        return False
    compare_forms(game, words, folder, saved)
    if chance.random() < 0.5:  # it takes longer
        with open(in_json, encoding="utf-8") as file:
            compare_records(json.load(file), own(game, "records"), words, records)
    return True


print(f"note: seed {seed}")
games = ninefold("--list-games").stdout.split()
played = 0
while played < runs:
    game = games[played % len(games)]
    words = options(game, played // len(games))
    with tempfile.TemporaryDirectory() as folder:
        try:
            played += check(game, words, folder)
        except Exception as error:
            sys.exit(f"seed {seed}: ninefold run {' '.join(words)}: {error!r}")
print(f"note: {played} runs")
