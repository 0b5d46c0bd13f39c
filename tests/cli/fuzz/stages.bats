#!/usr/bin/env bats
# The kinds of cases that fuzz tries by default: what each finds, and that the report says which.

load ../helpers

setup_file() { build_slips; }

# slips HOW ARGUMENT...: fuzzes a program that slips in the way HOW; the report is in $output,
# without line ends and indents in $told.
slips() {
    ends 1 fuzz --quiet --diagnose 0s "${@:2}" -- "$SLIPS" "$1" "$RIGHT"
    told=$(tr -s '\n ' ' ' <<<"$output")
}

# Which stages limits and dealt games leave out: tests/unit/judge/fuzz/test_trial.c, test_fuzz_report.c.
@test "the default fuzz tries guided cases, all players, exact and long decks, the largest games; what was not reached is listed as untried" {
    works fuzz --quiet --wall 60s --seed "$((RANDOM + 1))" --count 130 --json json -- "$RIGHT"
    told=$(tr -s '\n ' ' ' <<<"$output")
    tells "tried guided cases (121), all 30 players (2), exact decks (2), long decks (1), 300,000 cards (1), 300,000 cards drawn (1), one round of 300,000 cards (1), p down to -9,999 (1)"
    tells "untried CR LF line ends, no final newline (--line-ends)"
    [ "$(awk 'length > 80' <<<"$output" | wc -l)" -eq 0 ]
    python3 - json <<'PYTHON'
import json, sys
stages = {s["stage"]: s["cases"] for s in json.load(open(sys.argv[1]))["stages"]}
assert stages["all 30 players"] == 2 and stages["no final newline"] == 0, stages
assert sum(stages.values()) == 130, stages
PYTHON
}

@test "every game has stages, and all of them are in the first 130 cases" {
    for game in $(some_games $(others)); do
        "$TESTS/mutants/build" "$game" "$game"
        works fuzz --quiet --wall 60s --count 130 --game "$game" -- "./$game"
        [ "$(grep -A 1 '^untried' <<<"$output")" = "$(printf '%s\n' \
            'untried  CR LF line ends, no final newline (--line-ends)' "$(grep '^rules' <<<"$output")")" ]
    done
}

@test "a crash with 30 players alone is found, and a buffer of 1,000 cards, by the smallest case that has it" {
    slips thirty
    tells "case 60 (30 players"
    tells "RE, signal 6 (Aborted)"
    tells "shrunk to 30 players, 1 round, 4 deck cards"
    slips buffer
    tells "shrunk to 1 player, 1 round, 1001 deck cards"
}

@test "a program that recurses in each turn of a round is found, and a table by p that is too short" {
    slips recursion --shrink 0 --first 95 --count 1
    tells "case 95 (30 players, 1 round, 300000 deck cards): RE, signal 11 (Segmentation fault)"
    slips table --shrink 0 --first 105 --count 1
    tells "case 105 (1 player, 100 rounds, 111700 deck cards): RE, signal 6 (Aborted)"
}

# bats test_tags=long
@test "a reader that takes quadratic time is found" {
    slips quadratic --wall 60s --tl 50ms --shrink 0
    tells "300000 deck cards): TLE, more than 0.05 s of processor time"
}

@test "with --line-ends a reader that breaks on CR LF is found, and one that needs the last newline" {
    for how in crlf final; do
        works fuzz --quiet --count 50 -- "$SLIPS" $how "$RIGHT"
        slips $how --line-ends --keep $how --add-to set
        tells "RE, signal 6 (Aborted)"
        exits 134 "$SLIPS" $how "$RIGHT" <"$how/001.min.in"
        tells "was not added: it fails only with "
    done
    slips crlf --line-ends
    tells "shrunk to 1 player, 1 round, 4 deck cards, CR LF line ends ("
    tells "again: ninefold fuzz --line-ends --seed 1 --first 1 --count 1 -- "
    [ -z "$(ls set)" ]
}

@test "a mistake that has nothing to do with line ends is shown with LF" {
    slips thirty --line-ends --first 110 --count 1
    tells ", no final newline): RE"
    tells "shrunk to 30 players, 1 round, 4 deck cards ("
}
