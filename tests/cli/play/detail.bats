# run --detail, stats --compare and --seats.
load ../helpers

# What its tables tell: report/forms.bats.
@test "run --detail plays the same games: digest, losses and turns are those without; it is refused of a game that has none" {
    keep() { grep -E '^(digest|turns|all seats|  *[0-9]+  )' "$1"; }
    nf run --quiet --games 300 -n 5 >plain
    nf run --quiet --games 300 -n 5 --detail >detailed
    [ "$(keep plain)" = "$(keep detailed)" ]
    [ -z "$(awk 'length > 80' detailed)" ]
    grep -qx 'Times include those with DOUBLE on the player.' detailed
    for game in $(games); do
        nf run --game "$game" --help | grep -q -- --detail && continue
        misused '*--detail: *' run --game "$game" --detail
    done
}

@test "stats --compare says whether it paired the runs, and why not; --seats tells the difference of two seats" {
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
    nf run --quiet --games 300 -n 3 -m 1 --save a.json >/dev/null
    works stats --seats 2,1 a.json
    # In the first round the starter loses least.
    grep -Eq '^a\.json +2 +1 .* \+[0-9.]+% +\+[0-9.]+ \.\. \+[0-9.]+% +\*$' <<<"$output"
}
