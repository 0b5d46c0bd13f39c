#!/usr/bin/env bats
# The Number Game: every command that plays it, and what only it has.
load ../helpers

tng() { nf "$1" --game tng "${@:2}"; }

@test "tng: an instance of several games is those of the run, with their outcomes, and --count numbers its files on" {
    works gen --game tng --index 7 --games 300 --answer out
    [ "$(wc -l <<<"$output")" -eq 301 ]
    tng play - <<<"$output" | diff - out
    [ "$(tng gen --index 9 --games 1)" = "$(sed -n '3p;$p' <<<"$output")" ]
    for word in 'X wins' 'Y wins' draw; do
        tng run --quiet --first 7 --games 300 --json - |
            grep -A1 "^ *\"$word\",\$" |
            grep -q "^ *$(grep -c "$word" out),"
    done
    tng gen --index 5 --games 20 --count 2 --out set
    [ "$(ls set | wc -l)" -eq 4 ]
    cat <(grep -v '^-1$' set/001.in) set/002.in |
        diff - <(tng gen --index 5 --games 40)
    tng play set/002.in | diff - set/002.out
}

@test "tng: a profile of numbered games plays all that there are, without intervals, in tables, JSON and pages; a part is no sample" {
    works run --game tng --profile every --rounds 2 --deck 1 --quiet --json json --html page
    [[ $output == 'The Number Game: 364,122 games of 2 rounds and 1 goal'* ]]
    [[ $output == *'all 364,122 games there are: the shares are exact'* ]]
    [ -z "$(awk 'length > 80' <<<"$output")" ]
    grep -q 'all 364,122 games there are' json
    [ "$(grep -c 'These are all 364,122 games there are: the shares are exact' page)" -eq 1 ]
    [[ $output$(<page) != *'95% interval'* ]]
    python3 -c '
import json, sys
for table in json.load(sys.stdin)["tables"]:
    for i, column in enumerate(table["columns"]):
        assert "end" not in column or all(row[i] is None for row in table["rows"]), column
' <json
    works run --game tng --profile every -k 1 --games 5000 --quiet
    [[ $output == *'some of the 364,122 games there are, in their order: no sample, so'* ]]
    [[ $output != *'95% interval'* ]]
    misused 'ninefold run: --games 123: expected a number from 1 to 122*' \
        run --game tng --profile every -k 1 --first 364000 --games 123
    misused 'ninefold run: --first 364122: expected a number from 0 to 364121*' \
        run --game tng --profile every -k 1 --first 364122
    fails 2 '*there are 364122 games of that kind' \
        replay --game tng --profile every -k 1 --index 364122 --quiet
    works run --game tng --profile every -k 1 --until-width 0.1% --quiet
    [[ $output == *'all 364,122 games'*"$(digest --game tng --profile every -k 1 --games 364122)"* ]]
    ends 6 run --game tng --profile every -k 1 --games 70k --until-width 0.1% -q
}

@test "tng: the table leads to the longest forced win" {
    works run --game tng --games 20k --quiet
    [[ $output == *'ninefold replay --game tng --profile uniform -m 6 --seed 1 --index '* ]]
    read -r -a words < <(grep '^longest forced win' <<<"$output")
    tng replay --quiet --why --index "${words[-1]}" | grep -q "wins in ${words[3]} moves"
}

@test "tng: replay shows instance, transcript, and why: best play and the tree" {
    works replay --game tng --index 3 --quiet
    [ "${lines[1]}" = -1 ]
    [[ ${lines[2]} == 'Game 1: '* ]]
    [[ $output == *'Best play, with minimax values:'*'Game tree'* ]]
    [ "$(tng replay --index 3 --quiet --instance)" = "$(tng gen --index 3)" ]
    [ "$(tng replay --index 3 --quiet --transcript)" = "${lines[2]}" ]
    why=$(tng replay --index 3 --quiet --why)
    [[ $why == 'Game: n0 = '* ]]
    [[ $output == *"$why" ]]
    misused 'ninefold replay: --why: *' replay --why
}

@test "tng: help tells what the options mean, and leaves out those that make no sense" {
    for command in run gen replay fuzz; do
        works $command --game tng --help
        [[ $output != *card* && $output != *--weights* && $output != *--strategy* ]]
        [[ $output == *'maximum rounds r of a game'* && $output == *'maximum goals m of a game'* ]]
        [[ $output == *'X, who moves first, and Y (always 2)'* ]]
        [ -z "$(awk 'length > 80' <<<"$output")" ]
    done
    works run --game tng --profile every -k 1 --help
    [[ $(tr -s ' \n' ' ' <<<"$output") == *'(1 to 364122, default 364122)'* ]]
}

@test "tng: --exhaustive is the profile of all games, for run, gen and replay, refused with another, for other games, and where a run goes on" {
    works run --game tng --exhaustive -k 1 -m 2 --quiet
    [[ $output == *'all 364,122 games there are: the shares are exact'* ]]
    [[ $output == *"$(digest --game tng --profile every -k 1 -m 2)"* ]]
    works run --game tng --profile every --exhaustive -k 1 -m 2 --first 364000 --quiet
    [[ $output == 'The Number Game: 122 games of 2 rounds and 1 goal'* ]]
    for command in gen 'replay --quiet'; do
        [ "$(nf $command --index 77 --exhaustive -k 3 --game tng)" = \
            "$(nf $command --index 77 --profile every -k 3 --game tng)" ]
    done
    for command in run gen replay; do
        misused "ninefold $command: --exhaustive: expected no --profile but every with it, found small" \
            $command --profile small --exhaustive --game tng
        misused "ninefold $command: --exhaustive: the chosen --game has no finite number of games" \
            $command --exhaustive
        works $command --help
        [[ $output != *exhaustive* ]]
        works $command --game tng --help
        [[ $output == *--exhaustive* ]]
    done
    tng run --games 1k --quiet --save drawn >/dev/null
    fails 3 'ninefold: drawn:*: "profile": this run was started with "uniform", not with "every"; *' \
        run --game tng --exhaustive --resume drawn
    tng run --exhaustive -k 1 --quiet --save all >/dev/null
    works run --game tng --exhaustive --quiet -k 1 --resume all
    [[ $output == *'all 364,122 games'* ]]
}

@test "tng: X and Y within a run are compared, also in a database" {
    tng run --games 2k --quiet --save six.json --db history.db >table
    ahead=$(sed -n 's/^moving first *X ahead +\([0-9.]*\)%.*/\1/p' table)
    works stats --seats 1,2 six.json
    [[ $output == *"+${ahead:?}"* ]] || complain "expected $ahead"
    works stats --db history.db --seats 2,1 1
    [[ $output == *"-$ahead"* ]] || complain "expected -$ahead"
}

@test "tng: games in which nobody won have no longest win, and their file is read" {
    for detail in "" --detail; do
        tng run -q -m 1 -k 1 --games 1 --seed 1 $detail --save none >/dev/null
        grep -q '"extremes": \[\]' none
        works stats none
    done
}

# All of them are for make mutants.
# bats test_tags=long
@test "tng: the default fuzz kills mutants drawn at random by case 500" {
    local mutants=$TESTS/mutants
    local seed=${NF_TEST_SEED:-$((RANDOM + 1))}
    echo "# seed $seed" >&3
    mapfile -t numbers < <(shuf -i 1-30 -n "$(often "" 1 8)" --random-source=<(yes "$seed"))
    exits 0 env NINEFOLD="$NINEFOLD" SEEDS=1 SEED="$seed" \
        "$mutants/run" --game tng "${numbers[@]}"
    [[ ${lines[-1]} == "${#numbers[@]} mutants, 1 seeds, 0 survive, 0 are not named; "* ]]
    [ -z "$(awk '$1 ~ /^[0-9]+$/ && $3 + 0 >= 500' <<<"$output")" ]
}
