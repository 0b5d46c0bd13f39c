"""Power cuts: a saved run is the old or the new state, whole, and goes on."""

import copy
import json
import os
import shutil

from acts import expect_equal, job_that_goes, read
from cut import TRACE, Disk, read_log
from jobs import pace
from world import OK, Failure

NAME = "power.json"
FILES_OF = [NAME, NAME + ".1", f".{NAME}.ninefold-new", f".{NAME}.ninefold-lock"]
CUTS = 12


def states_of(disk, calls, name):
    """The contents that `name` is given, each with the place in `calls` where it gets it, and
    where it is on the disk for sure: (content, named, synced)."""
    states, name = [], os.fsencode(name)
    file = disk.seen.get(name)
    if file is not None:
        states.append((disk.content(disk.files[file]), -1, -1))
    for place, call in enumerate(calls):
        disk.play(call)
        now = disk.seen.get(name)
        if now is not None and now != file:
            file = now
            states.append((disk.content(disk.files[file]), place, None))
        if call.kind == "sync" and call.paths == [disk.folder]:
            states = [(content, named, place if synced is None else synced)
                      for content, named, synced in states]
    return states


def expect_old_or_new(left, states, place, what):
    """After a cut before calls[place]: a state, and none older than one that was finished."""
    finished = [number for number, (_, _, synced) in enumerate(states)
                if synced is not None and synced < place]
    content = left.get(NAME)
    if content is None:
        if finished:
            raise Failure(f"{what}: {NAME} is gone, though it had been on the disk")
        return None
    known = [number for number, (state, named, _) in enumerate(states)
             if state == content and named < place]
    if not known:
        raise Failure(f"{what}: {NAME} is no whole state: {len(content)} bytes {content[-60:]!r}")
    if finished and max(known) < max(finished):
        raise Failure(f"{what}: {NAME} is older than a state that had been on the disk")
    return content


def saving(world, oracle, rng, log):
    """Plays a run that saves often. Returns the job, the disk before it, and its calls."""
    job = job_that_goes(world, oracle, rng, 3000)
    words = [*job.run(), *pace(world.program, rng, job), "--save", NAME, "--save-every", "1ms"]
    disk, before = Disk(world.desk), world.seen()
    ended = world.end(world.start(words, wrap=[*TRACE, log]))
    world.after(before, [NAME, NAME + ".1"], str(ended))
    if ended.code != OK:
        raise Failure(f"{ended}; nothing had disturbed it")
    return job, disk, read_log(log)


def power_cut(world, oracle, rng):
    """The power goes at some moments of a run; what is left goes on to the same end."""
    log = world.root + ".log"
    try:
        job, disk, calls = saving(world, oracle, rng, log)
        states = states_of(copy.deepcopy(disk), calls, NAME)
        if not states or states[-1][0] != oracle.saved(job) or states[-1][2] is None:
            raise Failure("a run ended before its last state was on the disk")
        for _ in range(CUTS):
            one_cut(world, oracle, rng, job, disk, calls, states)
            world.cuts += 1
    finally:
        world.remove(log, NAME, NAME + ".1")


def one_cut(world, oracle, rng, job, disk, calls, states):
    place = rng.randint(0, len(calls))
    at_cut = copy.deepcopy(disk)
    for call in calls[:place]:
        at_cut.play(call)
    left = at_cut.cut(rng)
    what = f"power cut before call {place} of {len(calls)}"
    content = expect_old_or_new(left, states, place, what)
    if content is None or rng.random() < 0.7:
        return
    # What is left of it goes on.
    world.remove(*FILES_OF)
    for file in FILES_OF:
        if file in left:
            with open(world.path(file), "wb") as made:
                made.write(left[file])
    if json.loads(content)["games"] < job.count:
        world.run("run", "--quiet", "--game", job.game, "--resume", NAME, outputs=FILES_OF)
    expect_equal(read(world, NAME), oracle.saved(job), f"{what}: the run that went on")
    world.tidy(NAME)


ACTS = [(power_cut, 2)] if shutil.which("strace") else []
