"""Which faults are tried: chosen from the calls that a command makes."""

# What is made of a call of each kind: what fails once, and what then goes on failing.
WAYS = {
    "memory": (["ENOMEM"], ["ENOMEM"]),
    "open": (["EMFILE", "EIO"], ["ENOSPC"]),
    "read": (["EIO", "EINTR", "short"], ["EIO"]),
    "write": (["ENOSPC", "EIO", "EINTR", "short"], ["ENOSPC"]),
    "sync": (["EIO"], ["ENOSPC"]),
    "close": (["EIO"], ["EIO"]),
    "name": (["ENOSPC"], ["EROFS"]),
    "remove": (["EIO"], ["EROFS"]),
    "look": (["EIO", "ENOMEM"], ["EIO"]),
    "adjust": (["EIO"], ["ENOSPC"]),
    "thread": (["EAGAIN"], ["EAGAIN"]),
    "process": (["EAGAIN", "EMFILE"], ["EAGAIN"]),
    "wait": (["EINTR", "ENOMEM"], []),
}


def spread(items, wanted):
    """As many as are wanted, evenly."""
    count = len(items)
    return [item for i, item in enumerate(items)
            if wanted >= count or (i + 1) * wanted // count != i * wanted // count]


def faults_of(kind, calls, quick):
    """Of the calls of a kind, (number, site) in order: of each site the first one, which fails in
    every way; and if not `quick`, the last one, the first 200 and 100 evenly from all, in the first
    way alone, for it has happened before."""
    firsts, lasts = {}, {}
    for number, site in calls:
        firsts.setdefault(site, number)
        lasts[site] = number
    chosen = set(firsts.values())
    once, for_good = WAYS[kind]
    if not quick:
        chosen |= {*lasts.values(), *(number for number, _ in calls[:200] + spread(calls, 100))}
    for number, site in calls:
        if number in chosen:
            first = number == firsts[site]
            yield from (f"{kind}:{number}:{how}" for how in (once if first else once[:1]))
            yield from (f"{kind}:{number}+:{how}" for how in (for_good if first else []))


def choose(log, quick, most):
    """From a log of calls (see inject.h): values of NF_FAULT, at most `most` (None: all of them),
    and the number of sites, which are ways by which calls came about."""
    calls = {}
    for line in log.splitlines():
        kind, number, _, site = line.split()
        calls.setdefault(kind, []).append((int(number), site))
    sites = sum(len({site for _, site in of_kind}) for of_kind in calls.values())
    faults = [fault for kind in WAYS for fault in
              faults_of(kind, sorted(calls.pop(kind, [])), quick)]
    assert not calls, f"unknown kinds of calls in the log: {', '.join(calls)}"
    return spread(faults, most or len(faults)), sites
