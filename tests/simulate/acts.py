"""What users do with runs: save, kill, resume, keep a history.
Each act checks what it promises; World checks after each command what all promise."""

import json
import os
import signal
import sqlite3

from jobs import pace, random_job
from world import FILES, INVALID, OK, Failure

NAMES = ["a.json", "b.json", "c d.json", "-e.json"]
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1,
           signal.SIGALRM, signal.SIGPIPE, signal.SIGWINCH, signal.SIGCONT, signal.SIGKILL]


def named(name):
    """A name as an operand."""
    return "./" + name if name.startswith("-") else name


def read(world, name):
    with open(world.path(name), "rb") as file:
        return file.read()


def job_that_goes(world, oracle, rng, most=4000):
    """A random job whose options the program takes."""
    for _ in range(50):
        job = random_job(world.program, rng, most)
        if oracle.saved(job) is not None:
            return job
    raise Failure("50 random jobs in a row were refused")


def results_of(text):
    try:
        return json.loads(text)
    except ValueError as error:
        raise Failure(f"--json is no JSON: {error}") from None


def expect_equal(found, expected, what):
    if found != expected:
        raise Failure(f"{what}: {str(found)[:300]!r} instead of {str(expected)[:300]!r}")


# ---- saved runs ----

def expect_saved(world, oracle, name, job):
    """The file is absent, or the whole run, or a state whose games are those of the job. Returns
    its number of games, None for a whole run; -1 if it is absent."""
    if not os.path.lexists(world.path(name)):
        return -1
    bytes_there = read(world, name)
    if bytes_there == oracle.saved(job):
        return None
    try:
        state = json.loads(bytes_there)
    except ValueError as error:
        raise Failure(f"{name} is no whole document: {error}") from None
    ranges = state["ranges"] or [[job.first, 0]]
    first, done = ranges[0]
    if len(ranges) > 1 or first != job.first or done > job.count:
        raise Failure(f"{name}: ranges {ranges} of {job.count} games from {job.first}")
    if done == job.count:
        raise Failure(f"{name} has all games, but other bytes than an undisturbed run")
    if done > 0:
        expect_equal(state["digest"], oracle.digest(job.range(count=done)), f"digest of {name}")
    return done


def note(world, name, job, done):
    world.saved.pop(name, None)
    if done != -1:
        world.saved[name] = (job, done)


def pick(world, rng, whole):
    """A saved run that is there, whole or unfinished; None if there is none."""
    names = [name for name, (_, done) in sorted(world.saved.items()) if (done is None) == whole]
    return rng.choice(names) if names else None


def files_of(name):
    return (name, name + ".1")


def sides_of(name):
    return {f".{name}.ninefold-new", f".{name}.ninefold-lock"}


def save(world, oracle, rng):
    """Saves a run, in one of several ways; it may be ended by a signal. Files of others' runs
    are replaced if whole, and kept if they are not."""
    name = rng.choice(NAMES)
    before = world.saved.get(name)
    job = job_that_goes(world, oracle, rng, 20000)
    words = [*job.run(), *pace(world.program, rng, job), "--save-every", f"{rng.randint(1, 30)}ms"]
    if before is not None and before[1] is not None:
        before_it = world.seen()
        ended = world.end(world.start([*words, f"--save={name}"]))
        world.after(before_it, sides_of(name), str(ended))
        if ended.code != INVALID or world.seen()[name] != before_it[name]:
            raise Failure(f"{ended}, on an unfinished run")
        return
    disturbed(world, oracle, rng, name, job, [*words, f"--save={name}"])


def resume(world, oracle, rng):
    name = pick(world, rng, whole=False)
    if name is None:
        save(world, oracle, rng)
        return
    job = world.saved[name][0]
    words = ["run", "--quiet", "--game", job.game, f"--resume={name}", "--save-every",
             f"{rng.randint(1, 30)}ms", *pace(world.program, rng, job)]
    disturbed(world, oracle, rng, name, job, words)


def disturbed(world, oracle, rng, name, job, words):
    """Runs `words`, which write `job` to `name`; sends a signal most of the time."""
    before = world.seen()
    content = read(world, name) if os.path.lexists(world.path(name)) else None
    process = world.start(words)
    number = rng.choice(SIGNALS) if rng.random() < 0.5 else signal.SIGKILL
    if rng.random() < 0.8:
        world.send(process, number, rng.choice([0.005, 0.03, 0.2]) * rng.random())
    ended = world.end(process)
    killed = ended.code == -signal.SIGKILL
    world.kills += killed
    # What a killed job leaves, the next one takes away.
    sides = sides_of(name)
    world.after(before, {*files_of(name), *sides}, str(ended))
    if ended.code >= 0 and sides & set(world.seen()):
        raise Failure(f"{ended}: it left {', '.join(sides & set(world.seen()))}")
    if process.sent is None and ended.code != OK:
        raise Failure(f"{ended}; nothing had disturbed it")
    if name in world.saved and ended.code != OK and read(world, name) == content:
        return
    done = expect_saved(world, oracle, name, job)
    if ended.code == OK and done is not None:
        raise Failure(f"{ended}, but {name} has {done} games of {job.count}")
    if done == -1 and name in world.saved:
        raise Failure(f"{ended}: {name} is gone")
    note(world, name, job, done)


def remove(world, _oracle, rng):
    """The user removes a run."""
    if world.saved:
        name = rng.choice(sorted(world.saved))
        world.remove(*files_of(name))
        world.tidy(name)
        del world.saved[name]


def two_at_once(world, oracle, rng):
    """Two commands on one file: one of them may be refused; the file is a run of one of them."""
    name = pick(world, rng, whole=False)
    if name is not None:
        jobs = [world.saved[name][0]] * 2
        words = [["run", "--quiet", "--game", job.game, f"--resume={name}"] for job in jobs]
    else:
        name = rng.choice([one for one in NAMES if one not in world.saved] or [None])
        if name is None:
            return
        jobs = [job_that_goes(world, oracle, rng, 20000) for _ in range(2)]
        words = [[*job.run(), f"--save={name}"] for job in jobs]
    before = world.seen()
    processes = [world.start([*one, "--save-every", "5ms", *pace(world.program, rng, jobs[0])])
                 if jobs[0].game == jobs[1].game else world.start([*one, "--save-every", "5ms"])
                 for one in words]
    readers = [world.start(["stats", named(name), "--json", "-"]) for _ in range(2)]
    ended = [world.end(process) for process in processes]
    for reader in readers:
        shown = world.end(reader)
        if shown.code not in (OK, FILES, INVALID):
            raise Failure(f"{shown}, while the file was written")
        if shown.code == OK:
            results_of(shown.out)
    world.after(before, (*files_of(name), *sides_of(name)), " and ".join(map(str, ended)))
    codes = [one.code for one in ended]
    if OK not in codes or not set(codes) <= {OK, FILES, INVALID}:
        raise Failure("two at once: " + " and ".join(map(str, ended)))
    whole = [job for job, one in zip(jobs, ended) if one.code == OK and
             oracle.saved(job) == read(world, name)]
    if not whole:
        raise Failure(f"{name} is the run of none of those that succeeded")
    note(world, name, whole[0], None)


def history(world, oracle, rng):
    """Runs that join a database at the same time are all there, as they were played."""
    jobs = [job_that_goes(world, oracle, rng) for _ in range(rng.randint(1, 3))]
    before = world.seen()
    known = rows_of(world)
    processes = [world.start([*job.run(), "--db", "runs.db", *pace(world.program, rng, job)])
                 for job in jobs]
    ended = [world.end(process) for process in processes]
    if any(one.code != OK for one in ended):
        raise Failure("history: " + " and ".join(map(str, ended)))
    world.after(before, ["runs.db"], "run --db")
    rows = rows_of(world)
    expect_equal({key: rows.get(key) for key in known}, known, "runs that were there before")
    added = sorted(digest for key, digest in rows.items() if key not in known)
    expect_equal(added, sorted(oracle.digest(job) for job in jobs), "digests in the database")
    key = rng.choice(sorted(rows))
    shown = results_of(world.run("stats", "--db", "runs.db", str(key), "--json", "-").out)
    expect_equal(shown["digest"], rows[key], f"run {key} of the database")
    world.run("stats", "--db", "runs.db")


def rows_of(world):
    if not os.path.exists(world.path("runs.db")):
        return {}
    connection = sqlite3.connect(f"file:{world.path('runs.db')}?mode=ro", uri=True)
    try:
        return dict(connection.execute("select id, digest from runs"))
    finally:
        connection.close()


ACTS = [(save, 4), (resume, 6), (remove, 1), (two_at_once, 2), (history, 1)]
