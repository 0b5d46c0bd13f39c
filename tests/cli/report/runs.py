"""Random small runs of all games, and the program that plays them."""

import importlib.util
import os
import random
import subprocess
import sys

sys.dont_write_bytecode = True
program, schema, data, runs = *sys.argv[1:4], int(sys.argv[4])
sys.path.append(os.path.join(data, "../frames"))  # games' own files follow transcripts by it
seed = int(os.environ.get("NF_TEST_SEED") or random.randrange(2**32))
chance = random.Random(seed)


def ninefold(*words, codes=(0,)):
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    assert done.returncode in codes, f"{words}: {done.returncode} {done.stderr}"
    return done


def own(game, name):
    """What the game's own folder tells: of its tables, or how they are made of records."""
    path = os.path.join(data, game, name + ".py")
    spec = importlib.util.spec_from_file_location(f"{game}_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def options(game, turn):
    """Options that reach what a game counts, with other seeds, sizes and details. The lines of options take
    turns; every third run has one game or two."""
    with open(os.path.join(data, game, "runs"), encoding="utf-8") as file:
        lines = [line.split() for line in file if line.strip()]
    words = lines[(seed + turn) % len(lines)]
    detailed = any("--detail" in line for line in lines)
    words = ["--game", game, "--seed", str(chance.randrange(1000)), *words]
    if detailed and not {"--detail", "max"} & set(words) and chance.random() < 0.3:
        words += ["--detail"]
    if "-n" in words and chance.random() < 0.3:
        words += ["-n", str(chance.choice([1, 2, 3, 5, 12, 30]))]
    # Details are followed game by game, and turn by turn.
    few = "max" in words or "--detail" in words
    many = [3, 10, 40] if few else [60, 500, 2000]
    words += ["--games", str(chance.choice([1, 2] if turn % 3 == 2 else many))]
    if "--first" not in words:
        words += ["--first", str(chance.randrange(40))]
    return words
