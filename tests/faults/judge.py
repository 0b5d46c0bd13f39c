"""What is wrong with what came of a command, held against what came of it without a fault."""

import re

OK, INVALID, FILES = 0, 3, 4
# Lines with times, or memory, or what the processor is: they differ from run to run. So does whether a
# program is forked: where that cannot be had, a note says why, and its verdicts are the same.
TIMES = re.compile(rb"^(?:time|speed|cases|program|tests|limit)  |seconds\":|_per_second\":| trials, |_ms\":"
                   rb"|_ns\":|time/| MiB|\"memory\":|\"slowest\":|\"largest\":|speed/"
                   rb"|\| seconds \||\"forked\":|\| turns per second \||\"kernel\":|\"processor\":")
# Whether it says why: "ninefold: ...", or as a checker "FAIL ...".
EXPLAINS = re.compile(rb"^(?=ninefold|FAIL ).{15}", re.M)


def timeless(lines):
    return [line for line in lines if not TIMES.search(line)]


def same_text(a, b, begins=False):
    """Whether two texts say the same but for times; with `begins` whether `b` may also be cut off
    at any place: then of its last line nobody can tell what it is about."""
    a, b = timeless(a.splitlines()), b.splitlines()
    if begins:
        b = timeless(b[:-1])
        return a[:len(b)] == b
    return a == timeless(b)


def same_file(name, one, other, measured=False):
    """Whether both folders have it alike; of measurements, whether it begins and ends alike."""
    if name not in one or name not in other:
        return False
    a, b = one[name], other[name]
    if a is None or b is None:
        return a is b
    return (a == b or same_text(a, b) or
            measured and min(len(a), len(b)) > 3 and (a[:2], a[-2:]) == (b[:2], b[-2:]))


def is_state(content):
    """Whether it is a whole saved run or search: of a command that saves its state as it goes on,
    nobody can tell which one."""
    return (content is not None and content.endswith(b"}\n") and b'"checksum"' in content and
            (b'"ninefold.saved/1"' in content or b'"ninefold.search/1"' in content))


def may_stay(fault, name):
    """Whether a file may stay where removing it is what fails. So may SQLite's journal where a disk
    cannot be read for good: the next to open the database goes by it, as read_folder has."""
    journal = name.endswith("-journal")
    if fault.startswith("remove:"):
        return journal or ".ninefold-" in name
    return journal and fault.startswith("read:") and "+" in fault


class Judge:
    """Judges what comes of one command."""

    def __init__(self, before, line, good):
        self.before, self.good = before, good
        command = line.split()[0]
        self.refusal = 3 if "testlib" in line else FILES
        # What it prints and writes is never the same.
        self.measured = command == "bench" or "--time " in line
        # Where it fails, what it found until then is told, in whatever form it has.
        self.partial = command in ("fuzz", "judge")
        self.shrinks = "--shrink" in line
        # Saved states of any time are as good as the last.
        self.states = "--save-every" in line or command == "optimise"

    def wrong(self, outcome, fault=""):
        """What is wrong with it, or None."""
        code, good = outcome.code, self.good
        # AddressSanitizer takes memory itself where a thread begins, and gives up without.
        if b"AddressSanitizer: CHECK failed: sanitizer_linux" in outcome.err:
            return None
        if outcome.hung:
            return "hangs"
        if outcome.left:
            return "leaves processes behind"
        # A supervisor has closed the log. Where one is lost in the middle of a case, nobody can tell
        # that from a program that got rid of it this time: it is flaky, or not shrunk as far.
        if self.partial and not outcome.log and (b"FLAKY" in outcome.out or
                                                 self.shrinks and code == good.code):
            return None
        # SQLite calls a database malformed that a disk fails to give back, and who asks it cannot tell.
        malformed = (fault.startswith("read:") and code == INVALID and
                     b"database disk image is malformed" in outcome.err)
        # FILES also where it fails before the options are read that choose other codes.
        if code not in (good.code, self.refusal, FILES) and not malformed:
            said = outcome.err.decode(errors="replace").partition("\n")[0]
            return f"ends with {code}: {said[:400]}"
        told = None
        if code == good.code:
            told = self._success(outcome)
        elif not EXPLAINS.search(outcome.err):
            told = "does not say why it fails"
        elif not self.measured and not self.partial and not same_text(good.out, outcome.out, True):
            told = "prints something else before it fails"
        return told or self._files(outcome, fault)

    def _success(self, outcome):
        """It says that it went well: then nothing may be missing."""
        if not self.measured and not same_text(self.good.out, outcome.out):
            return "succeeds, but prints something else"
        for name in self.good.files:
            kept = self.states and ".json.1" in name
            if not kept and not same_file(name, self.good.files, outcome.files, self.measured):
                return f"succeeds, but {name} is missing or differs"
        return None

    def _files(self, outcome, fault):
        """Each file is as it was, or as it should have become."""
        good, before = self.good.files, self.before
        lenient = self.measured or self.partial and outcome.code != self.good.code
        for name, content in outcome.files.items():
            # Or it says so; a folder goes with all that is in it.
            told = f"{name.split('/')[0]}: cannot be removed".encode() in outcome.err
            if not (same_file(name, before, outcome.files) or
                    same_file(name, good, outcome.files, lenient) or
                    may_stay(fault, name) or told or self.states and is_state(content)):
                return f"{name} is " + ("neither old nor whole" if name in good else "left behind")
        for name in before:
            if name in good and name not in outcome.files:
                return f"{name} is gone"
        return None
