# What fuzz finds: programs with the mistakes people make.
load ../helpers

MUTANTS=$TESTS/mutants

mutants() { told env NINEFOLD="$NINEFOLD" "$@"; }

# All of them are for make mutants.
# bats test_tags=long
@test "the default fuzz kills mutants drawn at random, and shows it by a game small enough to read" {
    local seed=${NF_TEST_SEED:-$((RANDOM + 1))}
    echo "# seed $seed" >&3
    mapfile -t drawn < <(shuf -i 1-51 -n "$(often "" 2 12)" \
        --random-source=<(yes "$seed"))
    mutants SEEDS=1 SEED="$seed" "$MUTANTS/run" "${drawn[@]}"
    [ "$status" -eq 0 ] || complain "expected that none survives"
    [[ ${lines[-1]} =~ ' 0 survive, 0 are not named; medians: size ['([0-9]+)', '([0-9]+)', '([0-9]+)']' ]]
    [ "${BASH_REMATCH[1]}" -le 2 ]
    [ "${BASH_REMATCH[2]}" -le 1 ]
    [ "${BASH_REMATCH[3]}" -le 10 ]
}

@test "a mutant that does not exist is refused" {
    mutants "$MUTANTS/run" 999
    [ "$status" -eq 2 ]
    [[ $stderr == *'no mutant 999'* ]]
}

@test "tests/mutation/run names what a build lacks that has no tests" {
    for by in "--by tests/unit/stats" --units; do
        BUILD=nothere exits 2 "$TESTS/mutation/run" --count 1 $by src/base/stats/estimate.c
        [ "$stderr" = "nothere lacks ninefold and more: expected a build with all unit tests, as \`make mutation\` makes it" ] ||
            complain "another message"
    done
}
