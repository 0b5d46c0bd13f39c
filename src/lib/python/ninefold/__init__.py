"""ninefold: turn-based games whose players follow fixed strategies, by the hundred million.

    >>> import ninefold
    >>> result = ninefold.run("cirno", players=5, games=20_000)
    >>> result.events.sum(axis=0)             # rounds lost by each seat, as a NumPy array
    >>> result.shares()                       # with 95% intervals, one a seat
    >>> print(result.table)                   # what `ninefold run` prints
    >>> result.frame("seats")                 # any of its tables, as a pandas DataFrame

A game is opened once and then run, dealt and told:

    >>> with ninefold.Game("cirno", players=2, strategy="1=keep-e", seed=7) as game:
    ...     result = game.run(1_000_000, values=True)
    ...     instance, transcript = game.deal(4711)
    >>> ninefold.check(instance, transcript + "?").why

Inputs of any problem are checked and made by a form of them, in the language of checktestdata:

    >>> form = ninefold.Form("INT(1,9,n) NEWLINE REP(n,SPACE) INT(0,99) END NEWLINE")
    >>> form.validate("2\\n5 100\\n")         # None if it is valid
    Fault(line=2, column=3, message='found 100, expected an integer from 0 to 99 (form:1)')
    >>> inputs = list(form.cases(20, seed=7))

What one or two players lose can be calculated, without playing:

    >>> ninefold.exact(players=2, strategy="1=keep-e").frame("rounds")

Stands on libninefold, whose header ninefold.h says what each parameter means. Functions raise
ninefold.Error, whose `status` is an exit code of the program. A run may be interrupted by Ctrl-C,
which keeps what was played as the `result` of the KeyboardInterrupt, lets other threads of Python
go on, and may go on beside others in other threads."""

from __future__ import annotations

import glob
import json
import operator
import os
import re
import reprlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, NoReturn, Optional, Union

import cffi
import numpy

if TYPE_CHECKING:
    import pandas

__all__ = ["Error", "Fault", "Form", "Game", "Result", "Exact", "Share", "Difference", "run", "exact", "play", "verify", "check",
           "story", "page", "games", "profiles", "kernels", "strategies", "strategy_text", "version", "NONE"]

NONE = 2**32 - 1  # in Result.values: there is no such value
_HERE = os.path.dirname(os.path.abspath(__file__))
_SOURCES = os.path.join(_HERE, "..", "..", "..", "..")


def _declarations() -> str:
    """What the header declares, as cffi reads it. It lies beside this file once installed."""
    for path in (os.path.join(_HERE, "ninefold.h"), os.path.join(_SOURCES, "src/lib/ninefold.h")):
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)
            plain = re.sub(r'^#.*$|^extern "C" \{$', "", text, flags=re.MULTILINE)
            return re.sub(r"^\}$", "", plain, flags=re.MULTILINE)
    raise ImportError("ninefold.h is neither beside the module nor in a source tree")


def _library(ffi: Any) -> Any:
    """The library: the one that NINEFOLD_LIBRARY names, that of the wheel beside this file, that of
    a source tree, or the system's."""
    named = os.environ.get("NINEFOLD_LIBRARY")
    beside = os.path.join(_HERE, "libninefold.so.1")
    if not named and os.path.exists(beside):
        named = beside
    built = sorted(glob.glob(os.path.join(_SOURCES, "build/*-release/libninefold.so.1")),
                   key=os.path.getmtime)
    return ffi.dlopen(named or (built[-1] if built else "libninefold.so.1"))


_ffi: Any = cffi.FFI()
_ffi.cdef(_declarations())
_lib = _library(_ffi)


class Share(NamedTuple):
    """How often something happened: times, as a share, and its 95% interval."""
    times: int
    mean: float
    low: float
    high: float


class Difference(NamedTuple):
    """Where a transcript leaves the rules (line 0: nowhere), and why. Of one that is right, kind
    "white-space" or "line-ends" says that only these differ, which some judges refuse."""
    line: int
    kind: Optional[str]
    why: str


class Fault(NamedTuple):
    """Where an input is not what its form describes, counted from 1, and why."""
    line: int
    column: int
    message: str


Words = Union[str, bytes]
Weights = Union[str, bytes, Mapping[str, int]]
Progress = Any  # a function (games, seconds), an object with update(games), or None


class Error(Exception):
    """What ninefold refuses or cannot do; `status` is the program's exit code for it."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


def _expect(status: int, err: Any, fine: tuple[int, ...] = (0,)) -> int:
    if status not in fine:
        raise Error(int(status), _string(err.text) or "")
    return status


def _string(found: Any) -> Optional[str]:
    return None if found == _ffi.NULL else _ffi.string(found).decode("utf-8", "replace")


def _refuse(name: str, expected: str, found: Any) -> NoReturn:
    raise Error(_lib.NINEFOLD_USAGE, f"{name}: expected {expected}, found {reprlib.repr(found)}")


def _integer(name: str, value: Any) -> int:
    if not isinstance(value, (bool, numpy.bool_)):
        try:
            return operator.index(value)
        except TypeError:
            pass
    _refuse(name, "a whole number", value)


def _whole(name: str, value: Any, bits: int = 32) -> int:
    """A number for the library, which knows the bounds within those of its type."""
    number = _integer(name, value)
    if not 0 <= number < 2**bits:
        _refuse(name, f"a whole number from 0 to {2**bits - 1}", value)
    return number


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, (bool, numpy.bool_)):
        _refuse(name, "True or False", value)
    return bool(value)


def _bytes(name: str, text: Any) -> bytes:
    if isinstance(text, bytes):
        return text
    if not isinstance(text, str):
        _refuse(name, "a string", text)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        _refuse(name, "a string that UTF-8 can hold", text)


def _chars(name: str, text: Any) -> Any:
    """A string for the library, which reads it up to its first NUL; None: no string."""
    if text is None:
        return _ffi.NULL
    data = _bytes(name, text)
    if b"\0" in data:
        _refuse(name, "a string without NUL", text)
    return _ffi.new("char[]", data)


def _weights(weights: Any) -> Any:
    """The list that a dictionary stands for: {"A1": 3, "PASS": 2} is "A1=3,PASS=2"."""
    if not isinstance(weights, Mapping):
        return weights
    if not weights:
        _refuse("weights", "at least one card", weights)
    pairs = []
    for card, number in weights.items():
        if not isinstance(card, str) or not re.fullmatch("[A-Za-z0-9]+", card):
            _refuse("weights", "names of cards such as 'A1'", card)
        pairs.append(f"{card}={_whole(f'weights[{card!r}]', number)}")
    return ",".join(pairs)


def _strategies(strategies: Any) -> tuple[Any, Any]:
    """Strategies for the library, and what has to live as long."""
    if strategies is None:
        return _ffi.NULL, []
    if not isinstance(strategies, Mapping):
        _refuse("strategies", "a dictionary of texts by name", strategies)
    pairs = []
    for name, text in strategies.items():
        if name is None or text is None:
            _refuse("strategies", "a text for each name", dict(strategies))
        pairs.append([_chars("strategies", name), _chars(f"strategies[{name!r}]", text)])
    return _ffi.new("struct ninefold_strategy[]", pairs + [[_ffi.NULL, _ffi.NULL]]), pairs


class _Text:
    """A text that the library makes."""

    def __init__(self) -> None:
        self.made = _ffi.new("struct ninefold_text *")

    def take(self) -> str:
        """Returns it, and releases the library's."""
        found = bytes(_ffi.buffer(self.made.data, self.made.size)) if self.made.size else b""
        _lib.ninefold_text_free(self.made)
        return found.decode("utf-8", "replace")


def _input(name: str, text: Any) -> tuple[Any, Any]:
    """An input for the library, which lives as long as what is returned."""
    data = _bytes(name, text)
    kept = _ffi.from_buffer(data)
    return _ffi.new("struct ninefold_input *", {"data": kept, "size": len(data)}), kept


def _names(function: Any, *arguments: Any) -> list[str]:
    names: list[str] = []
    i = 0
    while (name := _string(function(*arguments, i))) is not None:
        names.append(name)
        i += 1
    return names


def version() -> str:
    """The version of the library."""
    return _string(_lib.ninefold_version()) or ""


def games() -> list[str]:
    """The names of the games there are."""
    return _names(_lib.ninefold_game_name)


def profiles(game: Words = "cirno") -> list[str]:
    """The names of a game's profiles, the default first."""
    return _names(_lib.ninefold_profile_name, _chars("game", game))


def kernels(game: Words = "cirno") -> list[str]:
    """The names of a game's kernels, from the reference to the fastest."""
    return _names(_lib.ninefold_kernel_name, _chars("game", game))


def strategies(game: Words = "cirno") -> list[str]:
    """The names of the strategies that come with a game, the default first."""
    return _names(_lib.ninefold_strategy_name, _chars("game", game))


def strategy_text(name: Words, game: Words = "cirno") -> Optional[str]:
    """A strategy that comes with a game, as the text of a strategy file; None: there is none."""
    return _string(_lib.ninefold_strategy_text(_chars("game", game), _chars("name", name)))


class _Progress:
    """A function for the library that calls the caller's, if there is one. It is here that Ctrl-C
    is noticed. What the caller's raises ends the work, and is raised once that has ended."""

    def __init__(self, kind: str, progress: Any) -> None:
        if progress is not None and not callable(progress):
            _refuse("progress", "a function or None", progress)
        self.raised: Optional[BaseException] = None
        self._progress = progress
        self.function = _ffi.callback(kind, self._call, onerror=self._fail)

    def _call(self, _owner: Any, *numbers: float) -> bool:
        return bool(self._progress is not None and self._progress(*numbers))

    def _fail(self, _kind: Any, value: BaseException, _trace: Any) -> int:
        self.raised = value
        return 1

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: Any) -> None:
        if self.raised is not None:
            raise self.raised


def _steps(update: Callable[[int], Any]) -> Callable[[int, float], None]:
    """A function for the games played so far, which hands on what came since its last call."""
    told = 0

    def step(games: int, _seconds: float) -> None:
        nonlocal told
        before, told = told, games
        update(games - before)
    return step


class Game:
    """A game with its parameters. `weights` is a dictionary of cards, {"A1": 3, "PASS": 2}, or a list
    as the program takes it, "A1=3,PASS=2". `strategies`: texts of your own by name, which `strategy`
    may use as it uses those that come with the game ("1=mine,2..5=lowest"). Close it, or use `with`."""

    def __init__(self, name: str = "cirno", *, players: int = 0, rounds: int = 0, deck: int = 0,
                 profile: Optional[Words] = None, weights: Optional[Weights] = None,
                 strategy: Optional[Words] = None, strategies: Optional[dict[str, Words]] = None,
                 seed: int = 1, kernel: Optional[Words] = None, detail: bool = False,
                 paired: bool = False) -> None:
        self._game: Any = None
        texts = {"game": name, "profile": profile, "weights": _weights(weights), "strategy": strategy,
                 "kernel": kernel}
        kept = {what: _chars(what, text) for what, text in texts.items()}
        own, pairs = _strategies(strategies)
        numbers = {"players": players, "rounds": rounds, "deck": deck}
        parameters = _ffi.new("struct ninefold_parameters *", {
            **kept, **{what: _whole(what, number) for what, number in numbers.items()},
            "strategies": own, "seed": _whole("seed", seed, 63), "detail": _flag("detail", detail),
            "paired": _flag("paired", paired)})
        opened, err = _ffi.new("struct ninefold_game **"), _ffi.new("struct ninefold_error *")
        _expect(_lib.ninefold_open(parameters, opened, err), err)
        del pairs
        self._game = _ffi.gc(opened[0], _lib.ninefold_close)
        self.name, self.seed = name, seed
        self.players = _lib.ninefold_players(self._game)
        self.event = _string(_lib.ninefold_event(self._game))
        self.columns = _names(_lib.ninefold_column_name, self._game)

    def __enter__(self) -> Game:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Releases the game, once the calls that use it have returned; its results stay."""
        self._game = None

    def _held(self) -> Any:
        """The library's game, which lives as long as what is returned."""
        game = self._game
        if game is None:
            raise Error(_lib.NINEFOLD_USAGE, f"the game {self.name} is closed")
        return game

    def words(self, column: str) -> Optional[list[str]]:
        """What the values of a column of Result.values stand for: a list, or None: numbers."""
        game = self._held()
        if column not in self.columns:
            _refuse("column", f"one of {', '.join(self.columns)}", column)
        return _names(_lib.ninefold_column_word, game, self.columns.index(column)) or None

    def run(self, games: int, first: int = 0, *, threads: int = 0, values: bool = False,
            outcomes: bool = False, progress: Progress = None) -> Result:
        """Plays the games first .. first+games-1. With `values` or `outcomes` these arrays are
        filled as well. `progress(games, seconds)` is called some ten times a second; if it returns
        True the run ends early, and the result has the games that were played. It may also have an
        `update(games)` that takes what was played since the last call, as bars of tqdm do. Ctrl-C,
        or what `progress` raises, ends the run; the exception then has the games that were played
        as its `result`."""
        game = self._held()
        games, first = _integer("games", games), _whole("first", first, 64)
        threads = _whole("threads", threads)
        kept = {"values": _flag("values", values), "outcomes": _flag("outcomes", outcomes)}
        every = _lib.ninefold_most_games(game)
        if first >= every:
            _refuse("first", f"0 to {every - 1}", first)
        if not 1 <= games <= every - first:
            _refuse("games", f"1 to {every - first} from index {first} on", games)
        rows = {"events": ((self.players,), numpy.uint16), "turns": ((), numpy.uint64),
                "outcomes": ((_lib.ninefold_words(game),), numpy.uint32),
                "values": ((_lib.ninefold_rows(game), len(self.columns)), numpy.uint32)}
        try:
            arrays = {name: numpy.zeros((games, *shape), kind) if kept.get(name, True) else None
                      for name, (shape, kind) in rows.items()}
        except (MemoryError, ValueError) as failure:
            raise Error(_lib.NINEFOLD_RESOURCES, f"games: no memory for arrays of {games} games") from failure
        kinds = {"events": "uint16_t[]", "turns": "uint64_t[]", "outcomes": "uint32_t[]",
                 "values": "uint32_t[]"}
        views = {name: _ffi.from_buffer(kinds[name], array) if array is not None else _ffi.NULL
                 for name, array in arrays.items()}
        batch, err = _ffi.new("struct ninefold_batch **"), _ffi.new("struct ninefold_error *")
        _expect(_lib.ninefold_batch_open(game, first, batch, err), err)
        made = _ffi.gc(batch[0], _lib.ninefold_batch_close)
        steps = _steps(progress.update) if callable(getattr(progress, "update", None)) else None
        called = _Progress("int(void *, uint64_t, double)", steps or progress)
        options = _ffi.new("struct ninefold_options *",
                           {"threads": threads, "progress": called.function})
        try:
            status = _lib.ninefold_run(made, games, _ffi.new("struct ninefold_arrays *", views), options,
                                       err)
            _expect(status, err)
            result = Result(self, made, first, arrays)
            if called.raised is not None:
                setattr(called.raised, "result", result)
                raise called.raised
            if steps:
                steps(result.games, 0)
            return result
        finally:
            _ffi.release(made)

    def deal(self, index: int) -> tuple[str, str]:
        """Game `index` as (instance, transcript), in the judge's format."""
        instance, transcript = _Text(), _Text()
        err = _ffi.new("struct ninefold_error *")
        number = _whole("index", index, 64)
        _expect(_lib.ninefold_deal(self._held(), number, instance.made, transcript.made, err), err)
        return instance.take(), transcript.take()

    def exact(self, *, best: int = 0, threads: int = 0, memory: int = 0,
              progress: Optional[Callable[[int, int], Any]] = None) -> Exact:
        """What all games come to, whatever the seed, as `ninefold exact` tells it: an Exact. With
        `best`, a seat from 1: how little she could lose. Takes up to minutes, and `memory` bytes.
        `progress(turns, expected)` is called now and then; if it returns True, that raises Error,
        for there is no result yet."""
        text, err = _Text(), _ffi.new("struct ninefold_error *")
        with _Progress("int(void *, uint64_t, uint64_t)", progress) as called:
            options = _ffi.new("struct ninefold_exact_options *", {
                "threads": _whole("threads", threads), "memory": _whole("memory", memory, 64),
                "best": _whole("best", best), "progress": called.function})
            status = _lib.ninefold_exact(self._held(), options, _lib.NINEFOLD_JSON, text.made, err)
        _expect(status, err)
        return Exact(json.loads(text.take()))


class _Summary:
    """What has tables."""

    summary: dict[str, Any]

    def tables(self) -> list[str]:
        """The names of the tables that frame() takes."""
        return [table["name"] for table in self.summary["tables"]]

    def frame(self, name: str) -> pandas.DataFrame:
        """A table of the summary as a pandas DataFrame."""
        import pandas  # pylint: disable=import-outside-toplevel,redefined-outer-name  # for those who have it
        for table in self.summary["tables"]:
            if table["name"] == name:
                return pandas.DataFrame(table["rows"],
                                        columns=[column["name"] for column in table["columns"]])
        raise KeyError(f"no table {name!r}, expected one of {', '.join(self.tables())}")


class Exact(_Summary):
    """What all games come to: `summary` is the JSON of `ninefold exact`, as a dictionary."""

    def __init__(self, summary: dict[str, Any]) -> None:
        self.summary = summary


class Result(_Summary):
    """What a run found.

    events    (games, players): how often Game.event ("losses") happened to each seat of each game
    turns     (games): turns played
    values    a dictionary of arrays (games, rows) by the names of Game.columns, or None; seats
              count from 1, and NONE is no value
    outcomes  (games, words): the outcome records, or None
    summary   the JSON of `ninefold run`, as a dictionary
    table     the table of `ninefold run`, as text
    html      its page with charts, as text
    digest    32 hex digits, the same on every machine"""

    def __init__(self, game: Game, batch: Any, first: int, arrays: dict[str, Any]) -> None:
        self.games: int
        self.games, self.first = _lib.ninefold_batch_games(batch), first
        self.events = arrays["events"][:self.games]
        self.turns = arrays["turns"][:self.games]
        self.outcomes = None if arrays["outcomes"] is None else arrays["outcomes"][:self.games]
        values = arrays["values"]
        self.values = None if values is None else {
            name: values[:self.games, :, place] for place, name in enumerate(game.columns)}
        digest = _ffi.new("char[33]")
        _lib.ninefold_batch_digest(batch, digest)
        self.digest = _string(digest) or ""
        found = [_lib.ninefold_batch_share(batch, seat) for seat in range(game.players)]
        self._shares = [Share(one.times, one.mean, one.low, one.high) for one in found]
        self.table = self._report(batch, _lib.NINEFOLD_TABLE)
        self.html = self._report(batch, _lib.NINEFOLD_HTML)
        self.summary = json.loads(self._report(batch, _lib.NINEFOLD_JSON))

    @staticmethod
    def _report(batch: Any, form: int) -> str:
        text, err = _Text(), _ffi.new("struct ninefold_error *")
        _expect(_lib.ninefold_batch_report(batch, form, text.made, err), err)
        return text.take()

    def shares(self) -> list[Share]:
        """A Share for each seat: rounds lost of all rounds, or games won of all games."""
        return list(self._shares)


def run(game: str = "cirno", games: int = 100_000, first: int = 0, *, threads: int = 0,
        values: bool = False, outcomes: bool = False, progress: Progress = None, **parameters: Any) -> Result:
    """Opens a game with `parameters`, those of Game, and runs it."""
    with Game(game, **parameters) as opened:
        return opened.run(games, first, threads=threads, values=values, outcomes=outcomes,
                          progress=progress)


def exact(game: str = "cirno", *, best: int = 0, threads: int = 0, memory: int = 0,
          progress: Optional[Callable[[int, int], Any]] = None, **parameters: Any) -> Exact:
    """Opens a game with `parameters`, those of Game, and calculates what all its games come to."""
    with Game(game, **parameters) as opened:
        return opened.exact(best=best, threads=threads, memory=memory, progress=progress)


class Form:
    """What the inputs of a problem look like, in the language of checktestdata (man ninefold-format).
    What is wrong with it is raised, with line and column."""

    def __init__(self, text: Words) -> None:
        source, kept = _input("text", text)
        made, err = _ffi.new("struct ninefold_format **"), _ffi.new("struct ninefold_error *")
        _expect(_lib.ninefold_format_open(source, made, err), err)
        del kept
        self._form = _ffi.gc(made[0], _lib.ninefold_format_close)

    def validate(self, text: Words) -> Optional[Fault]:
        """The Fault of an input, None if it is valid. A fault of the form itself is raised."""
        given, kept = _input("text", text)
        err = _ffi.new("struct ninefold_error *")
        status = _lib.ninefold_format_verify(self._form, given, err)
        del kept
        place = re.match(r"input:([0-9]+):([0-9]+): (.*)", _string(err.text) or "") if status != 0 else None
        if place is None:
            _expect(status, err)
            return None
        return Fault(int(place[1]), int(place[2]), place[3])

    def case(self, index: int, seed: int = 1) -> str:
        """Case `index` of `seed`, a valid input: of 1,000 the first ones are the smallest, the last
        ones the largest."""
        text, err = _Text(), _ffi.new("struct ninefold_error *")
        _expect(_lib.ninefold_format_case(self._form, _whole("seed", seed, 63), _whole("index", index, 63),
                                          text.made, err), err)
        return text.take()

    def cases(self, count: int = 1000, seed: int = 1) -> Iterator[str]:
        """So many cases of `seed`, small ones first, one by one; those beyond 1,000
        are small again. They are those of `ninefold gen --format FORM --count COUNT`."""
        last = _whole("count", count, 63) - 1
        whole = 999  # the last case of the plan
        return (self.case(number * whole // last if 0 < last < whole else number, seed)
                for number in range(last + 1))


def _judged(function: Any, game: Words, instance: Words, *more: Any) -> str:
    text, err = _Text(), _ffi.new("struct ninefold_error *")
    given, kept = _input("instance", instance)
    _expect(function(_chars("game", game), given, *more, text.made, err), err)
    del kept
    return text.take()


def play(instance: Words, game: Words = "cirno") -> str:
    """The transcript of an instance, by the statement's rules."""
    return _judged(_lib.ninefold_play, game, instance)


def verify(instance: Words, game: Words = "cirno") -> str:
    """Checks every byte of an instance, and returns a line that tells what it has."""
    return _judged(_lib.ninefold_verify, game, instance)


def story(instance: Words, game: Words = "cirno", lines: int = 5000) -> dict[str, Any]:
    """An instance turn by turn, as a dictionary (game.schema.json)."""
    found: dict[str, Any] = json.loads(_judged(_lib.ninefold_story, game, instance, _whole("lines", lines)))
    return found


def page(instance: Words, transcript: Optional[Words] = None, game: Words = "cirno", strict: bool = False,
         lines: int = 1000) -> str:
    """The same as a page to step through, beside a transcript from where that leaves the rules."""
    output, kept = (_ffi.NULL, None) if transcript is None else _input("transcript", transcript)
    html = _judged(_lib.ninefold_page, game, instance, output, _flag("strict", strict), _whole("lines", lines))
    del kept
    return html


def check(instance: Words, transcript: Words, game: Words = "cirno", strict: bool = False) -> Difference:
    """Where a transcript leaves the rules, as a Difference."""
    found = _ffi.new("struct ninefold_difference *")
    err = _ffi.new("struct ninefold_error *")
    (given, one), (output, other) = _input("instance", instance), _input("transcript", transcript)
    _expect(_lib.ninefold_check(_chars("game", game), given, output, _flag("strict", strict), found, err),
            err, (0, 1))
    del one, other
    why = bytes(_ffi.buffer(found.why.data, found.why.size)) if found.why.size else b""
    difference = Difference(found.line, _string(found.kind), why.decode("utf-8", "replace"))
    _lib.ninefold_text_free(_ffi.addressof(found, "why"))
    return difference
