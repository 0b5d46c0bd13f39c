"""Random outputs, right but for white space or not at all, get one verdict from all that judge:
agree.py NINEFOLD GAME SEED COUNT CHECKER... in an empty folder. What is right is decided here, by
splitting; each CHECKER is called as testlib's are."""
import json
import random
import subprocess
import sys
import zlib
from pathlib import Path


def run(*command, **more):
    ended = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **more)
    if ended.returncode not in (0, 1, 42, 43):
        sys.exit(f"{command}: {ended.returncode}, {ended.stderr}")
    return ended


def changed(right, dice):
    """The output with blanks put in, left out or doubled, lines joined or cut, or a byte changed."""
    text = right
    for _ in range(dice.choice([0, 1, 1, 1, 3])):
        at = dice.randrange(len(text))
        blanks = [i for i, byte in enumerate(text) if byte in " \n"]
        ends = [i for i, byte in enumerate(text) if byte == "\n"]
        how = dice.randrange(9)
        if how == 0:
            text = text[:at] + " " + text[at:]
        elif how in (1, 2, 3) and blanks:
            at = dice.choice(blanks)
            text = text[:at] + ["", text[at] * 2, dice.choice(" \t\n\r")][how - 1] + text[at + 1:]
        elif how in (4, 5, 6) and ends:
            at = dice.choice(ends)
            text = text[:at] + ["", " ", dice.choice([" \n", "\r\n"])][how - 4] + text[at + 1:]
        elif how == 7:
            text = text[:at] + dice.choice("x0 ") + text[at + 1:]
        elif how == 8:
            text = dice.choice([text[:at], text.replace("\n", " "), text.rstrip("\n"), text + "\n", ""])
        if not text:
            break
    return text


def verdict_of(right, text):
    """The verdict, and where white space differs."""
    if text.split() != right.split():
        return "WA", None
    if text == right:
        return "AC", None
    ends = [line.rstrip() for line in text.rstrip().split("\n")] == right.rstrip().split("\n")
    return "AC", "line_ends" if ends else "lines"


def main():
    ninefold, game, seed, count, *checkers = sys.argv[1:]
    dice = random.Random(int(seed))
    game = ["--game", game]
    tests, outputs = Path("tests"), Path("outputs")
    run(ninefold, "gen", *game, "--seed", seed, "--count", count, "--out", tests)
    outputs.mkdir()
    expected, answers = {}, Path("answers")
    answers.mkdir()
    for instance in sorted(tests.glob("*.in")):
        right = instance.with_suffix(".out").read_text()
        text = changed(right, dice)
        (outputs / instance.with_suffix(".out").name).write_bytes(text.encode())
        (answers / str(zlib.crc32(instance.read_bytes()))).write_bytes(text.encode())
        expected[instance.stem] = verdict_of(right, text)

    def check(who, name, verdict, *layout):
        if expected[name][:1 + len(layout)] != (verdict, *layout):
            sys.exit(f"{who} gives {name} {verdict} {layout}, expected {expected[name]}")

    # A program that prints the output that is stored for what it reads.
    program = Path("program.py")
    program.write_text("import sys, zlib\nread = sys.stdin.buffer.read()\n"
                       f"sys.stdout.buffer.write(open(f'{answers.resolve()}/{{zlib.crc32(read)}}', 'rb').read())\n")
    lines = run(ninefold, "check", *game, tests, outputs).stdout.split("\n")
    for line in lines[:len(expected)]:
        check("check", line.split()[1].rstrip(":"), line.split()[0])
    judged = json.loads(run(ninefold, "judge", *game, "--json", "-", tests, "--", sys.executable, program).stdout)
    layouts = {"white-space": "lines", "line-ends": "line_ends"}
    for each in judged["programs"][0]["runs"]:
        layout = layouts.get(each["kind"]) if each["verdict"] == "AC" else None
        check("judge", each["test"], each["verdict"], layout)
    for layout, counted in judged["programs"][0]["layout"].items():
        names = [name for name, (_, where) in expected.items() if where == layout]
        if (counted["count"], counted["first"]) != (len(names), min(names)) if names else counted:
            sys.exit(f"judge counts {counted} of {layout}: {names}")
    for name, (verdict, _) in expected.items():
        instance, output, answer = tests / f"{name}.in", outputs / f"{name}.out", tests / f"{name}.out"
        told = {f"--exit-style {style}": run(ninefold, "check", *game, "--exit-style", style, *files, stdin=output.open())
                .returncode == right for style, right, files in (
                    ("kattis", 42, (instance, answer, f"{answers}/")), ("testlib", 0, (instance, output, answer)))}
        told["explain"] = run(ninefold, "explain", *game, instance, output).returncode == 0
        for checker in checkers:
            told[checker] = run(*checker.split(), instance, output, answer).returncode == 0
        for who, right in told.items():
            if right != (verdict == "AC"):
                sys.exit(f"{who} says {'right' if right else 'wrong'} of {name}, expected {expected[name]}")

    # fuzz runs cases of its own: of each the output is made of what is right, and then judged.
    for index in range(0, int(count), 4):
        case = [ninefold, "fuzz", *game, "--seed", seed, "--first", index, "--count", 1, "--shrink", 0,
                "--diagnose", "0s", "--json", "-", "--"]
        run(*case, "sh", "-c", "cat >case.in")
        right = run(ninefold, "play", *game, "case.in").stdout
        text = changed(right, dice)
        Path("case.out").write_bytes(text.encode())
        found = json.loads(run(*case, "sh", "-c", "cat >/dev/null; cat case.out").stdout)
        where = [layout for layout, counted in found["layout"].items() if counted]
        told = next(name for name, cases in found["verdicts"].items() if cases), where[0] if where else None
        if told != verdict_of(right, text):
            sys.exit(f"fuzz gives case {index} {told}, expected {verdict_of(right, text)}")


main()
