"""What contestants and setters do: instances, transcripts, test sets, programs under test."""

import os

from acts import expect_equal, read
from jobs import games, random_job
from world import BUDGET, DIFFERS, FILES, INVALID, OK, USAGE, Failure

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


def instances(world, _oracle, rng):
    """What gen makes is valid, play's transcript of it is right, and replay prints both."""
    job = random_job(world.program, rng)
    words = [*job.words(), "--index", str(job.first)]
    made = world.run("gen", "--quiet", *words, "--answer", "one.out", codes=(OK, USAGE, INVALID),
                     outputs=["one.out"])
    if made.code != OK:
        return
    game = ["--game", job.game]
    answer = read(world, "one.out")
    try:
        if "--strategy" not in words:  # by another strategy the deck may run out
            world.run("verify", *game, stdin=made.out)
            expect_equal(world.run("play", *game, stdin=made.out).out, answer, "play")
            with open(world.path("one.in"), "wb") as file:
                file.write(made.out)
            world.run("check", *game, "one.in", "one.out")
            wrong = spoil(answer, rng)
            with open(world.path("one.bad"), "wb") as file:
                file.write(wrong)
            ended = world.run("check", *game, "one.in", "one.bad",
                              codes=(OK,) if wrong.split() == answer.split() else (DIFFERS,))
            if ended.code == DIFFERS and not ended.out:
                raise Failure(f"{ended}: it says nothing")
            world.run("explain", *game, "one.in", "one.bad", codes=(OK, DIFFERS))
        again = world.run("replay", "--quiet", *words, "--transcript")
        expect_equal(again.out, answer, "replay --transcript")
        again = world.run("replay", "--quiet", *words, "--instance")
        expect_equal(again.out, made.out, "replay --instance")
    finally:
        world.remove("one.in", "one.out", "one.bad")


def spoil(text, rng):
    """A transcript that somebody made a mistake in."""
    place = rng.randrange(len(text)) if text else 0
    how = rng.randrange(5)
    if how == 0:
        return text[:place]
    if how == 1:
        return text[:place] + bytes([rng.randrange(256)]) + text[place:]
    if how == 2:
        return text + b"more\n"
    if how == 3:
        return text[place:]
    lines = text.splitlines(True)
    rng.shuffle(lines)
    return b"".join(lines)


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


def right(world, _oracle, rng):
    """A right program passes, within the time given."""
    game = ["--game", rng.choice(games(world.program))]
    world.run("fuzz", "--quiet", *game, "--count", "8", "--seed", str(rng.randrange(10**6)),
              "--first", str(rng.randrange(500)), "--", world.program, "play", *game)
    world.run("fuzz", "--quiet", *game, "--count", "100000", "--time", "300ms", "--",
              world.program, "play", *game, codes=(BUDGET,))


ACTS = [(instances, 3), (test_folder, 1), (hostile, 2), (right, 1)]
