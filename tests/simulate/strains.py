"""What machines and people do to a command: limits, no /proc, another clock, signals at any
moment."""

import os
import resource
import shutil
import signal

from acts import SIGNALS, expect_equal, job_that_goes, named, pick, read, results_of
from jobs import choices, games, log_uniform, random_job
from world import FILES, INVALID, OK, SIDE, USAGE, Failure

# Limits, with values down to where hardly anything goes. With less data than the program has of its own
# (1.3 MB) the kernel ends it by SIGSEGV before it begins.
LIMITS = [(resource.RLIMIT_NOFILE, 3, 64), (resource.RLIMIT_AS, 24 << 20, 1 << 30),
          (resource.RLIMIT_STACK, 128 << 10, 8 << 20), (resource.RLIMIT_FSIZE, 0, 200000),
          (resource.RLIMIT_CPU, 1, 1), (resource.RLIMIT_NPROC, 1, 100),
          (resource.RLIMIT_CORE, 0, 0), (resource.RLIMIT_DATA, 2 << 20, 1 << 30),
          (resource.RLIMIT_MEMLOCK, 0, 0)]


def limits_of(rng):
    chosen = rng.sample(LIMITS, rng.choice([0, 1, 1, 2]))
    return {what: low if low == high else log_uniform(rng, max(low, 1), high) - (low == 0)
            for what, low, high in chosen}


def wraps(world, rng):
    """Programs that ninefold is run in."""
    every = [("nice",), ("sh", "-c", 'exec "$0" "$@" <&-'),
             ("sh", "-c", 'umask 777; exec "$0" "$@"'), ("sh", "-c", 'umask 0; exec "$0" "$@"'),
             ("sh", "-c", 'trap "" HUP PIPE USR1; exec "$0" "$@"')]
    if shutil.which("bwrap"):
        every += [("bwrap", "--dev-bind", "/", "/", "--tmpfs", "/proc", "--chdir", world.desk)]
    if shutil.which("faketime"):
        every += [("faketime", when) for when in
                  ("1970-01-02 00:00:00", "2038-01-19 03:14:06", "2106-02-07 06:28:15")]
    return rng.choice(every)


def started(ended):
    """Whether the program began at all: with too little memory the loader gives up."""
    return not (ended.code in (126, 127) or b"error while loading shared lib" in ended.err or
                ended.err.startswith((b"bwrap:", b"nice:", b"sh:", b"faketime:")))


def strained(world, oracle, rng):
    """Under any limit a run is right, or says why not and touches nothing."""
    job = job_that_goes(world, oracle, rng)
    kernel = rng.choice(["auto", *choices(world.program, job.game)[2]])
    words = [*job.run(), "-j", str(rng.choice([1, 2, 16, 1024])), "--kernel", kernel]
    form = rng.choice([["--json", "-"], ["--save", "strained.json"], ["--db", "strained.db"], []])
    # Not both: a program that wraps it may not live within the limits.
    limits, wrap = (limits_of(rng), ()) if rng.random() < 0.6 else ({}, wraps(world, rng))
    before = world.seen()
    process = world.start([*words, *form], limits=limits, wrap=wrap)
    process.may_end_by = {signal.SIGXCPU} if resource.RLIMIT_CPU in limits else set()
    ended = world.end(process)
    outputs = form[1:]  # saved before the table that may fail; then it is whole
    try:
        if started(ended):
            world.after(before, outputs, f"{ended}, limits {limits}")
            if ended.code not in (OK, FILES, 128 + signal.SIGXCPU):
                raise Failure(f"{ended}; under {limits}")
        if ended.code == OK and "strained.json" in form and "strained.json" not in world.seen():
            raise Failure(f"{ended}: it saved nothing")
        if ended.code == OK and form == ["--json", "-"]:
            expect_equal(results_of(ended.out)["digest"], oracle.digest(job), "digest")
        if "strained.json" in form and os.path.lexists(world.path("strained.json")):
            os.chmod(world.path("strained.json"), 0o600)  # for umask 777
            expect_equal(read(world, "strained.json"), oracle.saved(job), f"{ended}: saved run")
    finally:
        world.remove("strained.json", "strained.json.1", "strained.db")


def commands(world, rng):
    """Commands that write files, with what they write."""
    game = ["--game", rng.choice(games(world.program))]
    job = random_job(world.program, rng)
    every = [
        (["gen", "--quiet", *game, "--count", "200", "-o", "made"], ["made"]),
        (["gen", "--quiet", *game, "--suite", "made"], ["made"]),
        (["gen", "--quiet", *job.words(), "--answer", "made"], ["made"]),
        ([*job.run(), "--json", "made"], ["made"]),
        ([*job.run(), "--db", "made"], ["made", "made-journal"]),
        (["fuzz", "--quiet", *game, "--keep", "made", "--keep-going", "--count", "200", "--",
          "cat"], ["made"]),
        (["fuzz", "--quiet", *game, "--count", "200", "--", world.program, "play", *game], []),
        (["replay", "--quiet", *game, "--html", "made"], ["made"]),
        (["signature"], []),
        (["optimise", "--quiet", "-n", "2", "--steps", "3", "--games", "500"], []),
        (["bench", "--min-time", "10ms", "--repeat", "1", *game], []),
    ]
    name = pick(world, rng, whole=True)
    if name is not None:
        every += [(["stats", named(name), "--html", "made"], ["made"]),
                  (["stats", named(name), "--csv", "made"], ["made"]),
                  (["merge", named(name), "-o", "made"], ["made"])]
    return rng.choice(every)


def interrupted(world, _oracle, rng):
    """A signal at any moment leaves no half of a file, no side file and no process."""
    words, outputs = commands(world, rng)
    number = rng.choice(SIGNALS)
    before = world.seen()
    process = world.start(words)
    world.send(process, number, rng.choice([0.003, 0.02, 0.2, 1]) * rng.random())
    ended = world.end(process)
    killed = ended.code == -signal.SIGKILL
    world.kills += killed
    left = [one for one in set(world.seen()) - set(before) if SIDE.match(os.path.basename(one))]
    world.after(before, [*outputs, *(left if killed else ())], str(ended))
    if ended.code not in (OK, 1, USAGE, INVALID, FILES, -number, 128 + number):
        raise Failure(f"{ended} after signal {number}")
    for name in [*outputs, *left]:
        if name in outputs and os.path.isfile(world.path(name)):
            expect_whole(world, name, words, killed)
        world.remove(name)


def expect_whole(world, name, words, killed):
    """What a command wrote under its own name is whole."""
    if "--json" in words:
        results_of(read(world, name))
    if "--html" in words and not killed and not read(world, name).rstrip().endswith(b"</html>"):
        raise Failure(f"'{' '.join(words)}' left a page without its end")


ACTS = [(strained, 3), (interrupted, 4)]
