# run --detail, stats --compare and --seats.
load ../helpers

setup() { cd "$BATS_TEST_TMPDIR"; }

@test "run --detail plays the same games: digest, losses and turns are those without" {
    keep() { grep -E '^(digest|turns|all seats|  *[0-9]+  )' "$1"; }
    nf run --quiet --games 300 -n 5 >plain
    nf run --quiet --games 300 -n 5 --detail --save run.json >detailed
    [ "$(keep plain)" = "$(keep detailed)" ]
    [ -z "$(awk 'length > 80' detailed)" ]
    # As many cards and losses as turns; and every table of losses is of all rounds.
    works stats --csv - run.json
    [ "$(($(sum cards_played times <<<"$output") + $(sum p_when_losing times <<<"$output")))" -eq \
        "$(column run turns <<<"$output")" ]
    for table in losing_hands p_when_losing p_when_losing_tens; do
        [ "$(sum $table times <<<"$output")" -eq 30000 ]
        [ "$(sum $table times_doubled <<<"$output")" -eq "$(sum p_when_losing times_doubled <<<"$output")" ]
    done
}

@test "losing hands and p when losing are of one base, all rounds lost" {
    nf run --quiet --games 300 -n 5 --detail >table
    # All p from 0 to 99 are there: the counts add up to the rounds, the shares to 100%.
    sed -n '/^Rounds lost, by the hand/,/^$/s/^.* | *[0-9][0-9]* *[0-9][0-9]*  *//p' table >rows
    [ "$(wc -l <rows)" -eq 10 ]
    [ "$(tr -d ,% <rows | awk '{ all += $1 } END { print all }')" -eq 30000 ]
    tr -d ,% <rows | awk '{ share += $2 } END { exit !(share > 99.9 && share < 100.1) }'
    grep -qx 'Times include those with DOUBLE on the player.' table
    # As many cards under DOUBLE are part of the cards.
    sed -n '/^Cards played/,/^Times/p' table | tr -d ,% |
        awk 'NF >= 5 && $1 != "card" { all += $2; of += $5 } END { exit !(NR > 18 && all > 0 && of > 99.9) }'
}

@test "the replay of the lowest p shows a game with that p" {
    nf run --quiet --games 400 -n 3 -m 30 --detail --save run.json >/dev/null
    works stats --csv - run.json
    IFS=, read -r _ _ _ depth _ _ command <<<"$(grep '^extremes,deepest_p,' <<<"$output")"
    [ "$depth" -gt 0 ]
    # shellcheck disable=SC2086 # a list of words is what is meant
    nf ${command#ninefold } --quiet --transcript >transcript
    [ "$(sed -n 's/.*now p=\(.*\)\.$/\1/p' transcript | sort -n | head -n 1)" -eq "-$depth" ]
}

@test "run --detail of a game that has none is refused" {
    for game in $(games); do
        nf run --game "$game" --help | grep -q -- --detail && continue
        misused '*--detail: *' run --game "$game" --detail
    done
}

@test "a changed or missing strategy file does not change a loaded run" {
    printf 'normal\n max A B C D, ties C A B D\n max E\n first PASS TURN DOUBLE\ndoubled\n first PASS TURN DOUBLE\n min basic\n' >mine
    nf run --quiet --games 200 -n 4 --strategy 1=mine --save mine.json >/dev/null
    nf run --quiet --games 200 -n 4 --strategy 1=keep-e --save keep.json >/dev/null
    printf 'normal\n min all\ndoubled\n min all\n' >mine
    works stats --compare --json - mine.json keep.json
    # mine was keep-e when the run was saved, so no game differs.
    [[ $output == *'"method": "paired"'* ]]
    [[ $output == *'"games_apart": 0'* ]]
    rm mine
    works stats --compare mine.json keep.json
    [[ $output == *'0 of 200 games differ'* ]]
}

@test "stats --compare says whether it paired the runs, and why not" {
    nf run --quiet --games 200 -n 4 --save a.json >/dev/null
    nf run --quiet --games 150 --first 100 -n 4 --strategy last-e --save b.json >/dev/null
    nf run --quiet --games 200 -n 4 --seed 2 --save c.json >/dev/null
    nf run --quiet --games 200 -n 5 --save d.json >/dev/null
    works stats --compare a.json b.json
    [[ $output == *$'\npaired: seed, cards and 100 indices are common to both'* ]]
    works stats --compare a.json c.json
    [[ $output == *$'\nnot paired: their seeds, 1 and 2, differ; '* ]]
    [ -z "$(awk 'length > 80' <<<"$output")" ]
    works stats --compare --markdown - a.json b.json
    [ "$(grep -c '^| [1-4] |' <<<"$output")" -eq 4 ]
    misused '*the runs have 4 and 5 players; *' stats --compare a.json d.json
    misused '*--compare: expected 2 to 20 runs, found 1' stats --compare a.json
    works stats --compare --html - a.json c.json
    [[ $output == *'The differences are not paired: their seeds, 1 and 2, differ; '* ]]
}

@test "stats --seats tells the difference of two seats, and refuses seats that are not there" {
    nf run --quiet --games 300 -n 3 -m 1 --save a.json >/dev/null
    works stats --seats 2,1 a.json
    # In the first round the starter loses least.
    grep -Eq '^a\.json +2 +1 .* \+[0-9.]+% +\+[0-9.]+ \.\. \+[0-9.]+% +\*$' <<<"$output"
    for seats in 1 1,1 0,1 1,4 1,2,3 x,1 1, ,1 99999999999999999999,1; do
        misused '*--seats *: expected two of the seats 1 to 3, such as 1,2' stats --seats "$seats" a.json
    done
}
