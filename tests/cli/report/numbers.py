"""Plays random small runs and holds the numbers of the terminal's tables, of CSV, Markdown and JSON
against each other: the same name, the same base, the same number. usage: numbers.py PROGRAM RUNS"""

import csv
import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile

program, runs = sys.argv[1], int(sys.argv[2])
seed = int(os.environ.get("NF_TEST_SEED") or random.randrange(2**32))
chance = random.Random(seed)
print(f"note: seed {seed}")
NUMBER = r"[-+]?[0-9][0-9,]*(?:\.[0-9]+)?"


def ninefold(*words, codes=(0,)):
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    assert done.returncode in codes, f"{words}: {done.returncode} {done.stderr}"
    return done


class Run:
    """A run in all its forms, with what has been compared so far."""

    def __init__(self, saved):
        self.text = ninefold("stats", saved).stdout
        self.json = json.loads(ninefold("stats", "--json", "-", saved).stdout)
        self.tables = {}  # {table: {row: {column: text}}}
        self.csv = []
        for cell in csv.DictReader(io.StringIO(ninefold("stats", "--csv", "-", saved).stdout)):
            row = self.tables.setdefault(cell["table"], {}).setdefault(cell["row"], {})
            assert cell["column"] not in row, f"twice: {cell}"
            row[cell["column"]] = cell["value"]
        self.markdown = ninefold("stats", "--markdown", "-", saved).stdout
        self.compared = 0

    def number(self, table, row, column):
        return float(self.tables[table][str(row)][column])

    def sum(self, table, column):
        return sum(float(row[column]) for row in self.tables[table].values())

    def lines(self, first, last=None):
        """The lines after the one that begins with `first`, up to a blank one, or one that begins
        with `last`."""
        lines = self.text.split("\n")
        at = next(i for i, line in enumerate(lines) if re.match(first, line))
        found = []
        for line in lines[at + 1 :]:
            if line == "" or (last is not None and line.startswith(last)):
                break
            found.append(line)
        return found

    def same(self, shown, value, what):
        """`shown` as the terminal has it: 1,234 or 12.345% or - for what is not known."""
        self.compared += 1
        if value in (None, "") or value != value:
            assert shown == "-", f"{what}: terminal {shown}, elsewhere nothing"
            return
        digits = len(shown.partition(".")[2].rstrip("%"))
        number = float(shown.rstrip("%").replace(",", "")) / (100 if shown.endswith("%") else 1)
        near = 0.501 * 10.0**-digits / (100 if shown.endswith("%") else 1) if "." in shown else 0
        assert abs(number - float(value)) <= near + 1e-8, f"{what}: {shown} and {value}"

    def equal(self, cell, value, what):
        """A cell of CSV and a number of JSON."""
        self.compared += 1
        if value is None:
            assert cell == "", f"{what}: CSV {cell}, JSON null"
        elif isinstance(value, str):
            assert cell == value, f"{what}: CSV {cell}, JSON {value}"
        else:
            assert abs(float(cell) - value) <= 1e-8 * max(1, abs(value)), f"{what}: {cell}, {value}"


def numbers(line):
    """All numbers and dashes of a line of a table, shares with their %, but not .. between two."""
    return re.findall(rf"(?<![\w.+-]){NUMBER}%?(?![\w])|(?<=\s)-(?=\s|$)", line)


def cells(line):
    """The same of a row whose bars end it, and whose interval's low end has no % of its own."""
    low = re.sub(rf"({NUMBER}) \.\. *({NUMBER})%", r"\1% \2%", line.replace("|", " ").replace("#", ""))
    return numbers(low)


# ---- every game ----


def markdown_is_csv(run):
    """Table by table in the same order, cell by cell."""
    tables = [part.split("\n") for part in re.split(r"(?m)^## .*\n\n", run.markdown)[1:]]
    tables = [lines for lines in tables if sum(line != "" for line in lines) > 2]  # that have rows
    assert len(tables) == len(run.tables), "as many tables"
    for (name, rows), lines in zip(run.tables.items(), tables):
        found = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line]
        assert len(found) == len(rows) + 2, f"{name}: as many rows"
        for (row, by_column), line in zip(rows.items(), found[2:]):
            assert [row, *by_column.values()] == line, f"{name}: {by_column} and {line}"
            assert found[0][1:] == list(by_column), f"{name}: columns"
            run.compared += len(line)


def facts(run):
    names = ["seed", "first", "games", "turns", "rejected", "digest"]
    for name in names:
        run.equal(run.tables["run"][name]["value"], run.json[name], name)
    for name in ["players", "rounds", "deck", "profile", "weights", "strategy"]:
        run.equal(run.tables["run"][name]["value"], run.json["params"].get(name), name)
    head = re.search(rf": ({NUMBER}) games?\b", run.text)
    run.same(head[1], run.json["games"], "games of the headline")
    assert re.search(r"(?m)^digest +(\w+)$", run.text)[1] == run.json["digest"]
    told = re.search(rf"(?m)^thrown away +({NUMBER}) ", run.text)
    if told:
        run.same(told[1], run.json["rejected"], "thrown away")
    else:
        assert run.json["rejected"] == 0
    for extreme in run.json["extremes"]:
        row = run.tables["extremes"][extreme["name"]]
        run.equal(row["value"], extreme["value"], extreme["name"])
        run.equal(row["index"], extreme["index"], extreme["name"])
        unit = extreme["unit"][: -1 if extreme["value"] == 1 else None]
        line = rf"(?m)^.* {extreme['value']:,} {unit} +in game {extreme['index']}$"
        assert re.search(line, run.text), f"{extreme}"
        run.compared += 1


def turns(run, key, unit):
    line = re.search(r"(?m)^turns a \w+ +mean .*$", run.text)[0]
    shown = dict(re.findall(rf"(\w+) ({NUMBER}|-)(?=\s|$)", line))
    for name in ["mean", "sd", "p50", "p90", "p99"]:
        value = run.json[key][name]
        run.same(shown[name], value, f"turns: {name}")
    if "max" in run.json[key]:
        run.same(shown["longest"], run.json[key]["max"], "longest")
    for bucket in run.json[key]["histogram"]:
        row = run.tables["turns"][str(bucket[0])]
        run.equal(row[unit], bucket[-1], f"turns {bucket}")
    all_turns = re.search(rf"(?m)^turns +({NUMBER})\b", run.text)
    run.same(all_turns[1], run.json["turns"], "turns")


# ---- Cirno's game ----


def cirno(run):
    rounds, games = run.json["rounds"], run.json["games"]
    lines = run.lines("seat +losses ")
    assert len(lines) == len(run.json["seats"]) == len(run.tables["seats"])
    places = run.tables["losses_from_starter"]
    for i, (line, seat) in enumerate(zip(lines, run.json["seats"])):
        row, place = run.tables["seats"][str(i + 1)], places[f"+{i}"]
        columns = ["losses", "loss rate", "low 95%", "high 95%", "first round losses"]
        members = [seat["losses"], seat["loss_rate"], *seat["ci95"], seat["first_round_losses"]]
        for column, member in zip(columns, members):
            run.equal(row[column], member, f"seat {i + 1}: {column}")
        run.equal(place["losses"], run.json["losses_from_starter"][i], f"place +{i}")
        share = places[f"+{i}"]["share of rounds"]
        run.equal(share, run.json["losses_from_starter"][i] / rounds, f"place +{i}")
        shown = cells(line)
        interval = [row["low 95%"], row["high 95%"]] if row["low 95%"] else [""]
        values = [i + 1, row["losses"], row["loss rate"], *interval,
                  float(row["first round losses"]) / games, i, share]
        assert len(shown) == len(values), f"{line}: {shown}, {values}"
        for one, other in zip(shown, values):
            run.same(one, other, f"seat {i + 1}")
        for j, count in enumerate(run.json["losses_after"][i]):
            run.equal(run.tables["losses_after"][str(i + 1)][f"seat {j + 1}"], count, "after")
        for j, count in enumerate(seat["games_by_losses"]):
            run.equal(run.tables["games_by_losses"][str(j)][f"seat {i + 1}"], count, "in game")
    assert sum(run.json["losses_from_starter"]) == run.sum("seats", "losses") == rounds
    turns(run, "turns_per_round", "rounds")
    shown = re.search(rf" in ({NUMBER}) rounds?, ({NUMBER}) cards drawn", run.text)
    run.same(shown[1], rounds, "rounds")
    run.same(shown[2], run.json["cards"], "cards")


def cirno_detail(run):
    rounds, detail = run.json["rounds"], run.json["detail"]
    names = {"times": "times", "without DOUBLE": "plain", "under DOUBLE": "doubled"}
    for table, key, first in [("cards_played", "cards_played", "card"),
                              ("losing_hands", "losing_hands", "hand"),
                              ("p_when_losing", "p_when_losing", "p")]:
        assert len(run.tables[table]) == len(detail[key])
        for entry in detail[key]:
            row = run.tables[table][str(entry[first])]
            for column, member in names.items():
                run.equal(row[column], entry[member], f"{table} {entry[first]}: {column}")
            assert entry["times"] == entry["plain"] + entry["doubled"]
    all_played, doubled = (run.sum("cards_played", c) for c in ["times", "under DOUBLE"])
    for line in run.lines("card played"):
        row = run.tables["cards_played"][line.split()[0]]
        shown = cells(line.partition(" ")[2])
        values = [row["times"], float(row["times"]) / all_played if all_played else 0,
                  row["under DOUBLE"], float(row["under DOUBLE"]) / doubled if doubled else 0]
        if "of hands" in line:
            values.append(float(row["losing hands with it"]) / rounds)
        assert len(shown) == len(values), line
        for one, other in zip(shown, values):
            run.same(one, other, line)
    ranked = iter(run.tables["losing_hands"].items())
    for line in run.lines("losing hand", "times include"):
        left, right = line.split("|")
        low, high, times, share, double = re.findall(NUMBER, right)
        of = [run.tables["p_when_losing"][str(p)] for p in range(int(low), int(high) + 1)]
        lost = sum(float(row["times"]) for row in of)
        run.same(times, lost, line)
        run.same(share + "%", lost / rounds, line)
        run.same(double, sum(float(row["under DOUBLE"]) for row in of), line)
        hand, row = next(ranked, ("", None))
        assert left[:12].strip() == hand, line
        if row is None:
            continue
        shown = cells(left[12:])
        run.same(shown[0], row["times"], line)
        run.same(shown[1], float(row["times"]) / rounds, line)
    assert run.sum("losing_hands", "times") == run.sum("p_when_losing", "times") == rounds
    shown = dict(re.findall(rf"([a-z0-9]+(?:-[a-z0-9]+)+|smallest|pair) +({NUMBER})(?=\s|$)",
                            "\n".join(run.lines("how often each rule"))))
    for event in detail["events"]:
        run.equal(run.tables["events"][event["event"]]["count"], event["count"], event["event"])
        if event["event"] in shown:
            run.same(shown[event["event"]], event["count"], event["event"])
        else:
            assert event["count"] == 0 or "-" not in event["event"], event
    lowest = re.search(rf"(?m)^lowest p +({NUMBER}), in game", run.text)
    run.same(lowest[1], detail["lowest_p"], "lowest p")
    assert -detail["lowest_p"] == run.number("extremes", "deepest_p", "value")


# ---- mahjong ----


def mahjong(run):
    games, seats, letters = run.json["games"], run.json["seats"], "ABCD"
    ends = {end["end"]: end for end in run.json["ends"]}
    names = {"draw": "draw", "RON": "ron", "self-drawn": "selfdrawn"}
    assert list(run.tables["ends"]) == list(names)
    for name, end in names.items():
        for column, member in zip(["games", "share", "low 95%", "high 95%"],
                                  [ends[end]["games"], ends[end]["share"], *ends[end]["ci95"]]):
            run.equal(run.tables["ends"][name][column], member, f"{name}: {column}")
    columns = {"wins": "wins", "win rate": "win_rate", "RON": "ron", "self-drawn": "selfdrawn",
               "dealt in": "dealt_in", "pongs": "pongs", "chows": "chows"}
    lines = run.lines("seat +wins")
    for letter, line, seat in zip(letters, lines, seats):
        row = run.tables["seats"][letter]
        for column, member in columns.items():
            run.equal(row[column], seat[member], f"{letter}: {column}")
        run.equal(row["low 95%"], seat["ci95"][0], letter)
        run.equal(row["high 95%"], seat["ci95"][1], letter)
        for one, other in zip(cells(line[1:]), [seat["wins"], seat["win_rate"], *seat["ci95"]] +
                              [seat[name] / games for name in ["ron", "selfdrawn", "dealt_in"]],
                              strict=True):
            run.same(one, other, line)
    draw = ends["draw"]
    for one, other in zip(cells(lines[4]), [draw["games"], draw["share"], *draw["ci95"]], strict=True):
        run.same(one, other, lines[4])
    shares = [ends[name]["share"] for name in ["ron", "selfdrawn", "ron"]]
    for one, other in zip(cells(lines[5]), [games, *shares], strict=True):
        run.same(one, other, lines[5])
    for i, line in enumerate(run.lines("RON by", "shares of all games")):
        for j, one in enumerate(numbers(line[1:])):
            count = run.json["ron_by_winner_and_discarder"][i][j]
            run.equal(run.tables["ron"][letters[i]][f"from {letters[j]}"], count, "ron")
            run.same(one, None if i == j else count / games, line)
    for line, name in zip(run.lines("a game of"), ["pongs", "chows"]):
        values = [seat[name] / games for seat in seats]
        for one, other in zip(numbers(line), values + [sum(values)], strict=True):
            run.same(one, other, line)
    melds = re.findall(rf"(\d)\s+({NUMBER}%|-)(?=\s|$)",
                       re.search(r"(?m)^melds of the winner(.*)$", run.text)[1])
    won = games - draw["games"]
    for number, one in melds:
        count = run.json["games_by_winner_melds"][int(number)]
        run.equal(run.tables["winner_melds"][number]["games"], count, "melds")
        run.same(one, count / won if won else None, "melds")
    line = re.search(r"(?m)^played a game(.*)$", run.text)[1]
    for name, one in re.findall(rf"(\w+) ({NUMBER})", line):
        special = run.json["specials"][name]
        run.same(one, special["played"] / games, name)
        for times, count in enumerate(special["games_by_played"]):
            run.equal(run.tables["specials"][str(times)][name], count, name)
    for claims, count in enumerate(run.json["games_by_claims"]):
        run.equal(run.tables["claims"][str(claims)]["games"], count, "claims")
    for tile, count in run.json["games_by_winning_tile"].items():
        run.equal(run.tables["winning_tile"][tile]["games"], count, "tiles")
    turns(run, "turns_per_game", "games")
    drawn = re.search(rf"({NUMBER}) tiles drawn", run.text)
    run.same(drawn[1], run.json["tiles_drawn"], "tiles drawn")


def mahjong_detail(run):
    detail, games = run.json["detail"], run.json["games"]
    for line in run.lines("discards +players", "distance from"):
        discard = line.split()[0]
        row = run.tables["distance"][discard]
        players = float(row["players"])
        of = [0] * len(detail["dealt_by_distance"][0])
        for by_seat in detail["dealt_by_distance"]:
            of = [a + b for a, b in zip(of, by_seat)]
        if discard != "dealt":
            of = detail["after_discard_by_distance"][int(discard) - 1]
        run.equal(row["players"], sum(of), line)
        for distance in range(1, len(of)):
            run.equal(row[f"at distance {distance}"], of[distance], line)
        values = [players, row["mean distance"]] + [of[i] / players for i in range(1, 7)]
        for one, other in zip(numbers(line.replace(discard, "", 1)), values, strict=True):
            run.same(one, other, line)
    line = re.search(r"(?m)^came to distance 1(.*)$", run.text)[1]
    for i, (seat, one) in enumerate(re.findall(rf"([A-D]) ({NUMBER}%)", line)):
        count = detail["came_to_distance_1"][i]
        run.equal(run.tables["distance_by_seat"][seat]["came to distance 1"], count, seat)
        run.same(one, count / games, seat)


# ---- The Number Game ----


def tng(run):
    games = run.json["games"]
    lines = run.lines("outcome +games")
    for outcome, line in zip(run.json["outcomes"], lines):
        row = run.tables["outcomes"][outcome["outcome"]]
        values = [outcome["games"], outcome["share"]]
        values += outcome["ci95"] if outcome["ci95"][0] is not None else [None]
        for column, value in zip(["games", "share", "low 95%", "high 95%"],
                                 [outcome["games"], outcome["share"], *outcome["ci95"]]):
            run.equal(row[column], value, outcome["outcome"])
        for one, other in zip(cells(line), values):
            run.same(one, other, line)
    ahead_of(run, lines[3], run.tables["outcomes"]["X ahead of Y"], "share", run.json["advantage"])
    for letter, key in [("p", "outcomes_by_p"), ("r", "outcomes_by_rounds"),
                        ("m", "outcomes_by_goals")]:
        lines = run.lines(rf" +{letter} +games")
        assert len(lines) == len(run.tables[key]) == len(run.json[key])
        for line, entry in zip(lines, run.json[key]):
            row = run.tables[key][str(entry[letter])]
            all_games = entry["x_wins"] + entry["y_wins"] + entry["draws"]
            run.equal(row["games"], all_games, line)
            values = [entry[letter], all_games]
            for column, member in [("X wins", "x_wins"), ("Y wins", "y_wins"), ("draw", "draws")]:
                run.equal(row[column], entry[member], line)
                values.append(entry[member] / all_games)
            for one, other in zip(cells(line), values):
                run.same(one, other, line)
            ahead_of(run, line, row, "X ahead", entry["advantage"])
    won = 0
    for line in run.lines("won in +games"):
        moves, shown, share = re.match(rf" *(\d+) [XY] +({NUMBER}) +({NUMBER}%)", line).groups()
        count = run.json["games_by_moves"][int(moves)]
        won += count
        run.equal(run.tables["games_by_moves"][moves]["games"], count, line)
        run.same(shown, count, line)
        run.same(share, count / games, line)
    assert won + run.number("games_by_moves", 0, "games") == games


def ahead_of(run, line, row, column, advantage):
    """X ahead of Y, the signed number of a line, with its interval if there is one."""
    run.equal(row[column], advantage["share"], line)
    for column, value in zip(["low 95%", "high 95%"], advantage["ci95"]):
        run.equal(row[column], value, line)
    shown = cells(line)
    at = next(i for i, cell in enumerate(shown) if cell[0] in "+-" and cell.endswith("%"))
    run.same(shown[at], advantage["share"], line)
    for one, other in zip(shown[at + 1 :], advantage["ci95"]):
        run.same(one, other, line)


def tng_detail(run):
    lines = run.lines("X v Y", "random  ")
    assert len(lines) == len(run.json["matches"]) == len(run.tables["matches"])
    for line, match in zip(lines, run.json["matches"]):
        assert line.startswith(match["match"])
        row = run.tables["matches"][match["match"]]
        shown = cells(line)
        for i, (column, member) in enumerate(
            [("X wins", "x_wins"), ("Y wins", "y_wins"), ("draw", "draws")]):
            run.equal(row[column], match[member], line)
            run.same(shown[i], match[member], line)
        ahead_of(run, line, row, "X ahead",
                 {"share": match["advantage"], "ci95": match["advantage_ci95"]})


# ---- random runs ----


def options():
    game = chance.choice(["cirno", "cirno", "mahjong", "tng"])
    words = ["--game", game, "--seed", str(chance.randrange(1000)),
             "--games", str(chance.choice([1, 2, 3, 10, 60, 150]))]
    if chance.random() < 0.3:
        words += ["--first", str(chance.randrange(50))]
    if chance.random() < 0.5:
        words += ["--detail"]
    if game == "cirno":
        words += ["-n", str(chance.choice([1, 2, 3, 5, 12, 30])), "-m", str(chance.choice([1, 2, 7, 40]))]
        words += chance.choice([[], [], ["-k", "4000"], ["--weights", "A1=3,PASS=2,C2=1"],
                                ["--profile", "basic"], ["--profile", "no-double"]])
        words += chance.choice([[], [], ["--strategy", "1=keep-e"], ["--strategy", "statement"]])
    if game == "mahjong":
        words += ["--profile", chance.choice(["uniform", "clustered", "specials", "spread"])]
    if game == "tng":
        words += chance.choice([["--exhaustive", "-m", "1", "-k", "1"], ["-m", "2", "-k", "3"],
                                ["--profile", "long"], []])
    return game, words


checks = {"cirno": (cirno, cirno_detail), "mahjong": (mahjong, mahjong_detail),
          "tng": (tng, tng_detail)}
played = 0
with tempfile.TemporaryDirectory() as folder:
    saved = os.path.join(folder, "run.json")
    while played < runs:
        game, words = options()
        # Cards that no deck of that size is enough for are refused (3).
        if ninefold("run", "-q", *words, "--save", saved, codes=(0, 3)).returncode != 0:
            continue
        played += 1
        run = Run(saved)
        os.remove(saved)
        try:
            facts(run)
            markdown_is_csv(run)
            checks[game][0](run)
            if "--detail" in words:
                checks[game][1](run)
        except Exception as error:
            sys.exit(f"seed {seed}: ninefold run {' '.join(words)}: {error!r}")
        assert run.compared > 50, words
print(f"note: {played} runs")
