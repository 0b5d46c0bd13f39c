"""What contestants and setters do: test sets, programs under test."""

import os

from acts import read
from jobs import games, random_job
from world import DIFFERS, FILES, INVALID, OK, USAGE, Failure

# Programs as contestants send them: each with whether it may be right on every case.
HOSTILE = [
    ["cat"], ["true"], ["false"], ["yes"], ["sleep", "100"], ["head", "-c", "1"],
    ["sh", "-c", "sleep 100 & exec cat"],
    ["sh", "-c", "(trap '' TERM HUP INT; sleep 100) & exit 0"],
    ["sh", "-c", "setsid sleep 100 & setsid -f sleep 100; cat >/dev/null"],
    ["sh", "-c", "kill -9 $$"], ["sh", "-c", "kill -STOP $$"],
    ["sh", "-c", "exec <&- >&-; sleep 100"],
    ["sh", "-c", "while :; do :; done"], ["cat", "/dev/zero"],
    ["sh", "-c", "echo Here before >&2; cat; exit 3"],
    ["/nonexistent"], ["/"],
]
SHORT = ["--tl", "200ms", "--wall", "400ms", "--ml", "64M", "--ol", "1M"]


def test_folder(world, _oracle, rng):
    """A folder of tests from gen: its answers are right, and right programs pass it."""
    job = random_job(world.program, rng)
    game = ["--game", job.game]
    made = world.run("gen", "--quiet", *job.words(), "--index", str(job.first), "--count", "3",
                     "-o", "set", codes=(OK, USAGE, INVALID), outputs=["set"], in_part=True)
    if made.code != OK:  # the tests before a game that cannot be dealt stay, each whole
        names = os.listdir(world.path("set")) if os.path.exists(world.path("set")) else []
        if len(names) % 2 or {name[:3] for name in names} - {"001", "002"}:
            raise Failure(f"{made}: it left {names}")
        world.remove("set")
        return
    if "--strategy" not in job.options:
        world.run("check", *game, "set")
        world.run("judge", "--quiet", *game, "set", "--", world.program, "play", *game)
        world.run("judge", "--quiet", *game, *SHORT, "set", "--", *rng.choice(HOSTILE),
                  codes=(DIFFERS, FILES, USAGE))
    # A folder that is not empty is not written to.
    world.run("gen", "--quiet", *game, "--suite", "set", codes=(FILES, USAGE))
    world.remove("set")


def hostile(world, _oracle, rng):
    """fuzz ends, tells, keeps what it was told to keep, and leaves nothing running."""
    game = ["--game", rng.choice(games(world.program))]
    program = rng.choice(HOSTILE)
    words = ["fuzz", "--quiet", *game, *SHORT, "--count", str(rng.randint(1, 5)), "--diagnose",
             "0s", "--seed", str(rng.randrange(10**6))]
    outputs = []
    if rng.random() < 0.5:
        outputs = ["kept", "found.json"]
        words += ["--keep", "kept", "--json", "found.json"]
    if rng.random() < 0.2:
        words.append("--forkserver=no")
    if rng.random() < 0.2:
        words.append("--sandbox")
    ended = world.run(*words, "--", *program, codes=(DIFFERS, FILES, USAGE), outputs=outputs)
    if ended.code == DIFFERS and outputs:
        read(world, "found.json")
        if not os.listdir(world.path("kept")):
            raise Failure(f"{ended}: it kept nothing")
        world.remove("kept", "found.json")


ACTS = [(test_folder, 1), (hostile, 2)]
