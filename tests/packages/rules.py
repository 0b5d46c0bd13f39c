#!/usr/bin/env python3
"""Holds packages of `gen --suite` against the rules of their formats: rules.py FORMAT DIR.

Prints each rule that is broken, with the place; exit code 1 if there is one. The rules are those of
the problem package format (version legacy, with what DOMjudge asks beyond it, and 2025-09, with
what BAPCtools asks), of Polygon's problem.xml, and of the data of Luogu and Hydro.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

FORMAT, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
broken = []


def rule(holds, sentence, where=""):
    if not holds:
        broken.append(f"{sentence}: {where}" if where else sentence)


def files(folder="."):
    return sorted(path for path in (ROOT / folder).rglob("*") if path.is_file())


def settings(path):
    """A YAML file of this kind: `key: value` in two levels at most."""
    found, upper = {}, None
    for line in (ROOT / path).read_text().splitlines():
        match = re.fullmatch(r"( *)([A-Za-z_0-9.]+):(?: (.*))?", line)
        rule(match is not None, "a line is `key: value`", f"{path}: {line}")
        if match is None:
            continue
        if match[1] == "":
            upper = match[2]
        key = match[2] if match[1] == "" else f"{upper}/{match[2]}"
        rule(key not in found, "a key is given once", f"{path}: {key}")
        rule(not re.search("^[\"'&*!|>%@`{]|: | #", match[3] or ""), "a value is plain", line)
        found[key] = match[3]
    return found


def pairs(folder, instance, answer):
    """The names of the tests of a folder, of which each needs both files."""
    names = {path.name for path in (ROOT / folder).iterdir() if path.is_file()}
    tests = sorted(name[: -len(instance)] for name in names if name.endswith(instance))
    for test in tests:
        rule(test + answer in names, "each test has an answer", f"{folder}/{test}")
    for name in names:
        if name.endswith(answer):
            rule(name[: -len(answer)] in tests, "each answer has a test", f"{folder}/{name}")
    rule(tests, "there are tests", folder)
    return tests


def common():
    for path in files():
        data = path.read_bytes()
        if path.parent.name.startswith("invalid"):
            continue
        rule(b"\r" not in data, "lines end with LF", path)
        rule(data.endswith(b"\n"), "a file ends with a newline", path)
        chinese = "zh" in path.name or path.name == "problem.yaml"
        rule(data.isascii() or chinese, "texts are plain", path)
    rule((ROOT / "README.md").is_file(), "there is a README.md")
    wide = max(map(len, (ROOT / "README.md").read_text().splitlines()))
    rule(wide <= 100, "lines of the README have at most 100 columns", wide)


def programs(accepted, wrong):
    for folder, least in ((accepted, 2), (wrong, 6)):
        names = [path.name for path in (ROOT / folder).iterdir()]
        rule(len(names) >= least, f"there are {least} programs or more", folder)
        rule({name.split(".")[-1] for name in names} == {"cpp", "py"}, "in C++ and Python", folder)


def versioned(problem, statements):
    """What all versions of the problem package format share; statements by their languages."""
    name = r"[a-zA-Z0-9][a-zA-Z0-9_.-]{0,253}[a-zA-Z0-9]"
    for path in ROOT.rglob("*"):
        rule(re.fullmatch(name, path.name), "names have letters, digits, _ . - alone", path)
    rule(re.fullmatch("[a-z0-9]+", ROOT.resolve().name), "the folder has lower case and digits")
    licences = "unknown,public domain,cc0,cc by,cc by-sa,educational,permission".split(",")
    rule(problem["license"] in licences[1:], "the licence is one of the list")
    rule(problem.get("rights_owner"), "a licence needs an owner")
    uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
    rule(re.fullmatch(uuid, problem["uuid"]), "the uuid is one")
    rule("type" not in problem, "pass-fail is the default")
    scoring = settings("scoring/problem.yaml")
    rule(scoring.get("type") == "scoring", "points need a scoring problem")
    rule(scoring["uuid"] == problem["uuid"], "points leave it the same problem")
    pairs("data/sample", ".in", ".ans")
    seen = {}
    for path in files("data"):
        if path.suffix == ".in":
            other = seen.setdefault(path.read_bytes(), path)
            rule(other is path, "no two tests are the same", path)
        if path.suffix == ".ans":
            most = int(problem["limits/output"]) * 2**20 / 2
            rule(path.stat().st_size < most, "answers take less than half the output limit", path)
    for language, words in statements.items():
        statement = words["text"]
        title = re.match(r"\\problemname\{(.*)\}\n\n", statement)
        rule(title and title[1] == words["title"], "the statement names the problem", language)
        for section in words["sections"]:
            rule(f"\\section*{{{section}}}" in statement, "the statement has sections", section)
        rule(statement.count("\\begin{itemize}") == statement.count("\\end{itemize}"), "lists end")
        rule(statement.replace(r"\$", "").count("$") % 2 == 0, "mathematics ends", language)
        rule("**" not in statement and "`" not in statement, "no Markdown is left", language)
    rule((ROOT / "input_validators/problem.ctd").is_file(), "there is a form of inputs")
    rule(not list(ROOT.glob("output_validator*")), "the default validator needs no other")
    programs("submissions/accepted", "submissions/wrong_answer")


def test_groups():
    """The names of the groups, each of which has tests."""
    groups = sorted(path.name for path in (ROOT / "data/secret").iterdir())
    for number, group in enumerate(groups, 1):
        rule(group.startswith(f"{number}-"), "groups are numbered in order", group)
        pairs(f"data/secret/{group}", ".in", ".ans")
    return groups


def kattis():
    problem = settings("problem.yaml")
    known = "name uuid type license rights_owner validator_flags limits grading".split()
    rule({key.split("/")[0] for key in problem} <= set(known), "keys are known", "problem.yaml")
    statement = (ROOT / "problem_statement/problem.en.tex").read_text()
    versioned(problem, {"en": {"text": statement, "title": problem["name"],
                               "sections": ("Input", "Output")}})
    rule({path.name for path in (ROOT / "data").iterdir()} == {"sample", "secret"},
         "data has sample and secret alone")
    points = 0
    for group in test_groups():
        flags = f"data/secret/{group}/testdata.yaml"
        rule(not (ROOT / flags).exists(), "validators get no arguments, for a form has none", group)
        scoring = settings(f"scoring/data/secret/{group}/testdata.yaml")
        points += int(scoring["accept_score"])
        rule(scoring["range"] == f"0 {scoring['accept_score']}", "points are in their range", group)
        rule(scoring["grader_flags"] == "min", "all tests of a group count", group)
    rule(points == 100, "points of groups make 100", points)
    limit = (ROOT / "domjudge-problem.ini").read_text()
    rule(re.fullmatch(r"timelimit='[1-9][0-9]*'\n", limit), "the time limit is whole seconds")
    rule(len(list((ROOT / "invalid_inputs").glob("*.in"))) >= 10, "there are invalid inputs")


def icpc():
    problem = settings("problem.yaml")
    known = ("problem_format_version type name name/en name/zh uuid license rights_owner limits "
             "limits/memory limits/output limits/time_limit").split()
    rule(set(problem) | {"type"} == set(known), "keys are known, and all there", "problem.yaml")
    rule(set(settings("scoring/problem.yaml")) == set(known), "keys are known", "scoring")
    rule(problem["problem_format_version"] == "2025-09", "the version is told")
    sections = {"en": ("Input", "Output"), "zh": ("输入", "输出")}
    versioned(problem, {language: {
        "text": (ROOT / f"statement/problem.{language}.tex").read_text(),
        "title": problem[f"name/{language}"],
        "sections": sections[language]} for language in sections})
    rule(len(files("statement")) == len(sections), "there are no other statements")
    rule({path.name for path in (ROOT / "data").iterdir()} == {"sample", "secret", "invalid_input"},
         "data has sample, secret and invalid_input alone")
    case = {"output_validator_args": "[case_sensitive]"}
    rule(settings("data/sample/test_group.yaml") == case, "samples have no points")
    points = 0
    for group in test_groups():
        path = f"data/secret/{group}/test_group.yaml"
        rule(settings(path) == case, "validators get no arguments; a group has no points", group)
        scoring = settings("scoring/" + path)
        points += int(scoring.pop("max_score"))
        rule(scoring == case, "points change no more", group)
        for test in pairs(f"data/secret/{group}", ".in", ".ans"):
            note = settings(f"data/secret/{group}/{test}.yaml")
            rule(set(note) == {"description"} and note["description"], "a test has a note", test)
    rule(points == 100, "points of groups make 100", points)
    rule(re.fullmatch("[1-9][0-9]*", problem["limits/time_limit"]), "the limit is whole seconds")
    invalid = files("data/invalid_input")
    rule(len(invalid) >= 10, "there are invalid inputs")
    rule({path.suffix for path in invalid} == {".in"}, "invalid inputs have no answer")


def polygon():
    tree = xml.parse(ROOT / "problem.xml").getroot()
    tests = tree.findall(".//test")
    count = int(tree.findtext(".//test-count"))
    rule(len(tests) == count, "test-count counts the tests")
    for number in range(1, count + 1):
        for pattern in ("input-path-pattern", "answer-path-pattern"):
            path = tree.findtext(".//" + pattern) % number
            rule((ROOT / path).is_file(), "each test is there", path)
    rule(len(list((ROOT / "tests").iterdir())) == 2 * count, "there are no other tests")
    rule(tests[0].get("sample") == "true", "samples come first")
    points = {}
    for test in tests:
        group = test.get("group")
        points[group] = points.get(group, 0) + float(test.get("points"))
    named = {group.get("name"): float(group.get("points")) for group in tree.findall(".//group")}
    rule(points == named, "the points of tests make those of their groups", f"{points} {named}")
    rule(sum(named.values()) == 100, "points of groups make 100")
    for source in tree.findall(".//source"):
        path = source.get("path")
        rule((ROOT / path).is_file(), "each source is there", path)
        kind = {"cpp": "cpp.g++17", "py": "python.3"}[path.split(".")[-1]]
        rule(source.get("type") == kind, "a source's type is its language", path)
    tags = [solution.get("tag") for solution in tree.findall(".//solution")]
    rule(tags.count("main") == 1 and tags.count("wrong-answer") >= 6, "solutions have their tags")
    rule(int(tree.findtext(".//time-limit")) >= 1000, "the time limit is in ms")
    for section in ("name", "legend", "input", "output"):
        path = ROOT / f"statement-sections/english/{section}.tex"
        rule(path.is_file() and path.stat().st_size > 0, "the statement has its sections", section)


def luogu():
    names = [path.name for path in (ROOT / "data").iterdir()]
    rule(all((ROOT / "data" / name).is_file() for name in names), "the data are flat")
    tests = pairs("data", ".in", ".out")
    rule(len(names) == 2 * len(tests) + 1, "the data are tests and config.yml alone")
    config = settings("data/config.yml")
    subtasks, score = [], 0
    for test in tests:
        for key in ("timeLimit", "memoryLimit", "score", "subtaskId"):
            value = config.get(f"{test}.in/{key}", "")
            rule(value.isdigit(), "each test has whole numbers", f"{test} {key}")
        score += int(config[f"{test}.in/score"])
        subtasks.append(int(config[f"{test}.in/subtaskId"]))
    rule(score == 100, "the scores make 100", score)
    rule(len(config) == 5 * len(tests), "no other test has settings")
    rule(subtasks == sorted(subtasks), "subtasks are numbered in order")
    programs("submissions/accepted", "submissions/wrong_answer")


def hydro():
    tests = pairs("problem/testdata", ".in", ".out")
    config = (ROOT / "problem/testdata/config.yaml").read_text()
    rule(re.findall(r"input: (.*)\.in\n", config) == tests, "each test is a case, in order")
    rule(re.findall(r"output: (.*)\.out\n", config) == tests, "each answer belongs to its case")
    rule(sum(map(int, re.findall(r"score: (\d+)\n", config))) == 100, "the scores make 100")
    rule(re.search(r"^time: \d+s$", config, re.M), "there is a time limit")
    rule(re.search(r"^memory: \d+m$", config, re.M), "there is a memory limit")
    types = set(re.findall(r"type: (\w+)\n", config))
    rule(types == {"default", "testlib", "min"}, "types are known")
    checker = re.search(r"^checker: (.*)$", config, re.M)
    rule(checker and (ROOT / "problem/testdata" / checker[1]).is_file(), "the checker is there")
    title = settings("problem/problem.yaml")["title"]
    rule(re.fullmatch("[A-Z][A-Za-z' ]+", title), "the title is a string", title)
    for language in ("en", "zh"):
        statement = (ROOT / f"problem/problem_{language}.md").read_text()
        for part in ("# ", "\n```input1\n", "\n```output1\n"):
            rule(part in statement, "a statement has a title and a sample", language)
    rule(not (ROOT / "problem/problem.md").exists(), "no statement hides those by language")
    programs("submissions/accepted", "submissions/wrong_answer")


def plain():
    pairs(".", ".in", ".out")
    programs("submissions/accepted", "submissions/wrong_answer")
    names = "statement.md statement.zh.md problem.ctd validator.cpp checker.py checker.cpp"
    for name in names.split():
        rule((ROOT / name).is_file(), "the file is there", name)


common()
{"kattis": kattis, "icpc": icpc, "polygon": polygon, "luogu": luogu, "hydro": hydro,
 "plain": plain}[FORMAT]()
for words in broken:
    print(f"{ROOT}: {words}")
sys.exit(bool(broken))
