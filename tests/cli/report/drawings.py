"""Holds the drawings of a report to the numbers of its tables: what the marks say by the ticks of their
axis, in pixels."""

import html
import math
import re

NEAR = 0.3  # of a pixel: places are written to 0.1, those of ticks too
N = r"(-?[0-9.]+)"


def number(label):
    value = float(label.replace(",", "").replace("%", "").replace("\u2212", "-"))
    return value / 100 if label.endswith("%") else value


def line_through(places):
    """From values to pixels, by the first and the last of some."""
    (low, at_low), (high, at_high) = min(places), max(places)
    return lambda value: at_low + (value - low) / (high - low) * (at_high - at_low)


class Drawing:
    """An SVG of a chart with the table and the columns that it draws."""

    def __init__(self, figure, svg, table, columns):
        self.svg, self.table, self.columns = svg, table, columns
        self.log = "logarithmic" in svg
        self.kind = re.search(r"<desc[^>]*>(Dots|Bars|A line|Areas|Horizontal bars|Coloured cells)", svg)[1]
        self.what = f"{figure}, {self.kind}"
        self.checked = 0
        hit = re.search(rf'class="hit" x="{N}" y="{N}" width="{N}" height="{N}"', svg)
        self.bottom = float(hit[2]) + float(hit[4])
        way = rf"M{N} [0-9.]+V" if self.kind == "Horizontal bars" else rf"M[0-9.]+ {N}H"
        ticks = re.findall(rf'class="grid" d="{way}[^/]*/>\n<text[^>]*>([^<]*)</text>', svg)
        if len(ticks) < 2:
            return
        scale = line_through([(math.log(number(label)) if self.log else number(label), float(at))
                              for at, label in ticks])
        self.place = lambda value: scale(value) if not self.log else \
            min(self.bottom, scale(math.log(value))) if value > 0 else self.bottom

    def near(self, told, value, what):
        self.at(told, self.place(value), f"{what} {value}")

    def at(self, told, place, what):
        self.checked += 1
        assert abs(float(told) - place) <= NEAR, f"{self.what}: {what} at {told}, expected {place:.1f}"

    def rows(self, column):
        """(row, value, low, high) of those that are drawn."""
        at = self.table.column(column)
        ends = self.table.columns[at + 1:at + 2] and self.table.columns[at + 1].get("end") == "low"
        return [(row, row[at], *(row[at + 1:at + 3] if ends else (None, None)))
                for row in self.table.rows if row[at] is not None and (not self.log or row[at] > 0)]

    def check(self):
        if not hasattr(self, "place"):
            return 0
        {"Dots": self.dots, "Bars": self.bars, "A line": self.line, "Areas": self.areas,
         "Horizontal bars": self.strips}[self.kind]()
        reference = re.search(r"For comparison: ([-+0-9.,]+%?)", self.svg)
        if reference and self.kind in ("Dots", "Bars"):
            told = re.search(rf'class="reference" d="M[0-9.]+ {N}H', self.svg)
            room = 10.0 ** -len(reference[1].rstrip("%").partition(".")[2]) / 100
            if abs(self.place(room) - self.place(0)) < NEAR / 2:
                self.near(told[1], number(reference[1]), "reference")
        return self.checked

    def groups(self):
        return re.findall(r'(?s)<g class="s\d+">(.*?)</g>', self.svg)

    def dots(self):
        for column, group in zip(self.columns, self.groups(), strict=True):
            rows = self.rows(column)
            marks = re.findall(rf'translate\({N} {N}\)', group)
            lines = iter(re.findall(rf'class="line" d="M{N} {N}V{N}"', group))
            assert len(marks) == len(rows), f"{self.what}: {len(marks)} dots"
            for (x, y), (_, value, low, high) in zip(marks, rows):
                self.near(y, value, "dot")
                if low is not None:
                    self.interval(next(lines), x, low, high)
            assert next(lines, None) is None

    def interval(self, line, x, low, high):
        self.at(line[0], float(x), "an interval's middle")
        self.near(line[1], low, "low end")
        self.near(line[2], high, "high end")

    def bars(self):
        for column, group in zip(self.columns, self.groups(), strict=True):
            way = re.search(r'class="bar" d="([^"]*)"', group)
            bars = re.findall(rf"M{N} {N}V{N}H{N}V{N}z", way[1] if way else "")
            rows = self.rows(column)[:len(bars)]
            assert len(rows) == len(bars) and (bars or not self.rows(column)), f"{self.what}: {len(bars)} bars"
            # Those of a histogram touch, up to their edges.
            touching = len(bars) > 1 and float(bars[1][0]) - float(bars[0][3]) < 1.5
            axis = self.on_numbers() if touching else None
            way = re.search(r'class="interval"[^>]* d="([^"]*)"', group)
            lines = re.findall(rf"M{N} {N}V{N}((?:M{N} {N}h8M{N} {N}h8)?)", way[1] if way else "")
            lines = iter([line for line in lines if line[2]])
            for (left, base, top, right, end), (row, value, low, high) in zip(bars, rows):
                self.near(top, value, "bar")
                for foot in (base, end):
                    self.at(foot, self.bottom if self.log else self.place(0), "a bar's foot")
                if axis:
                    first, last = row[0], row[1] if self.table.keys > 1 else row[0]
                    edges = axis(first - 0.5), axis(last + 0.5)
                    gap = 0.5 if edges[1] - edges[0] > 4 else 0
                    self.at(left, edges[0] + gap, f"left of {first}")
                    self.at(right, edges[1] - gap, f"right of {last}")
                if low is None:
                    continue
                line = next(lines)
                self.interval(line, (float(left) + float(right)) / 2, low, high)
                if line[3]:
                    self.at(line[5], float(line[1]), "low cap")
                    self.at(line[7], float(line[2]), "high cap")
            assert next(lines, None) is None
        expected = re.search(r'class="reference" d="((?:M[^"H]*H[0-9.]+){2,})"', self.svg)
        if expected and "in the deck" in self.svg:
            for told, row in zip(re.findall(rf"M{N} {N}H", expected[1]), self.table.of("deck"), strict=True):
                self.near(told[1], row, "expected")

    def on_numbers(self):
        """From a number of the axis below to its pixel, where it is one of numbers."""
        below = [(float(x), float(y), label) for x, y, label in
                 re.findall(rf'<text x="{N}" y="{N}" text-anchor="middle">([^<]*)</text>', self.svg)]
        labels = [(float(label.replace(",", "")), x) for x, y, label in below
                  if self.bottom < y < self.bottom + 20 and re.fullmatch(r"[0-9,]+", label)]
        if self.table.columns[0]["kind"] != "key" or len(labels) < 2 or \
                not all(isinstance(row[0], int) for row in self.table.rows):
            return None
        return line_through(labels)

    def line(self):
        for column, group in zip(self.columns, self.groups(), strict=True):
            way = re.search(r'class="line[^"]*" d="([^"]*)"', group)
            points = re.findall(rf"[ML]{N} {N}", way[1])
            rows = self.rows(column)[:len(points)]
            assert len(rows) == len(points)
            for (_, y), (_, value, _, _) in zip(points, rows):
                self.near(y, value, "point")

    def sums(self):
        """Of each row what the series come to, from none to all."""
        for row in self.table.rows:
            sums = [0.0]
            for column in self.columns:
                sums.append(sums[-1] + (row[self.table.column(column)] or 0))
            yield row, sums

    def ends(self, row, sums):
        """The intervals at the inner edges of the first part and the last."""
        first, last = (self.table.column(self.columns[i]) for i in (0, -1))
        some = [row[first + 1:first + 3]] + [[sums[-1] - end for end in reversed(row[last + 1:last + 3])]] \
            if row[first + 1] is not None else []
        return some[:len(self.columns)]

    def areas(self):
        rows = list(self.sums())
        way = re.search(r'class="interval"[^>]* d="([^"]*)"', self.svg)
        lines = iter(re.findall(rf"M{N} {N}V{N}", way[1] if way else ""))
        for s, group in enumerate(self.groups()):
            points = re.findall(rf"[ML]{N} {N}", re.search(r'class="part" d="([^"]*)"', group)[1])
            edges = [sums[s + 1] for _, sums in rows] + [sums[s] for _, sums in reversed(rows)]
            for (_, y), value in zip(points, edges, strict=True):
                self.near(y, value, "edge")
        for row, sums in rows:
            for low, high in self.ends(row, sums):
                line = next(lines)
                for told, value in zip(sorted(map(float, line[1:])), sorted((low, high), reverse=True)):
                    self.near(told, value, "end of an edge's interval")
        assert next(lines, None) is None

    def strips(self):
        parts = iter(re.findall(rf'class="part s\d+" d="M{N} {N}H{N}', self.svg))
        lines = iter(re.findall(rf'class="interval"[^>]* d="M{N} {N}H{N}"', self.svg))
        for row, sums in self.sums():
            for low, high in zip(sums, sums[1:]):
                part = next(parts)
                self.near(part[0], min(low, high), "part from")
                self.near(part[2], max(low, high), "part to")
            for low, high in self.ends(row, sums):
                line = next(lines)
                self.near(line[0], low, "interval from")
                self.near(line[2], high, "interval to")
        assert next(parts, None) is None and next(lines, None) is None


def compare_drawings(tables, text):
    """All drawings of a page; returns how many places were looked at."""
    checked = 0
    for figure, body in re.findall(r'(?s)<figure id="run-1-([^"]*)"[^>]*>(.*?)</figure>', text):
        table = next(table for table in sorted(tables, key=lambda table: -len(table.name))
                     if figure.startswith(table.name + "-"))
        first = figure[len(table.name) + 1:]
        first = next(column["name"] for column in table.columns if first.startswith(column["name"]))
        titles = [html.unescape(title) for title in
                  re.findall(r'class="(?:swatch|mark) s\d+"[^\n]*(?:</span>|</svg>)([^<]*)</li>', body)]
        columns = [column["name"] for title in titles for column in table.columns
                   if column["title"] == title and "end" not in column] or [first]
        assert columns[0] == first, f"{figure}: {columns}"
        for svg in re.findall(r"(?s)<svg id=.*?</svg>", body):
            if "Coloured cells" not in svg:
                checked += Drawing(figure, svg, table, columns).check()
    return checked
