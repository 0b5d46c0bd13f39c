"""Makes every table of a run anew of its records, which pandas reads: each cell, with its interval, must
be the same in the program's tables."""

import re

import pandas

from estimates import Estimate, near
from runs import ninefold


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
    done = ninefold("run", "-q", *words, "--until-width", "0.0001%", codes=(6,))
    told = re.search(r"the widest 95% interval is ([0-9.]+)%", done.stderr)
    assert told, done.stderr
    widest = 100 * max(high - low for low, high in ends)
    assert near(float(told[1]), widest, 6e-4), f"widest interval {told[1]}%, expected {widest}%"


def compare_all(run, rows, own, words):
    def replay(index, *how):
        return ninefold("replay", *words, "--index", str(index), *how).stdout

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


def of_a_game(words):
    """Without what only runs have."""
    left, kept = iter(words), []
    for word in left:
        if word in ("--games", "--first"):
            next(left)
        elif word != "--detail":
            kept.append(word)
    return kept


def compare_records(run, own, words, path):
    """`own` says how the game's tables are made of its records."""
    rows = read(path)
    indices = rows["index"].drop_duplicates().tolist()
    assert indices == list(range(run["first"], run["first"] + run["games"]))
    compare_all(run, rows, own, of_a_game(words))
    compare_width(run, own, words)
