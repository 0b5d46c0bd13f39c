"""Holds the forms of a run's tables against each other: JSON, which its schema must allow, CSV, Markdown,
HTML and the terminal's tables have the same names and the same numbers, as far as each shows them, and
the page's drawings, too."""

import csv
import html
import json
import os
import re

import jsonschema

from drawings import compare_drawings
from runs import ninefold, own, schema

with open(schema, encoding="utf-8") as file:
    validator = jsonschema.Draft7Validator(json.load(file))
validator.check_schema(validator.schema)
NUMBER = r"[-+]?[0-9][0-9,]*(?:\.[0-9]+)?"
INTERVAL = "95% interval"
AGAIN = {"extremes": ["extreme", "index"]}  # columns that the page has in others already


# ---- a number as people read it ----


def same(shown, value, column, what):
    """`shown` is a number, a text or - for what is not known."""
    global compared
    compared += 1
    if value is None:
        assert shown == "-", f"{what}: {shown}, in JSON nothing"
    elif isinstance(value, str):
        assert shown == value, f"{what}: {shown}, in JSON {value}"
    elif column["kind"] == "chance" and value < 1e-6:
        assert shown == "less than 1 in a million", f"{what}: {shown}, in JSON {value}"
    else:
        percent = column["kind"] in ("share", "difference")
        assert re.fullmatch(NUMBER + ("%" if percent else ""), shown), f"{what}: {shown}"
        digits = len(shown.partition(".")[2].rstrip("%"))
        number = float(shown.rstrip("%").replace(",", ""))
        near = 0.501 * 10.0**-digits if "." in shown else 0
        if column["kind"] == "chance":
            near = max(near, 0.501e-2 * value)
        assert abs(number - value * (100 if percent else 1)) <= near + 1e-9 * abs(number), \
            f"{what}: {shown}, in JSON {value}"


def same_interval(shown, low, high, column, what):
    if low is None:
        assert shown == "-", f"{what}: {shown}, in JSON no interval"
        return
    ends = re.fullmatch(rf"({NUMBER}) \.\. +({NUMBER})(%?)", shown.strip())
    assert ends, f"{what}: {shown}"
    same(ends[1] + ends[3], low, column, what)
    same(ends[2] + ends[3], high, column, what)


class Table:
    """A table of JSON."""

    def __init__(self, table):
        self.name, self.title, self.notes = table["name"], table["title"], table["notes"]
        self.columns, self.rows = table["columns"], table["rows"]
        assert all(len(row) == len(self.columns) for row in self.rows), self.name
        names = [column["name"] for column in self.columns]
        assert len(set(names)) == len(names), f"{self.name}: {names}"
        self.keys = sum(column["kind"] == "key" for column in self.columns)
        keys = [tuple(row[: self.keys]) for row in self.rows]
        assert self.keys == 0 or len(set(keys)) == len(keys), f"{self.name}: keys"
        for i, column in enumerate(self.columns):
            for row in self.rows:
                value = row[i]
                if value is None:
                    continue
                assert isinstance(value, str) == (column["kind"] in ("text", "code")) or \
                    column["kind"] == "key", f"{self.name}: {value} is no {column['kind']}"
                if column["kind"] in ("share", "chance"):
                    assert -1e-12 <= value <= 1 + 1e-12, f"{self.name}: {column} {value}"
                if column["kind"] == "count":
                    assert isinstance(value, int) and value >= 0, f"{self.name}: {column} {value}"
                if column.get("end") == "low":
                    assert value <= row[i - 1] <= row[i + 1], f"{self.name}: {row}"

    def column(self, name):
        return next(i for i, column in enumerate(self.columns) if column["name"] == name)

    def of(self, name):
        return [row[self.column(name)] for row in self.rows]

    def places(self, heads):
        """Which columns the heads of a form stand for: (column, whether that is its interval)."""
        at, places = -1, []
        for head in heads:
            if head == INTERVAL:
                places.append((at, True))
                continue
            at = next((i for i in range(at + 1, len(self.columns))
                       if self.columns[i]["title"] == head and "end" not in self.columns[i]), None)
            assert at is not None, f"{self.name}: no column {head}"
            places.append((at, False))
        return places

    def compare(self, heads, cells, row, what):
        places = self.places(heads)
        assert len(cells) == len(places), f"{what}: {heads}, {cells}"
        for cell, (at, interval) in zip(cells, places):
            if interval:
                same_interval(cell, row[at + 1], row[at + 2], self.columns[at], what)
            else:
                same(cell, row[at], self.columns[at], what)

    def find(self, heads, cells):
        """The row that a form shows: the one whose keys, or texts, it has."""
        found = self.rows
        for cell, (at, interval) in zip(cells, self.places(heads)):
            if not interval and self.columns[at]["kind"] in ("key", "text"):
                found = [row for row in found if str(row[at]) == cell]
        assert len(found) == 1, f"{self.name}: {len(found)} rows like {cells}"
        return found[0]

    def compare_grid(self, grid, what, whole, without=()):
        """The head and rows of a form; of a cross, columns by the second key. A whole form has all
        columns but those `without` which it is."""
        heads, rows = grid[0], grid[1:]
        cross = heads[0].partition(" \\ ")
        if cross[1]:
            assert [self.columns[0]["title"], self.columns[1]["title"]] == [cross[0], cross[2]]
            for cells in rows:
                for head, cell in zip(heads[1:], cells[1:], strict=True):
                    row = next(row for row in self.rows
                               if str(row[0]) == cells[0] and str(row[1]) == head)
                    last = max(i for i, column in enumerate(self.columns) if "end" not in column)
                    same(cell, row[last], self.columns[last], f"{what}: {cells[0]}, {head}")
            assert not whole or len(rows) * (len(heads) - 1) == len(self.rows), f"{what}: rows"
            return
        for i, cells in enumerate(rows):
            row = self.rows[i] if whole else self.find(heads, cells)
            self.compare(heads, cells, row, f"{what}: {cells[0]}")
        assert not whole or len(rows) == len(self.rows), f"{what}: {len(rows)} rows"
        shown = [column for column in self.columns
                 if "end" not in column and column["name"] not in without]
        assert not whole or sum(head != INTERVAL for head in heads) == len(shown), f"{what}: columns"


# ---- the forms ----


def compare_csv(tables, folder):
    """Table by table and cell by cell; and the tables of columns and notes."""
    global compared
    found = {name[:-4]: name for name in os.listdir(folder)}
    columns, notes = [], []
    for table in tables:
        with open(os.path.join(folder, found.pop(table.name)), encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        assert rows[0] == [column["name"] for column in table.columns], f"{table.name}: {rows[0]}"
        assert len(rows) == len(table.rows) + 1, f"{table.name}: {len(rows)} lines"
        for cells, row in zip(rows[1:], table.rows):
            for cell, value in zip(cells, row, strict=True):
                compared += 1
                if isinstance(value, (str, type(None))):
                    assert cell in (value or "", "'" + (value or "")), f"{table.name}: {cell} {value}"
                else:
                    assert abs(float(cell) - value) <= 1e-11 * abs(value), f"{table.name}: {cell} {value}"
        columns += [[table.name, column["name"], column["title"], column["unit"] or "", column["kind"]]
                    for column in table.columns]
        notes += [[table.name, note] for note in table.notes]
    for name, wanted in [("columns", columns), ("notes", notes)]:
        with open(os.path.join(folder, found.pop(name)), encoding="utf-8", newline="") as file:
            assert [row for row in list(csv.reader(file))[1:] if row[0] != "run"] == wanted, name
    assert list(found) == ["run"], f"files too many: {found}"


def compare_markdown(tables, text):
    parts = re.split(r"(?m)^## (.*)\n", text)[3:]  # behind the table of what was run
    parts = list(zip(parts[::2], parts[1::2]))
    assert len(parts) == len(tables), "as many tables"
    for (title, part), table in zip(parts, tables):
        plain = re.sub(r"\\(.)", r"\1", part)
        assert title.replace("\\", "") == table.title, title
        grid = [[cell.strip() for cell in line.strip("|").split(" | ")]
                for line in plain.split("\n") if line.startswith("|") and not line.startswith("|--")]
        assert (grid == []) == (table.rows == []), table.name
        if grid:
            table.compare_grid(grid, f"Markdown, {table.name}", True)
        assert all(note in plain for note in table.notes), f"{table.name}: notes"


def compare_html(tables, text):
    found = {}
    for caption, body in re.findall(r"(?s)<caption[^>]*>(.*?)</caption>(.*?)</table>", text):
        found[html.unescape(caption)] = [
            [html.unescape(re.sub("<[^>]*>", "", cell)) for cell in
             re.findall(r"(?s)<t[hd][^>]*>(.*?)</t[hd]>", row)]
            for row in re.findall(r"(?s)<tr>(.*?)</tr>", body)]
    plain = html.unescape(text)
    for table in tables:
        if table.rows:
            table.compare_grid(found[table.title], f"HTML, {table.name}", True,
                               AGAIN.get(table.name, ()))
        assert all(note in plain for note in table.notes), f"{table.name}: notes"


def split(line):
    """The cells of a line: two blanks part them, but not in an interval."""
    line = re.sub(r" \.\. +", " .. ", line.strip())
    return [cell for cell in re.split(r"  +", line) if cell.strip("#") != ""]


def compare_line(table, line):
    rest = line[len(table.title):].strip()
    if not table.rows:
        assert rest == "; ".join(table.notes), line
        return
    cells = split(rest)
    assert cells, line
    heads, values = [], []
    for cell in cells:
        title = next((column["title"] for column in table.columns
                      if cell.startswith(column["title"] + " ") and column["title"] not in heads), INTERVAL)
        assert cell.startswith(title + " "), f"{line}: {cell}"
        heads.append(title)
        values.append(cell[len(title) + 1:])
    table.compare(heads, values, table.rows[0], line)


def compare_terminal(tables, text):
    """All tables there are in the terminal; returns their names."""
    by_title = {table.title: table for table in tables}
    shown = []
    assert all(len(line) <= 80 or line.startswith(("  ninefold", "weights", "strategy"))
               for line in text.split("\n")), "lines of 80 columns"
    text = re.sub(r"\n {16}(  [a-z])", r"\1", text)  # lines of figures that go on
    for paragraph in text.split("\n\n"):
        lines = [line for line in paragraph.split("\n") if not line.startswith("  ninefold replay ")]
        for line in lines:
            title = next((title for title in by_title if line.startswith(title + "  ") and " | " not in line), None)
            if title is not None and by_title[title].rows[1:] == []:
                compare_line(by_title[title], line)
                shown.append(by_title[title].name)
        titles = [title.strip() for title in lines[0].split(" | ")]
        if titles[0] not in by_title or by_title[titles[0]].name in shown or len(lines) < 2:
            continue
        notes = [by_title[title].notes for title in titles]
        end = next((i for i, line in enumerate(lines) if line.startswith("... and ") or any(
            note.startswith(line.strip()) for note in sum(notes, []) if line.strip())), len(lines))
        words = " ".join(line.strip() for line in lines[end:])
        assert all(note in words for note in sum(notes, [])), f"{titles}: {words}"
        parts = [re.split(r" \| ?", line) for line in lines[1:end]]
        blocks = [[split(part[i]) for part in parts if i < len(part) and part[i].strip() and
                   not part[i].startswith("... and ")] for i in range(len(parts[0]))]
        if len(titles) == 1 and len(blocks) > 1:  # read down one after the other
            assert all(block[0] == blocks[0][0] for block in blocks)
            blocks = [blocks[0] + [row for block in blocks[1:] for row in block[1:]]]
        for title, block in zip(titles, blocks, strict=True):
            by_title[title].compare_grid(block, f"terminal, {title}", False)
            shown.append(by_title[title].name)
    return shown


def compare_facts(run, text):
    head = re.search(rf": ({NUMBER}) games?\b", text)
    assert int(head[1].replace(",", "")) == run["games"]
    assert re.search(r"(?m)^digest +(\w+)$", text)[1] == run["digest"]
    told = re.search(rf"(?m)^thrown away +({NUMBER}) ", text)
    assert (int(told[1].replace(",", "")) if told else 0) == run["rejected"]


def compare_forms(game, words, folder, saved):
    """All forms of the saved run."""
    global compared
    compared = 0
    text = ninefold("stats", saved).stdout
    run = json.loads(ninefold("stats", "--json", "-", saved).stdout)
    validator.validate(run)
    tables = [Table(table) for table in run["tables"]]
    csv_folder = os.path.join(folder, "csv")
    ninefold("stats", "--csv", csv_folder, saved)
    compare_csv(tables, csv_folder)
    compare_markdown(tables, ninefold("stats", "--markdown", "-", saved).stdout)
    page = ninefold("stats", "--html", "-", saved).stdout
    compare_html(tables, page)
    drawn = compare_drawings(tables, page)
    assert drawn >= 10, f"{drawn} marks drawn"
    shown = compare_terminal(tables, text)
    told = own(game, "tables")
    wanted = told.SHOWN | (told.DETAILED if "--detail" in words else set())
    assert len(set(shown)) == len(shown) and wanted <= set(shown), f"shown are {shown}"
    assert set(shown) <= wanted | told.SOMETIMES, f"shown are {shown}"
    compare_facts(run, text)
    by_name = {table.name: table for table in tables}
    leads = [html.unescape(" ".join(lead))
             for lead in re.findall(r"<li><strong>([^<]*)</strong> ([^<]*)</li>", page)]
    assert leads == told.headlines(run, by_name), f"the page leads with {leads}"
    answer = html.unescape(re.search(r'<p class="answer">(.*?)</p>', page)[1])
    assert answer.startswith(told.answer(run, by_name)), f"the page answers {answer}"
    assert compared > 100, f"{compared} cells compared"
