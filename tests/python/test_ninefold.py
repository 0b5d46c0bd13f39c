"""The Python module: what it returns is what the library and the program say."""

import json
import os
import random
import signal
import subprocess
import tempfile
import threading
import unittest

import numpy
import ninefold

PROGRAM = os.environ["NINEFOLD"]
SEED = int(os.environ.get("NF_TEST_SEED") or random.SystemRandom().randrange(10**6))


def program(*words, stdin=""):
    done = subprocess.run([PROGRAM, *words], input=stdin, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def setUpModule():
    print(f"note: seed {SEED}")


class Case(unittest.TestCase):
    def refused(self, words, status, use, *arguments, **parameters):
        """That a call raises an error with these words and this status."""
        with self.assertRaisesRegex(ninefold.Error, words) as caught:
            use(*arguments, **parameters)
        self.assertEqual(caught.exception.status, status)


class Lists(Case):
    def test_games_are_those_of_the_program(self):
        self.assertEqual(ninefold.games(), program("--list-games")[1].split())

    def test_strategies_are_those_of_the_program(self):
        for name in ninefold.strategies():
            self.assertEqual(ninefold.strategy_text(name), program("strategies", name)[1])
        self.assertIsNone(ninefold.strategy_text("nobody"))


class Runs(Case):
    def setUp(self):
        self.rng = random.Random(f"{SEED}/{self.id()}")

    def ended_early(self, name, progress):
        """That a run which this ends early has what a run of so many games has, and no more."""
        # On a busy machine all may be played before it is told of any.
        for _ in range(20):
            try:
                result = ninefold.run(name, 300_000, values=True, outcomes=True, threads=1, progress=progress,
                                      kernel=ninefold.kernels(name)[0])
            except KeyboardInterrupt as caught:
                result = caught.result
            if result.games < 300_000:
                break
        self.assertLess(result.games, 300_000, "it was never ended")
        whole = ninefold.run(name, result.games, values=True, outcomes=True)
        self.assertEqual(result.digest, whole.digest)
        for name in ("events", "turns", "outcomes"):
            numpy.testing.assert_array_equal(getattr(result, name), getattr(whole, name), name)
        self.assertEqual(list(result.values), list(whole.values))
        for name, values in result.values.items():
            numpy.testing.assert_array_equal(values, whole.values[name], name)

    def test_a_run_says_what_the_program_says(self):
        for name in ninefold.games():
            games, seed = self.rng.randint(2, 300), self.rng.randrange(2**63)
            first = self.rng.randrange(1000)
            result = ninefold.run(name, games, first, seed=seed, threads=self.rng.randint(1, 3))
            table = program("run", "-q", "--game", name, "--games", str(games), "--first",
                            str(first), "--seed", str(seed))[1]
            self.assertIn(result.digest, table)
            until = result.table.index("\ntime ")  # which is another each time
            self.assertEqual(table[:until], result.table[:until])
            self.assertEqual(result.summary["digest"], result.digest)
            self.assertIn(result.digest, result.html)

    def test_arrays_sum_to_the_statistics(self):
        for name in ninefold.games():
            result = ninefold.run(name, 200, self.rng.randrange(1000), outcomes=True, values=True)
            self.assertEqual([share.times for share in result.shares()],
                             result.events.sum(axis=0).tolist())
            self.assertEqual(int(result.turns.sum()), result.summary["turns"])
            self.assertEqual(len(result.outcomes), 200)
            for values in result.values.values():
                self.assertEqual(len(values), 200)
            for table in result.summary["tables"]:
                self.assertEqual(len(result.frame(table["name"])), len(table["rows"]))

    def test_values_are_what_the_columns_say(self):
        with ninefold.Game("cirno", players=4, rounds=6) as game:
            result = game.run(100, values=True)
            self.assertIsNone(game.words("loser"))
        losers = numpy.zeros_like(result.events)
        for seat in range(4):
            losers[:, seat] = (result.values["loser"] == seat + 1).sum(axis=1)
        self.assertTrue((losers == result.events).all())

    def test_progress_ends_a_run_and_the_arrays_are_cut(self):
        for name in ninefold.games():
            self.ended_early(name, lambda games, seconds: games > 0)

    def test_what_progress_raises_ends_the_run(self):
        def fail(games, seconds):
            raise LookupError("mine")
        with self.assertRaisesRegex(LookupError, "mine"):
            ninefold.run("cirno", 3_000_000, progress=fail)

    def test_control_c_ends_a_run_and_keeps_what_was_played(self):
        # Who is started in the background by a shell ignores it.
        handler = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, handler)
        for name in ninefold.games():
            def interrupt(games, seconds):
                if games:
                    os.kill(os.getpid(), signal.SIGINT)
            self.ended_early(name, interrupt)

    def test_a_bar_is_told_each_game_once(self):
        class Bar:
            told = []

            def update(self, games):
                self.told.append(games)
        for name in ninefold.games():
            bar, games = Bar(), self.rng.randrange(1, 3000)
            ninefold.run(name, games, progress=bar)
            self.assertEqual(sum(bar.told), games)
            self.assertGreaterEqual(min(bar.told), 0)
            bar.told.clear()

    def test_threads_run_side_by_side(self):
        digests = []
        with ninefold.Game("cirno", players=3) as game:
            every = [threading.Thread(target=lambda: digests.append(game.run(500).digest))
                     for _ in range(4)]
            for thread in every:
                thread.start()
            for thread in every:
                thread.join()
        self.assertEqual(len(digests), 4)
        self.assertEqual(len(set(digests)), 1)

    def test_a_game_closed_during_its_run_is_played_to_the_end(self):
        for name in ninefold.games():
            seed, games = self.rng.randrange(2**63), 3000
            expected = ninefold.run(name, games, seed=seed, values=True)
            for closer in (lambda game: game.close(),
                           lambda game: threading.Thread(target=game.close).start()):
                game, closed = ninefold.Game(name, seed=seed), []

                def progress(_games, _seconds, game=game, closer=closer, closed=closed):
                    if not closed:
                        closer(game)
                        closed.append(True)
                found = game.run(games, values=True, progress=progress)
                self.assertTrue(closed, "it ended before it was closed")
                self.assertEqual(found.digest, expected.digest)
                self.assertEqual(found.table.splitlines()[0], expected.table.splitlines()[0])
                self.refused("closed", 2, game.run, 1)

    def test_a_game_closed_while_it_is_calculated_is_calculated(self):
        weights = "A49=2,A99=2,DOUBLE=1"
        game = ninefold.Game(players=1, weights=weights)
        found = game.exact(progress=lambda turns, expected: game.close())
        self.assertEqual(found.summary, ninefold.exact(players=1, weights=weights).summary)

    def test_a_closed_game_says_so_and_may_be_closed_again(self):
        for name in ninefold.games():
            game = ninefold.Game(name)
            game.close()
            game.close()
            for use, *arguments in ((game.run, 1), (game.deal, 0), (game.exact,),
                                    (game.words, game.columns[0])):
                self.refused(f"the game {name} is closed", 2, use, *arguments)

    def test_strings_with_nul_are_refused(self):
        place = self.rng.randrange
        for what in ("name", "profile", "weights", "strategy", "kernel"):
            good = {"name": "cirno", "profile": "uniform", "weights": "A1=1,B1=1,A99=1",
                    "strategy": "keep-e", "kernel": "portable"}[what]
            ninefold.Game(**{what: good}).close()
            cut = place(len(good) + 1)
            for bad in (good[:cut] + "\0" + good[cut:], good + "\0,garbage=7"):
                for text in (bad, bad.encode()):
                    self.refused("without NUL", 2, ninefold.Game, **{what: text})
        text = ninefold.strategy_text("keep-e")
        for own in ({"mine": text + "\0"}, {"mine\0": text}):
            self.refused("without NUL", 2, ninefold.Game, players=2, strategy="1=mine",
                         strategies=own)
        for use in (ninefold.profiles, ninefold.kernels, ninefold.strategies,
                    ninefold.strategy_text, lambda name: ninefold.play("?", name),
                    lambda name: ninefold.check("?", "?", name)):
            self.refused("without NUL", 2, use, "cirno\0")

    def test_strategies_of_ones_own_are_played(self):
        text = ninefold.strategy_text("keep-e")
        own = ninefold.run("cirno", 200, players=2, strategy="1=mine", strategies={"mine": text})
        self.assertEqual(own.digest, ninefold.run("cirno", 200, players=2, strategy="1=keep-e").digest)

    def test_weights_may_be_a_dictionary(self):
        for weights in ({"A1": 3, "PASS": 2, "A99": 1}, {"E0": numpy.int64(1), "A1": 0, "A99": 60_000}):
            words = ",".join(f"{card}={number}" for card, number in weights.items())
            self.assertEqual(ninefold.run(games=50, players=2, rounds=3, weights=weights).digest,
                             ninefold.run(games=50, players=2, rounds=3, weights=words).digest)

    def test_an_argument_of_another_kind_is_named_with_what_is_expected_and_what_was_found(self):
        run, huge = ninefold.run, 10**30
        wholes = {"games": run, "first": run, "threads": run, "players": run, "rounds": run, "deck": run,
                  "seed": run, "index": ninefold.Game().deal, "best": ninefold.exact, "memory": ninefold.exact,
                  "lines": lambda lines: ninefold.story("?", lines=lines)}
        for name, use in wholes.items():
            for bad in ("5", True, numpy.bool_(True), 5.0, 1e300, b"5", [5], {}, object, numpy.array([1, 2])):
                self.refused(f"^{name}: expected a whole number, found ", 2, use, **{name: bad})
            bounds = "1 to [0-9]+ from index 0 on" if name == "games" else "a whole number from 0 to [0-9]+"
            for bad in (-1, huge, -huge, numpy.int8(-1)):
                self.refused(f"^{name}: expected {bounds}, found ", 2, use, **{name: bad})
        for name in ("detail", "paired", "values", "outcomes"):
            for bad in ("no", 1, 0, None, []):
                self.refused(f"^{name}: expected True or False, found ", 2, run, **{name: bad})
        for name in ("game", "profile", "weights", "strategy", "kernel"):
            for bad in (5, True, ["A1=1"], object):
                self.refused(f"^{name}: expected a string, found ", 2, run, **{name: bad})
            self.refused(f"^{name}: expected a string that UTF-8 can hold, found ", 2, run, **{name: "\ud800"})
        for bad, words in (({}, "weights: expected at least one card, found {}"),
                           ({"A1": "3"}, r"weights\['A1'\]: expected a whole number, found '3'"),
                           ({"A1": -1}, r"weights\['A1'\]: expected a whole number from 0 to"),
                           ({1: 3}, "weights: expected names of cards such as 'A1', found 1"),
                           ({"A1=3,B1": 3}, "weights: expected names of cards such as 'A1', found 'A1=3,B1'"),
                           ({"Z": 3}, "--weights: .*found 'Z', expected a card")):
            self.refused(f"^{words}", 2, run, weights=bad)
        for bad, words in (("keep-e", "strategies: expected a dictionary of texts by name, found 'keep-e'"),
                           ({"mine": None}, "strategies: expected a text for each name, found"),
                           ({"mine": 5}, r"strategies\['mine'\]: expected a string, found 5")):
            self.refused(f"^{words}", 2, run, strategies=bad)
        for use in (run, ninefold.exact):
            self.refused("^progress: expected a function or None, found 5", 2, use, progress=5)
        self.refused("^instance: expected a string, found 5", 2, ninefold.play, 5)
        self.refused("^transcript: expected a string, found None", 2, ninefold.check, "", None)
        self.refused("^strict: expected True or False, found 'no'", 2, ninefold.check, "", "", strict="no")
        self.refused("^column: expected one of .*loser.*, found 'winner'", 2, ninefold.Game().words, "winner")

    def test_numbers_of_games_that_cannot_be_had_are_refused_before_there_are_arrays_for_them(self):
        game = ninefold.Game("cirno", players=2)
        self.refused("^games: expected 1 to [0-9]+ from index 7 on, found 0", 2, game.run, 0, 7)
        self.refused("^games: expected 1 to [0-9]+ from index 7 on, found 18446744073709551615", 2,
                     game.run, 2**64 - 1, 7)
        self.refused("^first: expected 0 to [0-9]+, found 18446744073709551615", 2, game.run, 1, 2**64 - 1)
        self.refused("^games: no memory for arrays of 1000000000000000 games", 4, game.run, 10**15)
        self.assertEqual(game.run(numpy.int64(3), numpy.uint8(2)).digest, game.run(3, 2).digest)

    def test_what_is_wrong_is_raised_with_the_programs_words(self):
        for parameters, words in (({"players": 31}, "players: expected 1 to 30, found 31"),
                                  ({"profile": "fair"}, "profile 'fair'"),
                                  ({"strategy": "nobody"}, "nobody")):
            self.refused(words, 2, ninefold.Game, "cirno", **parameters)


class Exactly(Case):
    WEIGHTS = "A49=2,A99=2,DOUBLE=1"

    def test_it_is_what_the_program_says_and_so_are_bounds(self):
        for parameters in ({"players": 1, "strategy": "1=ambush"}, {"players": 2, "strategy": "1=ambush"},
                           {"players": 1, "best": 1}):
            found = ninefold.exact(weights=self.WEIGHTS, **parameters)
            words = [word for name, value in parameters.items() for word in (f"--{name}", str(value))]
            said = program("exact", "-q", "--weights", self.WEIGHTS, "-j", "1", "--json", "-", *words)
            self.assertEqual(found.summary, json.loads(said[1]))
            if "strategy" in parameters:
                self.assertEqual(found.frame("rounds")["rounds"][0], "1")

    def test_what_progress_raises_ends_it(self):
        def fail(turns, expected):
            raise LookupError("mine")
        with self.assertRaisesRegex(LookupError, "mine"):
            ninefold.exact(players=1, progress=fail)

    def test_progress_that_ends_it_leaves_no_result(self):
        self.refused("ended before", 6, ninefold.exact, players=1,
                     progress=lambda turns, expected: True)

    def test_what_cannot_be_calculated_is_refused(self):
        for game in ninefold.games()[1:]:
            self.refused("cannot be calculated", 2, ninefold.exact, game)
        for parameters, words in (({"players": 3}, "players: expected 1 to 2, found 3"),
                                  ({"players": 2, "memory": 5}, "memory: expected"),
                                  ({"players": 1, "best": 2}, "best: expected 0 to 1, found 2"),
                                  ({"players": 2, "threads": 5000}, "threads: expected")):
            self.refused(words, 2, ninefold.exact, **parameters)


class Cases(Case):
    def test_what_is_dealt_plays_verifies_and_tells(self):
        rng = random.Random(SEED)
        for name in ninefold.games():
            with ninefold.Game(name, seed=rng.randrange(1000)) as game:
                instance, transcript = game.deal(rng.randrange(1000))
            self.assertEqual(ninefold.play(instance, name), transcript)
            self.assertIn("valid", ninefold.verify(instance, name))
            self.assertEqual(ninefold.check(instance, transcript, name, strict=True).line, 0)
            found = ninefold.check(instance, "no\n" + transcript, name)
            self.assertEqual(found.line, 1)
            self.assertIn("expected", found.why)
            self.assertEqual(ninefold.story(instance, name, 50)["game"], name)
            self.assertIn("right up to its end", ninefold.page(instance, transcript, name))
            self.assertIn('id="parting"', ninefold.page(instance, "no\n" + transcript, name))
            self.assertNotIn('id="parting"', ninefold.page(instance, game=name))
            self.refused("^instance:1:1: ", 3, ninefold.play, "?", name)


class Forms(Case):
    TEXT = "INT(1,9,n) NEWLINE\nREP(n,SPACE) INT(0,99) END NEWLINE\n"

    def test_a_fault_has_line_column_and_why_and_what_is_valid_has_none(self):
        form = ninefold.Form(self.TEXT)
        self.assertIsNone(form.validate("2\n5 99\n"))
        self.assertIsNone(form.validate(b"1\n0\n"))
        fault = form.validate("2\n5 100\n")
        self.assertEqual((fault.line, fault.column), (2, 3))
        self.assertRegex(fault.message, "^found 100, expected an integer from 0 to 99 ")
        self.assertEqual(form.validate("")[:2], (1, 1))
        self.assertIsNotNone(form.validate("2\n5 99\n\0"))

    def test_cases_are_valid_follow_from_the_seed_and_are_those_of_gen(self):
        form, seed = ninefold.Form(self.TEXT), random.Random(SEED).randrange(1000)
        cases = list(form.cases(300, seed))
        self.assertEqual([form.validate(case) for case in cases], [None] * 300)
        self.assertEqual((cases[0], cases[299]), (form.case(0, seed), form.case(999, seed)))
        self.assertNotEqual(cases, list(form.cases(300, seed + 1)))
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "p.ctd"), "w") as file:
                file.write(self.TEXT)
            program("gen", "--format", os.path.join(folder, "p.ctd"), "--count", "20", "--seed", str(seed),
                    "--out", os.path.join(folder, "made"))
            made = set()
            for name in os.listdir(os.path.join(folder, "made")):
                with open(os.path.join(folder, "made", name)) as file:
                    made.add(file.read())
        self.assertEqual(made, set(form.cases(20, seed)))

    def test_what_is_wrong_with_a_form_is_raised(self):
        self.refused("^form:1:7: found the end of the form", 3, ninefold.Form, "INT(1,")
        self.refused("^form:1:7: m has no value", 3, ninefold.Form("INT(1,m) NEWLINE").validate, "1\n")
        self.refused("^index: expected a whole number from 0 ", 2, ninefold.Form(self.TEXT).case, -1)
        self.refused("text: expected a string", 2, ninefold.Form, None)


if __name__ == "__main__":
    unittest.main()
